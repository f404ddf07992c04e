import { describe, expect, it } from 'vitest';
import { checkScene } from '../../src/index.js';
import { axisAngle, multiply, rotate } from '../../src/math/vector.js';
import { type RobotOptions, readMjcf } from '../../src/robots/index.js';
import { bodyOf, difference, jointOf, jointsOf, poseDifference, relativeFrame } from './reading.js';

const read = (inside: string, options: RobotOptions = {}) => readMjcf(`<mujoco model="test">${inside}</mujoco>`, options);
const world = (inside: string) => `<worldbody>${inside}</worldbody>`;
const NOTHING = { position: [0, 0, 0], orientation: [0, 0, 0, 1] } as never;
const capsuleMass = (radius: number, length: number, density: number) =>
  density * Math.PI * radius * radius * (length + (4 / 3) * radius);

describe('an arm of seven links', () => {
  const lengths = [0.2, 0.3, 0.25, 0.25, 0.2, 0.1, 0.05];
  const arm = (i: number): string =>
    i === lengths.length
      ? ''
      : `<body name="link${i + 1}" pos="0 0 ${i === 0 ? 0.3 : lengths[i - 1]}">
          <joint name="j${i + 1}" axis="${i % 2 === 0 ? '0 0 1' : '0 1 0'}"/>
          <geom fromto="0 0 0 0 0 ${lengths[i]}"/>${arm(i + 1)}</body>`;
  const text = `<option timestep=".001"/>
    <default><geom type="capsule" size=".04" density="800"/><joint range="-100 100" armature=".02" damping=".5"/></default>
    ${world(`<geom type="cylinder" size=".1" fromto="0 0 0 0 0 .3"/>${arm(0)}`)}`;

  it('has the masses, places and joints of the file', async () => {
    const robot = await read(text);
    expect(robot.scene.dt).toBe(0.001);
    expect(robot.scene.settings).toEqual({ gravity: [0, 0, -9.81] });
    let height = 0.3;
    for (const [i, length] of lengths.entries()) {
      const body = bodyOf(robot, `link${i + 1}`);
      expect(difference(body.position, [0, 0, height])).toBeLessThan(1e-15);
      expect(body.mass).toBeCloseTo(capsuleMass(0.04, length, 800), 12);
      expect(difference(body.centerOfMass, [0, 0, length / 2])).toBeLessThan(1e-15);
      const joint = jointOf(robot, `j${i + 1}`);
      expect(joint).toMatchObject({ kind: 'revolute', bodyA: i === 0 ? 'world' : `link${i}` });
      const limit = (100 * Math.PI) / 180;
      expect(joint.coordinates).toEqual({ angle: { limits: [-limit, limit], damping: 0.5, armature: 0.02 } });
      expect(poseDifference(relativeFrame(robot, joint), NOTHING)).toBeLessThan(1e-15);
      height += length;
    }
    const { multibodies } = robot.scene;
    expect(multibodies).toHaveLength(1);
    expect(multibodies?.[0]).toMatchObject({ name: 'test', links: lengths.map((_, i) => `link${i + 1}`) });
    expect(robot.notes).toEqual([]);
  });

  it('stands at the coordinates that are asked for', async () => {
    const robot = await read(text, { coordinates: { j1: 0.5, j2: 0.3, j4: -0.7 } });
    // Up the column, then tilted by 0.3 in a plane that is turned by 0.5.
    const tilted = rotate(multiply(axisAngle([0, 0, 1], 0.5), axisAngle([0, 1, 0], 0.3)), [0, 0, 1]);
    const [x, y, z] = tilted;
    expect(difference(bodyOf(robot, 'link4').position, [0.55 * x, 0.55 * y, 0.5 + 0.55 * z])).toBeLessThan(1e-15);
    const angles = [0.5, 0.3, 0, -0.7, 0, 0, 0];
    for (const [i, angle] of angles.entries())
      expect(
        poseDifference(relativeFrame(robot, jointOf(robot, `j${i + 1}`)), {
          position: [0, 0, 0],
          orientation: axisAngle([1, 0, 0], angle),
        }),
      ).toBeLessThan(1e-15);
  });
});

