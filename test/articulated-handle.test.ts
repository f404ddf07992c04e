import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Body, BodyDescriptor, JointDescriptor, Multibody } from '../src/index.js';
import { World } from '../src/index.js';
import { biasForces, forwardDynamics, gravityCompensation, inverseDynamics, massMatrix } from '../src/joints/inverse/dynamics.js';
import { forwardKinematics, jacobian } from '../src/joints/inverse/kinematics.js';
import type { LinkDefinition, TreeDefinition } from '../src/joints/inverse/link-tree.js';
import { LinkTree } from '../src/joints/inverse/link-tree.js';
import { JOINT_KINDS, jointKindOf } from '../src/joints/joint-kinds.js';
import { Random } from '../src/math/random.js';
import type { Sym3 } from '../src/math/symmetric.js';
import { rotateSym } from '../src/math/symmetric.js';
import type { Pose, Vec3 } from '../src/math/vector.js';
import { composePoses, IDENTITY, invertPose } from '../src/math/vector.js';
import { randomCoordinates, randomNumbers, randomTree, randomVector, TREE_KINDS } from './joints/inverse/random-tree.js';

const seeds = fc.integer({ min: 0, max: 0xffffffff });
const GRAVITY: Vec3 = [1, -9.81, 2];
const BASE: Pose = { position: [1, 2, 3], orientation: [0.5, 0.5, -0.5, 0.5] };
/** So small that links do not touch each other. */
const SHAPES: BodyDescriptor['shapes'] = [{ kind: 'sphere', radius: 1e-3 }];

function describeLink({
  mass,
  moments,
  principal = IDENTITY,
  center = [0, 0, 0],
  gravityScale = 1,
}: LinkDefinition): BodyDescriptor {
  const inertia = rotateSym(principal, [...moments, 0, 0, 0] as Sym3);
  return { shapes: SHAPES, mass, centerOfMass: center, inertia, gravityScale };
}

/** The same tree in a world. Its root hangs on the world, or on a fixed body where that is B. */
function makeMultibody(world: World, { links, joints }: TreeDefinition): Multibody {
  const base = world.createBody({ kind: 'fixed', name: 'base', shapes: SHAPES, ...BASE });
  return world.createMultibody({
    links: links.map(describeLink),
    joints: joints.map(
      ({
        kind,
        coordinates: names = [],
        linkA,
        linkB,
        frameA = {},
        frameB = {},
        armature = [],
      }): JointDescriptor<number | Body> => {
        const { coordinates: own } = JOINT_KINDS[jointKindOf(kind, names)];
        const rotors = kind === 'ball' ? [] : own;
        const coordinates = Object.fromEntries(
          rotors.map(({ name }, i) => [name, name === 'roll' ? {} : { armature: armature[i] ?? 0 }]),
        );
        if (linkB !== undefined)
          return { kind, ...(linkA !== undefined && { bodyA: linkA }), bodyB: linkB, frameA, frameB, coordinates };
        const inWorld = { position: frameB.position ?? [0, 0, 0], orientation: frameB.orientation ?? IDENTITY };
        return {
          kind,
          bodyA: linkA as number,
          bodyB: base,
          frameA,
          frameB: composePoses(invertPose(BASE), inWorld),
          coordinates,
        };
      },
    ),
  });
}

/** Largest difference, as a share of the largest number. */
function difference(a: ArrayLike<number>, b: Float64Array): number {
  expect(a.length).toBe(b.length);
  return (
    b.reduce((worst, x, k) => Math.max(worst, Math.abs(x - a[k])), 0) / b.reduce((most, x) => Math.max(most, Math.abs(x)), 1)
  );
}

/** Quaternions at unit length, with a first number that is not negative. */
function unify(tree: LinkTree, q: Float64Array): Float64Array {
  const unified = Float64Array.from(q);
  for (let j = 0; j < tree.jointCount; j++) {
    const [from, to] = [tree.firstPosition[j], tree.firstPosition[j + 1]];
    if (to - from === tree.firstVelocity[j + 1] - tree.firstVelocity[j]) continue;
    const four = unified.subarray(to - 4, to);
    const length = Math.hypot(...four) * Math.sign(four[0]);
    four.forEach((x, i) => {
      four[i] = x / length;
    });
  }
  return unified;
}

