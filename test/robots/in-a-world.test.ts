// Robots of files at work.

import { describe, expect, it } from 'vitest';
import { type Body, checkScene, parseScene, Simulation, type World } from '../../src/index.js';
import { type Robot, readMjcf, readUrdf } from '../../src/robots/index.js';
import { difference } from './reading.js';

function worldOf({ scene }: Robot): World {
  return new Simulation(checkScene(scene)).world;
}

function run(world: World, seconds: number, dt: number): void {
  for (let i = 0; i < Math.round(seconds / dt); i++) world.step(dt);
}

/** The coordinate of a joint of the file. */
function coordinateOf(world: World, robot: Robot, joint: string) {
  const place = robot.coordinates[joint];
  const found = world.findJoint(place.joint)?.coordinate(place.coordinate);
  if (found === undefined) throw new Error(`${joint} is not there`);
  return found;
}

describe('a robot of a file', () => {
  it('swings as a physical pendulum does', async () => {
    const robot = await readUrdf(
      `<robot name="pendulum"><link name="base"/><link name="arm"><inertial><origin xyz="0 0 -.4"/><mass value="2"/>
        <inertia ixx=".05" iyy=".05" izz=".01"/></inertial></link>
       <joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint></robot>`,
      { coordinates: { j: 0.05 } },
    );
    const world = worldOf(robot);
    // m g l = 7.848 N m, inertia about the axis 0.05 + 2 * 0.16 kg m^2.
    const period = 2 * Math.PI * Math.sqrt(0.37 / 7.848);
    const angle = coordinateOf(world, robot, 'j');
    expect(angle.value).toBeCloseTo(0.05, 12);
    run(world, period, period / 400);
    expect(angle.value).toBeCloseTo(0.05, 3);
    run(world, period / 2, period / 400);
    expect(angle.value).toBeCloseTo(-0.05, 3);
  });

  it('is driven by its motors against gravity, with all its joints held', async () => {
    const robot = await readMjcf(`<mujoco model="arm"><compiler angle="radian"/>
      <default><geom type="capsule" size=".04" density="800"/><joint damping="2"/></default>
      <worldbody><body name="a" pos="0 0 1"><joint name="j1" axis="0 0 1"/><joint name="j2" axis="0 1 0"/><geom fromto="0 0 0 .3 0 0"/>
        <body name="b" pos=".3 0 0"><joint name="j3" axis="0 1 0" range="-2 2"/><geom fromto="0 0 0 .3 0 0"/></body></body></worldbody>
      <actuator><position joint="j1" kp="900"/><position joint="j2" kp="900"/><position joint="j3" kp="900"/></actuator></mujoco>`);
    const world = worldOf(robot);
    coordinateOf(world, robot, 'j1').target = 0.6;
    coordinateOf(world, robot, 'j2').target = -0.4;
    coordinateOf(world, robot, 'j3').target = 0.8;
    run(world, 3, 1 / 240);
    const [one, two, three] = ['j1', 'j2', 'j3'].map((joint) => coordinateOf(world, robot, joint).value);
    expect(one).toBeCloseTo(0.6, 6);
    // Springs of motors give way by what they carry: weight times lever over 900 N m/rad.
    const mass = 800 * Math.PI * 0.0016 * (0.3 + (4 / 3) * 0.04);
    const carried = (angle: number) => mass * 9.81 * 0.15 * Math.cos(angle);
    expect(three - 0.8).toBeCloseTo(carried(two + three) / 900, 5);
    const upper = carried(two + three) + carried(two) + mass * 9.81 * 0.3 * Math.cos(two);
    expect(two + 0.4).toBeCloseTo(upper / 900, 5);
  });

  it('keeps a loop closed and a gear in step', async () => {
    const robot =
      await readMjcf(`<mujoco model="four-bar"><compiler angle="radian"/><default><geom type="capsule" size=".02"/></default>
      <worldbody>
        <body name="bar1" pos="0 0 1"><joint name="b1" axis="0 1 0"/><geom fromto="0 0 0 .1 0 -.5"/>
          <body name="bar2" pos=".1 0 -.5"><joint name="b2" axis="0 1 0"/><geom fromto="0 0 0 .6 0 0"/></body></body>
        <body name="bar3" pos=".6 0 1"><joint name="b3" axis="0 1 0"/><geom fromto="0 0 0 .1 0 -.5"/></body>
        <body name="wheel" pos="0 1 1"><joint name="w" axis="0 1 0"/><geom type="cylinder" size=".1 .02"/></body>
      </worldbody>
      <equality><connect body1="bar2" body2="bar3" anchor=".6 0 0"/><joint joint1="w" joint2="b1" polycoef="0 -3"/></equality>
      <contact><exclude body1="bar1" body2="bar3"/><exclude body1="bar2" body2="bar3"/></contact></mujoco>`);
    const world = worldOf(robot);
    const loop = world.findJoint('connect 0');
    let widest = 0;
    let swing = 0;
    for (let i = 0; i < 240; i++) {
      world.step(1 / 240);
      const [first, wheel, third] = ['b1', 'w', 'b3'].map((joint) => coordinateOf(world, robot, joint).value);
      widest = Math.max(widest, Math.abs(first - third), Math.abs(wheel + 3 * first));
      swing = Math.max(swing, Math.abs(first));
    }
    expect(loop?.kind).toBe('ball');
    expect(swing).toBeGreaterThan(0.3);
    expect(widest).toBeLessThan(1e-5);
  });

  it('is a scene with every kind of joint, which a file can hold', async () => {
    const slide = (name: string, axis: string) => `<joint name="${name}" type="slide" axis="${axis}"/>`;
    const hinge = (name: string, axis: string) =>
      `<joint name="${name}" axis="${axis}" range="-90 90" armature=".1" stiffness="2"/>`;
    const joints: Record<string, string> = {
      revolute: hinge('a', '1 0 0'),
      prismatic: slide('b', '1 0 0'),
      cylindrical: slide('c', '0 0 1') + hinge('d', '0 0 1'),
      universal: hinge('e', '0 0 1') + hinge('f', '1 0 0'),
      planar: slide('g', '1 0 0') + slide('h', '0 1 0'),
      wheel: slide('i', '0 0 1') + hinge('j', '0 1 0'),
      ball: hinge('k', '1 0 0') + hinge('l', '0 1 0') + hinge('m', '0 0 1'),
    };
    const bodies = Object.entries(joints).map(
      ([kind, inside], i) =>
        `<body name="${kind}" pos="${i} 0 0">${inside}<geom type="box" size=".1 .2 .3" pos=".1 .1 0"/></body>`,
    );
    const ball =
      '<body pos="9 0 0"><joint name="n" type="ball" range="0 50" damping=".1" stiffness="3" armature=".1"/><geom size=".1" pos=".2 0 0"/></body>';
    const robot = await readMjcf(`<mujoco><option timestep=".005"/><worldbody>${bodies.join('')}${ball}</worldbody></mujoco>`);
    const { world } = new Simulation(parseScene(JSON.stringify(robot.scene)));
    const made = [...world.joints()];
    expect(made.map(({ bodyB, kind }) => `${bodyB.name} ${kind}`)).toEqual([
      ...Object.keys(joints).map((kind) => `${kind} ${kind}`),
      'body 8 ball',
    ]);
    run(world, 0.5, 0.005);
    for (const joint of made) for (const { value } of joint.coordinates) expect(Math.abs(value)).toBeLessThan(2);
    // The stage neither turns nor falls: it slides in the plane alone.
    const stage = world.find('planar') as Body;
    expect(difference(stage.orientation, [0, 0, 0, 1])).toBeLessThan(1e-9);
    expect(stage.position[2]).toBeCloseTo(0, 9);
  });
});
