// What joints carry: forces as statics has them, and the stiffness that forces give.

import { describe, expect, it } from 'vitest';
import { addGeometricStiffness, coordinateForce, jointWrench, makePositive, writeArms } from '../../src/joints/joint-loads.js';
import { principalAxes, type Sym3 } from '../../src/math/symmetric.js';
import type { Pose, Vec3 } from '../../src/math/vector.js';
import { axisAngle, cross, dot, IDENTITY, subtract } from '../../src/math/vector.js';
import { J_B, LAMBDA, ROW_LENGTH } from '../../src/solvers/tree/joint-block.js';
import { A, B, JOINT, JointSite, KINDS, randomNumbers, randomPose, randomVector } from './joint-site.js';

const DT = 1 / 60;
const AT_ZERO: Pose = { position: [0, 0, 0], orientation: IDENTITY };

/** Impulses of the rows that make this force and torque at B's origin, by their J; six independent rows are needed. */
function impulsesFor(site: JointSite, force: Vec3, torque: Vec3): number[] {
  const rows = site.writeRows();
  const { arm } = site.frames.b;
  const aboutCenter = cross([...arm] as Vec3, force).map((x, i) => x + torque[i]);
  const wanted = [...force, ...aboutCenter].map((x) => x * DT);
  const matrix = Array.from({ length: 6 }, (_, i) => [
    ...Array.from({ length: 6 }, (__, row) => rows[row * ROW_LENGTH + J_B + i]),
    wanted[i],
  ]);
  for (let i = 0; i < 6; i++) {
    const pivot = matrix.findIndex(
      (row, j) => j >= i && Math.abs(row[i]) === Math.max(...matrix.slice(i).map((r) => Math.abs(r[i]))),
    );
    [matrix[i], matrix[pivot]] = [matrix[pivot], matrix[i]];
    for (let j = 0; j < 6; j++) {
      if (j === i) continue;
      const factor = matrix[j][i] / matrix[i][i];
      for (let k = i; k < 7; k++) matrix[j][k] -= factor * matrix[i][k];
    }
  }
  return matrix.map((row, i) => row[6] / row[i]);
}

describe('the wrench of a joint', () => {
  it('is the weight of what hangs on it, and the moment of that weight', () => {
    // A body of 2 kg on a bracket: its centre of mass is 0.3 m to the right of where it is fixed to the world.
    const site = new JointSite(
      'fixed',
      { position: [1, 2, 3], orientation: axisAngle([1, 1, 0], 1) },
      { position: [-0.3, 0, 0], orientation: axisAngle([1, 1, 0], 1) },
      true,
    );
    site.putRelative(AT_ZERO);
    expect(site.pose(B).position[0]).toBeCloseTo(1.3, 12);
    site.joints.impulse.set(impulsesFor(site, [0, 2 * 9.81, 0], [0, 0, 0.3 * 2 * 9.81]));
    const wrench = new Float64Array(6);
    jointWrench(site.frames, site.joints, site.nodes, JOINT, DT, wrench);
    [0, 19.62, 0, 0, 0, 5.886].forEach((value, i) => {
      expect(wrench[i]).toBeCloseTo(value, 10);
    });
  });

  it('is what its impulses were, of every kind with six rows, wherever the bodies are', () => {
    const random = randomNumbers(29);
    for (const kind of KINDS) {
      const site = new JointSite(kind, randomPose(random), randomPose(random));
      if (site.rows < 6) continue;
      site.put(A, randomPose(random));
      site.putRelative({ position: randomVector(random), orientation: axisAngle(randomVector(random), random()) });
      const force = randomVector(random);
      const torque = randomVector(random);
      site.joints.impulse.set(impulsesFor(site, force, torque));
      const wrench = new Float64Array(6);
      jointWrench(site.frames, site.joints, site.nodes, JOINT, DT, wrench);
      [...force, ...torque].forEach((value, i) => {
        expect(wrench[i]).toBeCloseTo(value, 9);
      });
    }
  });

  it('of a rope is its tension, along it', () => {
    const site = new JointSite('distance', AT_ZERO, AT_ZERO, true);
    site.put(B, { position: [0, -3, 4], orientation: IDENTITY });
    site.joints.impulse[0] = -10 * DT;
    const wrench = new Float64Array(6);
    jointWrench(site.frames, site.joints, site.nodes, JOINT, DT, wrench);
    [0, 6, -8, 0, 0, 0].forEach((value, i) => {
      expect(wrench[i]).toBeCloseTo(value, 12);
    });
    expect(coordinateForce(site.joints, JOINT, 0, DT)).toBeCloseTo(-10, 12);
  });

  it('along a coordinate is that of its row', () => {
    const site = new JointSite('wheel', AT_ZERO, AT_ZERO);
    site.joints.impulse.set([1, 2, 3, 4, 5, 6]);
    expect([0, 1, 2].map((c) => coordinateForce(site.joints, JOINT, c, 0.5))).toEqual([8, 10, 12]);
  });
});