describe('default classes', () => {
  it('are inherited by classes in them, by childclass and by class, the nearest first', async () => {
    const robot = await read(`
      <default><geom density="100" size="1"/><default class="a"><geom density="200"/><default class="b"><geom size=".5"/></default></default></default>
      ${world(`<body name="main"><freejoint/><geom/></body>
        <body name="a" childclass="a"><freejoint/><geom/><body name="c"><joint/><geom class="b"/></body></body>
        <frame childclass="b"><body name="b"><freejoint/><geom/></body><body name="own"><freejoint/><geom density="7"/></body></frame>`)}`);
    const ball = (4 / 3) * Math.PI;
    const masses = { main: 100 * ball, a: 200 * ball, c: (200 * ball) / 8, b: (200 * ball) / 8, own: (7 * ball) / 8 };
    for (const [name, mass] of Object.entries(masses)) expect(bodyOf(robot, name).mass).toBeCloseTo(mass, 9);
  });
});

describe('orientations', () => {
  const turned = async (attribute: string, compiler = '') =>
    bodyOf(await read(`<compiler ${compiler}/>${world(`<body name="b" ${attribute}><freejoint/><geom size="1"/></body>`)}`), 'b')
      .orientation;
  const x = (angle: number) => axisAngle([1, 0, 0], angle);
  const y = (angle: number) => axisAngle([0, 1, 0], angle);
  const z = (angle: number) => axisAngle([0, 0, 1], angle);

  it.each([
    ['quat="2 0 0 2"', '', z(Math.PI / 2)],
    ['axisangle="0 0 2 90"', '', z(Math.PI / 2)],
    ['axisangle="0 0 2 .5"', 'angle="radian"', z(0.5)],
    ['euler=".1 .2 .3"', 'angle="radian"', multiply(x(0.1), multiply(y(0.2), z(0.3)))],
    ['euler=".1 .2 .3"', 'angle="radian" eulerseq="XYZ"', multiply(z(0.3), multiply(y(0.2), x(0.1)))],
    ['euler=".1 .2 .3"', 'angle="radian" eulerseq="zyx"', multiply(z(0.1), multiply(y(0.2), x(0.3)))],
    ['xyaxes="0 2 0 -1 5 0"', '', z(Math.PI / 2)],
    ['zaxis="0 -3 0"', '', x(Math.PI / 2)],
    ['zaxis="0 0 -1"', '', x(Math.PI)],
  ])('%s of %s', async (attribute, compiler, expected) => {
    const found = await turned(attribute, compiler);
    expect(
      poseDifference({ position: [0, 0, 0], orientation: found }, { position: [0, 0, 0], orientation: expected }),
    ).toBeLessThan(1e-15);
  });
});

describe('masses', () => {
  const body = async (inside: string, compiler = '') => {
    const robot = await read(`<compiler ${compiler}/>${world(`<body name="b"><freejoint/>${inside}</body>`)}`);
    return bodyOf(robot, 'b');
  };
  const inertial = '<inertial pos="1 2 3" mass="2" diaginertia="1 2 2.5" euler="0 0 90"/>';

  it('are those of <inertial>, turned, unless the geoms are asked', async () => {
    const given = await body(`${inertial}<geom size=".1"/>`);
    expect(given).toMatchObject({ mass: 2, centerOfMass: [1, 2, 3] });
    expect(difference(given.inertia, [2, 1, 2.5, 0, 0, 0])).toBeLessThan(1e-15);
    expect((await body(`${inertial}<geom size=".1" mass="5"/>`, 'inertiafromgeom="true"')).mass).toBe(5);
    const full = await body('<inertial pos="0 0 0" mass="2" fullinertia="3 4 5 .1 .2 .3"/>', 'inertiafromgeom="false"');
    expect(full.inertia).toEqual([3, 4, 5, 0.1, 0.2, 0.3]);
  });

  it('are those of ellipsoids exactly, though their shape is a hull', async () => {
    const { mass, inertia, shapes } = await body('<geom type="ellipsoid" size=".1 .2 .3"/>');
    const exact = (4 / 3) * Math.PI * 6;
    expect(mass).toBeCloseTo(exact, 12);
    expect(difference(inertia, [(exact * 0.13) / 5, (exact * 0.1) / 5, (exact * 0.05) / 5, 0, 0, 0])).toBeLessThan(1e-14);
    expect(shapes[0].kind).toBe('hull');
    for (const [x, y, z] of shapes[0].points) expect((x * x) / 0.01 + (y * y) / 0.04 + (z * z) / 0.09).toBeCloseTo(1, 12);
  });

  it('leave out geoms of other groups, count geoms that touch nothing, and may be set for the whole', async () => {
    const geoms =
      '<geom size=".1" mass="2"/><geom size=".1" mass="3" contype="0" conaffinity="0"/><geom size=".1" mass="7" group="4"/>';
    const some = await body(geoms, 'inertiagrouprange="0 3"');
    expect(some.mass).toBe(5);
    expect(some.shapes).toHaveLength(2);
    expect((await body(geoms, 'settotalmass="24"')).mass).toBeCloseTo(24, 12);
    expect((await body(geoms, 'boundmass="20"')).mass).toBe(20);
  });
});

