// Fast members of contact groups, by the schedulers of time: balls of 10 to 1000 m/s that rattle in a box of plates, slide between
// posts on a plank, or are shot into a pile. No ball may leave its box or pass a post, and no step gains energy.

import { METHODS, SCHEDULERS, World } from '../../dist/src/index.js';
import { attempt, Finding } from '../oracle.mjs';

const TIMED = ['retroactive', 'conservative', 'timewarp'];
const METHODS_OF_GROUPS = ['gsp', 'ncp', 'substeps', 'impulsive'];
const STEPS = 8;
/** So far falls what falls in a step, at the most [m]. */
const FALL = 0.1;
/** Gains of more than this share of what there was at first are those of impacts [1]. */
const GAIN = 1e-3;

export function run(dice) {
  const [name, method] = [dice.pick(TIMED), dice.pick(METHODS_OF_GROUPS)];
  const dt = dice.pick([1 / 60, 1 / 100, 1 / 240]);
  const world = new World({ stepper: METHODS[method], scheduler: SCHEDULERS[name] });
  world.createMaterial('default', { friction: dice.pick([0, 0.3, 1]), restitution: dice.pick([0, 0, 0.3, 0.8]) });
  world.createBody({ kind: 'fixed', name: 'ground', position: [0, -0.5, 0], shapes: [{ kind: 'box', size: [400, 1, 400] }] });
  const speed = dice.magnitude(10, 1000);
  const place = dice.pick(Object.keys(PLACES));
  const { isInside, weight } = PLACES[place](world, dice, speed);
  const what = `${place}, ${speed.toFixed(0)} m/s by ${method} and ${name}`;
  const first = world.kineticEnergy();
  let energy = first;
  for (let i = 0; i < STEPS; i++) {
    const at = `${what}, step ${i} of ${dt} s`;
    if (attempt(at, world, () => world.step(dt)) === undefined) return;
    const now = world.kineticEnergy();
    if (now > energy + GAIN * first + weight * 9.81 * FALL)
      throw new Finding(`${at}: energy rises by ${((now - energy) / first).toExponential(2)} of it`);
    energy = now;
    const escaped = isInside();
    if (escaped !== undefined) throw new Finding(`${at}: ${escaped}`);
  }
}

/** A direction that is level as a rule. */
function directionOf(dice) {
  const [x, y, z] = dice.vector(1);
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, dice.chance(0.5) ? 0 : y / length, z / length];
}

const BALLS = {
  ball: (dice) => [{ kind: 'sphere', radius: dice.magnitude(0.01, 0.08) }],
  box: (dice) => [{ kind: 'box', size: dice.list(3, () => dice.magnitude(0.02, 0.15)) }],
  rod: (dice) => [{ kind: 'capsule', radius: dice.magnitude(0.01, 0.04), length: dice.between(0.02, 0.1) }],
  hull: (dice) => [{ kind: 'hull', points: dice.list(10, () => dice.vector(0.08)) }],
};

function throwOne(world, dice, name, position, velocity) {
  const shapes = BALLS[dice.pick(Object.keys(BALLS))](dice);
  return world.createBody({
    name,
    position,
    velocity,
    orientation: dice.turn(),
    angularVelocity: dice.vector(dice.pick([0, 1, 100])),
    shapes,
    mass: dice.magnitude(0.001, 0.3),
  });
}