describe('geometric stiffness', () => {
  it('is minus the second derivative of the impulse times the way between the origins', () => {
    const random = randomNumbers(31);
    for (let trial = 0; trial < 20; trial++) {
      const site = new JointSite('ball', randomPose(random), randomPose(random));
      site.put(A, randomPose(random));
      site.putRelative(AT_ZERO);
      const rows = site.writeRows();
      const impulse = randomVector(random);
      for (let row = 0; row < 6; row++) rows[row * ROW_LENGTH + LAMBDA] = row < 3 ? impulse[row] : random();
      const force = [0, 1, 2].map((i) =>
        [0, 1, 2].reduce((sum, row) => sum + impulse[row] * rows[row * ROW_LENGTH + J_B + i], 0),
      ) as Vec3;
      const stiffness = new Float64Array(12);
      const arms = new Float64Array(6);
      writeArms(site.frames, site.joints.kind[JOINT], arms, 0);
      addGeometricStiffness(site.blocks, 0, arms, Float64Array.of(0, 0, 0, 2), stiffness, 0, 6);
      for (const node of [A, B]) {
        const pose = site.pose(node);
        const axis = randomVector(random);
        const work = [1e-3, 0, -1e-3].map((step) => {
          site.put(node, pose);
          site.move(node, [0, 0, 0, ...axis.map((x) => x * step)]);
          site.gaps();
          const { a, b } = site.frames;
          return dot(force, subtract([...b.origin] as Vec3, [...a.origin] as Vec3));
        });
        site.put(node, pose);
        const second = (work[0] - 2 * work[1] + work[2]) / 1e-6;
        const [xx, yy, zz, xy, xz, yz] = stiffness.slice(6 * node, 6 * node + 6);
        const [x, y, z] = axis;
        const energy = xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + xz * x * z + yz * y * z);
        expect(energy).toBeCloseTo(-2 * second, 5);
      }
    }
  });

  it('leaves out bodies that have no place', () => {
    const site = new JointSite('ball', AT_ZERO, { position: [0, 1, 0], orientation: IDENTITY });
    site.putRelative(AT_ZERO);
    site.writeRows()[ROW_LENGTH + LAMBDA] = 1;
    const stiffness = new Float64Array(6);
    const arms = new Float64Array(6);
    writeArms(site.frames, site.joints.kind[JOINT], arms, 0);
    addGeometricStiffness(site.blocks, 0, arms, Float64Array.of(0, 0, 0, 1), stiffness, -1, 0);
    expect([...stiffness]).toEqual([1, 0, 1, 0, 0, 0]);
  });

  it('is made positive by as little as it takes', () => {
    const random = randomNumbers(37);
    for (let trial = 0; trial < 200; trial++) {
      const before = Array.from({ length: 6 }, () => 100 * random()) as Sym3;
      const [lowest] = principalAxes(before).moments;
      const after = Float64Array.from([0, ...before]);
      makePositive(after, 1);
      before.forEach((value, i) => {
        expect(after[1 + i]).toBeCloseTo(i < 3 && lowest < 0 ? value - lowest : value, 5);
      });
    }
    const multiple = Float64Array.from([-2, -2, -2, 0, 0, 0]);
    makePositive(multiple, 0);
    expect([...multiple]).toEqual([0, 0, 0, 0, 0, 0]);
    const none = new Float64Array(6);
    makePositive(none, 0);
    expect([...none]).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
