import { describe, expect, it } from 'vitest';
import { axisAngle, multiply, rotate } from '../../src/math/vector.js';
import { type RobotOptions, readUrdf } from '../../src/robots/index.js';
import { bodyOf, difference, jointOf, jointsOf, poseDifference, relativeFrame } from './reading.js';

const solid = (mass = 1) => `<inertial><mass value="${mass}"/><inertia ixx="1" iyy="1" izz="1"/></inertial>`;
const joint = (name: string, type: string, parent: string, child: string, inside = '') =>
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${inside}</joint>`;
const read = (inside: string, options: RobotOptions = { isFixed: true }) =>
  readUrdf(`<?xml version="1.0"?>\n<robot name="test">${inside}</robot>`, options);

describe('a link of URDF', () => {
  it('has the mass, centre and inertia of its inertial, which may be turned', async () => {
    const robot = await read(
      `<link name="l"><inertial><origin xyz=".1 .2 .3" rpy="0 0 ${Math.PI / 2}"/><mass value="4"/>
       <inertia ixx="1" iyy="2" izz="2.5" ixy=".1" ixz=".2" iyz=".3"/></inertial></link>`,
      { isFixed: false },
    );
    const { mass, centerOfMass, inertia, kind } = bodyOf(robot, 'l');
    expect(kind).toBeUndefined();
    expect(mass).toBe(4);
    expect(centerOfMass).toEqual([0.1, 0.2, 0.3]);
    // A quarter turn about z takes x to y and y to -x.
    expect(difference(inertia, [2, 1, 2.5, -0.1, -0.3, 0.2])).toBeLessThan(1e-15);
  });

  it('has all its collisions as shapes, with z for the axis of what is round', async () => {
    const robot = await read(
      `<link name="l">${solid()}
        <collision><origin xyz="1 0 0" rpy=".1 .2 .3"/><geometry><box size="1 2 3"/></geometry></collision>
        <collision><geometry><sphere radius=".5"/></geometry></collision>
        <collision><origin xyz="0 1 0"/><geometry><cylinder radius=".1" length=".4"/></geometry></collision></link>`,
    );
    const [box, sphere, cylinder] = bodyOf(robot, 'l').shapes;
    expect(box).toMatchObject({ kind: 'box', size: [1, 2, 3], position: [1, 0, 0] });
    const turned = multiply(axisAngle([0, 0, 1], 0.3), multiply(axisAngle([0, 1, 0], 0.2), axisAngle([1, 0, 0], 0.1)));
    expect(difference(box.orientation, turned)).toBeLessThan(1e-15);
    expect(sphere).toMatchObject({ kind: 'sphere', radius: 0.5 });
    expect(cylinder).toMatchObject({ kind: 'cylinder', radius: 0.1, height: 0.4, position: [0, 1, 0] });
    expect(difference(rotate(cylinder.orientation, [0, 1, 0]), [0, 0, 1])).toBeLessThan(1e-15);
  });

  it('without an inertial has the mass of its shapes, and a note says so', async () => {
    const robot = await read('<link name="l"><collision><geometry><box size="1 2 3"/></geometry></collision></link>', {
      density: 10,
      isFixed: false,
    });
    expect(bodyOf(robot, 'l')).toMatchObject({ mass: 60, centerOfMass: [0, 0, 0] });
    expect(difference(bodyOf(robot, 'l').inertia, [65, 50, 25, 0, 0, 0])).toBeLessThan(1e-12);
    expect(robot.notes[0]).toMatch(/<link name="l"> at line 2 has no <inertial>: its mass is that of its shapes at 10 kg/);
  });

  it('that is fixed to another is a part of it, by the parallel axis theorem, or a body with a fixed joint', async () => {
    const text = `<link name="a">${solid(2)}</link><link name="b">${solid(3)}</link><link name="tip"/>
      ${joint('ab', 'fixed', 'a', 'b', '<origin xyz="0 0 1"/>')}${joint('tip', 'fixed', 'b', 'tip', '<origin xyz=".5 0 0"/>')}`;
    const merged = await read(text, { isFixed: false });
    expect(merged.scene.bodies).toHaveLength(1);
    // Masses of 2 and 3 at 0 and 1: their centre at 0.6, and 6 / 5 about it across the line.
    expect(bodyOf(merged, 'a')).toMatchObject({ mass: 5 });
    expect(difference(bodyOf(merged, 'a').centerOfMass, [0, 0, 0.6])).toBeLessThan(1e-15);
    expect(difference(bodyOf(merged, 'a').inertia, [3.2, 3.2, 2, 0, 0, 0])).toBeLessThan(1e-15);
    expect(merged.links.tip).toEqual({ body: 'a', position: [0.5, 0, 1], orientation: [0, 0, 0, 1] });
    const kept = await read(text, { isFixed: false, fixedLinks: 'keep' });
    expect(kept.scene.bodies).toHaveLength(2);
    expect(jointOf(kept, 'b fixed')).toMatchObject({ kind: 'fixed', bodyA: 'a', bodyB: 'b' });
    expect(
      poseDifference(relativeFrame(kept, jointOf(kept, 'b fixed')), { position: [0, 0, 0], orientation: [0, 0, 0, 1] }),
    ).toBe(0);
  });
});

describe('a joint of URDF', () => {
  const two = `<link name="base"/><link name="arm">${solid()}</link>`;
  const limit = '<limit lower="-1" upper="2" effort="30" velocity="4"/>';

  it('stands where its origin says, and turns about its axis', async () => {
    const inside = `<origin xyz="1 2 3" rpy="0 0 .5"/><axis xyz="0 2 0"/>${limit}<dynamics damping=".7" friction=".2"/>`;
    const text = two + joint('j', 'revolute', 'base', 'arm', inside);
    const robot = await read(text);
    expect(bodyOf(robot, 'arm').position).toEqual([1, 2, 3]);
    expect(difference(bodyOf(robot, 'arm').orientation, axisAngle([0, 0, 1], 0.5))).toBeLessThan(1e-15);
    const found = jointOf(robot, 'j');
    expect(found).toMatchObject({ kind: 'revolute', bodyB: 'arm' });
    expect(found.bodyA).toBeUndefined();
    expect(difference(rotate(found.frameB?.orientation as never, [1, 0, 0]), [0, 1, 0])).toBeLessThan(1e-15);
    expect(found.coordinates?.angle).toEqual({
      limits: [-1, 2],
      damping: 0.7,
      friction: 0.2,
      motor: { kind: 'force', target: 0, maxForce: 30 },
    });
    expect(robot.actuators).toEqual([
      { name: 'j', kind: 'force', joint: 'j', coordinate: 'angle', range: [-30, 30], maxVelocity: 4 },
    ]);
    const moved = await read(text, { coordinates: { j: 1.2 } });
    const expected = multiply(axisAngle([0, 0, 1], 0.5), axisAngle([0, 1, 0], 1.2));
    expect(difference(bodyOf(moved, 'arm').orientation, expected)).toBeLessThan(1e-15);
    expect(
      poseDifference(relativeFrame(moved, jointOf(moved, 'j')), { position: [0, 0, 0], orientation: axisAngle([1, 0, 0], 1.2) }),
    ).toBeLessThan(1e-15);
  });

  it('is prismatic, continuous, planar or floating', async () => {
    const slide = jointOf(await read(two + joint('j', 'prismatic', 'base', 'arm', limit)), 'j');
    expect(slide).toMatchObject({ kind: 'prismatic', coordinates: { slide: { limits: [-1, 2] } } });
    const wheel = jointOf(await read(two + joint('j', 'continuous', 'base', 'arm')), 'j');
    expect(wheel.kind).toBe('revolute');
    expect(wheel.coordinates).toBeUndefined();
    const planar = await read(two + joint('j', 'planar', 'base', 'arm', '<axis xyz="0 0 1"/>'));
    expect(jointOf(planar, 'j').kind).toBe('planar');
    expect(planar.coordinates['j angle']).toEqual({ joint: 'j', coordinate: 'angle' });
    const floating = await read(two + joint('j', 'floating', 'base', 'arm', '<origin xyz="0 0 5"/>'));
    expect(bodyOf(floating, 'arm').position).toEqual([0, 0, 5]);
    expect(jointsOf(floating)).toEqual([]);
  });

  it('that mimics another is coupled to it', async () => {
    const robot = await read(
      `${two}<link name="finger">${solid()}</link>${joint('j', 'revolute', 'base', 'arm', limit)}
       ${joint('k', 'revolute', 'base', 'finger', `${limit}<mimic joint="j" multiplier="-2" offset=".1"/>`)}`,
    );
    expect(robot.scene.couplings).toEqual([
      {
        name: 'k mimic',
        first: { joint: 'j', coordinate: 'angle' },
        second: { joint: 'k', coordinate: 'angle' },
        ratio: -2,
        offset: 0.1,
      },
    ]);
    expect(robot.actuators.map(({ joint }) => joint)).toEqual(['j']);
  });

  it('with a link without mass behind it is one with the next', async () => {
    const axis = (xyz: string) => `<axis xyz="${xyz}"/>${limit}`;
    const robot = await read(
      `<link name="base"/><link name="cross"/><link name="arm">${solid()}</link>
       ${joint('j', 'revolute', 'base', 'cross', axis('0 0 1'))}${joint('k', 'revolute', 'cross', 'arm', axis('0 1 0'))}`,
    );
    expect(jointOf(robot, 'j+k')).toMatchObject({ kind: 'universal', bodyB: 'arm' });
    expect(robot.coordinates).toEqual({ j: { joint: 'j+k', coordinate: 'angle1' }, k: { joint: 'j+k', coordinate: 'angle2' } });
  });
});

describe('a robot of URDF', () => {
  const text = `<link name="base">${solid(5)}<collision><geometry><box size="1 1 .2"/></geometry></collision></link>
    <link name="arm">${solid()}</link>${joint('j', 'continuous', 'base', 'arm', '<origin xyz="0 0 .5"/><axis xyz="0 0 1"/>')}
    <transmission name="t"/><gazebo/>`;

  it('floats or stands, as it is told', async () => {
    const free = await read(text, {});
    expect(jointsOf(free).map(({ kind }) => kind)).toEqual(['free', 'revolute']);
    expect(free.notes.at(-1)).toMatch(/<link name="base"> at line 2 is the root and floats/);
    const fixed = await read(text, { isFixed: true });
    expect(bodyOf(fixed, 'base').kind).toBe('fixed');
    // It does not touch what it is joined to.
    expect(jointOf(fixed, 'j')).toMatchObject({ bodyA: 'base', bodyB: 'arm' });
    expect(jointOf(fixed, 'j').collide).toBeUndefined();
  });

  it('notes what it leaves out', async () => {
    const { notes } = await read(text);
    expect(notes.filter((note) => note.includes('is left out'))).toEqual([
      '<transmission name="t"> at line 4 is not a part of rigid bodies, and is left out.',
      '<gazebo> at line 4 is not a part of rigid bodies, and is left out.',
    ]);
  });

  it('is turned to y up, moved, and renamed', async () => {
    const robot = await read(text, { upAxis: 'y', position: [0, 1, 0], prefix: 'r2 ', isFixed: true });
    expect(robot.scene.settings).toEqual({ gravity: [0, -9.81, 0] });
    expect(difference(bodyOf(robot, 'r2 arm').position, [0, 1.5, 0])).toBeLessThan(1e-15);
    expect(difference(rotate(bodyOf(robot, 'r2 arm').orientation, [0, 0, 1]), [0, 1, 0])).toBeLessThan(1e-15);
    expect(robot.coordinates.j).toEqual({ joint: 'r2 j', coordinate: 'angle' });
    expect(
      poseDifference(relativeFrame(robot, jointOf(robot, 'r2 j')), { position: [0, 0, 0], orientation: [0, 0, 0, 1] }),
    ).toBeLessThan(1e-15);
  });

  it('has meshes by the callback, scaled, as hulls or as contact trees', async () => {
    const corners = [0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].map((z) => `v ${x} ${y} ${z}`)));
    const faces = ['1 2 4 3', '5 7 8 6', '1 5 6 2', '3 4 8 7', '1 3 7 5', '2 6 8 4'].map((face) => `f ${face}`);
    const bytes = new TextEncoder().encode([...corners, ...faces].join('\n'));
    const asked: string[] = [];
    const resolve = (uri: string) => {
      asked.push(uri);
      return bytes;
    };
    const mesh = `<link name="l"><collision><origin xyz="1 0 0"/><geometry>
      <mesh filename="package://robot/cube.obj" scale=".5 1 -2"/></geometry></collision></link>`;
    const hulls = await read(mesh, { resolve, isFixed: false });
    expect(asked).toEqual(['package://robot/cube.obj']);
    const [shape] = bodyOf(hulls, 'l').shapes;
    expect(shape.kind).toBe('hull');
    expect(shape.points).toHaveLength(8);
    // 0.5 x 1 x 2 m, mirrored: its centre is below.
    expect(bodyOf(hulls, 'l').mass).toBeCloseTo(1000, 9);
    expect(difference(bodyOf(hulls, 'l').centerOfMass, [1.25, 0.5, -1])).toBeLessThan(1e-12);
    const trees = await read(mesh, { resolve, meshes: 'trees', isFixed: false });
    const name = 'package://robot/cube.obj 0.5 1 -2';
    expect(bodyOf(trees, 'l').shapes[0]).toMatchObject({ kind: 'mesh', mesh: name });
    expect(trees.scene.meshes?.[name]).toMatchObject({ repair: true });
  });
});