const seen = (box, { centerOfMass }) => {
  const {
    position,
    orientation: [a, b, c, w],
  } = box;
  const d = centerOfMass.map((p, k) => p - position[k]);
  const cross = (/** @type {number[]} */ [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];
  const turn = cross(d).map((t) => -2 * t);
  const again = cross(turn).map((t) => -t);
  return d.map((x, k) => x + w * turn[k] + again[k]);
};

/** By name: where balls are thrown; `isInside` says what is wrong, `weight` what moves [kg]. */
const PLACES = {
  /** A closed box of six plates, one body, that stands on the ground. */
  box: (world, dice, speed) => {
    const t = dice.magnitude(0.004, 0.05);
    const half = 0.5;
    const shapes = [0, 1, 2].flatMap((axis) =>
      [-1, 1].map((side) => ({
        kind: 'box',
        size: [0, 1, 2].map((k) => (k === axis ? t : 2 * half + 2 * t)),
        position: [0, 1, 2].map((k) => (k === axis ? side * (half + 0.5 * t) : 0)),
      })),
    );
    const mass = dice.magnitude(10, 1000);
    const box = world.createBody({ name: 'box', position: [0, half + t, 0], shapes, mass });
    const starts = [
      [-0.25, 0.6, -0.2],
      [0.25, 0.5, 0.2],
      [0, 0.4, 0.25],
    ];
    const balls = dice.list(dice.pick([1, 1, 2, 3]), (_, i) =>
      throwOne(
        world,
        dice,
        `ball-${i}`,
        starts[i],
        directionOf(dice).map((x) => speed * x),
      ),
    );
    return {
      weight: mass + 1,
      isInside: () => {
        for (const ball of balls) {
          const at = seen(box, ball);
          if (at.some((x) => Math.abs(x) > half + 0.5 * t))
            return `${ball.name} is at ${at.map((x) => x.toFixed(4))} of a box of ${t.toFixed(4)}`;
        }
        return undefined;
      },
    };
  },
  /** Between two posts that stand on a plank. */
  posts: (world, dice, speed) => {
    const t = dice.magnitude(0.005, 0.05);
    world.createBody({ name: 'plank', position: [0, 0.05, 0], shapes: [{ kind: 'box', size: [400, 0.1, 4] }], mass: 1e4 });
    const post = (name, x) =>
      world.createBody({ name, position: [x, 0.6, 0], shapes: [{ kind: 'box', size: [t, 1, 2] }], mass: 100 });
    const posts = [post('left', -0.5), post('right', 0.5)];
    const ball = throwOne(world, dice, 'ball', [0, 0.25, 0], [speed * dice.pick([-1, 1]), 0, 0]);
    return {
      weight: 300,
      isInside: () => {
        const [left, right] = posts.map((each) => ({ at: seen(each, ball), each }));
        const isBeside = ({ at: [, y, z] }) => Math.abs(y) < 0.45 && Math.abs(z) < 0.9;
        if (isBeside(left) && left.at[0] < -0.5 * t && Math.abs(left.each.orientation[3]) > 0.9)
          return `the ball passes the left post: ${left.at}`;
        if (isBeside(right) && right.at[0] > 0.5 * t && Math.abs(right.each.orientation[3]) > 0.9)
          return `the ball passes the right post: ${right.at}`;
        return undefined;
      },
    };
  },
  /** A bullet into a wall of bricks that stands. */
  wall: (world, dice, speed) => {
    const t = dice.magnitude(0.02, 0.1);
    for (let layer = 0; layer < 4; layer++)
      for (let i = 0; i < 3; i++)
        world.createBody({
          position: [0, 0.1 + 0.2 * layer, 0.5 * (i - 1) + 0.05 * (layer % 2)],
          shapes: [{ kind: 'box', size: [t, 0.2, 0.5] }],
          mass: 50,
        });
    const ball = throwOne(world, dice, 'ball', [-dice.between(0.3, 0.3 + speed / 50), 0.4, 0.1], [speed, 0, 0]);
    const bricks = [...world.bodies()].filter((body) => body.mass === 50);
    return {
      weight: 700,
      isInside: () => {
        // While bricks stand where they stood, who is behind them has passed them.
        const isWhole = bricks.every((brick) => Math.abs(brick.orientation[3]) > 0.9999 && Math.abs(brick.velocity[0]) < 1);
        return isWhole && ball.centerOfMass[0] > 0.5 * t ? `the ball is behind the wall: ${ball.centerOfMass}` : undefined;
      },
    };
  },
};