const seededTree = (seed: number): TreeDefinition => randomTree(seed, { root: TREE_KINDS[seed % TREE_KINDS.length] });

describe('a multibody of any joints', () => {
  it('is put to coordinates and velocities, and reads them back', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const definition = seededTree(seed);
        const tree = new LinkTree(definition);
        const multibody = makeMultibody(new World(), definition);
        const random = new Random(seed);
        const q = randomCoordinates(random, tree).map((x) => 3 * x);
        const qd = randomNumbers(random, tree.velocities);
        expect([multibody.positionCount, multibody.velocityCount]).toEqual([tree.positions, tree.velocities]);
        multibody.setCoordinates(q);
        multibody.setVelocities(qd);
        expect(difference(unify(tree, multibody.readCoordinates()), unify(tree, q))).toBeLessThan(1e-11);
        expect(difference(multibody.readVelocities(), qd)).toBeLessThan(1e-11);
        const poses = forwardKinematics(tree, q);
        const placed = multibody.links.flatMap(({ position, orientation }) => [...position, ...orientation]);
        expect(difference(placed, poses)).toBeLessThan(1e-12);
        expect(difference(multibody.forwardKinematics(q), poses)).toBeLessThan(1e-12);
        // Velocities of joints last when coordinates are set.
        multibody.setCoordinates(randomCoordinates(random, tree));
        expect(difference(multibody.readVelocities(), qd)).toBeLessThan(1e-11);
      }),
      { numRuns: 100 },
    );
  });

  it('answers as the tree of plain definitions does', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const definition = seededTree(seed);
        const tree = new LinkTree(definition);
        const multibody = makeMultibody(new World({ settings: { gravity: GRAVITY } }), definition);
        const random = new Random(seed);
        const [q, qd] = [randomCoordinates(random, tree), randomNumbers(random, tree.velocities)];
        multibody.setCoordinates(q);
        multibody.setVelocities(qd);
        const some = randomNumbers(random, tree.velocities);
        const forces = randomNumbers(random, 6 * tree.linkCount);
        const point = randomVector(random);
        const outside = { gravity: GRAVITY, forces };
        multibody.links.forEach((link, i) => {
          expect(difference(multibody.jacobian(link, point), jacobian(tree, q, i, point))).toBeLessThan(1e-11);
        });
        expect(difference(multibody.massMatrix(), massMatrix(tree, q))).toBeLessThan(1e-11);
        expect(difference(multibody.gravityCompensation(), gravityCompensation(tree, q, { gravity: GRAVITY }))).toBeLessThan(
          1e-11,
        );
        expect(difference(multibody.biasForces({ forces }), biasForces(tree, q, qd, outside))).toBeLessThan(1e-11);
        const tau = inverseDynamics(tree, q, qd, some, outside);
        expect(difference(multibody.inverseDynamics(some, { forces }), tau)).toBeLessThan(1e-11);
        expect(
          difference(multibody.forwardDynamics(some), forwardDynamics(tree, q, qd, some, { gravity: GRAVITY })),
        ).toBeLessThan(1e-8);
      }),
      { numRuns: 100 },
    );
  });
});

