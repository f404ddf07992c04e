// Rows of joints: exact derivatives of gaps and coordinates, for every kind, wherever the bodies are.

import { describe, expect, it } from 'vitest';
import { readCoordinate } from '../../src/joints/coordinates.js';
import { firstAcross, JOINT_KINDS } from '../../src/joints/joint-kinds.js';
import type { Pose, Quat, Vec3 } from '../../src/math/vector.js';
import { add, axisAngle, composePoses, cross, dot, IDENTITY, multiply, subtract } from '../../src/math/vector.js';
import { HIGHEST, J_A, J_B, LOWEST, ROW_LENGTH } from '../../src/solvers/tree/joint-block.js';
import { A, B, JOINT, JointSite, KINDS, randomNumbers, randomPose, randomVector } from './joint-site.js';

const AT_ZERO: Pose = { position: [0, 0, 0], orientation: IDENTITY };

/** Gaps of the locked rows, then values of the coordinates. */
function measures(site: JointSite): number[] {
  const { frames, joints, nodes, locked, coordinates } = site;
  const values = Array.from({ length: coordinates }, (_, c) => readCoordinate(frames, joints, nodes, JOINT, c));
  return [...site.gaps().slice(0, locked), ...values];
}

/** By central differences: what each row changes by when a body moves by a unit in one of six ways. */
function differences(site: JointSite, node: number): number[][] {
  const step = 1e-5;
  return Array.from({ length: 6 }, (_, i) => {
    const { position, orientation } = site.pose(node);
    const displacement = [0, 0, 0, 0, 0, 0];
    const values = [step, -step].map((size) => {
      displacement[i] = size;
      site.put(node, { position, orientation });
      site.move(node, displacement);
      return measures(site);
    });
    site.put(node, { position, orientation });
    return values[0].map((value, row) => (value - values[1][row]) / (2 * step));
  });
}

/** Largest difference between the rows and what the measures do. */
function worstError(site: JointSite): number {
  const rows = site.writeRows();
  const { coordinates } = JOINT_KINDS[site.joints.kind[JOINT]];
  const roll = coordinates.at(-1)?.name === 'roll' ? site.rows - 1 : -1;
  const across = firstAcross(site.joints.kind[JOINT]);
  let worst = 0;
  for (const [node, j] of [
    [A, J_A],
    [B, J_B],
  ] as const) {
    differences(site, node).forEach((difference, i) => {
      difference.forEach((slope, row) => {
        // The roll of a ball joint, and what is across a rope, have no value.
        if (row === roll || row >= across) return;
        const error = Math.abs(rows[row * ROW_LENGTH + j + i] - slope);
        worst = Number.isNaN(error) ? Number.POSITIVE_INFINITY : Math.max(worst, error);
      });
    });
  }
  return worst;
}

