// Bodies of 10 to 1000 m/s against thin walls, which nothing holds or which stand: nothing passes a wall, and no step gains energy or
// momentum.

import { METHODS, World } from '../../dist/src/index.js';
import { attempt, Finding } from '../oracle.mjs';
import { knowsJoints, METHOD_NAMES, TETRAHEDRON } from '../sample-world.mjs';

/** Walls are so thick, and reach so far from their middles; plates that are free reach less far [m]. */
const THICKNESS = 0.02;
const REACH = 3;
const REACH_OF_PLATES = 1.2;
/** What is behind a wall within this distance of its middle has passed it [m]. */
const NEAR = 0.8;
/** What is so deep in a half-space has passed its surface for good [m]. */
const DEEP = 0.4;
/** Steps after the first impact. */
const STEPS = 12;
/**
 * Gains of more than this share of what there was at first are those of impacts: bodies that turn by several radians in a step keep
 * their energy to less [1].
 */
const GAIN = 1e-3;
/** Changes of momentum of more than this share are none of rounding [1]. */
const CHANGE = 1e-9;

export function run(dice) {
  const method = dice.pick(METHOD_NAMES);
  const dt = dice.pick([1 / 30, 1 / 60, 1 / 100, 1 / 240]);
  const world = new World({ stepper: METHODS[method], settings: { gravity: [0, 0, 0] } });
  world.createMaterial('default', { friction: dice.pick([0, 0.3, 1]), restitution: dice.pick([0, 0, 0.3, 1]) });
  world.createMesh('wall', WALL_MESH);
  world.createMesh('wedge', WEDGE_MESH);
  const speed = dice.magnitude(10, 1000);
  const way = dice.between(0.6, 0.6 + 3 * speed * dt);
  const wall = dice.pick(Object.keys(WALLS));
  const body = dice.pick(Object.keys(BODIES).filter((name) => canMeet(name, wall, method)));
  const walls = WALLS[wall](world, dice);
  const bodies = BODIES[body](world, dice, motionOf(dice, speed, way));
  const steps = Math.min(60, Math.ceil(way / (speed * dt)) + STEPS);
  expectImpacts(
    world,
    bodies,
    walls,
    wall === 'half-space' ? DEEP : 0,
    dt,
    steps,
    `${body} of ${speed.toFixed(0)} m/s on ${wall} by ${method}`,
  );
}

/** Meshes that move cannot meet surfaces. */
function canMeet(body, wall, method) {
  return (body !== 'chain' || knowsJoints(method)) && !(body === 'mesh' && wall === 'surface');
}

function expectImpacts(world, bodies, walls, depth, dt, steps, what) {
  const moving = [...world.bodies()].filter(({ kind }) => kind === 'rigid');
  const isFree = walls.every(({ kind }) => kind === 'rigid');
  const first = world.kineticEnergy();
  const momentum = momentumOf(moving);
  const scale = moving.reduce((sum, { mass, velocity }) => sum + mass * Math.hypot(...velocity), 0);
  const placesOf = (wall) =>
    new Map(bodies.map((body) => [body, { before: toFrame(wall, body.position), now: [0, 0, 0], passed: undefined }]));
  const ways = new Map(walls.map((wall) => [wall, placesOf(wall)]));
  let energy = first;
  for (let i = 0; i < steps; i++) {
    const at = `${what}, step ${i} of ${dt} s`;
    if (attempt(at, world, () => world.step(dt)) === undefined) return;
    const now = world.kineticEnergy();
    if (now > energy + GAIN * first)
      throw new Finding(`${at}: energy rises by ${((now - energy) / first).toExponential(2)} of it`);
    energy = now;
    const change = momentumOf(moving).map((p, k) => p - momentum[k]);
    if (isFree && Math.hypot(...change) > CHANGE * scale)
      throw new Finding(`${at}: momentum changes by ${(Math.hypot(...change) / scale).toExponential(2)} of it`);
    for (const wall of walls) {
      // What is in a wall may come out again where it came from.
      for (const body of bodies) {
        const way = ways.get(wall).get(body);
        way.now = toFrame(wall, body.position);
        if (way.now[0] < 0) way.passed = undefined;
        else if (hasPassed(way, wall, depth, dt)) way.passed = at;
        way.before = way.now;
      }
    }
  }
  for (const ofWall of ways.values())
    for (const { passed } of ofWall.values()) if (passed !== undefined) throw new Finding(`${passed}: it passes the wall`);
}

function momentumOf(bodies) {
  return [0, 1, 2].map((k) => bodies.reduce((sum, { mass, velocity }) => sum + mass * velocity[k], 0));
}

/**
 * Whether the middle of a body has come from in front of a wall to behind it, as seen from there. A plate that turns far in a step
 * says nothing of that, and a half-space pushes what is in it out again.
 */
