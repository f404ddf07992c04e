// Models that MuJoCo and Drystone both read: every kind of joint, geom and orientation at least once.

/** An arm of seven links on a pedestal, of capsules, with motors. */
const arm = `<mujoco model="arm">
  <compiler angle="radian"/>
  <option timestep="0.001" gravity="0 0 -9.81"/>
  <default>
    <joint damping="0.5" armature="0.02" range="-2.9 2.9"/>
    <geom type="capsule" density="900" friction="0.8"/>
    <default class="wrist"><joint damping="0.1" armature="0.005"/><geom density="700"/></default>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="pedestal" pos="0.1 0.2 0">
      <geom type="cylinder" size=".08 .15" pos="0 0 .15"/>
      <body name="link1" pos="0 0 .35"><joint name="j1" axis="0 0 1"/><geom fromto="0 0 0 0 0 .2" size=".06"/>
        <body name="link2" pos="0 0 .25" euler="0.1 0 0"><joint name="j2" axis="0 1 0" range="-1.7 1.7"/><geom fromto="0 0 0 .03 0 .3" size=".05"/>
          <body name="link3" pos=".03 0 .3" quat="0.98 0 0.1 0.05"><joint name="j3" axis="0 0 1"/><geom fromto="0 0 0 0 .02 .25" size=".05"/>
            <body name="link4" pos="0 .02 .3"><joint name="j4" axis="0 -1 0" range="-3 0.1" ref="-0.4"/><geom fromto="0 0 0 -.05 0 .25" size=".045"/>
              <body name="link5" pos="-.05 0 .3" childclass="wrist" axisangle="0 0 1 0.4"><joint name="j5" axis="0 0 1"/><geom fromto="0 0 0 0 0 .2" size=".04"/>
                <body name="link6" pos="0 0 .22"><joint name="j6" axis="0 -1 0" pos="0 0.01 0"/><geom type="box" size=".05 .04 .06" pos=".04 0 0"/>
                  <body name="link7" pos=".09 0 0" zaxis="0.2 0.1 1"><joint name="j7" axis="0 0 1"/><geom type="cylinder" size=".03 .02"/>
                    <body name="tool" pos="0 0 .05"><geom type="sphere" size=".02"/><site name="tip" pos="0 0 .05"/></body>
                  </body></body></body></body></body></body></body></body>
  </worldbody>
  <actuator>
    <motor name="m1" joint="j1" gear="2" ctrlrange="-50 50"/><position name="m2" joint="j2" kp="400" kv="20" forcerange="-80 80"/>
    <velocity name="m3" joint="j3" kv="10" forcerange="-30 30"/><general joint="j4" gainprm="300" biastype="affine" biasprm="0 -300 -15" forcerange="-60 60" ctrlrange="-2 0"/>
  </actuator>
</mujoco>`;

/** A tree that floats: a box with limbs on balls, slides and universal joints. */
const tree = `<mujoco model="tree">
  <worldbody>
    <body name="torso" pos="0 0 2" euler="10 20 30">
      <freejoint name="root"/>
      <inertial pos="0.01 0 0.02" mass="12" fullinertia="0.3 0.4 0.35 0.01 0.02 -0.01"/>
      <geom type="box" size=".2 .15 .3"/>
      <frame pos="0 .2 .2" euler="0 0 45" childclass="arm">
        <body name="left" pos="0 .05 0"><joint type="ball" name="shoulder" range="0 120" damping=".2"/><geom fromto="0 0 0 0 .3 0" size=".04" type="capsule"/>
          <body name="forearm" pos="0 .3 0" xyaxes="1 0.2 0 0 1 0.3"><joint name="elbow" axis="1 0 0" range="-10 150"/><geom fromto="0 0 0 0 .25 0" size=".03" type="capsule"/></body>
        </body>
      </frame>
      <body name="right" pos="0 -.25 .2"><joint name="right1" axis="1 0 0" pos="0 .01 0"/><joint name="right2" axis="0 0 1" pos="0 .01 0" ref="20"/>
        <geom type="ellipsoid" size=".04 .15 .05" pos="0 -.15 0"/></body>
      <body name="leg" pos="0 0 -.3"><joint name="slide" type="slide" axis="0 0.1 1" range="-.1 .2" stiffness="500" springref=".05"/>
        <geom type="cylinder" fromto="0 0 0 0.05 0 -.4" size=".05"/>
        <body name="foot" pos=".05 0 -.4"><joint name="twist" axis="0 0 1"/><joint name="pump" type="slide" axis="0 0 1"/><geom type="box" fromto="-.1 0 -.03 .15 .02 -.03" size=".05 .02"/></body>
      </body>
    </body>
  </worldbody>
  <default><default class="arm"><geom density="500"/><joint armature=".01"/></default></default>
</mujoco>`;

