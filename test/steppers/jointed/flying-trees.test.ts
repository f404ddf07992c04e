// Trees in joint coordinates, beside the same trees by rows: a body with the least of drag goes by rows, and no bit of
// what drag does is left of it.

import { describe, expect, it } from 'vitest';
import type { Body, Joint, JointKind, Vec3 } from '../../../src/index.js';
import { World } from '../../../src/index.js';
import { Random } from '../../../src/math/random.js';
import type { Quat } from '../../../src/math/vector.js';
import { add, cross, length, normalizeQuat, scale, subtract } from '../../../src/math/vector.js';
import { gapOf } from '../../physics/joints/linkage.js';

const KINDS: readonly JointKind[] = ['fixed', 'revolute', 'prismatic', 'cylindrical', 'ball', 'universal', 'planar', 'wheel'];
const LEAST_DRAG = 1e-300;

interface Tree {
  world: World;
  joints: Joint[];
  bodies: Body[];
}

/** A tree of one kind of joint, with links as A and as B of them, that floats or hangs, and turns. */
function makeTree(kind: JointKind, isFree: boolean, drag: number): Tree {
  const random = new Random(KINDS.indexOf(kind) + 7);
  const number = () => 2 * random.uniform() - 1;
  const vector = (size: number): Vec3 => [size * number(), size * number(), size * number()];
  const world = new World({ settings: { gravity: isFree ? [0, 0, 0] : [0, -9.81, 0] } });
  const bodies: Body[] = [];
  const joints: Joint[] = [];
  for (let i = 0; i < 5; i++) {
    bodies.push(
      world.createBody({
        position: vector(1),
        orientation: normalizeQuat([...vector(1), 1] as Quat),
        shapes: [],
        mass: 1 + random.uniform(),
        inertia: [0.02, 0.03, 0.04, 0.002, 0.001, -0.001],
        linearDamping: i === 0 ? drag : 0,
      }),
    );
  }
  const ends: [number, number][] = [
    [0, 1],
    [2, 1],
    [1, 3],
    [4, 3],
  ];
  for (const [a, b] of ends) {
    const anchor = scale(add(bodies[a].position, bodies[b].position), 0.5);
    joints.push(world.createJoint({ kind, bodyA: bodies[a], bodyB: bodies[b], anchor, axis: [0.6, 0, 0.8], collide: true }));
  }
  if (!isFree) world.createJoint({ kind: 'ball', bodyB: bodies[0], anchor: add(bodies[0].position, [0, 0.4, 0]) });
  for (const body of bodies) {
    body.velocity = vector(0.5);
    body.angularVelocity = vector(1);
  }
  // The first step brings velocities into agreement with joints.
  world.step(1e-6);
  return { world, bodies, joints };
}

function run({ world, bodies }: Tree, dt: number, seconds: number): Vec3[] {
  for (let i = 0; i < Math.round(seconds / dt); i++) world.step(dt);
  return bodies.map(({ position }) => position);
}

const apart = (a: Vec3[], b: Vec3[]) => Math.max(...a.map((x, i) => length(subtract(x, b[i]))));

/** Momentum, and angular momentum about the origin. */
function momentaOf({ world, bodies }: Tree): { linear: Vec3; angular: Vec3 } {
  const nodes = world.store.nodes.columns;
  let linear: Vec3 = [0, 0, 0];
  let angular: Vec3 = [0, 0, 0];
  for (const { row } of bodies) {
    const u = nodes.velocity.subarray(6 * row, 6 * row + 6);
    const p = scale([u[0], u[1], u[2]], nodes.mass[row]);
    // R I R^T w, with the principal axes of the table.
    const spin = world.store.nodes.columns.inverseInertia.subarray(6 * row, 6 * row + 6);
    angular = add(angular, cross([...nodes.position.subarray(3 * row, 3 * row + 3)] as unknown as Vec3, p));
    angular = add(angular, solve(spin, [u[3], u[4], u[5]]));
    linear = add(linear, p);
  }
  return { linear, angular };
}

/** S^-1 w of a symmetric matrix S, by Cramer's rule. */
function solve([xx, yy, zz, xy, xz, yz]: Float64Array, w: Vec3): Vec3 {
  const rows: Vec3[] = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  const [a, b, c] = rows;
  const determinant = a[0] * cross(b, c)[0] + a[1] * cross(b, c)[1] + a[2] * cross(b, c)[2];
  const columns = [cross(b, c), cross(c, a), cross(a, b)];
  return [0, 1, 2].map((i) => (columns[0][i] * w[0] + columns[1][i] * w[1] + columns[2][i] * w[2]) / determinant) as Vec3;
}

describe.each(KINDS)('a tree of %s joints that floats', (kind) => {
  it('keeps momentum, angular momentum and its joints', () => {
    const tree = makeTree(kind, true, 0);
    const before = momentaOf(tree);
    run(tree, 1 / 240, 2);
    const after = momentaOf(tree);
    expect(length(subtract(after.linear, before.linear))).toBeLessThan(1e-12 * length(before.linear));
    expect(length(subtract(after.angular, before.angular))).toBeLessThan(1e-12 * length(before.angular));
    for (const joint of tree.joints) expect(gapOf(joint)).toBeLessThan(1e-12);
  });
});

describe.each(KINDS)('a tree of %s joints that hangs', (kind) => {
  it('comes to where rows bring it, to second order in the step', () => {
    const [coarse, fine] = [1 / 250, 1 / 1000].map((dt) => {
      const flown = run(makeTree(kind, false, 0), dt, 0.5);
      const byRows = run(makeTree(kind, false, LEAST_DRAG), dt, 0.5);
      return apart(flown, byRows);
    });
    // They are two schemes, not one.
    if (kind !== 'fixed') expect(fine).toBeGreaterThan(1e-12);
    expect(fine).toBeLessThan(1e-3);
    expect(fine).toBeLessThan(coarse / 4);
  });
});