describe('rows of joints', () => {
  it.each(KINDS)('are the derivatives of what they measure, wherever the bodies are: %s', (kind) => {
    const random = randomNumbers(7);
    for (let i = 0; i < 40; i++) {
      const site = new JointSite(kind, randomPose(random), randomPose(random), i % 4 === 3);
      // The frames are up to a right angle apart, and far apart: neither gaps nor slides are small.
      site.put(A, randomPose(random));
      site.putRelative({ position: randomVector(random), orientation: axisAngle(randomVector(random), 1.4 * random()) });
      expect(worstError(site)).toBeLessThan(1e-7);
    }
  });

  it.each(KINDS)('have no gap in the zero position, and let nothing through that is locked: %s', (kind) => {
    const random = randomNumbers(3);
    const site = new JointSite(kind, randomPose(random), randomPose(random));
    site.put(A, randomPose(random));
    site.putRelative(AT_ZERO);
    site.writeRows();
    for (const value of measures(site)) expect(Math.abs(value)).toBeLessThan(1e-14);
    for (let row = 0; row < site.rows; row++) {
      expect(site.row(row, LOWEST)).toBe(row < site.locked ? 0 : Number.NEGATIVE_INFINITY);
      expect(site.row(row, HIGHEST)).toBe(row < site.locked ? 0 : Number.POSITIVE_INFINITY);
    }
  });

  it.each(KINDS)('are independent of each other in the zero position: %s', (kind) => {
    const random = randomNumbers(5);
    const site = new JointSite(kind, randomPose(random), randomPose(random));
    site.put(A, randomPose(random));
    site.putRelative(AT_ZERO);
    const rows = site.writeRows();
    // Motions of B's origin and turns of B, as the rows see them, are perpendicular unit vectors.
    const { arm } = site.frames.b;
    const seen = Array.from({ length: site.rows }, (_, row) => {
      const [x, y, z, p, q, r] = rows.slice(row * ROW_LENGTH + J_B, row * ROW_LENGTH + J_B + 6);
      return [x, y, z, p - arm[1] * z + arm[2] * y, q - arm[2] * x + arm[0] * z, r - arm[0] * y + arm[1] * x];
    });
    seen.forEach((a, i) => {
      seen.forEach((b, j) => {
        expect(a.reduce((sum, value, k) => sum + value * b[k], 0)).toBeCloseTo(i === j ? 1 : 0, 12);
      });
    });
  });

  it('of the world are zero', () => {
    const random = randomNumbers(11);
    for (const kind of KINDS) {
      const site = new JointSite(kind, randomPose(random), randomPose(random), true);
      site.put(B, randomPose(random));
      const rows = site.writeRows();
      for (let row = 0; row < site.rows; row++) {
        for (let i = 0; i < 6; i++) expect(Math.abs(rows[row * ROW_LENGTH + J_A + i])).toBe(0);
      }
    }
  });

  it('are finite where a joint is turned half round, and where a rope has no length', () => {
    const halfTurns: Quat[] = [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [0, Math.SQRT1_2, Math.SQRT1_2, 0],
      [0, 1, 1e-9, 1e-9],
      [0, Math.SQRT1_2, 0, Math.SQRT1_2],
      [0, 0, Math.SQRT1_2, Math.SQRT1_2],
      [0, 1e-10, 0, 1],
    ];
    for (const kind of KINDS) {
      for (const orientation of halfTurns) {
        const site = new JointSite(kind, AT_ZERO, AT_ZERO);
        site.putRelative({ position: [0, 0, 0], orientation });
        const rows = site.writeRows();
        for (let row = 0; row < site.rows; row++) {
          for (let i = 0; i < 12; i++) expect(Math.abs(rows[row * ROW_LENGTH + i])).toBeLessThan(1e6);
        }
        for (const value of measures(site)) expect(value).not.toBeNaN();
      }
    }
  });

  it('of a ball joint that points away from its zero position stay unit axes', () => {
    for (const swing of [0, 1e-9, 1e-6, 1, 2, 3, Math.PI - 1e-6, Math.PI]) {
      const site = new JointSite('ball', AT_ZERO, AT_ZERO);
      site.putRelative({ position: [0, 0, 0], orientation: axisAngle([0, 1, 2], swing) });
      const rows = site.writeRows();
      for (const row of [4, 5]) {
        const axis = rows.slice(row * ROW_LENGTH + J_B + 3, row * ROW_LENGTH + J_B + 6);
        expect(Math.hypot(...axis)).toBeCloseTo(1, 12);
      }
      expect(readCoordinate(site.frames, site.joints, site.nodes, JOINT, 1)).toBeCloseTo(swing, 7);
    }
  });

  it('gaps of turns grow all the way to half a turn', () => {
    for (const kind of ['fixed', 'prismatic'] as const) {
      let before = 0;
      for (let angle = 0.1; angle < Math.PI; angle += 0.1) {
        const site = new JointSite(kind, AT_ZERO, AT_ZERO);
        site.putRelative({ position: [0, 0, 0], orientation: axisAngle([1, 2, 3], angle) });
        const gap = Math.hypot(...site.gaps());
        expect(gap).toBeGreaterThan(before);
        expect(gap).toBeCloseTo(2 * Math.sin(angle / 2), 12);
        before = gap;
      }
    }
  });

  it('a rod is locked at its length', () => {
    const site = new JointSite('distance', AT_ZERO, AT_ZERO);
    site.joints.lower[0] = site.joints.upper[0] = 2;
    site.put(B, { position: [0, 0, 2.5], orientation: IDENTITY });
    site.writeRows();
    expect(site.gaps()).toEqual([0.5, 0, 0]);
    expect([site.row(0, LOWEST), site.row(0, HIGHEST)]).toEqual([0, 0]);
  });

  it('a rope is beyond its limit by its gap, and has none where it is slack', () => {
    const site = new JointSite('distance', AT_ZERO, AT_ZERO);
    site.joints.lower[0] = 0;
    site.joints.upper[0] = 2;
    site.put(B, { position: [0, 0, 2.5], orientation: IDENTITY });
    expect(site.gaps()).toEqual([0.5, 0, 0]);
    site.put(B, { position: [0, 0, 1.5], orientation: IDENTITY });
    expect(site.gaps()).toEqual([0, 0, 0]);
  });

  it('along and across a rope are those of its ends against each other', () => {
    const random = randomNumbers(11);
    for (let trial = 0; trial < 40; trial++) {
      const site = new JointSite('distance', randomPose(random), randomPose(random));
      site.put(A, randomPose(random));
      site.put(B, randomPose(random));
      const rows = site.writeRows();
      const axes = [0, 1, 2].map((row) => [0, 1, 2].map((i) => rows[row * ROW_LENGTH + J_B + i]) as Vec3);
      axes.forEach((axis, i) => {
        for (let j = 0; j <= i; j++) expect(dot(axis, axes[j])).toBeCloseTo(i === j ? 1 : 0, 12);
      });
      const { a, b } = site.frames;
      const [vA, wA, vB, wB] = Array.from({ length: 4 }, () => randomVector(random));
      const between = subtract(add(vB, cross(wB, [...b.arm] as Vec3)), add(vA, cross(wA, [...a.arm] as Vec3)));
      axes.forEach((axis, row) => {
        const u = [...vA, ...wA, ...vB, ...wB];
        const w = u.reduce((sum, value, i) => sum + value * rows[row * ROW_LENGTH + J_A + i], 0);
        expect(w).toBeCloseTo(dot(axis, between), 12);
      });
    }
  });
});

