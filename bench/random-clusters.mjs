// Random clusters of bodies of every shape: the same of a seed on every machine.
//
// A cluster is { seed, way, dt [s], friction [1], restitution [1], gravity [m/s^2], bodies: descriptors }. Bodies
// touch, are about to meet, or overlap a little; they float, or lie on the ground under gravity.

import { boxMesh } from '../dist/scenes/meshes/box.js';
import { closeIntoRing, surfaceOf } from '../dist/scenes/meshes/surface.js';
import { ringMesh } from '../dist/scenes/meshes/tubes.js';
import { axisAngle, METHODS, Random, World } from '../dist/src/index.js';

export const STEPS = [1 / 60, 1 / 100, 1 / 240];
export const WAYS = ['touching', 'approaching', 'overlapping'];
const GRAVITY = [0, -9.81, 0];
/** @type {import('../dist/src/index.js').BodyDescriptor} */
const GROUND = { kind: 'fixed', shapes: [{ kind: 'half-space' }] };
/** Errors of contact trees, of meshes of about 0.7 m: coarse, to be soon built [m]. */
const ERROR = 0.01;
/** Bodies are let go at this distance from the middle, and come to rest against others at less [m]. */
const FAR = 4;
/** What is nearer than this touches [m]. */
const TOUCHING = 1e-5;
/** How often a body that comes near is advanced by its distance [1]. */
const MOST_ADVANCES = 60;

/** The L of three cubes of side 0.3 m, its faces cut along the planes of the cubes. */
function ellMesh() {
  const profile = [
    [0, 0],
    [0.6, 0],
    [0.6, 0.3],
    [0.3, 0.3],
    [0.3, 0.6],
    [0, 0.6],
  ];
  const points = [-0.15, 0.15].flatMap((z) => profile.map(([x, y]) => [x - 0.25, y - 0.25, z]));
  const front = [
    [0, 1, 2],
    [0, 2, 3],
    [0, 3, 4],
    [0, 4, 5],
  ];
  const triangles = front.flatMap(([a, b, c]) => [a, c, b, a + 6, b + 6, c + 6]);
  for (let i = 0; i < 6; i++) {
    const k = (i + 1) % 6;
    triangles.push(i, k, k + 6, i, k + 6, i + 6);
  }
  return surfaceOf(/** @type {any} */ (points), triangles);
}

/** A ring of square section, 0.7 m across. */
function squareRingMesh() {
  const sections = Array.from({ length: 16 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 16;
    const corner = (radius, y) => [radius * Math.cos(angle), y, radius * Math.sin(angle)];
    return [corner(0.35, -0.1), corner(0.35, 0.1), corner(0.2, 0.1), corner(0.2, -0.1)];
  });
  return closeIntoRing(/** @type {any} */ (sections));
}

const SURFACES = {
  cube: () => boxMesh([0.5, 0.5, 0.5], 2),
  ell: ellMesh,
  torus: () => ringMesh(0.25, 0.2, 24, 10),
  ring: squareRingMesh,
};
/** Named meshes with their trees, which all worlds share. */
const shelf = new World();

function treeOf(name) {
  return (shelf.meshes.find((mesh) => mesh.name === name) ?? shelf.createMesh(name, { ...SURFACES[name](), error: ERROR })).tree;
}

/** The cluster of a seed: steps, ways and places take turns, so that eighteen seeds in a row have all of them. */
export function randomCluster(seed) {
  const random = new Random(seed);
  const draw = {
    between: (low, high) => random.uniform(low, high),
    whole: (low, high) => Math.floor(random.uniform(low, high + 1)),
    oneOf: (list) => list[Math.floor(random.uniform(0, list.length))],
    vector: (size) => [random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)],
  };
  const dt = STEPS[seed % 3];
  const way = WAYS[Math.floor(seed / 3) % 3];
  const isFloating = Math.floor(seed / 9) % 2 === 0;
  const friction = draw.oneOf([0, 1, draw.between(0, 1), draw.between(0, 1)]);
  const restitution = draw.oneOf([0, 1, draw.between(0, 1), draw.between(0, 1)]);
  const gravity = isFloating ? [0, 0, 0] : GRAVITY;
  const bodies = gather(draw, draw.whole(4, 16), way, isFloating);
  return { seed, way, dt, friction, restitution, gravity, bodies };
}

