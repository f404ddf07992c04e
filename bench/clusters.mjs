// What random clusters (random-clusters.mjs) keep and gain in a step, by every method: momentum, angular momentum and
// energy.

import { spinOf } from '../dist/src/bodies/composite.js';
import { METHODS } from '../dist/src/index.js';
import { add, cross, length, scale, subtract } from '../dist/src/math/vector.js';
import { buildCluster, randomCluster } from './random-clusters.mjs';

export const CLUSTER_COUNT = 360;
/** How long each is followed [s]. */
const DURATION = 0.3;
/** A gain of less than this share is rounding [1]. */
const ROUNDING = 1e-9;

/** Of every method the worst step of so many clusters. */
export function measureClusters({ clusters = CLUSTER_COUNT, say = (_) => {} } = {}) {
  say(`gathering ${clusters} clusters`);
  const gathered = Array.from({ length: clusters }, (_, seed) => randomCluster(seed));
  return Object.keys(METHODS).map((method) => {
    say(`${clusters} clusters by ${method}`);
    const rows = gathered.map((cluster) => ({ ...cluster, ...followCluster(cluster, method) }));
    const isolated = rows.filter(({ gravity }) => gravity[1] === 0);
    const grounded = rows.filter(({ gravity }) => gravity[1] !== 0);
    const worst = (list, figure) => Math.max(0, ...list.map((row) => row[figure]));
    const sum = (list, figure) => list.reduce((total, row) => total + row[figure], 0);
    return {
      method,
      linear: worst(isolated, 'linear'),
      angular: worst(isolated, 'angular'),
      gain: worst(isolated, 'gain'),
      gainOnGround: worst(
        grounded.filter(({ way }) => way !== 'overlapping'),
        'gain',
      ),
      gainFromOverlap: worst(
        grounded.filter(({ way }) => way === 'overlapping'),
        'gain',
      ),
      gaining: sum(grounded, 'gaining'),
      steps: sum(grounded, 'steps'),
    };
  });
}

/**
 * The largest change of momentum and of angular momentum in a step, relative to the sums of their sizes, the largest
 * gain of energy, relative to the energy at the start, and in how many steps there is one [1].
 */
export function followCluster(cluster, method, { duration = DURATION, settings = {} } = {}) {
  const { dt } = cluster;
  const world = buildCluster(cluster, method, settings);
  const worst = { steps: Math.round(duration / dt), linear: 0, angular: 0, gain: 0, gaining: 0, contacts: 0 };
  let before = sumsOf(world);
  const start = before.energy;
  for (let i = 0; i < worst.steps; i++) {
    world.step(dt);
    const now = sumsOf(world);
    const gain = (now.energy - before.energy) / start;
    worst.linear = Math.max(worst.linear, length(subtract(now.momentum, before.momentum)) / before.momentumSize);
    worst.angular = Math.max(worst.angular, length(subtract(now.spin, before.spin)) / before.spinSize);
    worst.gain = Math.max(worst.gain, gain);
    if (gain > ROUNDING) worst.gaining++;
    worst.contacts += world.report.contacts;
    before = now;
  }
  return worst;
}

/**
 * Momentum [N s] and angular momentum [N m s] of all moving bodies, the sizes that they are the sums of, and the energy
 * [J] with heights above the ground.
 */
function sumsOf(world) {
  /** @type {[number, number, number]} */
  let momentum = [0, 0, 0];
  /** @type {[number, number, number]} */
  let spin = [0, 0, 0];
  let momentumSize = 0;
  let spinSize = 0;
  for (const body of world.bodies()) {
    if (body.kind !== 'rigid') continue;
    const own = scale(body.velocity, body.mass);
    const orbit = cross(body.centerOfMass, own);
    const turn = spinOf(world.store.nodes.columns, body.row);
    momentum = add(momentum, own);
    spin = add(spin, add(orbit, turn));
    momentumSize += length(own);
    spinSize += length(orbit) + length(turn);
  }
  return { momentum, momentumSize, spin, spinSize, energy: world.kineticEnergy() + world.potentialEnergy() };
}