describe('in a step', () => {
  it('links move as forward dynamics say', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { links, joints } = seededTree(seed);
        const world = new World({ settings: { gravity: GRAVITY } });
        const multibody = makeMultibody(world, { links, joints });
        const random = new Random(seed);
        multibody.setCoordinates(randomCoordinates(random, new LinkTree({ links, joints })));
        multibody.setVelocities(randomNumbers(random, multibody.velocityCount));
        const none = new Float64Array(multibody.velocityCount);
        const [before, expected] = [multibody.readVelocities(), multibody.forwardDynamics(none)];
        const dt = 1e-5;
        world.step(dt);
        const found = multibody.readVelocities().map((v, k) => (v - before[k]) / dt);
        expect(difference(found, expected)).toBeLessThan(1e-3);
      }),
      { numRuns: 60 },
    );
  });

  it('motors hold a pendulum level by gravity compensation', () => {
    const world = new World();
    const pendulum = makePendulum(world);
    for (const { coordinates } of pendulum.joints) coordinates[0].motor = { kind: 'force', target: 0, maxForce: 100 };
    pendulum.setCoordinates([Math.PI / 2, 0.3]);
    pendulum.control = (own) => {
      const held = own.gravityCompensation();
      for (const joint of own.joints) joint.coordinates[0].target = held[own.placeOf(joint).velocity];
    };
    for (let i = 0; i < 120; i++) world.step(1 / 120);
    expect(difference(pendulum.readCoordinates(), new Float64Array([Math.PI / 2, 0.3]))).toBeLessThan(1e-9);
  });

  it('computed torques make coordinates follow sines, the closer the shorter the steps', () => {
    const errorAt = (dt: number): number => {
      const world = new World();
      const pendulum = makePendulum(world);
      for (const { coordinates } of pendulum.joints) coordinates[0].motor = { kind: 'force', target: 0, maxForce: 1000 };
      const rates = [2, -3];
      pendulum.setVelocities(rates);
      pendulum.control = (own, t) => {
        const [q, qd] = [own.readCoordinates(), own.readVelocities()];
        const wanted = rates.map((rate, k) => {
          const [sine, cosine] = [Math.sin(rate * t), Math.cos(rate * t)];
          return -rate * rate * sine + 400 * (sine - q[k]) + 40 * (rate * cosine - qd[k]);
        });
        const torques = own.inverseDynamics(wanted);
        for (const joint of own.joints) joint.coordinates[0].target = torques[own.placeOf(joint).velocity];
      };
      for (let i = 0; i < Math.round(1 / dt); i++) world.step(dt);
      return difference(pendulum.readCoordinates(), new Float64Array(rates.map((rate) => Math.sin(rate))));
    };
    const [coarse, fine] = [errorAt(1 / 100), errorAt(1 / 400)];
    expect(coarse).toBeLessThan(1e-3);
    expect(fine).toBeLessThan(coarse / 2.5);
  });
});

/** Two rods of 1 m and 1 kg that turn about z, and hang along -y at zero. */
function makePendulum(world: World, loops: readonly JointDescriptor<number>[] = []): Multibody {
  const rod: BodyDescriptor = { shapes: [{ kind: 'box', size: [0.1, 1, 0.1] }], mass: 1 };
  return world.createMultibody({
    links: [
      { ...rod, name: 'upper', position: [0, -0.5, 0] },
      { ...rod, name: 'lower', position: [0, -1.5, 0] },
    ],
    joints: [
      { name: 'shoulder', kind: 'revolute', bodyB: 0, anchor: [0, 0, 0], axis: [0, 0, 1] },
      { name: 'elbow', kind: 'revolute', bodyA: 0, bodyB: 1, anchor: [0, -1, 0], axis: [0, 0, 1] },
    ],
    loops,
  });
}

