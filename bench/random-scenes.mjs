// Random small scenes of every kind that bodies can be in each other's way: the same of a seed on every machine.
//
// A scene is { kind, seed, dt [s], steps [1], friction [1], restitution [1], gravity [m/s^2], meshes: names, bodies: descriptors }.

import { boltMesh, nutMesh } from '../dist/scenes/meshes/thread.js';
import { ringMesh } from '../dist/scenes/meshes/tubes.js';
import { postMesh } from '../dist/scenes/meshes/turned.js';
import { axisAngle, METHODS, Random, World } from '../dist/src/index.js';

const GRAVITY = [0, -9.81, 0];
/** @type {Record<string, any>} */
const GROUND = { kind: 'fixed', shapes: [{ kind: 'half-space' }] };
/** Largest share of friction that masonry has [1]. */
const ROUGH = 0.9;
/** Errors of contact trees, as a share of a mesh's largest side: coarse, to be soon built [1]. */
const ERROR = 1 / 64;
const THREAD = { radius: 1, depth: 0.25, pitch: 0.8, clearance: 0.06 };
const HEAD = 0.8;

const SURFACES = {
  ring: () => ({ ...ringMesh(0.5, 0.2), error: ERROR }),
  pin: () => ({ ...postMesh(0.2, 4), error: 4 * ERROR }),
  bolt: () => ({ ...boltMesh(THREAD, HEAD, 4 * THREAD.pitch), error: THREAD.clearance / 2 }),
  nut: () => ({ ...nutMesh(THREAD, THREAD.pitch), error: THREAD.clearance / 2 }),
};
/** Named meshes with their trees, which all worlds share. */
const shelf = new World();

export const KINDS = {
  stack: makeStack,
  pyramid: makePyramid,
  heap: makeHeap,
  wedged: makeWedged,
  overfull: makeOverfull,
  slope: makeSlope,
  thrown: makeThrown,
  play: makePlay,
};

/** The scene of a seed: kinds take turns. */
export function randomScene(seed) {
  const names = Object.keys(KINDS);
  const kind = names[seed % names.length];
  const random = new Random(seed);
  const draw = {
    between: (low, high) => random.uniform(low, high),
    whole: (low, high) => Math.floor(random.uniform(low, high + 1)),
    oneOf: (list) => list[Math.floor(random.uniform(0, list.length))],
    /** Evenly in the logarithm. */
    ratio: (most) => most ** random.uniform(0, 1),
    vector: (size) => [random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)],
  };
  const dt = draw.oneOf([1 / 60, 1 / 100]);
  const friction = draw.oneOf([0, draw.between(0.1, ROUGH)]);
  const restitution = draw.oneOf([0, 0, 0, draw.between(0.1, 0.8)]);
  const seconds = draw.between(0.7, 1.4);
  const made = KINDS[kind](draw);
  return { kind, seed, dt, steps: Math.round(seconds / dt), friction, restitution, gravity: GRAVITY, meshes: [], ...made };
}

/** A world with the scene in it, its rigid bodies displaced by up to `jitter` [m], drawn from `repeat`. */
export function buildScene({ friction, restitution, gravity, meshes, bodies, seed }, method, jitter = 0, repeat = 0) {
  const random = new Random(1e6 * (repeat + 1) + seed);
  const world = new World({ stepper: METHODS[method], settings: { gravity, events: 'off' } });
  world.createMaterial('default', { friction, restitution });
  for (const name of meshes) world.createMesh(name, treeOf(name));
  for (const body of bodies) {
    const displace = (x) => x + random.uniform(-jitter, jitter);
    world.createBody(body.kind === 'fixed' ? body : { ...body, position: body.position.map(displace) });
  }
  return world;
}

function treeOf(name) {
  return (shelf.meshes.find((mesh) => mesh.name === name) ?? shelf.createMesh(name, SURFACES[name]())).tree;
}

// --- Shapes ---