describe('joints', () => {
  it('have limits in degrees, springs, friction, and coordinates that begin at their reference', async () => {
    const robot = await read(
      world(`<body name="b" pos="1 0 0"><geom size=".1"/>
        <joint name="j" axis="0 0 1" range="-90 180" ref="90" stiffness="5" springref="45" damping=".1" frictionloss=".2"/></body>
        <body name="s"><geom size=".1"/><joint name="k" type="slide" axis="0 0 1" range="-90 180" ref="2" limited="false"/></body>`),
    );
    const { angle } = jointOf(robot, 'j').coordinates as Record<string, never>;
    expect(angle).toEqual({
      limits: [-Math.PI / 2, Math.PI],
      spring: { stiffness: 5, damping: 0.1, rest: Math.PI / 4 },
      friction: 0.2,
    });
    expect(bodyOf(robot, 'b').orientation).toEqual([0, 0, 0, 1]);
    expect(
      poseDifference(relativeFrame(robot, jointOf(robot, 'j')), {
        position: [0, 0, 0],
        orientation: axisAngle([1, 0, 0], Math.PI / 2),
      }),
    ).toBeLessThan(1e-15);
    expect(difference(relativeFrame(robot, jointOf(robot, 'k')).position, [2, 0, 0])).toBeLessThan(1e-15);
    expect(jointOf(robot, 'k').coordinates).toBeUndefined();
  });

  it('of a ball limit twist and swing', async () => {
    const robot = await read(world('<body><joint name="j" type="ball" range="0 60" damping=".3"/><geom size=".1"/></body>'));
    const third = Math.PI / 3;
    expect(jointOf(robot, 'j')).toMatchObject({
      kind: 'ball',
      coordinates: {
        twist: { limits: [-third, third], damping: 0.3 },
        swing: { limits: [0, third], damping: 0.3 },
        roll: { damping: 0.3 },
      },
    });
    const wide = await read(world('<body><joint name="j" type="ball" range="0 200"/><geom size=".1"/></body>'));
    expect(jointOf(wide, 'j').coordinates?.swing?.limits).toBeUndefined();
    checkScene(wide.scene);
  });

  it('to what stands in the world let the two touch, as in MuJoCo', async () => {
    const robot = await read(
      world('<body name="base"><geom size=".1"/><body name="b"><joint name="j"/><geom size=".1"/></body></body>'),
    );
    expect(bodyOf(robot, 'base').kind).toBe('fixed');
    expect(jointOf(robot, 'j')).toMatchObject({ bodyA: 'base', bodyB: 'b', collide: true });
  });
});

