// Joints of one body that follow each other without a mass between them: which kind they are together, and that its
// coordinates, by the meaning that joint-kinds.ts gives them, are those of the file.

import { describe, expect, it } from 'vitest';
import type { JointDescriptor } from '../../src/index.js';
import { Random } from '../../src/index.js';
import type { Pose, Quat, Vec3 } from '../../src/math/vector.js';
import { axisAngle, composePoses, IDENTITY, rotate } from '../../src/math/vector.js';
import type { Robot } from '../../src/robots/index.js';
import { readMjcf } from '../../src/robots/index.js';
import { jointsOf, poseDifference, relativeFrame } from './reading.js';

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];

const along = (axis: Vec3, distance: number): Pose => ({
  position: [axis[0] * distance, axis[1] * distance, axis[2] * distance],
  orientation: IDENTITY,
});
const about = (axis: Vec3, angle: number): Pose => ({ position: [0, 0, 0], orientation: axisAngle(axis, angle) });
const chain = (...poses: Pose[]): Pose => poses.reduce(composePoses);

/** By kind: frame B seen from frame A, of the coordinates in the order of the kind. */
const MEANING: Record<string, (a: number, b: number, c: number) => Pose> = {
  revolute: (a) => about(X, a),
  prismatic: (a) => along(X, a),
  cylindrical: (a, b) => chain(along(X, a), about(X, b)),
  universal: (a, b) => chain(about(X, a), about(Y, b)),
  planar: (a, b, c) => chain(along(Y, a), along(Z, b), about(X, c)),
  wheel: (a, b, c) => chain(along(Y, a), about(Y, b), about(X, c)),
};

/** The same of a generic joint, by the names of its coordinates. */
function meaningOfGeneric(values: Readonly<Record<string, number>>): Pose {
  const axes = [X, Y, Z].map((axis, k) => [axis, 'XYZ'[k]] as const);
  return chain(
    ...axes.map(([axis, name]) => along(axis, values[`slide${name}`] ?? 0)),
    ...axes.map(([axis, name]) => about(axis, values[`turn${name}`] ?? 0)),
  );
}

interface Case {
  readonly kind: string;
  /** Type and direction of each joint, in axes that are turned at random. */
  readonly joints: readonly (readonly ['hinge' | 'slide', Vec3])[];
  /** Which joint of the file each coordinate is; -1 for one that is locked. */
  readonly order: readonly number[];
}

const CASES: readonly Case[] = [
  { kind: 'revolute', joints: [['hinge', Z]], order: [0] },
  { kind: 'prismatic', joints: [['slide', Y]], order: [0] },
  {
    kind: 'cylindrical',
    joints: [
      ['slide', Z],
      ['hinge', Z],
    ],
    order: [0, 1],
  },
  {
    kind: 'cylindrical',
    joints: [
      ['hinge', Z],
      ['slide', Z],
    ],
    order: [1, 0],
  },
  {
    kind: 'universal',
    joints: [
      ['hinge', Z],
      ['hinge', X],
    ],
    order: [0, 1],
  },
  {
    kind: 'planar',
    joints: [
      ['slide', X],
      ['slide', Y],
      ['hinge', Z],
    ],
    order: [0, 1, 2],
  },
  {
    kind: 'planar',
    joints: [
      ['slide', Y],
      ['slide', X],
      ['hinge', Z],
    ],
    order: [1, 0, 2],
  },
  {
    kind: 'planar',
    joints: [
      ['slide', X],
      ['slide', Z],
    ],
    order: [0, 1, -1],
  },
  {
    kind: 'wheel',
    joints: [
      ['slide', Z],
      ['hinge', Z],
      ['hinge', Y],
    ],
    order: [0, 1, 2],
  },
  {
    kind: 'wheel',
    joints: [
      ['hinge', Z],
      ['slide', Z],
      ['hinge', Y],
    ],
    order: [1, 0, 2],
  },
  {
    kind: 'wheel',
    joints: [
      ['slide', Z],
      ['hinge', X],
    ],
    order: [0, -1, 1],
  },
];