/** Planar and wheel joints, loops, couplings, masses by settotalmass, geoms in groups. */
const vehicle = `<mujoco model="vehicle">
  <compiler angle="radian" eulerseq="ZYX" settotalmass="50" inertiagrouprange="0 2"/>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="chassis" pos="0 0 .5"><freejoint/>
      <geom type="box" size=".5 .2 .1"/><geom type="sphere" size=".1" pos=".3 0 .1" contype="0" conaffinity="0"/><geom type="box" size="1 1 1" group="3" contype="0" conaffinity="0"/>
      <body name="front" pos=".4 .25 -.1"><joint name="s1" type="slide" axis="0 0 1" stiffness="2000" damping="90"/><joint name="st1" axis="0 0 1"/><joint name="w1" axis="0 1 0"/><geom type="cylinder" size=".1 .03" euler="0 0 1.5707963"/></body>
      <body name="rear" pos="-.4 .25 -.1" euler=".1 .2 .3"><joint name="s2" type="slide" axis="0 0 1"/><joint name="w2" axis="0 1 0"/><geom type="cylinder" size=".1 .03" euler="0 0 1.5707963"/></body>
    </body>
    <body name="puck" pos="2 0 .1"><joint name="px" type="slide" axis="1 0 0"/><joint name="py" type="slide" axis="0 1 0"/><joint name="pa" axis="0 0 1" pos=".02 .01 0" ref=".3"/><geom type="box" size=".1 .07 .05" pos=".02 0 0"/></body>
    <body name="stage" pos="3 0 .1"><joint name="tx" type="slide" axis="1 0 0" ref=".1"/><joint name="ty" type="slide" axis="0 1 0"/><geom type="box" size=".1 .07 .05" pos=".02 0 0"/></body>
    <body name="bar1" pos="5 0 1"><joint name="b1" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -.5" size=".02"/>
      <body name="bar2" pos="0 0 -.5"><joint name="b2" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .6 0 0" size=".02"/></body></body>
    <body name="bar3" pos="5.6 0 1"><joint name="b3" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -.5" size=".02" mass=".7"/></body>
  </worldbody>
  <equality><connect body1="bar2" body2="bar3" anchor=".6 0 0"/><joint joint1="w1" joint2="w2" polycoef="0 1 0 0 0"/></equality>
  <contact><exclude body1="bar2" body2="bar3"/></contact>
</mujoco>`;

/** Meshes of vertices, scaled and moved. MuJoCo keeps them in single precision. */
const meshes = `<mujoco model="meshes">
  <asset>
    <mesh name="wedge" vertex="0 0 0 1 0 0 0 1 0 0 0 .5 1 0 .5" scale=".3 .4 .5"/>
    <mesh name="tetra" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 2 1 0 1 3 0 3 2 1 2 3" refpos=".1 .2 .3" refquat=".9 .1 .2 .3"/>
  </asset>
  <worldbody>
    <body name="a" pos="0 0 1"><freejoint/><geom type="mesh" mesh="wedge" pos=".1 0 0" euler="0 30 0" density="500"/></body>
    <body name="b" pos="2 0 1"><joint name="hinge" axis="1 1 0"/><geom mesh="tetra" type="mesh" mass="3"/></body>
  </worldbody>
</mujoco>`;

/** What may differ is a rounding error of sizes about 1 [SI units]. */
export const MODELS = {
  arm: { xml: arm, tolerance: 1e-9 },
  tree: { xml: tree, tolerance: 1e-9 },
  vehicle: { xml: vehicle, tolerance: 1e-9 },
  meshes: { xml: meshes, tolerance: 1e-6 },
};