describe('equalities', () => {
  const bars = `<body name="a" pos="1 0 0"><joint name="ja" ref="10"/><geom size=".1"/></body>
    <body name="b" pos="0 2 0" euler="0 0 90"><joint name="jb"/><geom size=".1"/><site name="s" pos=".1 .2 .3"/></body>
    <site name="w" pos="1 1 1"/>`;

  it('connect and weld close loops where the bodies stand', async () => {
    const robot = await read(`${world(bars)}<equality><connect name="c" body1="a" body2="b" anchor=".5 .5 0"/>
      <weld name="w1" body1="b"/><weld name="w2" body1="a" body2="b" relpose="1 0 0 1 0 0 0" anchor="0 .1 0"/>
      <connect name="sites" site1="s" site2="w"/></equality>`);
    expect(jointOf(robot, 'c')).toMatchObject({ kind: 'ball', bodyA: 'a', bodyB: 'b', frameA: { position: [0.5, 0.5, 0] } });
    expect(difference(relativeFrame(robot, jointOf(robot, 'c')).position, [0, 0, 0])).toBeLessThan(1e-15);
    expect(jointOf(robot, 'w1')).toMatchObject({ kind: 'fixed', bodyB: 'b' });
    expect(poseDifference(relativeFrame(robot, jointOf(robot, 'w1')), NOTHING)).toBeLessThan(1e-15);
    expect(jointOf(robot, 'w2')).toMatchObject({ frameA: { position: [1, 0.1, 0] }, frameB: { position: [0, 0.1, 0] } });
    expect(jointOf(robot, 'sites')).toMatchObject({ kind: 'ball', bodyB: 'b', frameA: { position: [1, 1, 1] } });
    const { multibodies } = robot.scene;
    // Two trees that a loop connects are one.
    expect(multibodies).toHaveLength(1);
    expect(multibodies?.[0].loops).toHaveLength(4);
  });

  it('of joints are couplings, counted from the references', async () => {
    const robot = await read(`<compiler angle="radian"/>${world(bars)}
      <equality><joint name="g" joint1="ja" joint2="jb" polycoef=".5 3 0 0 0"/></equality>`);
    // ja - 10 = 0.5 + 3 jb.
    expect(robot.scene.couplings).toEqual([
      {
        name: 'g',
        first: { joint: 'jb', coordinate: 'angle' },
        second: { joint: 'ja', coordinate: 'angle' },
        ratio: 3,
        offset: 10.5,
      },
    ]);
    const held = await read(`<compiler angle="radian"/>${world(bars)}<equality><joint joint1="ja" polycoef=".5"/></equality>`);
    expect(jointOf(held, 'ja').coordinates).toEqual({ angle: { limits: [10.5, 10.5] } });
  });
});

describe('actuators', () => {
  const motorOf = async (actuator: string, more = '') => {
    const robot = await read(
      `${world('<body><joint name="j"/><geom size=".1"/></body>')}<actuator>${actuator}</actuator>${more}`,
    );
    return { motor: jointOf(robot, 'j').coordinates?.angle?.motor, actuator: robot.actuators[0], notes: robot.notes };
  };

  it('are motors in the units of the joint', async () => {
    const force = await motorOf('<motor name="m" joint="j" gear="-4" ctrlrange="-1 2"/>');
    expect(force.motor).toEqual({ kind: 'force', target: 0, maxForce: 8 });
    expect(force.actuator).toEqual({ name: 'm', kind: 'force', joint: 'j', coordinate: 'angle', range: [-8, 4] });
    // The length is 2 q: the force is 2 * 100 (control - 2 q).
    const position = await motorOf('<position joint="j" gear="2" kp="100" kv="3" ctrlrange="1 4" forcerange="-5 7"/>');
    expect(position.motor).toEqual({ kind: 'position', target: 0.5, stiffness: 400, damping: 12, maxForce: 14 });
    expect(position.actuator.range).toEqual([0.5, 2]);
    const velocity = await motorOf('<velocity joint="j" kv="3" forcerange="-5 5"/>');
    expect(velocity.motor).toEqual({ kind: 'velocity', target: 0, maxForce: 5 });
    const general = '<general joint="j" gainprm="30" biastype="affine" biasprm="0 -30 -2" forcerange="-5 5"/>';
    expect((await motorOf(general)).motor).toEqual({ kind: 'position', target: 0, stiffness: 30, damping: 2, maxForce: 5 });
  });

  it('give no more than the joint allows', async () => {
    const robot = await read(
      `${world('<body><joint name="j" actuatorfrcrange="-6 6"/><geom size=".1"/></body>')}<actuator><position joint="j" kp="9"/></actuator>`,
    );
    expect(jointOf(robot, 'j').coordinates?.angle?.motor?.maxForce).toBe(6);
  });

  it('of all kinds share their defaults', async () => {
    const more = '<default><general forcerange="-9 9" gear="3"/><default class="p"><position kp="50"/></default></default>';
    expect((await motorOf('<position class="p" joint="j"/>', more)).motor).toEqual({
      kind: 'position',
      target: 0,
      stiffness: 450,
      damping: 0,
      maxForce: 27,
    });
  });

  it('that are no motor are left out with a note', async () => {
    const { motor, notes } = await motorOf('<muscle joint="j"/><motor site="s"/><general joint="j" dyntype="filter"/>');
    expect(motor).toBeUndefined();
    expect(notes).toHaveLength(3);
    expect((await motorOf('<motor joint="j"/><motor name="n" joint="j"/>')).notes).toEqual([
      '<motor name="n"> at line 1 is the second on j, and is left out: a coordinate has one motor.',
    ]);
  });
});