/** Joints that only a generic joint is. */
const GENERIC: readonly Case['joints'][] = [
  [
    ['slide', Z],
    ['slide', X],
    ['slide', Y],
  ],
  [
    ['slide', X],
    ['slide', Y],
    ['slide', Z],
    ['hinge', Z],
  ],
  [
    ['slide', X],
    ['slide', Z],
    ['hinge', X],
  ],
  [
    ['slide', X],
    ['slide', Y],
    ['hinge', Y],
    ['hinge', Z],
  ],
  [
    ['slide', Z],
    ['hinge', Y],
    ['hinge', X],
  ],
  [
    ['slide', Y],
    ['hinge', Z],
    ['hinge', X],
  ],
];

function bodyWith(joints: string): string {
  return `<mujoco><compiler angle="radian"/><worldbody><body name="a" pos="1 2 3" quat="1 .2 -.3 .4"><freejoint/>
    <geom size=".1"/><body name="b" pos=".3 -.1 .2" quat=".9 .1 .5 -.2">${joints}<geom size=".1"/></body></body></worldbody></mujoco>`;
}

interface Read {
  readonly robot: Robot;
  readonly joint: JointDescriptor<string>;
  readonly coordinates: Readonly<Record<string, number>>;
}

/** Robots with these joints, wherever their axes point and whatever their references. */
async function* readAnywhere(joints: Case['joints'], hasReferences = true): AsyncGenerator<Read> {
  const random = new Random(7);
  const signed = (): number => random.uniform(-1, 1);
  for (let round = 0; round < 5; round++) {
    const turned = axisAngle([signed(), signed(), signed()], 3 * signed()) as Quat;
    // All lines go through one point, as the axes of such joints must.
    const anchor = [signed(), signed(), signed()];
    const coordinates: Record<string, number> = {};
    const elements = joints.map(([type, axis], i) => {
      coordinates[`j${i}`] = signed();
      const ref = hasReferences ? signed() : 0;
      return `<joint name="j${i}" type="${type}" axis="${rotate(turned, axis).join(' ')}" pos="${anchor.join(' ')}" ref="${ref}"/>`;
    });
    const robot = await readMjcf(bodyWith(elements.join('')), { coordinates });
    const joint = jointsOf(robot).find(({ bodyB }) => bodyB === 'b');
    if (joint === undefined) throw new Error('there is no joint');
    yield { robot, joint, coordinates };
  }
}

describe.each(CASES)('joints $joints', ({ kind, joints, order }) => {
  it(`are a ${kind} joint whose coordinates are theirs, wherever its axes point and whatever their references`, async () => {
    for await (const { robot, joint, coordinates } of readAnywhere(joints)) {
      expect(joint.kind).toBe(kind);
      const [a, b, c] = order.map((i) => (i < 0 ? 0 : coordinates[`j${i}`]));
      expect(poseDifference(relativeFrame(robot, joint), MEANING[kind](a, b, c))).toBeLessThan(1e-13);
      joints.forEach((_, i) => {
        expect(robot.coordinates[`j${i}`]?.joint).toBe(joint.name);
      });
    }
  });
});

describe.each(GENERIC.map((joints) => ({ joints })))('joints $joints', ({ joints }) => {
  it('are a generic joint whose coordinates are theirs, and which leaves no others', async () => {
    // Where the first of two hinges is turned to begin with, the second is not along an axis of the slides.
    const hinges = joints.filter(([type]) => type === 'hinge');
    for await (const { robot, joint, coordinates } of readAnywhere(joints, hinges.length < 2)) {
      expect(joint.kind).toBe('generic');
      const places = joints.map((_, i) => robot.coordinates[`j${i}`].coordinate);
      expect(Object.keys(joint.coordinates ?? {}).sort()).toEqual([...places].sort());
      const values = Object.fromEntries(places.map((place, i) => [place, coordinates[`j${i}`]]));
      expect(poseDifference(relativeFrame(robot, joint), meaningOfGeneric(values))).toBeLessThan(1e-13);
    }
  });
});

