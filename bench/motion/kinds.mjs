// The kinds of motion of the part `motion`: scenes in which most bodies move all the time, as every engine gets them. Bodies that move
// as they are told (shaken floor, conveyor, drum) have a `motion`, a function of the time.

import { SCENES } from '../../dist/scenes/index.js';
import { Random } from '../../dist/src/math/random.js';
import { axisAngle, composePoses, IDENTITY, normalize, rotate } from '../../dist/src/math/vector.js';
import { plainScene } from '../plain-scene.mjs';

/** Edge of boxes and width of balls that are poured [m]. */
const SIZE = 0.5;
/** From one body of a loose lattice to the next: none can touch another, however it is turned [m]. */
const SPACING = 1.8 * SIZE;
const DENSITY = 2000;

/** The kinds by name: how long [s], and the scene for a share of its full size [1]. */
const KINDS = [
  { name: 'pit', seconds: 5, make: (share) => pour(1500 * share, 0.5) },
  { name: 'boxes', seconds: 5, make: (share) => pour(1500 * share, 1) },
  { name: 'balls', seconds: 5, make: (share) => pour(1500 * share, 0) },
  { name: 'filling silo', seconds: 5, make: (share) => ofScene('silo', { count: 3000 * share }) },
  { name: 'sliding', seconds: 3, make: (share) => slidingStacks(100 * share) },
  { name: 'debris', seconds: 7, from: 4, make: (share) => ofScene('roof-tower', { layers: Math.round(40 * Math.sqrt(share)) }) },
  { name: 'dominoes', seconds: 5, make: (share) => dominoes(100 * share) },
  { name: 'gas', seconds: 5, make: (share) => gas(1000 * share) },
  { name: 'rolling', seconds: 5, make: (share) => rollingBalls(600 * share) },
  { name: 'shaken', seconds: 5, make: (share) => shakenTray(600 * share) },
  { name: 'conveyor', seconds: 6, make: (share) => conveyor(400 * share) },
  { name: 'drum', seconds: 5, make: (share) => drum(600 * share) },
];

export const KIND_NAMES = KINDS.map(({ name }) => name);

/** The same bodies poured into a pit, ever more of them: what a step costs each, and how much memory. */
const SIZES = [1000, 3000, 10000, 30000].map((count) => ({
  name: `pit of ${count}`,
  seconds: 3,
  make: (share) => pour(count * share, 0.5),
  // A trial of all bodies would leave its memory behind.
  makeTrial: (share) => pour(1000 * share, 0.5),
}));

/** The kinds of these names, or all, as cases of a contest: scenes of a share of their full size [1]. */
export function motionCases(names, share) {
  return casesOf(
    KINDS.filter(({ name }) => names === null || names.includes(name)),
    share,
  );
}

/** The case of that name among those that show how cost grows, or all. */
export function sizeCases(name, share) {
  return casesOf(
    SIZES.filter((size) => name === null || size.name === name),
    share,
  );
}

function casesOf(kinds, share) {
  return kinds.map(({ name, seconds, from = 0, make, makeTrial }) => ({
    name,
    seconds,
    plain: make(share),
    trial: makeTrial?.(share),
    // Nothing is to stand: depth is measured four times and not judged.
    checks: () => [1, 2, 3, 4].map((k) => ({ at: from + ((seconds - from) * k) / 4, limits: null })),
    timed: () => ({ from, to: Infinity }),
    turn: 25,
    budget: Infinity,
    // Compilers are done with most of it by then.
    warmUp: share < 1 ? 1000 : 4000,
    maySleep: false,
  }));
}

function ofScene(name, options) {
  return plainScene(SCENES[name].make({ seed: 1, ...options }));
}

function sceneOf(bodies, { gravity = [0, -9.81, 0], friction = 0.5, restitution = 0 } = {}) {
  return plainScene({ settings: { gravity }, materials: { default: { friction, restitution } }, bodies });
}

const GROUND = { kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] };

/**
 * @param {number[]} size
 * @param {number[]} position
 * @param {number[]} [orientation]
 */
function fixedBox(size, position, orientation) {
  return { kind: 'fixed', name: 'wall', position, orientation, shapes: [{ kind: 'box', size }] };
}

function body(shape, position, own = {}) {
  return { name: 'body', position, shapes: [shape], density: DENSITY, ...own };
}

