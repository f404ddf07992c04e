// Flights against closed forms, conservation and a fine integration of Euler's equations.

import { describe, expect, it } from 'vitest';
import { Flight, Pose, TURN_ERROR } from '../../../src/detection/time-of-impact/flight.js';
import { Random } from '../../../src/math/random.js';
import { multiply, type Quat, rotate, type Vec3 } from '../../../src/math/vector.js';
import { randomQuat, randomUnit } from '../narrow-phase/placing.js';

function flightOf(given: {
  velocity?: number[];
  acceleration?: number[];
  moments?: number[];
  principal?: Quat;
  orientation?: Quat;
}) {
  const flight = new Flight();
  flight.velocity.set(given.velocity ?? []);
  flight.acceleration.set(given.acceleration ?? []);
  flight.moments.set(given.moments ?? []);
  flight.principal.set(given.principal ?? [0, 0, 0, 1]);
  flight.orientation.set(given.orientation ?? [0, 0, 0, 1]);
  flight.begin();
  return flight;
}

function poseAt(flight: Flight, time: number): Pose {
  const pose = new Pose();
  pose.time = time;
  flight.writePose(pose);
  return pose;
}

function spinAt(flight: Flight, time: number): Vec3 {
  const rates = new Float64Array(6);
  flight.writeVelocity(poseAt(flight, time), rates);
  return [rates[3], rates[4], rates[5]];
}

/** Angle between two orientations [rad]. */
function angleBetween(p: ArrayLike<number>, q: ArrayLike<number>): number {
  const [x, y, z] = multiply([-p[0], -p[1], -p[2], p[3]], [q[0], q[1], q[2], q[3]]);
  return 2 * Math.sqrt(x * x + y * y + z * z);
}

/** Momentum in the world, and twice the energy. */
function kept(flight: Flight, pose: Pose, spin: Vec3) {
  const frame = multiply([...pose.orientation] as Quat, [...flight.principal] as Quat);
  const local = rotate([-frame[0], -frame[1], -frame[2], frame[3]], spin);
  const momentum = rotate(frame, [local[0] * flight.moments[0], local[1] * flight.moments[1], local[2] * flight.moments[2]]);
  return { momentum, energy: local.reduce((sum, w, k) => sum + flight.moments[k] * w * w, 0) };
}

/** The orientation after a time, by so many midpoint steps of Euler's equations and q' = w q / 2, extrapolated. */
function integrate(flight: Flight, time: number, steps: number): Quat {
  let q = multiply([...flight.orientation] as Quat, [...flight.principal] as Quat);
  const I = flight.moments;
  let w = rotate([-q[0], -q[1], -q[2], q[3]], [flight.velocity[3], flight.velocity[4], flight.velocity[5]]);
  const rate = (p: Quat, s: Vec3): { q: Quat; w: Vec3 } => {
    const d = multiply(p, [s[0] / 2, s[1] / 2, s[2] / 2, 0]);
    return {
      q: d,
      w: [((I[1] - I[2]) * s[1] * s[2]) / I[0], ((I[2] - I[0]) * s[2] * s[0]) / I[1], ((I[0] - I[1]) * s[0] * s[1]) / I[2]],
    };
  };
  const plus = <T extends number[]>(p: T, d: T, s: number) => p.map((x, k) => x + s * d[k]) as T;
  const h = time / steps;
  for (let i = 0; i < steps; i++) {
    const k1 = rate(q, w);
    const k2 = rate(plus(q, k1.q, h / 2), plus(w, k1.w, h / 2));
    const k3 = rate(plus(q, k2.q, h / 2), plus(w, k2.w, h / 2));
    const k4 = rate(plus(q, k3.q, h), plus(w, k3.w, h));
    q = q.map((x, k) => x + (h / 6) * (k1.q[k] + 2 * k2.q[k] + 2 * k3.q[k] + k4.q[k])) as Quat;
    w = w.map((x, k) => x + (h / 6) * (k1.w[k] + 2 * k2.w[k] + 2 * k3.w[k] + k4.w[k])) as Vec3;
  }
  const [x, y, z, s] = flight.principal;
  return multiply(q, [-x, -y, -z, s]);
}

/** Of a ball, of a rod and a disc about each axis, and of a brick. */
const MOMENTS = [
  [2, 2, 2],
  [2, 2, 0.3],
  [1, 2, 1],
  [3, 2, 2],
  [2, 2.9, 1.3],
];

describe('a flight', () => {
  it('goes along its parabola from its anchor', () => {
    const flight = flightOf({ velocity: [3, 4, 0], acceleration: [0, -9.81, 0] });
    flight.time = 2;
    flight.position.set([1, 2, 3]);
    const { position } = poseAt(flight, 2.5);
    expect(position[0]).toBeCloseTo(2.5, 15);
    expect(position[1]).toBeCloseTo(2 + 2 - 0.5 * 9.81 * 0.25, 14);
    expect(position[2]).toBe(3);
  });

  it('turns as a fine integration says, whatever its moments are', () => {
    const random = new Random(1);
    for (let i = 0; i < 15; i++) {
      const flight = flightOf({
        velocity: [0, 0, 0, ...randomUnit(random).map((x) => 5 * x)],
        moments: MOMENTS[i % MOMENTS.length],
        principal: randomQuat(random),
        orientation: randomQuat(random),
      });
      const turned = flight.largestSpin * 2;
      expect(angleBetween(poseAt(flight, 2).orientation, integrate(flight, 2, 20_000))).toBeLessThan(TURN_ERROR * turned);
    }
  });

  it('that tumbles errs by less than is said, keeps momentum and energy, and is never faster than is said', () => {
    const random = new Random(2);
    let largest = 0;
    for (let i = 0; i < 40; i++) {
      const [p, q] = [random.uniform(0.1, 1), random.uniform(0.1, 1)];
      const flight = flightOf({
        velocity: [0, 0, 0, ...randomUnit(random).map((x) => 3 * x)],
        moments: [p, q, Math.abs(p - q) + random.uniform(0.02, 1) * (p + q - Math.abs(p - q))],
        principal: randomQuat(random),
        orientation: randomQuat(random),
      });
      const before = kept(flight, poseAt(flight, 0), spinAt(flight, 0));
      const after = kept(flight, poseAt(flight, 4), spinAt(flight, 4));
      for (let k = 0; k < 3; k++) expect(after.momentum[k]).toBeCloseTo(before.momentum[k], 12);
      expect(Math.abs(after.energy / before.energy - 1)).toBeLessThan(1e-6);
      for (let t = 0; t < 4; t += 0.05) expect(Math.hypot(...spinAt(flight, t))).toBeLessThanOrEqual(flight.largestSpin);
      const turned = 4 * flight.largestSpin;
      largest = Math.max(largest, angleBetween(poseAt(flight, 4).orientation, integrate(flight, 4, 4000)) / turned);
    }
    expect(largest).toBeLessThan(TURN_ERROR);
  });

  it('has the same bits whatever was asked before', () => {
    const given = { velocity: [1, 2, 3, 4, 5, 6], moments: [1, 2, 2.5], acceleration: [0, -9.81, 0] };
    const flight = flightOf(given);
    for (const time of [3, 0.1, 2, 0.77, 0.77]) {
      expect([...poseAt(flight, time).orientation]).toEqual([...poseAt(flightOf(given), time).orientation]);
      expect(spinAt(flight, time)).toEqual(spinAt(flightOf(given), time));
    }
  });
});