describe('three slides and a ball', () => {
  const slides = ['1 0 0', '0 1 0', '0 0 1'].map((axis, i) => `<joint name="s${i}" type="slide" axis="${axis}" range="-2 2"/>`);
  it('are a generic joint with the coordinates of a ball joint', async () => {
    const robot = await readMjcf(bodyWith(`${slides.join('')}<joint type="ball" range="0 .5"/>`));
    const joint = jointsOf(robot).find(({ bodyB }) => bodyB === 'b');
    expect(joint?.kind).toBe('generic');
    expect(Object.keys(joint?.coordinates ?? {})).toEqual(['slideX', 'slideY', 'slideZ', 'twist', 'swing', 'roll']);
    expect(joint?.coordinates?.swing.limits).toEqual([0, 0.5]);
    expect(joint?.coordinates?.slideZ.limits).toEqual([-2, 2]);
  });

  it('three hinges in place of the ball as well', async () => {
    const hinges = ['1 0 0', '0 1 0', '0 0 1'].map((axis) => `<joint axis="${axis}"/>`);
    const robot = await readMjcf(bodyWith([...slides, ...hinges].join('')));
    const joint = jointsOf(robot).find(({ bodyB }) => bodyB === 'b');
    expect(joint?.kind).toBe('generic');
    expect(robot.notes.join()).toMatch(/three hinges through a point/);
  });
});

describe('three hinges through a point', () => {
  it('are a ball joint, and a note says what is lost', async () => {
    const hinge = (name: string, axis: string) =>
      `<joint name="${name}" axis="${axis}" range="-.5 .7" damping=".3" armature=".1"/>`;
    const robot = await readMjcf(bodyWith(hinge('x', '1 0 0') + hinge('y', '0 1 0') + hinge('z', '0 0 1')));
    const joint = jointsOf(robot).find(({ bodyB }) => bodyB === 'b');
    expect(joint?.kind).toBe('ball');
    expect(joint?.coordinates?.twist.limits).toEqual([-0.5, 0.7]);
    expect(joint?.coordinates?.swing.limits).toEqual([0, 0.7]);
    expect(joint?.coordinates?.roll).toEqual({ damping: 0.3 });
    expect(robot.notes.join()).toMatch(/<body name="b"> at line 2 has three hinges through a point/);
    expect(robot.coordinates).toEqual({});
  });
});

describe('joints that are no kind together', () => {
  it.each([
    ['two hinges that are not across each other', '<joint axis="1 0 0"/><joint axis="1 1 0"/>'],
    ['two hinges that do not meet', '<joint axis="1 0 0"/><joint axis="0 1 0" pos="0 0 .1"/>'],
    ['two parallel hinges', '<joint axis="0 0 1"/><joint axis="0 0 1" pos=".1 0 0"/>'],
    ['a slide behind a hinge across it', '<joint axis="0 0 1"/><joint type="slide" axis="1 0 0"/>'],
    ['four', '<joint axis="0 0 1"/><joint axis="1 0 0"/><joint axis="0 0 1"/><joint axis="1 0 0"/>'],
    [
      'slides that are not across each other',
      '<joint type="slide" axis="0 0 1"/><joint type="slide" axis="1 0 1"/><joint type="slide" axis="0 1 0"/>',
    ],
    ['slides and a hinge askew', '<joint type="slide" axis="0 0 1"/><joint type="slide" axis="1 0 0"/><joint axis="1 1 0"/>'],
  ])('%s are refused by a sentence that names them', async (_, joints) => {
    await expect(readMjcf(bodyWith(joints))).rejects.toThrow(
      /^<body name="b"> at line 2 moves by b joint 0 \(\w+\), b joint 1 .* together are no kind of joint/,
    );
  });
});
