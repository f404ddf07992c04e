// Trees in joint coordinates: the compiled kernel and the same source in TypeScript give the same bits.

import { expect, it } from 'vitest';
import * as layout from '../../../src/kernels/flight-layout.js';
import { Random } from '../../../src/math/random.js';
import { FlightRoom } from '../../../src/solvers/tree/flight-room.js';
import { Memory } from '../../../src/table/memory.js';
import { f64, Table } from '../../../src/table/table.js';

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
  const axes = (at: number) => {
    turn(at);
    const [x, y, z, w] = m.subarray(at, at + 4);
    m.set([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)], at);
    m.set([2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)], at + 3);
    m.set([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)], at + 6);
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
      axes(at + frame + 3);
    }
    n[link + layout.PARENT] = k === 0 ? (seed % 2 === 0 ? layout.FLOATS : layout.GROUND) : Math.floor(k * random.uniform());
    if (n[link + layout.PARENT] === layout.FLOATS) continue;
    const [locks, moves] = JOINTS[Math.floor(JOINTS.length * random.uniform())];
    n[link + layout.IS_A] = random.uniform() < 0.5 ? 1 : 0;
    n[link + layout.LOCKED] = locks.length;
    n[link + layout.COLUMNS] = moves.length;
    for (let i = 0; i < 3; i++) n[link + layout.NEEDS_B + i] = 1;
    n[link + layout.LOCKED_ALONG] = locks.filter((lock) => lock < layout.LOCKS_TURN).length;
    n[link + layout.COLUMNS_ALONG] = moves.filter((move) => move < layout.ABOUT_A).length;
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

function closeAll({ numbers, count }: FlightRoom): void {
  for (let k = 0; k < count; k++) numbers.fill(0, k * LINK_NUMBERS + layout.CLOSING, k * LINK_NUMBERS + layout.AXES_A);
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
  closeAll(room);
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

const NODES = {
  position: f64(3),
  orientation: f64(4),
  velocity: f64(6),
  force: f64(6),
  rotation: f64(9),
  rotatedBy: f64(4),
  inverseInertia: f64(6),
};
const JOINTS_OF_WORLD = { impulse: f64(6), response: f64(layout.COORDINATES), target: f64(layout.COORDINATES) };

/** Bodies and joints of a tree as a world has them, backwards: what comes of two steps, read, flown and landed by the room. */
function exchange(isCompiled: boolean, seed: number): number[] {
  const memory = new Memory();
  const room = new FlightRoom(memory, isCompiled);
  const nodes = new Table(memory, NODES);
  const joints = new Table(memory, JOINTS_OF_WORLD);
  step(room, seed);
  const { numbers: m, integers: n, count } = room;
  for (let k = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    const row = count - 1 - k;
    n[k * LINK_INTEGERS + layout.NODE] = row;
    n[k * LINK_INTEGERS + layout.JOINT] = n[k * LINK_INTEGERS + layout.PARENT] === layout.FLOATS ? -1 : row;
    n[k * LINK_INTEGERS + layout.TURNS] = k % 2 === 0 ? 0 : -1;
    n[k * LINK_INTEGERS + layout.GIVES] = n[k * LINK_INTEGERS + layout.PLAIN] === 0 ? 0 : 1;
    m[at + layout.LIMIT] = 0.5;
    m[at + layout.WEIGHED] = m[at + layout.MASS];
    for (let j = 0; j < 3; j++) {
      m[at + layout.OWN_INVERSE + j] = 1 / m[at + layout.OWN_INERTIA + j];
      nodes.columns.position[3 * row + j] = m[at + layout.POSITION + j];
      joints.columns.response[layout.COORDINATES * row + j] = m[at + layout.KNOWN + j];
      joints.columns.target[layout.COORDINATES * row + j] = k - 1;
    }
    for (let j = 0; j < 4; j++) nodes.columns.orientation[4 * row + j] = m[at + layout.ORIENTATION + j];
    for (let j = 0; j < 6; j++) nodes.columns.velocity[6 * row + j] = m[at + layout.VELOCITY + j];
  }
  const results: number[] = [];
  room.isPlaced = true;
  for (let i = 0; i < 2; i++) {
    closeAll(room);
    const hasFlown = room.fly(nodes.columns, joints.columns, [0, -9.81, 0], 1, 0, 1e-4, 1e3);
    const isLooked = room.land(nodes.columns, joints.columns, 0.999, 1);
    results.push(hasFlown ? 1 : 0, isLooked ? 1 : 0);
    // Tables that have grown lie elsewhere, and so may the room.
    nodes.ensureCapacity(100 * (i + 1));
  }
  const columns = [...Object.values(nodes.columns), ...Object.values(joints.columns)];
  return [...results, ...room.sums, ...columns.flatMap((column) => [...column.subarray(0, 9 * count)])];
}

it('reads bodies and joints, and writes them, to the same bits with and without the compiled kernel', () => {
  let flown = 0;
  for (let seed = 1; seed <= 30; seed++) {
    const result = exchange(true, seed);
    flown += result[0];
    expect([seed, result]).toEqual([seed, exchange(false, seed)]);
  }
  expect(flown).toBeGreaterThan(10);
});