function hasPassed({ before, now }, { angularVelocity }, depth, dt) {
  const isNear = ([, y, z]) => Math.abs(y) < NEAR && Math.abs(z) < NEAR;
  return before[0] < 0 && now[0] > depth && isNear(before) && isNear(now) && dt * Math.hypot(...angularVelocity) < 0.5;
}

/** A point as seen from a body. */
function toFrame({ position, orientation: [a, b, c, w] }, point) {
  const d = point.map((p, k) => p - position[k]);
  const cross = (/** @type {number[]} */ [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];
  // Turned back: the axis counts the other way.
  const turn = cross(d).map((t) => -2 * t);
  const again = cross(turn).map((t) => -t);
  return d.map((x, k) => x + w * turn[k] + again[k]);
}

function motionOf(dice, speed, way) {
  const aside = dice.pick([0, 0, 0.3]);
  return {
    position: [-way, dice.between(-0.3, 0.3), dice.between(-0.3, 0.3)],
    velocity: [speed, speed * dice.between(-aside, aside), speed * dice.between(-aside, aside)],
    angularVelocity: dice.vector(dice.pick([0, 1, 100])),
    orientation: dice.turn(),
  };
}

const one = (shapesOf) => (world, dice, motion) => [
  world.createBody({ ...motion, shapes: shapesOf(dice), density: dice.magnitude(100, 1e4) }),
];

/** By name: what makes the bodies that must not pass. */
const BODIES = {
  ball: one((dice) => [{ kind: 'sphere', radius: dice.magnitude(0.005, 0.2) }]),
  box: one((dice) => [{ kind: 'box', size: dice.list(3, () => dice.magnitude(0.02, 0.4)) }]),
  rod: one((dice) => [{ kind: 'capsule', radius: dice.magnitude(0.005, 0.05), length: dice.between(0.1, 0.6) }]),
  coin: one((dice) => [{ kind: 'cylinder', radius: dice.between(0.05, 0.2), height: dice.magnitude(0.01, 0.1) }]),
  hull: one((dice) => [{ kind: 'hull', points: dice.list(12, () => dice.vector(0.2)) }]),
  mesh: one(() => [{ kind: 'mesh', mesh: 'wedge' }]),
  dumbbell: one(() => [-0.15, 0.15].map((x) => ({ kind: 'sphere', radius: 0.05, position: [x, 0, 0] }))),
  chain: (world, _, { position: [x, y, z], velocity }) => {
    const links = Array.from({ length: 4 }, (_, i) =>
      world.createBody({ position: [x, y + 0.1 * i, z], velocity, shapes: [{ kind: 'box', size: [0.04, 0.08, 0.04] }], mass: 1 }),
    );
    for (let i = 0; i < 3; i++)
      world.createJoint({ kind: 'ball', bodyA: links[i], bodyB: links[i + 1], anchor: [x, y + 0.1 * i + 0.05, z] });
    return links;
  },
};

const fixed = (shape) => (world) => [world.createBody({ kind: 'fixed', shapes: [shape] })];
const CORNERS = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [0.5 * THICKNESS * x, REACH * y, REACH * z])));
// biome-ignore format: two triangles a face
const FACES = [0, 1, 3, 0, 3, 2,  4, 6, 7, 4, 7, 5,  0, 4, 5, 0, 5, 1,  2, 3, 7, 2, 7, 6,  0, 2, 6, 0, 6, 4,  1, 5, 7, 1, 7, 3];
const WEDGE_MESH = { ...TETRAHEDRON, vertices: TETRAHEDRON.vertices.map((x) => 0.3 * x) };
const WALL_MESH = { vertices: CORNERS.flat(), triangles: FACES };

/** By name: what makes walls, whose middles are at x = 0 in frames of their own. */
const WALLS = {
  box: fixed({ kind: 'box', size: [THICKNESS, 2 * REACH, 2 * REACH] }),
  hull: fixed({ kind: 'hull', points: CORNERS }),
  mesh: fixed({ kind: 'mesh', mesh: 'wall' }),
  // Its normal, which is along y, points to where bodies come from.
  'half-space': fixed({ kind: 'half-space', orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }),
  surface: (world) => {
    world.createSurface('sheet', { heights: Array(16).fill(0), columns: 4, rows: 4, spacing: [2, 2], sides: 'both' });
    return fixed({ kind: 'surface', surface: 'sheet', orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] })(world);
  },
  plates: (world, dice) => {
    const density = dice.magnitude(10, 1000);
    return dice.list(dice.pick([1, 3, 8]), (_, i) =>
      world.createBody({
        position: [0.1 * i, 0, 0],
        shapes: [{ kind: 'box', size: [THICKNESS, 2 * REACH_OF_PLATES, 2 * REACH_OF_PLATES] }],
        density,
      }),
    );
  },
};