/** A box turned by chance, or a ball. */
function bit(random, isBox, position) {
  if (!isBox) return body({ kind: 'sphere', radius: SIZE / 2 }, position);
  const axis = normalize([random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.1, 1)]);
  const orientation = axisAngle(axis, random.uniform(0, Math.PI));
  return body({ kind: 'box', size: [SIZE, SIZE, SIZE] }, position, { orientation });
}

/** Places of a loose lattice over a rectangle, layer by layer from a height upwards [m]. */
function lattice(count, columns, rows, height) {
  return Array.from({ length: Math.round(count) }, (_, i) => {
    const k = i % (columns * rows);
    const [x, z] = [k % columns, Math.floor(k / columns)];
    const y = height + SPACING * (Math.floor(i / (columns * rows)) + 0.5);
    return [SPACING * (x - (columns - 1) / 2), y, SPACING * (z - (rows - 1) / 2)];
  });
}

/** Four walls around a rectangle, of the half widths x and z and a height [m]. */
function walls(x, z, height) {
  return [
    fixedBox([1, height, 2 * z + 2], [-x - 0.5, height / 2, 0]),
    fixedBox([1, height, 2 * z + 2], [x + 0.5, height / 2, 0]),
    fixedBox([2 * x + 2, height, 1], [0, height / 2, -z - 0.5]),
    fixedBox([2 * x + 2, height, 1], [0, height / 2, z + 0.5]),
  ];
}

/** Boxes, balls, or a share of both poured into a pit. */
function pour(count, boxes) {
  const random = new Random(1);
  const columns = Math.max(3, Math.round(10 * Math.cbrt(count / 1500)));
  const half = (SPACING * columns) / 2;
  const bits = lattice(count, columns, columns, SIZE).map((place) => bit(random, random.uniform() < boxes, place));
  return sceneOf([GROUND, ...walls(half, half, 4 * half), ...bits]);
}

/** Stacks of five flat boxes on a slope that is steeper than friction can hold, and not so steep that they topple. */
function slidingStacks(count) {
  const orientation = axisAngle([0, 0, 1], (-32 * Math.PI) / 180);
  const onSlope = (place) => rotate(orientation, place);
  const columns = Math.round(Math.sqrt(count));
  const bodies = Array.from({ length: 5 * Math.round(count) }, (_, i) => {
    const stack = Math.floor(i / 5);
    const [x, z] = [stack % columns, Math.floor(stack / columns)];
    const place = [3 * (x - columns), 0.3 * ((i % 5) + 0.5), 3 * (z - columns / 2)];
    return body({ kind: 'box', size: [1, 0.3, 1] }, onSlope(place), { orientation });
  });
  return sceneOf([fixedBox([200, 1, 200], onSlope([0, -0.5, 0]), orientation), ...bodies]);
}

/** Tiles in a row, the first of which is pushed. */
function dominoes(count) {
  const tile = { kind: 'box', size: [0.1, 1, 0.5] };
  const tiles = Array.from({ length: Math.round(count) }, (_, i) =>
    body(tile, [0.4 * i, 0.5, 0], i === 0 ? { angularVelocity: [0, 0, -2], velocity: [1, 0, 0] } : {}),
  );
  return sceneOf([GROUND, ...tiles]);
}

/** Balls that bounce for ever in a closed box without gravity. */
function gas(count) {
  const random = new Random(1);
  const columns = Math.max(3, Math.round(Math.cbrt(count)));
  const half = (SPACING * columns) / 2;
  const balls = lattice(count, columns, columns, 0).map((place) =>
    body({ kind: 'sphere', radius: SIZE / 4 }, place, { velocity: [0, 1, 2].map(() => random.uniform(-3, 3)) }),
  );
  const height = SPACING * (Math.ceil(count / (columns * columns)) + 1);
  const lids = [-0.5, height + 0.5].map((y) => fixedBox([2 * half + 2, 1, 2 * half + 2], [0, y, 0]));
  return sceneOf([...walls(half, half, height), ...lids, ...balls], { gravity: [0, 0, 0], friction: 0, restitution: 1 });
}

