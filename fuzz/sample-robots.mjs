// A robot in each format, for cases to change.

export const URDF = `<?xml version="1.0"?>
<robot name="sample">
  <link name="base"><inertial><mass value="3"/><inertia ixx=".1" iyy=".1" izz=".1"/></inertial>
    <collision><origin xyz="0 0 .1" rpy="0 .1 0"/><geometry><box size=".3 .3 .2"/></geometry></collision></link>
  <link name="cross"/>
  <link name="arm"><collision><geometry><cylinder radius=".05" length=".4"/></geometry></collision>
    <collision><geometry><mesh filename="package://p/m.stl" scale=".1 .1 .1"/></geometry></collision></link>
  <link name="finger"><inertial><origin xyz="0 0 .1"/><mass value=".2"/><inertia ixx=".01" iyy=".01" izz=".01"/></inertial></link>
  <link name="tip"/>
  <joint name="j1" type="continuous"><parent link="base"/><child link="cross"/><axis xyz="0 0 1"/></joint>
  <joint name="j2" type="revolute"><parent link="cross"/><child link="arm"/><origin xyz="0 0 0"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="9" velocity="2"/><dynamics damping=".1" friction=".2"/></joint>
  <joint name="j3" type="prismatic"><parent link="arm"/><child link="finger"/><limit lower="0" upper=".1" effort="1" velocity="1"/>
    <mimic joint="j2" multiplier=".1" offset=".01"/></joint>
  <joint name="j4" type="fixed"><parent link="finger"/><child link="tip"/><origin xyz="0 0 .05"/></joint>
  <transmission name="t"/>
</robot>`;

export const MJCF = `<mujoco model="sample">
  <compiler angle="degree" eulerseq="xyz" meshdir="meshes"/>
  <option timestep=".002" gravity="0 0 -9.81"/>
  <default><geom density="800" friction=".7"/><default class="limb"><joint damping=".5" armature=".01"/><geom type="capsule" size=".04"/></default></default>
  <asset><mesh name="file" file="m.stl"/><mesh name="points" vertex="0 0 0 1 0 0 0 1 0 0 0 1" scale=".2 .2 .2"/></asset>
  <worldbody>
    <geom type="plane" size="1 1 1"/><site name="s" pos="0 0 1"/>
    <body name="torso" pos="0 0 1" euler="10 0 20"><freejoint name="root"/><geom type="box" size=".2 .1 .3"/>
      <body name="upper" pos="0 .2 .2" childclass="limb"><joint name="j1" axis="1 0 0"/><joint name="j2" axis="0 0 1" range="-90 90"/><geom fromto="0 0 0 0 .3 0"/>
        <body name="lower" pos="0 .3 0"><joint name="j3" type="hinge" axis="1 0 0" ref="10" stiffness="3" springref="5"/><geom fromto="0 0 0 0 .3 0"/>
          <body name="hand" pos="0 .3 0"><geom type="ellipsoid" size=".05 .08 .03"/></body></body></body>
      <frame pos="0 -.2 .2"><body name="head" axisangle="0 0 1 30"><joint name="j4" type="ball" range="0 60"/><geom type="mesh" mesh="points"/></body></frame>
      <body name="leg" pos="0 0 -.3" quat="1 .1 0 0"><joint name="j5" type="slide" axis="0 0 1" range="-.1 .1" frictionloss="2"/>
        <inertial pos="0 0 -.1" mass="2" diaginertia=".1 .1 .05"/><geom type="cylinder" size=".05 .2" contype="2" conaffinity="3"/></body>
    </body>
    <body name="pole" pos="1 0 1"><joint name="j6" axis="0 1 0"/><geom type="mesh" mesh="file" mass="1"/></body>
  </worldbody>
  <equality><connect name="c" body1="pole" body2="leg" anchor="0 0 0"/><weld body1="hand" body2="head"/><joint joint1="j3" joint2="j6" polycoef="0 2"/></equality>
  <contact><exclude body1="torso" body2="head"/></contact>
  <actuator><motor name="m" joint="j1" gear="3" ctrlrange="-1 1"/><position joint="j2" kp="50" kv="2" forcerange="-9 9"/><velocity joint="j3" kv="2" forcerange="-9 9"/></actuator>
</mujoco>`;