/** One of five convex shapes about as large as a ball of that radius [m]. */
function anyShape(draw, radius) {
  const size = () => draw.between(1, 2) * radius;
  return draw.oneOf([
    () => ({ kind: 'sphere', radius }),
    () => ({ kind: 'box', size: [size(), size(), size()] }),
    () => ({ kind: 'capsule', radius: radius / 2, length: size() }),
    () => ({ kind: 'cylinder', radius: 0.8 * radius, height: size() }),
    () => ({ kind: 'hull', points: Array.from({ length: 10 }, () => onSphere(draw, radius)) }),
  ])();
}

function onSphere(draw, radius) {
  for (;;) {
    const point = draw.vector(1);
    const square = point[0] * point[0] + point[1] * point[1] + point[2] * point[2];
    if (square > 0.01 && square < 1) return point.map((x) => (x * radius) / Math.sqrt(square));
  }
}

const turned = (draw) => axisAngle(onSphere(draw, 1), draw.between(0, 2 * Math.PI));

/** Four walls and a floor: a room of that width and depth about the y axis [m]. */
function makeRoom(width, depth, height) {
  const wall = (size, position) => ({ kind: 'fixed', position, shapes: [{ kind: 'box', size }] });
  const sides = [-1, 1].flatMap((side) => [
    wall([1, height, depth + 2], [side * (width / 2 + 0.5), height / 2, 0]),
    wall([width + 2, height, 1], [0, height / 2, side * (depth / 2 + 0.5)]),
  ]);
  return [wall([width + 2, 1, depth + 2], [0, -0.5, 0]), ...sides];
}

// --- Kinds ---

/** Boxes or drums on top of each other, off the middle by a little, one of them heavy. */
function makeStack(draw) {
  const count = draw.whole(4, 14);
  const isRound = draw.oneOf([false, false, true]);
  const heavy = draw.whole(0, count - 1);
  const ratio = draw.ratio(300);
  const offset = draw.oneOf([0, 0.05, 0.2]);
  const bodies = [GROUND];
  let top = draw.oneOf([0, 0.1]);
  for (let i = 0; i < count; i++) {
    const height = draw.between(0.4, 1);
    const width = draw.between(0.8, 1.2);
    const shape = isRound ? { kind: 'cylinder', radius: width / 2, height } : { kind: 'box', size: [width, height, width] };
    const position = [draw.between(-offset, offset), top + height / 2, draw.between(-offset, offset)];
    bodies.push({ position, shapes: [shape], density: i === heavy ? 1000 * ratio : 1000 });
    top += height;
  }
  return { bodies };
}

/** Rows of boxes that touch or nearly do, the top one heavy. */
function makePyramid(draw) {
  const rows = draw.whole(3, 7);
  const gap = draw.oneOf([0, 0, 0.01]);
  const ratio = draw.ratio(1000);
  const bodies = [GROUND];
  for (let row = 0; row < rows; row++) {
    const count = rows - row;
    for (let i = 0; i < count; i++)
      bodies.push({
        position: [(1 + gap) * (i - (count - 1) / 2), row + 0.5, 0],
        shapes: [{ kind: 'box', size: [1, 1, 1] }],
        density: count === 1 ? 1000 * ratio : 1000,
      });
  }
  return { bodies };
}

/** All shapes poured into a room, or onto the ground. */
function makeHeap(draw) {
  const count = draw.whole(10, 30);
  const ratio = draw.oneOf([1, 1, 100]);
  const speed = draw.between(0, 8);
  const room = draw.oneOf([[GROUND], makeRoom(2.4, 2.4, 8)]);
  const poured = Array.from({ length: count }, (_, i) => ({
    position: [0.8 * (i % 3) - 0.8, 0.6 + 0.85 * Math.floor(i / 9), 0.8 * (Math.floor(i / 3) % 3) - 0.8],
    orientation: turned(draw),
    velocity: [0, -speed, 0],
    shapes: [anyShape(draw, draw.between(0.2, 0.35))],
    density: 1000 * draw.ratio(ratio),
  }));
  return { bodies: [...room, ...poured] };
}