describe('coordinates', () => {
  /** Of each kind: how B's frame stands in A's when its coordinates have these values. */
  const turn = (x: number, y: number, z: number, angle: number) => axisAngle([x, y, z], angle);
  const MADE: Record<string, (q: number[]) => Pose> = {
    revolute: ([a]) => ({ position: [0, 0, 0], orientation: turn(1, 0, 0, a) }),
    prismatic: ([s]) => ({ position: [s, 0, 0], orientation: IDENTITY }),
    cylindrical: ([s, a]) => ({ position: [s, 0, 0], orientation: turn(1, 0, 0, a) }),
    ball: ([twist, swing]) => ({
      position: [0, 0, 0],
      orientation: multiply(turn(0, 0.6, 0.8, swing), turn(1, 0, 0, twist)),
    }),
    universal: ([a, b]) => ({ position: [0, 0, 0], orientation: multiply(turn(1, 0, 0, a), turn(0, 1, 0, b)) }),
    planar: ([y, z, a]) => ({ position: [0, y, z], orientation: turn(1, 0, 0, a) }),
    distance: ([l]) => ({ position: [0.6 * l, 0, -0.8 * l], orientation: turn(1, 2, 3, 1) }),
    wheel: ([s, a, b]) => ({ position: [0, s, 0], orientation: multiply(turn(0, 1, 0, a), turn(1, 0, 0, b)) }),
    ...Object.fromEntries(KINDS.filter((kind) => kind.startsWith('generic')).map((kind) => [kind, madeOfGeneric(kind)])),
  };
  const kinds = Object.keys(MADE);

  /** Slides along x, y and z, then turns about them, one after the other; three turns are those of a ball joint. */
  function madeOfGeneric(kind: string): (q: number[]) => Pose {
    const names = kind.split(' ').slice(1);
    return (q) => {
      const value = (name: string) => q[names.indexOf(name)] ?? 0;
      const position = ['slideX', 'slideY', 'slideZ'].map(value) as Vec3;
      if (names.includes('twist'))
        return { position, orientation: multiply(turn(0, 0.6, 0.8, value('swing')), turn(1, 0, 0, value('twist'))) };
      const [x, y, z] = ['turnX', 'turnY', 'turnZ'].map(value);
      return { position, orientation: multiply(multiply(turn(1, 0, 0, x), turn(0, 1, 0, y)), turn(0, 0, 1, z)) };
    };
  }

  const namesOf = (kind: string) =>
    JOINT_KINDS[new JointSite(kind, AT_ZERO, AT_ZERO).joints.kind[JOINT]].coordinates.map(({ name }) => name);

  it.each(kinds)('are what a pose was made with, and leave no gap: %s', (kind) => {
    const random = randomNumbers(13);
    const places = (name: string) => (name === 'swing' && kind === 'distance' ? 0 : namesOf(kind).indexOf(name));
    const [swing, roll] = ['swing', 'roll'].map(places);
    for (let i = 0; i < 50; i++) {
      const site = new JointSite(kind, randomPose(random), randomPose(random), i % 3 === 2);
      site.put(A, randomPose(random));
      const q = JOINT_KINDS[site.joints.kind[JOINT]].coordinates.map(() => 3 * random());
      if (swing >= 0) q[swing] = Math.abs(q[swing]);
      if (roll >= 0) q[roll] = 0;
      site.putRelative(MADE[kind](q));
      for (const gap of site.gaps()) expect(Math.abs(gap)).toBeLessThan(1e-13);
      q.forEach((value, c) => {
        expect(readCoordinate(site.frames, site.joints, site.nodes, JOINT, c)).toBeCloseTo(value, 10);
      });
    }
  });

  it('do not depend on where the two bodies are together', () => {
    const random = randomNumbers(17);
    for (const kind of kinds) {
      const site = new JointSite(kind, randomPose(random), randomPose(random));
      site.put(A, randomPose(random));
      site.put(B, randomPose(random));
      const before = measures(site);
      const elsewhere = randomPose(random);
      for (const node of [A, B]) site.put(node, composePoses(elsewhere, site.pose(node)));
      measures(site).forEach((value, i) => {
        expect(value).toBeCloseTo(before[i], 12);
      });
    }
  });
});
