// Random trees of links with joints of all kinds, and what moves along their coordinates.

import { MOTIONS } from '../../../src/joints/inverse/coordinates.js';
import type { LinkDefinition, LinkTree, TreeDefinition, TreeJointDefinition } from '../../../src/joints/inverse/link-tree.js';
import type { JointKind } from '../../../src/joints/joint-kinds.js';
import { GENERIC, jointKindOf, KIND_NAMES, namedCoordinates } from '../../../src/joints/joint-kinds.js';
import { Random } from '../../../src/math/random.js';
import type { Quat, Vec3 } from '../../../src/math/vector.js';
import { axisAngle, length, multiply, normalizeQuat } from '../../../src/math/vector.js';

export const TREE_KINDS = KIND_NAMES.filter((name) => name !== 'distance');

export interface RandomTreeOptions {
  readonly kinds?: readonly JointKind[];
  /** Of the joint that the root has to the world; any when left out. */
  readonly root?: JointKind;
}

/** 1 to 8 links, in any order, the ends of joints either way round. */
export function randomTree(seed: number, { kinds = TREE_KINDS, root }: RandomTreeOptions = {}): TreeDefinition {
  const random = new Random(seed);
  const count = 1 + (random.uint32() % 8);
  const numbers = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = random.uint32() % (i + 1);
    [numbers[i], numbers[j]] = [numbers[j], numbers[i]];
  }
  const joints = numbers.map((link, i): TreeJointDefinition => {
    const kind = (i === 0 && root) || kinds[random.uint32() % kinds.length];
    const parent = i === 0 || (root === undefined && random.uniform() < 0.1) ? undefined : numbers[random.uint32() % i];
    // Any set of free axes; the last eight turn as a ball does.
    const sets = kinds.includes('ball') ? 64 : 56;
    const coordinates = kind === 'generic' ? namedCoordinates(GENERIC + (random.uint32() % sets)) : [];
    const ends = random.uniform() < 0.7 ? [parent, link] : [link, parent];
    return {
      kind,
      coordinates,
      linkA: ends[0],
      linkB: ends[1],
      frameA: { position: randomVector(random), orientation: randomQuat(random) },
      frameB: { position: randomVector(random), orientation: randomQuat(random) },
      armature: randomArmature(random, kind, coordinates),
    };
  });
  // Coordinates are in the order of joints, whatever that has to do with the tree.
  if (root === undefined) joints.sort(() => random.uniform() - 0.5);
  return { links: numbers.map(() => randomLink(random)), joints };
}

/** What turns freely has no rotor. */
function randomArmature(random: Random, kind: JointKind, coordinates: readonly string[]): number[] {
  const isFree = kind === 'free' || kind === 'ball' || coordinates.includes('twist');
  return MOTIONS[jointKindOf(kind, coordinates)].map(() => (isFree ? 0 : random.uniform()));
}

function randomLink(random: Random): LinkDefinition {
  // Moments of three sheets of matter across the axes: every body's moments are such sums.
  const [a, b, c] = [random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)];
  return {
    mass: random.uniform(0.5, 3),
    moments: [b + c, a + c, a + b],
    principal: randomQuat(random),
    center: randomVector(random),
    gravityScale: random.uniform(0, 2),
  };
}

export function randomVector(random: Random): Vec3 {
  return [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)];
}

export function randomQuat(random: Random): Quat {
  return normalizeQuat([...randomVector(random), random.uniform(-1, 1)]);
}

export function randomNumbers(random: Random, count: number): Float64Array {
  return Float64Array.from({ length: count }, () => random.uniform(-1, 1));
}

/** Coordinates within a turn or so; quaternions are not of unit length. */
export function randomCoordinates(random: Random, tree: LinkTree): Float64Array {
  return Float64Array.from({ length: tree.positions }, () => random.uniform(-2, 2));
}

/** Where coordinates are after they have moved by the velocities v for h [s]; quaternions turn in the axes of A. */
export function advance(tree: LinkTree, q: Float64Array, v: Float64Array, h: number): Float64Array {
  const next = Float64Array.from(q);
  for (let j = 0; j < tree.jointCount; j++) {
    let [at, k] = [tree.firstPosition[j], tree.firstVelocity[j]];
    const hasQuaternion = tree.firstPosition[j + 1] - at > tree.firstVelocity[j + 1] - k;
    const plain = tree.firstVelocity[j + 1] - (hasQuaternion ? 3 : 0);
    for (; k < plain; k++, at++) next[at] += h * v[k];
    if (!hasQuaternion) continue;
    const w: Vec3 = [h * v[k], h * v[k + 1], h * v[k + 2]];
    const r: Quat = length(w) > 0 ? axisAngle(w, length(w)) : [0, 0, 0, 1];
    next.set(multiply(r, [q[at], q[at + 1], q[at + 2], q[at + 3]]), at);
  }
  return next;
}