/** Bodies driven into a cleft between two slopes, or a wedge between boxes in a room that holds them. */
function makeWedged(draw) {
  const speed = draw.between(0, 10);
  const ratio = draw.ratio(100);
  if (draw.oneOf([true, false])) {
    const angle = draw.between(0.3, 1.2);
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const slopes = [-1, 1].map((side) => ({
      kind: 'fixed',
      position: [side * (4 * cos + sin), 4 * sin - cos, 0],
      orientation: axisAngle([0, 0, 1], side * angle),
      shapes: [{ kind: 'box', size: [8, 2, 4] }],
    }));
    const driven = Array.from({ length: draw.whole(3, 10) }, (_, i) => ({
      position: [draw.between(-0.05, 0.05), 1.5 + i, 0],
      orientation: draw.oneOf([[0, 0, 0, 1], turned(draw)]),
      velocity: [0, -speed, 0],
      shapes: [anyShape(draw, 0.4)],
      density: 1000 * draw.ratio(ratio),
    }));
    return { bodies: [...slopes, ...driven] };
  }
  const count = draw.whole(1, 3);
  const width = draw.between(0.5, 1.5);
  const columns = [-1, 1].flatMap((side) =>
    Array.from({ length: count }, (_, i) => ({
      position: [side * (width / 2 + 0.3), i + 0.5, 0],
      shapes: [{ kind: 'box', size: [width, 1, 1] }],
    })),
  );
  const points = [-0.5, 0.5].flatMap((z) => [
    [0, -1, z],
    [0.5, 1, z],
    [-0.5, 1, z],
  ]);
  const wedge = {
    position: [0, count + 0.5, 0],
    velocity: [0, -speed, 0],
    shapes: [{ kind: 'hull', points }],
    density: 1000 * ratio,
  };
  return { bodies: [...makeRoom(2 * width + 0.6 + draw.oneOf([0, 0.3]), 1.2, count + 1), ...columns, wedge] };
}

/** More in a closed room than it has place for, with gravity and without. */
function makeOverfull(draw) {
  const side = draw.whole(2, 3);
  const layers = draw.whole(1, 3);
  const spacing = draw.between(0.75, 0.98);
  const shape = draw.oneOf([
    { kind: 'sphere', radius: 0.5 },
    { kind: 'box', size: [1, 1, 1] },
    { kind: 'cylinder', radius: 0.5, height: 1 },
  ]);
  const width = side * spacing;
  const height = layers * spacing;
  const lid = { kind: 'fixed', position: [0, height + 0.5, 0], shapes: [{ kind: 'box', size: [width + 2, 1, width + 2] }] };
  const ratio = draw.oneOf([1, 30]);
  const packed = Array.from({ length: side * side * layers }, (_, i) => ({
    position: [
      spacing * ((i % side) - (side - 1) / 2),
      spacing * (Math.floor(i / (side * side)) + 0.5),
      spacing * ((Math.floor(i / side) % side) - (side - 1) / 2),
    ].map((x) => x + draw.between(-0.01, 0.01)),
    shapes: [shape],
    density: 1000 * draw.ratio(ratio),
  }));
  const hasLid = draw.oneOf([true, false]);
  return {
    bodies: [...makeRoom(width, width, height + 0.5), ...(hasLid ? [lid] : []), ...packed],
    gravity: draw.oneOf([GRAVITY, [0, 0, 0]]),
  };
}

/** Small stacks and loose bodies on a slope, which friction holds or does not. */
function makeSlope(draw) {
  const angle = draw.between(0.05, 0.6);
  const orientation = axisAngle([0, 0, 1], -angle);
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  /** @type {Record<string, any>[]} */
  const bodies = [{ ...GROUND, orientation }];
  for (let i = 0; i < draw.whole(3, 6); i++) {
    const [along, across] = [1.2 * (i % 3), 1.2 * Math.floor(i / 3)];
    for (let k = 0, count = draw.whole(1, 4); k < count; k++) {
      const up = 0.3 + 0.6 * k;
      const shape = draw.oneOf([
        { kind: 'box', size: [0.8, 0.6, 0.8] },
        { kind: 'cylinder', radius: 0.4, height: 0.6 },
      ]);
      bodies.push({
        position: [along * cos + up * sin, up * cos - along * sin, across],
        orientation,
        shapes: [shape],
        density: 1000 * draw.ratio(30),
      });
    }
  }
  return { bodies };
}