/** Balls that roll over the ground, all ways, into each other. */
function rollingBalls(count) {
  const random = new Random(1);
  const columns = Math.round(Math.sqrt(count));
  const balls = Array.from({ length: Math.round(count) }, (_, i) => {
    const place = [1.2 * ((i % columns) - columns / 2), SIZE / 2, 1.2 * (Math.floor(i / columns) - columns / 2)];
    const [x, z] = [random.uniform(-3, 3), random.uniform(-3, 3)];
    return body({ kind: 'sphere', radius: SIZE / 2 }, place, {
      velocity: [x, 0, z],
      angularVelocity: [z / (SIZE / 2), 0, -x / (SIZE / 2)],
    });
  });
  return sceneOf([GROUND, ...walls(0.6 * columns + 0.6, 0.6 * columns + 0.6, 2), ...balls]);
}

/** Bodies that are told where to be: the boxes of a frame that moves by `pose` of the time [s]. */
function driven(boxes, pose) {
  return boxes.map(({ size, position, orientation = IDENTITY }) => {
    const motion = (time) => composePoses(pose(time), { position, orientation });
    return {
      isFixed: true,
      shape: { kind: 'box', size },
      velocity: [0, 0, 0],
      angularVelocity: [0, 0, 0],
      mass: 0,
      inertia: [0, 0, 0],
      ...motion(0),
      motion,
    };
  });
}

function withDriven(scene, boxes, pose) {
  return { ...scene, bodies: [...driven(boxes, pose), ...scene.bodies] };
}

/** Boxes and balls in a tray that is shaken sideways and up and down. */
function shakenTray(count) {
  const random = new Random(1);
  const columns = Math.max(3, Math.round(Math.sqrt(count / 3)));
  const half = (SPACING * columns) / 2;
  const bits = lattice(count, columns, columns, 0.1).map((place) => bit(random, random.uniform() < 0.5, place));
  const frame = [{ size: [2 * half + 2, 1, 2 * half + 2], position: [0, -0.5, 0] }, ...walls(half, half, 4).map(boxOf)];
  return withDriven(sceneOf(bits), frame, (time) => ({
    position: [0.2 * Math.sin(4 * Math.PI * time), 0.05 * Math.sin(6 * Math.PI * time), 0],
    orientation: [0, 0, 0, 1],
  }));
}

const boxOf = ({ position, shapes }) => ({ size: shapes[0].size, position });

/** Boxes that a belt carries against a bar, where they pile up. */
function conveyor(count) {
  const random = new Random(1);
  const rows = 8;
  const columns = Math.max(3, Math.round(count / (2 * rows)));
  const bits = lattice(count, columns, rows, 0.1).map((place) => bit(random, true, place));
  const [x, z] = [(SPACING * columns) / 2, (SPACING * rows) / 2];
  const belt = [{ size: [4 * x + 60, 1, 2 * z], position: [-x - 25, -0.5, 0] }];
  const scene = sceneOf([...walls(x, z, 6).slice(1), ...bits]);
  return withDriven(scene, belt, (time) => ({ position: [2 * time, 0, 0], orientation: [0, 0, 0, 1] }));
}

/** Boxes and balls in a drum of twelve staves that turns about its axis. */
function drum(count) {
  const random = new Random(1);
  const rows = Math.max(3, Math.round(10 * Math.cbrt(count / 600)));
  const columns = Math.max(3, Math.round(8 * Math.cbrt(count / 600)));
  const layers = count / (rows * columns);
  const radius = 0.5 * SPACING * Math.hypot(columns, layers) + 0.5;
  const depth = SPACING * rows;
  const bits = lattice(count, columns, rows, -0.5 * SPACING * layers).map((place) => bit(random, random.uniform() < 0.5, place));
  const width = 2 * (radius + 1) * Math.tan(Math.PI / 12);
  const staves = Array.from({ length: 12 }, (_, i) => {
    const orientation = axisAngle([0, 0, 1], (i * Math.PI) / 6);
    return { size: [width, 1, depth + 2], position: rotate(orientation, [0, -radius - 0.5, 0]), orientation };
  });
  const ends = [-1, 1].map((side) => ({
    size: [2 * radius + 2, 2 * radius + 2, 1],
    position: [0, 0, side * (depth / 2 + 0.5)],
  }));
  return withDriven(sceneOf(bits), [...staves, ...ends], (time) => ({
    position: [0, 0, 0],
    orientation: axisAngle([0, 0, 1], 0.8 * time),
  }));
}
