// Angles over many turns.

import { describe, expect, it } from 'vitest';
import { readCoordinate, readCoordinateVelocity, updateTurns } from '../../src/joints/coordinates.js';
import type { JointKind } from '../../src/joints/joint-kinds.js';
import type { Pose, Vec3 } from '../../src/math/vector.js';
import { axisAngle, IDENTITY, multiply, rotate } from '../../src/math/vector.js';
import { B, JOINT, JointSite, randomNumbers, randomPose } from './joint-site.js';

const AT_ZERO: Pose = { position: [0, 0, 0], orientation: IDENTITY };

/** The axis about which a coordinate turns B, in both frames. */
const TURNING: readonly (readonly [kind: JointKind, coordinate: number, axis: Vec3])[] = [
  ['revolute', 0, [1, 0, 0]],
  ['cylindrical', 1, [1, 0, 0]],
  ['ball', 0, [1, 0, 0]],
  ['universal', 0, [1, 0, 0]],
  ['universal', 1, [0, 1, 0]],
  ['planar', 2, [1, 0, 0]],
  ['wheel', 1, [0, 1, 0]],
  ['wheel', 2, [1, 0, 0]],
];

describe.each(TURNING)('angles of a joint: %s, coordinate %i', (kind, coordinate, axis) => {
  it.each([0.01, -0.3, 1.5, -3, 3.1, 25])('are known over many turns, at %s rad a step', (step) => {
    const dt = 1 / 60;
    const random = randomNumbers(23);
    const frameA = randomPose(random);
    const site = new JointSite(kind, frameA, AT_ZERO, true);
    const { frames, joints, nodes } = site;
    const inWorld = rotate(frameA.orientation, axis);
    nodes.velocity.set(
      inWorld.map((x) => (x * step) / dt),
      6 * B + 3,
    );
    for (let i = 1; i < 500; i++) {
      site.putRelative({ position: [0, 0, 0], orientation: axisAngle(axis, i * step) });
      updateTurns(frames, joints, nodes, JOINT, dt);
      expect(readCoordinate(frames, joints, nodes, JOINT, coordinate)).toBeCloseTo(i * step, 8);
      expect(readCoordinateVelocity(frames, joints, nodes, JOINT, coordinate)).toBeCloseTo(step / dt, 8);
    }
  });
});

describe('the angle of a joint that has turned half round', () => {
  it('does not jump while bodies are moved a little without a step', () => {
    const site = new JointSite('revolute', AT_ZERO, AT_ZERO, true);
    const { frames, joints, nodes } = site;
    site.putRelative({ position: [0, 0, 0], orientation: axisAngle([1, 0, 0], 3.1) });
    updateTurns(frames, joints, nodes, JOINT, 1 / 60);
    for (const angle of [3.14, 3.15, 3.5, 4, 3, 1, 0.5]) {
      site.putRelative({ position: [0, 0, 0], orientation: axisAngle([1, 0, 0], angle) });
      expect(readCoordinate(frames, joints, nodes, JOINT, 0)).toBeCloseTo(angle, 10);
    }
  });
});

describe('the twist of a ball joint that swings through half a turn', () => {
  it('gains no turns where it is ill defined, however fast it seems to turn there', () => {
    const site = new JointSite('ball', AT_ZERO, AT_ZERO, true);
    const { frames, joints, nodes } = site;
    const dt = 1 / 60;
    const [twist, spin] = [0.3, 4];
    nodes.velocity.set([0, 1, spin], 6 * B + 3);
    // The last angle but one is all but half a turn.
    for (const swing of [0, 1, 2, 3, Math.PI - 1e-4, Math.PI - 1e-6, Math.PI - 0.1]) {
      const orientation = multiply(axisAngle([0, 0, 1], swing), axisAngle([1, 0, 0], twist));
      site.putRelative({ position: [0, 0, 0], orientation });
      updateTurns(frames, joints, nodes, JOINT, dt);
      expect(readCoordinate(frames, joints, nodes, JOINT, 0)).toBeCloseTo(twist, 3);
    }
  });
});