/** A cluster that flies together in free space, of very different masses. */
function makeThrown(draw) {
  const count = draw.whole(8, 27);
  const bodies = Array.from({ length: count }, (_, i) => {
    const position = [(i % 3) - 1, (Math.floor(i / 3) % 3) - 1, Math.floor(i / 9) - 1];
    return {
      position: position.map((x) => x + draw.between(-0.05, 0.05)),
      orientation: turned(draw),
      velocity: position.map((x) => -2 * x + draw.between(-1, 1)),
      angularVelocity: draw.vector(4),
      shapes: [anyShape(draw, draw.between(0.25, 0.45))],
      density: 1000 * draw.ratio(1000),
    };
  });
  return { bodies, gravity: [0, 0, 0] };
}

/** Meshes that hold each other with play: rings on a pin, upright or level, a chain of rings, a nut on a bolt. */
function makePlay(draw) {
  return draw.oneOf([makePinned, makeThreaded, makeChain, makeNut])(draw);
}

const RING = { kind: 'mesh', mesh: 'ring' };
const PIN = { kind: 'mesh', mesh: 'pin' };

/** Arms that hang on a level pin by the ring at their end. */
function makePinned(draw) {
  const level = axisAngle([0, 0, 1], Math.PI / 2);
  const pin = { kind: 'fixed', position: [2, 3, 0], orientation: level, shapes: [PIN] };
  const arms = Array.from({ length: draw.whole(1, 3) }, (_, i) => {
    const arm = draw.between(0.5, 1.5);
    return {
      position: [0.5 * i - 0.5, 2.85, 0],
      orientation: axisAngle([1, 0, 0], draw.between(-1.5, 1.5)),
      shapes: [
        { ...RING, orientation: level },
        { kind: 'box', size: [0.2, arm, 0.2], position: [0, -0.55 - arm / 2, 0] },
      ],
      density: 1000 * draw.ratio(10),
    };
  });
  return { bodies: [pin, ...arms], meshes: ['ring', 'pin'] };
}

function makeThreaded(draw) {
  const rings = Array.from({ length: draw.whole(2, 5) }, (_, i) => ({
    position: [0, 0.3 + 0.35 * i, 0],
    orientation: axisAngle([draw.between(0.1, 1), 0, draw.between(-1, 1)], draw.between(0, 0.15)),
    shapes: [RING],
    density: 1000 * draw.ratio(10),
  }));
  return { bodies: [GROUND, { kind: 'fixed', shapes: [PIN] }, ...rings], meshes: ['ring', 'pin'] };
}

function makeChain(draw) {
  const count = draw.whole(2, 6);
  const ratio = draw.ratio(30);
  const upright = axisAngle([1, 0, 0], Math.PI / 2);
  const across = axisAngle([0, 0, 1], Math.PI / 2);
  const bodies = Array.from({ length: count + 1 }, (_, i) => ({
    ...(i === 0 ? { kind: 'fixed' } : {}),
    position: [0, 6 - 0.72 * i, 0],
    orientation: i % 2 === 0 ? upright : across,
    ...(i === 0 ? {} : { velocity: draw.vector(0.5) }),
    shapes: [RING],
    density: i === count ? 1000 * ratio : 1000,
  }));
  return { bodies, meshes: ['ring'] };
}

function makeNut(draw) {
  const nut = {
    position: [0, HEAD + 2 * THREAD.pitch, 0],
    angularVelocity: [0, draw.between(-4, 4), 0],
    shapes: [{ kind: 'mesh', mesh: 'nut' }],
    density: 1000,
  };
  return { bodies: [{ kind: 'fixed', shapes: [{ kind: 'mesh', mesh: 'bolt' }] }, nut], meshes: ['bolt', 'nut'] };
}