describe('contacts', () => {
  it('have the larger friction of two geoms, and none where both are smooth', async () => {
    const geoms = '<geom size=".1" friction=".5 1 1"/><geom size=".1" friction=".8"/><geom size=".1" condim="1"/>';
    const { scene } = await read(world(geoms));
    expect(scene.materials).toEqual({
      'friction 0.5': { friction: 0.5 },
      'friction 0.8': { friction: 0.8 },
      'friction 1 smooth': { friction: 0 },
    });
    expect(scene.materialPairs).toEqual([
      { between: ['friction 0.5', 'friction 0.8'], friction: 0.8 },
      { between: ['friction 0.5', 'friction 1 smooth'], friction: 1 },
      { between: ['friction 0.8', 'friction 1 smooth'], friction: 1 },
    ]);
  });

  it('are excluded by name and by masks', async () => {
    const body = (name: string, mask: string) => `<body name="${name}"><freejoint/><geom size=".1" ${mask}/></body>`;
    const { scene } = await read(
      `${world(
        body('a', '') + body('b', '') + body('c', 'contype="2" conaffinity="2"') + body('d', 'contype="4" conaffinity="3"'),
      )}<contact><exclude body1="a" body2="b"/></contact>`,
    );
    expect(scene.rules).toEqual([
      { kind: 'ignore', between: ['a'], and: ['b'] },
      { kind: 'ignore', between: ['a', 'b'], and: ['c'] },
    ]);
  });
});

describe('files', () => {
  it('that are included stand where they are named, and meshes where meshdir says', async () => {
    const files: Record<string, string> = {
      'arm.xml': '<mujocoinclude><body name="b"><freejoint/><geom type="mesh" mesh="tetra"/></body></mujocoinclude>',
      'meshes/tetra.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4',
    };
    const resolve = (file: string) => new TextEncoder().encode(files[file]);
    const robot = await read(
      `<compiler meshdir="meshes"/><asset><mesh file="tetra.obj" scale="1 1 6"/></asset>${world('<include file="arm.xml"/>')}`,
      { resolve },
    );
    expect(bodyOf(robot, 'b').mass).toBeCloseTo(1000, 9);
    expect(difference(bodyOf(robot, 'b').centerOfMass, [0.25, 0.25, 1.5])).toBeLessThan(1e-12);
  });

  it('are not read for what is there for the eye alone', async () => {
    const asked: string[] = [];
    const resolve = (file: string) => {
      asked.push(file);
      return new TextEncoder().encode('v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4');
    };
    await read(
      `<default><default class="eye"><geom type="mesh" contype="0" conaffinity="0"/></default></default>
       <asset><mesh file="seen.obj"/><mesh file="touched.obj"/><mesh file="weighed.obj"/></asset>
       ${world(`<body><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><geom class="eye" mesh="seen"/>
         <geom type="mesh" mesh="touched"/></body><body><freejoint/><geom class="eye" mesh="weighed"/></body>`)}`,
      { resolve },
    );
    expect(asked).toEqual(['touched.obj', 'weighed.obj']);
  });

  it('have planes that point up as half-spaces, and bodies that float alone without joints', async () => {
    const robot = await read(
      world('<geom type="plane" size="1 1 1" pos="0 0 .5"/><body name="b"><freejoint/><geom size=".1"/></body>'),
    );
    const [plane] = bodyOf(robot, 'world').shapes;
    expect(plane).toMatchObject({ kind: 'half-space', position: [0, 0, 0.5] });
    expect(difference(rotate(plane.orientation, [0, 1, 0]), [0, 0, 1])).toBeLessThan(1e-15);
    expect(jointsOf(robot)).toEqual([]);
  });
});
