// A character walks a course: stairs, slopes, a door, a seesaw, a turning platform, a lift, and what is too steep. Its path is a golden one.

import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { axisAngle, type Body, Character, type Vec3, World } from '../../dist/src/index.js';

const DT = 1 / 60;
const STANDING = 0.91;
const SPEED = 1.5;
/** Of its positions after every step; the same on every machine. */
const GOLDEN = '9baef74a27cf7e38';

/** A ramp whose upper face goes from one point of the plane z = 0 to another. */
function addRamp(world: World, from: readonly [number, number], to: readonly [number, number]): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.sqrt(dx * dx + dy * dy);
  const [c, s] = [dx / length, dy / length];
  const half = Math.sqrt(0.5 * (1 + c));
  world.createBody({
    kind: 'fixed',
    position: [0.5 * (from[0] + to[0]) + 0.1 * s, 0.5 * (from[1] + to[1]) - 0.1 * c, 0],
    orientation: [0, 0, s / (2 * half), half],
    shapes: [{ kind: 'box', size: [length, 0.2, 3] }],
  });
}

function addBlock(world: World, from: number, to: number, height: number): void {
  world.createBody({
    kind: 'fixed',
    position: [0.5 * (from + to), 0.5 * height, 0],
    shapes: [{ kind: 'box', size: [to - from, height, 3] }],
  });
}

function makeCourse(): { world: World; door: Body; plank: Body; disc: Body; lift: Body } {
  const world = new World();
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  for (let i = 0; i < 6; i++) addBlock(world, 1 + 0.3 * i, 1.3 + 0.3 * i, 0.18 * (i + 1));
  addBlock(world, 2.8, 4, 1.08);
  addRamp(world, [4, 1.08], [5.3, 0]);
  const door = world.createBody({ position: [7, 1.05, 0], mass: 15, shapes: [{ kind: 'box', size: [0.06, 2, 1.2] }] });
  world.createJoint({ kind: 'revolute', bodyB: door, anchor: [7, 1.05, -0.6], axis: [0, 1, 0] });
  const plank = world.createBody({
    position: [10, 0.25, 0],
    // Its near end is down.
    orientation: axisAngle([0, 0, 1], 0.1),
    mass: 30,
    shapes: [{ kind: 'box', size: [4, 0.08, 1.5] }],
  });
  world.createJoint({ kind: 'revolute', bodyB: plank, anchor: [10, 0.25, 0], axis: [0, 0, 1] });
  const disc = world.createBody({
    kind: 'scripted',
    position: [14.5, 0.1, 0],
    shapes: [{ kind: 'cylinder', radius: 1.5, height: 0.2 }],
    motion: {
      kind: 'function',
      pose: (t, _, orientation) => {
        axisAngle([0, 1, 0], 0.5 * t).forEach((x, i) => {
          orientation[i] = x;
        });
      },
    },
  });
  const lift = world.createBody({
    kind: 'scripted',
    position: [18.9, 0.6, 0],
    shapes: [{ kind: 'box', size: [1.9, 0.2, 3] }],
    motion: { kind: 'oscillation', frequency: 0.2, translation: [0, 0.55, 0] },
  });
  addBlock(world, 20, 23, 1.2);
  addRamp(world, [23, 1.2], [23.7, 0]);
  return { world, door, plank, disc, lift };
}

/** Steps after which it goes up instead of down, or down instead of up, by more than a tenth of a millimetre, twice within five steps. */
function findJitter(path: readonly number[]): number[] {
  const rise = (i: number): number => path[3 * i + 1] - path[3 * i - 2];
  const turns: number[] = [];
  for (let i = 2; 3 * i < path.length; i++) {
    const [before, after] = [rise(i - 1), rise(i)];
    if (before * after < 0 && Math.min(Math.abs(before), Math.abs(after)) > 1e-4) turns.push(i);
  }
  return turns.filter((step, k) => k > 0 && step - turns[k - 1] < 5);
}

it('walks the course, without jitter, by its golden path', () => {
  const { world, door, plank, disc, lift } = makeCourse();
  const character = new Character(world, { position: [0, STANDING, 0] });
  const path: number[] = [];
  const grounds = new Set<Body>();
  let [mostUp, mostDown, slides, opened] = [0, 0, 0, 0];
  let before = character.body.position;
  for (let i = 0; i < 30 / DT && before[0] < 27; i++) {
    const top = lift.position[1] + 0.1;
    const waits = (before[0] > 17.3 && before[0] < 17.6 && top > 0.3) || (before[0] > 18.7 && before[0] < 19 && top < 1.2);
    // It keeps to the line in the middle.
    const wish: Vec3 = waits ? [0, 0, 0] : [SPEED, 0, Math.max(-1, Math.min(1, -2 * before[2]))];
    if (before[0] > 25 && character.isGrounded) character.jump();
    character.move(wish, DT);
    world.step(DT);
    const { position } = character.body;
    path.push(...position);
    if (character.ground) grounds.add(character.ground.body);
    if (!character.isGrounded && position[0] < 24.5) slides++;
    for (const body of [door, plank, disc, lift]) expect(world.closestPoints(character.body, body)?.gap).toBeGreaterThan(-0.002);
    opened = Math.max(opened, Math.abs(door.orientation[1]));
    mostUp = Math.max(mostUp, position[1] - before[1]);
    mostDown = Math.max(mostDown, before[1] - position[1]);
    before = position;
  }
  expect(before[0]).toBeGreaterThanOrEqual(27);
  for (const body of [plank, disc, lift]) expect(grounds.has(body)).toBe(true);
  expect(opened).toBeGreaterThan(0.3);
  expect(slides).toBeGreaterThan(5);
  expect(findJitter(path)).toEqual([]);
  // No more than a step at once.
  expect(mostUp).toBeLessThan(0.3);
  expect(mostDown).toBeLessThan(0.2);
  expect(createHash('sha256').update(new Float64Array(path)).digest('hex').slice(0, 16)).toBe(GOLDEN);
});
