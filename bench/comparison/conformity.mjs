// Whether every engine simulates what it was told to: bodies of the true size at rest, the friction asked for, free fall. Each
// number has a closed form, so that a slip in an adapter, or an engine's own idea of a margin, shows before any comparison.

import { reasonOf } from '../reason.mjs';
import { loadEngine } from '../rivals/index.mjs';
import { POSE } from '../ruler/ruler.mjs';

/** @import { PlainBody, PlainShape, Vec3 } from '../plain-scene.mjs' */

const GRAVITY = 9.81;
const FRICTION = 0.5;
const DENSITY = 2000;
/** Of the sliding box: fast, so that what a step more or less counts does not show [m/s]. */
const SPEED = 10;

/** @type {PlainBody} */
const ground = { isFixed: true, shape: { kind: 'half-space' }, ...at([0, 0, 0]), mass: 0, inertia: [0, 0, 0] };
/** @type {Vec3[]} */
const wedge = [-1, 1].flatMap((z) => [
  [-0.4, -0.5, z / 2],
  [0.4, -0.5, z / 2],
  [-0.6, 0.5, z / 2],
  [0.6, 0.5, z / 2],
]);

/**
 * One row of { engine, box, ball, hull, onBox, fall [mm], friction [1] } for each engine, or { engine, failure }: how far from where
 * it should be a body at rest on the ground is, a box on a box, and a body after falling for 1 s (49 mm too low for one step
 * of dt = 1/100 s that gains its speed before it moves), and the friction by which a sliding box comes to rest.
 */
export async function measureConformity(engines, dt) {
  const rows = [];
  for (const engine of engines) {
    try {
      rows.push({ engine, ...(await measureEngine(await loadEngine(engine), dt)) });
    } catch (error) {
      rows.push({ engine, failure: reasonOf(error) });
    }
  }
  return rows;
}

async function measureEngine(engine, dt) {
  const rest = async (...bodies) => (await simulate(engine, dt, 2, [ground, ...bodies]))[1];
  const box = await rest(cube([0, 0.5, 0]));
  const ball = await rest(body({ kind: 'sphere', radius: 0.5 }, (Math.PI / 6) * DENSITY, [0, 0.5, 0]));
  const hull = await rest(body({ kind: 'hull', points: wedge }, DENSITY, [0, 0.5, 0]));
  const upper = await rest(cube([0, 0.5, 0]), cube([0, 1.5, 0]));
  const [slid] = await simulate(engine, dt, 4, [ground, cube([0, 0.5, 0], [SPEED, 0, 0])]);
  const [, fallen] = await simulate(engine, dt, 1, [cube([0, 0, 0])]);
  return {
    box: 1e3 * (box - 0.5),
    ball: 1e3 * (ball - 0.5),
    hull: 1e3 * (hull - 0.5),
    onBox: 1e3 * (upper - 1.5),
    friction: (SPEED * SPEED) / (2 * GRAVITY * slid),
    fall: 1e3 * (fallen + GRAVITY / 2),
  };
}

/** Position of the last of the moving bodies after that many seconds [m]. */
async function simulate({ create }, dt, seconds, bodies) {
  const world = await create({ dt, gravity: [0, -GRAVITY, 0], friction: FRICTION, restitution: 0, settings: {} });
  for (const one of bodies) world.addBody(one);
  for (let step = 0; step < Math.round(seconds / dt); step++) world.step();
  const moving = bodies.filter(({ isFixed }) => !isFixed).length;
  const poses = new Float64Array(POSE * moving);
  world.poses(poses);
  world.dispose();
  return poses.subarray(POSE * (moving - 1), POSE * (moving - 1) + 3);
}

/**
 * @param {Vec3} position
 * @returns {Pick<PlainBody, 'position' | 'orientation' | 'velocity' | 'angularVelocity'>}
 */
function at(position) {
  return { position, orientation: [0, 0, 0, 1], velocity: [0, 0, 0], angularVelocity: [0, 0, 0] };
}

/**
 * @param {Vec3} position
 * @param {Vec3} velocity
 */
function cube(position, velocity = [0, 0, 0]) {
  return { ...body({ kind: 'box', size: [1, 1, 1] }, DENSITY, position), velocity };
}

/**
 * With the inertia of a cube, which is near enough for what only rests.
 * @param {PlainShape} shape
 * @param {number} mass
 * @param {Vec3} position
 * @returns {PlainBody}
 */
function body(shape, mass, position) {
  const moment = mass / 6;
  return { isFixed: false, shape, ...at(position), mass, inertia: [moment, moment, moment] };
}