describe('a pendulum of two rods', () => {
  it('is held level by the moment of its weight', () => {
    const world = new World();
    const pendulum = makePendulum(world);
    pendulum.setCoordinates([Math.PI / 2, 0]);
    const held = pendulum.gravityCompensation();
    expect(held[0]).toBeCloseTo(9.81 * (0.5 + 1.5), 12);
    expect(held[1]).toBeCloseTo(9.81 * 0.5, 12);
    expect(world.find('lower')?.position).toEqual([expect.closeTo(1.5, 12), expect.closeTo(0, 12), expect.closeTo(0, 12)]);
  });

  it('keeps the whole turns it was set with', () => {
    const pendulum = makePendulum(new World());
    pendulum.setCoordinates([7, -20]);
    const q = pendulum.readCoordinates();
    expect(q[0]).toBeCloseTo(7, 12);
    expect(q[1]).toBeCloseTo(-20, 12);
  });

  it('says where the numbers of its joints are, and writes to the room that it is given', () => {
    const pendulum = makePendulum(new World());
    const elbow = pendulum.findJoint('elbow');
    expect(elbow && pendulum.placeOf(elbow)).toEqual({ position: 1, velocity: 1 });
    const out = new Float64Array(2);
    expect(pendulum.gravityCompensation({ out })).toBe(out);
    expect(pendulum.readCoordinates(out)).toBe(out);
    // Also where that is what was asked with.
    const [some, tau] = [new Float64Array([3, -2]), pendulum.inverseDynamics([3, -2])];
    expect(pendulum.inverseDynamics(some, { out: some })).toEqual(tau);
    const accelerations = pendulum.forwardDynamics(some, { out: some });
    expect(accelerations[0]).toBeCloseTo(3, 12);
    expect(accelerations[1]).toBeCloseTo(-2, 12);
  });

  it('floats where it hangs on nothing: its first link has a free joint', () => {
    const world = new World({ settings: { gravity: [0, 0, 0] } });
    const pair = world.createMultibody({
      links: [
        { shapes: SHAPES, mass: 2, position: [1, 2, 3], centerOfMass: [0.3, 0.2, 0.1] },
        { shapes: SHAPES, mass: 3, position: [2, 2, 3], velocity: [0, 0, 5] },
      ],
      joints: [{ kind: 'prismatic', bodyA: 0, bodyB: 1, anchor: [2, 2, 3], axis: [0, 0, 1] }],
    });
    expect([...pair.readCoordinates()]).toEqual([1, 2, 3, 0, 0, 0, 1, 0]);
    expect([...pair.readVelocities()]).toEqual([0, 0, 0, 0, 0, 0, 5]);
    const M = pair.massMatrix();
    expect([M[0], M[8], M[16]]).toEqual([5, 5, 5]);
    expect(M[6 * 7 + 2]).toBe(3);
    pair.setCoordinates([0, 0, 0, 0, Math.SQRT1_2, 0, Math.SQRT1_2, 0.5]);
    expect(pair.links[1].position[0]).toBeCloseTo(0.5, 12);
    expect(pair.links[1].position[2]).toBeCloseTo(-1, 12);
  });

  it('feels the turn of what it hangs on', () => {
    const world = new World({ settings: { gravity: [0, 0, 0] } });
    const spin = 3;
    const table = world.createBody({
      kind: 'scripted',
      shapes: SHAPES,
      position: [0, 0, 2],
      motion: { kind: 'oscillation', rotation: [0, 1, 0], frequency: 1 },
    });
    const arm = world.createMultibody({
      links: [{ shapes: SHAPES, mass: 2, inertia: [1e-9, 1e-9, 1e-9, 0, 0, 0], position: [2, 0, 2] }],
      joints: [{ kind: 'prismatic', bodyA: table, bodyB: 0, anchor: [2, 0, 2], axis: [1, 0, 0] }],
    });
    world.store.nodes.columns.velocity.set([0, 0, 0, 0, spin, 0], 6 * table.row);
    arm.setVelocities([0]);
    expect(arm.links[0].velocity).toEqual([0, 0, -2 * spin]);
    expect(arm.readVelocities()[0]).toBeCloseTo(0, 13);
    // It takes m r w^2 towards the axis to keep it there.
    expect(arm.biasForces()[0]).toBeCloseTo(-2 * 2 * spin * spin, 12);
  });
});

