// Trees in joint coordinates: the compiled kernel and the same source in TypeScript give the same bits.

import { expect, it } from 'vitest';
import * as layout from '../../../src/kernels/flight-layout.js';
import { Random } from '../../../src/math/random.js';
import { FlightRoom } from '../../../src/solvers/tree/flight-room.js';
import { Memory } from '../../../src/table/memory.js';

const { LINK_INTEGERS, LINK_NUMBERS } = layout;

/** Locks and moves of a hinge, a slide, a ball, a universal joint and a wheel. */
const JOINTS: readonly (readonly [locks: readonly number[], moves: readonly number[]])[] = [
  [[0, 1, 2, 6 + 6 + 9, 6 + 3], [3]],
  [[1, 2, 3, 4, 5], [0]],
  [
    [0, 1, 2],
    [3, 4, 5],
  ],
  [
    [0, 1, 2, 6 + 1 + 9],
    [3, 7],
  ],
  [
    [0, 2, 6 + 3],
    [1, 4, 6],
  ],
];

function fill(room: FlightRoom, seed: number): void {
  const random = new Random(seed);
  const draw = () => 2 * random.uniform() - 1;
  const { numbers: m, integers: n } = room;
  const turn = (at: number) => {
    const q = [draw(), draw(), draw(), draw()];
    const size = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
    q.forEach((x, i) => {
      m[at + i] = x / size;
    });
  };
  for (let k = 0; k < room.count; k++) {
    const at = k * LINK_NUMBERS;
    const link = k * LINK_INTEGERS;
    for (let i = 0; i < 3; i++) m[at + layout.POSITION + i] = draw();
    turn(at + layout.ORIENTATION);
    for (let i = 0; i < 6; i++) {
      m[at + layout.VELOCITY + i] = draw();
      m[at + layout.FORCE + i] = draw();
    }
    m[at + layout.MASS] = 1 + random.uniform();
    for (let i = 0; i < 3; i++) m[at + layout.OWN_INERTIA + i] = 0.1 + 0.05 * random.uniform();
    for (const frame of [layout.FRAME_A, layout.FRAME_B]) {
      for (let i = 0; i < 3; i++) m[at + frame + i] = draw();
      turn(at + frame + 3);
    }
    n[link + layout.PARENT] = k === 0 ? (seed % 2 === 0 ? layout.FLOATS : layout.GROUND) : Math.floor(k * random.uniform());
    if (n[link + layout.PARENT] === layout.FLOATS) continue;
    const [locks, moves] = JOINTS[Math.floor(JOINTS.length * random.uniform())];
    n[link + layout.IS_A] = random.uniform() < 0.5 ? 1 : 0;
    n[link + layout.LOCKED] = locks.length;
    n[link + layout.COLUMNS] = moves.length;
    locks.forEach((lock, r) => {
      n[link + layout.LOCKS + r] = lock;
    });
    moves.forEach((move, c) => {
      n[link + layout.MOVES + c] = move;
      n[link + layout.HELD + c] = random.uniform() < 0.2 ? 1 : 0;
      m[at + layout.HEIGHT + c] = 0.01 * draw();
      m[at + layout.FALL + c] = random.uniform();
      // A third of the laws are plain: they are written by the room itself.
      if (n[link + layout.HELD + c] === 1 || random.uniform() < 0.6) return;
      n[link + layout.PLAIN + c] = random.uniform() < 0.5 ? layout.ACTS : layout.ONLY_TAKES;
      for (const number of [layout.DRAG, layout.ROTOR, layout.KNOWN]) m[at + number + c] = random.uniform();
      m[at + layout.GIVEN + c] = draw();
    });
  }
}

function step(room: FlightRoom, seed: number): number[] {
  room.reserve(2 + (seed % 9));
  fill(room, seed);
  // Joints that are open by chance are closed, as far as the places of links go, and are not turned within the step.
  let open = room.place();
  for (let pass = 0; pass < room.count; pass++) {
    for (let k = 0; k < room.count; k++) {
      const at = k * LINK_NUMBERS;
      for (let i = 0; i < 3; i++) room.numbers[at + layout.POSITION + i] += room.numbers[at + layout.CLOSING + i];
    }
    open = room.place();
  }
  for (let k = 0; k < room.count; k++) room.numbers.fill(0, k * LINK_NUMBERS + layout.CLOSING, k * LINK_NUMBERS + layout.AXES_A);
  room.isPlaced = true;
  const begins = room.begin(0, 0.001, 1e3);
  room.areAsking = true;
  const hasMoved = room.goOn(0.001, 1e3);
  room.end(0.001);
  const results = [open, begins && hasMoved ? 1 : 0, room.begin(1, 0.001, 1e-4) ? 1 : 0, room.twiceEnergy(), ...room.sums];
  return [...results, ...room.numbers.subarray(0, room.count * LINK_NUMBERS)];
}

it('a step of random trees has the same bits with and without the compiled kernel', () => {
  const compiled = new FlightRoom(new Memory());
  const plain = new FlightRoom(new Memory(), false);
  let moved = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const result = step(compiled, seed);
    moved += result[1];
    expect([seed, result]).toEqual([seed, step(plain, seed)]);
  }
  expect(moved).toBeGreaterThan(50);
});