/** A world with the cluster in it. */
export function buildCluster({ friction, restitution, gravity, bodies }, method, settings = {}) {
  const world = new World({ stepper: METHODS[method], settings: { gravity, events: 'off', ...settings } });
  world.createMaterial('default', { friction, restitution });
  for (const name of Object.keys(SURFACES)) world.createMesh(name, treeOf(name));
  for (const body of bodies) world.createBody(body);
  return world;
}

/**
 * Lets bodies come one after the other from all sides, until each is as near to one of the others as the way has it.
 */
function gather(draw, count, way, isFloating) {
  const world = buildCluster({ friction: 0, restitution: 0, gravity: [0, 0, 0], bodies: [] }, 'ncp');
  const placed = isFloating ? [] : [world.createBody(GROUND)];
  const bodies = isFloating ? [] : [GROUND];
  for (let i = 0; i < count; i++) {
    const shape = anyShape(draw, draw.between(0.2, 0.35));
    const from = isFloating ? directionOf(draw) : upwards(draw);
    const orientation = axisAngle(directionOf(draw), draw.between(0, 2 * Math.PI));
    const start = from.map((x) => FAR * x);
    const mass = 10 ** draw.between(0, 3);
    const body = world.createBody({ shapes: [shape], position: start, orientation, mass });
    const gap = way === 'touching' ? 0 : way === 'approaching' ? draw.between(0.005, 0.1) : -draw.between(0.002, 0.05);
    const position = comeNear(world, body, placed, start, from, gap);
    placed.push(body);
    const inwards = way === 'approaching' ? -3 : draw.oneOf([-1, 0]);
    const velocity = from.map((x) => inwards * x + draw.between(-1, 1));
    bodies.push({ shapes: [shape], mass, position, orientation, velocity, angularVelocity: draw.vector(3) });
  }
  return bodies;
}

/**
 * Where a body comes to that goes straight for the middle, until its distance from the others is `gap` [m], along its
 * way if it is negative.
 */
function comeNear(world, body, others, start, from, gap) {
  let gone = 0;
  const at = () => start.map((x, k) => x - gone * from[k]);
  for (let i = 0; i < MOST_ADVANCES && gone < FAR; i++) {
    let nearest = FAR - gone;
    for (const other of others)
      nearest = Math.min(nearest, world.closestPoints(body, other, Math.max(0, nearest))?.gap ?? nearest);
    if (nearest - Math.max(0, gap) < TOUCHING) break;
    gone += nearest - Math.max(0, gap);
    body.position = at();
  }
  if (others.length > 0 && gap < 0) gone -= gap;
  body.position = at();
  return at();
}

/** One of six kinds of shape, about as large as a ball of that radius [m]; meshes are as they are. */
function anyShape(draw, radius) {
  const size = () => draw.between(1, 2) * radius;
  return draw.oneOf([
    () => ({ kind: 'sphere', radius }),
    () => ({ kind: 'box', size: [size(), size(), size()] }),
    () => ({ kind: 'capsule', radius: radius / 2, length: size() }),
    () => ({ kind: 'cylinder', radius: 0.8 * radius, height: size() }),
    () => ({ kind: 'hull', points: Array.from({ length: 10 }, () => directionOf(draw).map((x) => x * radius)) }),
    () => ({ kind: 'mesh', mesh: draw.oneOf(Object.keys(SURFACES)) }),
    () => ({ kind: 'mesh', mesh: draw.oneOf(Object.keys(SURFACES)) }),
  ])();
}

function directionOf(draw) {
  for (;;) {
    const point = draw.vector(1);
    const square = point[0] * point[0] + point[1] * point[1] + point[2] * point[2];
    if (square > 0.01 && square < 1) return point.map((x) => x / Math.sqrt(square));
  }
}

/** A direction at least some 25 degrees above the ground. */
function upwards(draw) {
  for (;;) {
    const direction = directionOf(draw);
    if (direction[1] > 0.4) return direction;
  }
}