describe('a sentence answers', () => {
  const setUp = (loops?: readonly JointDescriptor<number>[]) => {
    const world = new World();
    return { world, pendulum: makePendulum(world, loops) };
  };

  it.each<[string, (pendulum: Multibody, world: World) => unknown, RegExp]>([
    ['a list that is too short', (pendulum) => pendulum.setCoordinates([1]), /^q has 1 numbers, but must have 2\.$/],
    ['what is no number', (pendulum) => pendulum.setVelocities([1, Number.NaN]), /^qd\[1\] is NaN/],
    ['what is no list', (pendulum) => pendulum.inverseDynamics(3 as never), /^acceleration is 3/],
    ['room of another size', (pendulum) => pendulum.massMatrix(new Float64Array(3)), /^out has 3 numbers, but must have 4\.$/],
    [
      'room that is a plain list',
      (pendulum) => pendulum.massMatrix([0, 0, 0, 0] as never),
      /^out is \[0, 0, 0, 0\], but must be a Float64Array/,
    ],
    [
      'forces that are no numbers',
      (pendulum) => pendulum.biasForces({ forces: new Float64Array(12).fill(Number.NaN) }),
      /^forces\[0\] is NaN/,
    ],
    [
      'forces of fewer links',
      (pendulum) => pendulum.biasForces({ forces: new Float64Array(6) }),
      /^forces has 6 numbers, but must have 12/,
    ],
    ['options that are none', (pendulum) => pendulum.gravityCompensation(null as never), /^options is null/],
    ['what is no joint', (pendulum) => pendulum.placeOf('elbow' as never), /^joint is "elbow", but must be a joint of the tree/],
    [
      'a body that is no link',
      (pendulum, world) => pendulum.jacobian(world.createBody({ name: 'stone', shapes: SHAPES }), [0, 0, 0]),
      /^link is "stone", but must be a link of this multibody\.$/,
    ],
  ])('%s', (_, misuse, sentence) => {
    const { world, pendulum } = setUp();
    expect(() => misuse(pendulum, world)).toThrow(sentence);
  });

  it('a quaternion of no length', () => {
    const world = new World();
    const ball = world.createMultibody({ links: [{ shapes: SHAPES }], joints: [{ kind: 'ball', bodyB: 0, anchor: [0, 1, 0] }] });
    const before = world.hash();
    expect(() => ball.setCoordinates([0, 0, 0, 0])).toThrow(/^q\[0 \.\. 4\) is \[0, 0, 0, 0\], but must be a quaternion/);
    expect(world.hash()).toBe(before);
  });

  it('armature that the tree does not know', () => {
    const world = new World();
    const rotor = { name: 'hip', kind: 'ball', bodyB: 0, anchor: [0, 1, 0], coordinates: { twist: { armature: 1 } } } as const;
    const ball = world.createMultibody({ links: [{ shapes: SHAPES }], joints: [rotor] });
    expect(() => ball.massMatrix()).toThrow('Twist or swing of the joint "hip" has armature');
  });

  it('whoever would tear a loop', () => {
    const { world, pendulum } = setUp([{ name: 'ring', kind: 'ball', bodyB: 1, anchor: [0, -2, 0] }]);
    const before = world.hash();
    expect(() => pendulum.setCoordinates([1, 0])).toThrow(/the joint "ring" closes a loop, and would be torn\.$/);
    expect(() => pendulum.setVelocities([1, 0])).toThrow(/the joint "ring" closes a loop/);
    expect(world.hash()).toBe(before);
    expect(pendulum.massMatrix()).toHaveLength(4);
  });

  it('whoever asks a tree that has come apart', () => {
    const { pendulum } = setUp();
    const elbow = pendulum.findJoint('elbow');
    if (elbow) elbow.active = false;
    expect(() => pendulum.massMatrix()).toThrow('The tree has come apart: the joint "elbow" is passive.');
    elbow?.remove();
    expect(() => pendulum.massMatrix()).toThrow(/^links\[1\] hangs on nothing/);
    for (const link of pendulum.links) link.remove();
    expect(() => pendulum.massMatrix()).toThrow(/is no longer in the world/);
  });

  it('whoever asks a single link that is gone', () => {
    const single = new World().createMultibody({ links: [{ shapes: SHAPES }], joints: [] });
    expect(single.massMatrix()).toHaveLength(36);
    single.links[0].remove();
    expect(() => single.massMatrix()).toThrow(/is no longer in the world/);
  });
});
