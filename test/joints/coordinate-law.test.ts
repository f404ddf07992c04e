// Laws of coordinates at their corners, and what springs and dampers do when steps follow each other.

import { describe, expect, it } from 'vitest';
import { FORCE_MOTOR, POSITION_MOTOR, VELOCITY_MOTOR } from '../../src/joints/joint-table.js';
import type { Pose } from '../../src/math/vector.js';
import { axisAngle, IDENTITY } from '../../src/math/vector.js';
import {
  FORCE,
  FRICTION_LIMIT,
  HIGHEST,
  LOWEST,
  MOTOR_LIMIT,
  MOTOR_SLOPE,
  MOTOR_SPEED,
  SLOPE,
} from '../../src/solvers/tree/joint-block.js';
import { B, JointSite } from './joint-site.js';

const H = 1 / 60;
const AT_ZERO: Pose = { position: [0, 0, 0], orientation: IDENTITY };
const SLIDE = 5;

/** A body of 1 kg that slides along x. */
function slider(q = 0, w = 0): JointSite {
  const site = new JointSite('prismatic', AT_ZERO, AT_ZERO, true);
  site.put(B, { position: [q, 0, 0], orientation: IDENTITY });
  site.nodes.velocity[6] = 0;
  site.nodes.velocity[6 * B] = w;
  return site;
}

/** What springs, dampers and armature of the slide do in a step, with halves of the forces at both ends where asked for. */
function advance(site: JointSite, h: number, inHalves: boolean, load = 0): void {
  const { position, velocity } = site.nodes;
  const kick = inHalves ? h / 2 : h;
  const push = () => {
    site.writeRows(h, kick);
    const before = velocity[6 * B] + kick * load;
    velocity[6 * B] = (before + site.row(SLIDE, FORCE)) / (1 + site.row(SLIDE, SLOPE));
  };
  push();
  position[3 * B] += h * velocity[6 * B];
  if (inHalves) push();
}

/** The mean period of an oscillation, from where it passes zero upwards [s]. */
function periodOf(site: JointSite, h: number, duration: number, inHalves: boolean): number {
  const passed: number[] = [];
  for (let t = 0; t < duration; t += h) {
    const before = site.nodes.position[3 * B];
    advance(site, h, inHalves);
    const after = site.nodes.position[3 * B];
    if (before < 0 && after >= 0) passed.push(t + (h * before) / (before - after));
  }
  return (passed[passed.length - 1] - passed[0]) / (passed.length - 1);
}

describe('limits', () => {
  it('are met at the end of the step and not passed', () => {
    const site = slider(0.3);
    site.joints.lower[0] = -1;
    site.joints.upper[0] = 0.5;
    site.writeRows(H);
    expect(0.3 + H * site.row(SLIDE, LOWEST)).toBeCloseTo(-1, 14);
    expect(0.3 + H * site.row(SLIDE, HIGHEST)).toBeCloseTo(0.5, 14);
  });

  it('bring back what is beyond them, without haste', () => {
    const site = slider(0.501);
    site.joints.lower[0] = -1;
    site.joints.upper[0] = 0.5;
    site.writeRows(H);
    expect(0.501 + H * site.row(SLIDE, HIGHEST)).toBeCloseTo(0.5, 14);
    site.nodes.position[3 * B] = 20;
    site.writeRows(H);
    expect(site.row(SLIDE, HIGHEST)).toBe(-0.5);
    expect(site.row(SLIDE, LOWEST)).toBeLessThan(-0.5);
    site.nodes.position[3 * B] = -20;
    site.writeRows(H);
    expect(site.row(SLIDE, LOWEST)).toBe(0.5);
    expect(site.row(SLIDE, HIGHEST)).toBeGreaterThan(0.5);
  });

  it('of zero do not stop a swing or a rope that passes through zero', () => {
    for (const [kind, c] of [
      ['ball', 1],
      ['distance', 0],
    ] as const) {
      const site = new JointSite(kind, AT_ZERO, AT_ZERO, true);
      site.joints.lower[c] = 0;
      site.joints.upper[c] = 1;
      site.putRelative({ position: kind === 'ball' ? [0, 0, 0] : [0.1, 0, 0], orientation: axisAngle([0, 1, 0], 0.1) });
      site.writeRows(H);
      expect(site.row(site.locked + c, LOWEST)).toBe(Number.NEGATIVE_INFINITY);
      expect(site.row(site.locked + c, HIGHEST)).toBeCloseTo(0.9 / H, 10);
    }
  });
});

describe('motors and friction', () => {
  it('give no more than they can', () => {
    const site = slider(0.25, 2);
    site.joints.motorLimit[0] = 30;
    site.joints.friction[0] = 12;
    site.joints.motor[0] = VELOCITY_MOTOR;
    site.joints.target[0] = -4;
    site.writeRows(H);
    expect(site.row(SLIDE, MOTOR_SPEED)).toBe(-4);
    expect(site.row(SLIDE, MOTOR_SLOPE)).toBe(Number.POSITIVE_INFINITY);
    expect(site.row(SLIDE, MOTOR_LIMIT)).toBeCloseTo(0.5, 14);
    expect(site.row(SLIDE, FRICTION_LIMIT)).toBeCloseTo(0.2, 14);
    site.joints.motor[0] = FORCE_MOTOR;
    for (const [target, force] of [
      [20, 20],
      [-20, -20],
      [50, 30],
      [-50, -30],
    ]) {
      site.joints.target[0] = target;
      site.writeRows(H);
      expect(site.row(SLIDE, FORCE)).toBeCloseTo(force * H, 14);
      expect(site.row(SLIDE, MOTOR_LIMIT)).toBe(0);
    }
  });

  it('that hold a position pull from where the step ends', () => {
    const site = slider(0.25, 2);
    site.joints.motor[0] = POSITION_MOTOR;
    site.joints.target[0] = 1;
    site.joints.motorStiffness[0] = 1e9;
    site.joints.motorDamping[0] = 3;
    site.joints.motorLimit[0] = 1e12;
    site.writeRows(H);
    for (const w of [-2, 0, 5]) {
      const force = 1e9 * (1 - 0.25 - H * w) - 3 * w;
      expect((site.row(SLIDE, MOTOR_SLOPE) * (site.row(SLIDE, MOTOR_SPEED) - w)) / H / force).toBeCloseTo(1, 12);
    }
    site.joints.motorStiffness[0] = site.joints.motorDamping[0] = 0;
    site.writeRows(H);
    expect([site.row(SLIDE, MOTOR_SLOPE), site.row(SLIDE, MOTOR_SPEED), site.row(SLIDE, MOTOR_LIMIT)]).toEqual([0, 0, 0]);
  });

  it('are not there where nobody asked for them', () => {
    const site = slider(0.25, 2);
    site.writeRows(H);
    for (const field of [FORCE, SLOPE, MOTOR_SPEED, MOTOR_SLOPE, MOTOR_LIMIT, FRICTION_LIMIT])
      expect(site.row(SLIDE, field)).toBe(0);
  });
});

describe('armature', () => {
  it('is inertia: a coordinate with it falls more slowly', () => {
    for (const inHalves of [false, true]) {
      const site = slider();
      site.joints.armature[0] = 3;
      for (let i = 0; i < 60; i++) advance(site, H, inHalves, 8);
      expect(site.nodes.velocity[6 * B]).toBeCloseTo(2, 12);
    }
  });
});

describe.each([false, true])('springs, with halves of forces at both ends: %s', (inHalves) => {
  it.each([0.25, 1, 2, 4, 6])('swing at their frequency to 0.1 %%: %s Hz', (frequency) => {
    const site = slider(0.2);
    site.joints.stiffness[0] = (2 * Math.PI * frequency) ** 2;
    expect(periodOf(site, H, 40, inHalves) * frequency).toBeCloseTo(1, 3);
  });

  it('swing at their frequency whatever the armature', () => {
    const site = slider(0.2);
    site.joints.armature[0] = 4;
    site.joints.stiffness[0] = 5 * (2 * Math.PI * 2) ** 2;
    expect(periodOf(site, H, 40, inHalves) * 2).toBeCloseTo(1, 3);
  });

  it('keep the height of their swing', () => {
    for (const frequency of [0.5, 2, 5]) {
      const site = slider(0.2);
      site.joints.stiffness[0] = (2 * Math.PI * frequency) ** 2;
      let early = 0;
      let late = 0;
      for (let i = 0; i < 60000; i++) {
        advance(site, H, inHalves);
        const height = Math.abs(site.nodes.position[3 * B]);
        if (i < 3000) early = Math.max(early, height);
        if (i >= 57000) late = Math.max(late, height);
      }
      expect(late / early).toBeCloseTo(1, 2);
    }
  });

  it('stay within bounds, however stiff', () => {
    for (const stiffness of [1e3, 5e3, 1.4e4, 1e5, 1e7, 1e10]) {
      const site = slider(0.2);
      site.joints.stiffness[0] = stiffness;
      let highest = 0;
      for (let i = 0; i < 20000; i++) {
        advance(site, H, inHalves);
        highest = Math.max(highest, Math.abs(site.nodes.position[3 * B]));
      }
      expect(highest).toBeLessThan(0.2 * Math.SQRT2);
    }
  });

  it('under load come to rest where statics says, with a damper', () => {
    for (const stiffness of [10, 1e3, 1e5, 1e9]) {
      const site = slider();
      site.joints.rest[0] = 0.1;
      site.joints.stiffness[0] = stiffness;
      site.joints.damping[0] = 2 * Math.sqrt(stiffness);
      for (let i = 0; i < 3000; i++) advance(site, H, inHalves, 9.81);
      expect(site.nodes.position[3 * B]).toBeCloseTo(0.1 + 9.81 / stiffness, 9);
    }
  });

  it('with a damper lose height as the closed form says', () => {
    for (const ratio of [0.02, 0.1, 0.3]) {
      const omega = 2 * Math.PI;
      const damped = omega * Math.sqrt(1 - ratio * ratio);
      const site = slider(-1e-9);
      site.joints.stiffness[0] = omega * omega;
      site.joints.damping[0] = 2 * ratio * omega;
      site.nodes.velocity[6 * B] = damped;
      for (let i = 0; i < 120; i++) advance(site, H, inHalves);
      // After two seconds; forces act from the beginning of a step, so that a swing without halves is half a step ahead.
      const t = 2 + (inHalves ? 0 : H / 2);
      const { position, velocity } = site.nodes;
      const energy = (damped * position[3 * B]) ** 2 + (velocity[6 * B] + ratio * omega * position[3 * B]) ** 2;
      expect(Math.sqrt(energy) / (damped * Math.exp(-ratio * omega * t))).toBeCloseTo(1, inHalves ? 2 : 1);
    }
  });
});

describe('dampers', () => {
  it('stop a body as the closed form says, and never turn it round', () => {
    for (const damping of [0.1, 1, 10]) {
      const site = slider(0, 1);
      site.joints.damping[0] = damping;
      for (let i = 0; i < 60; i++) advance(site, H, false);
      expect(site.nodes.velocity[6 * B] / Math.exp(-damping)).toBeCloseTo(1, 2);
    }
    for (const damping of [100, 1e4, 1e12]) {
      const site = slider(0, 1);
      site.joints.damping[0] = damping;
      for (let i = 0; i < 60; i++) {
        advance(site, H, false);
        expect(site.nodes.velocity[6 * B]).toBeGreaterThanOrEqual(0);
      }
      expect(site.nodes.velocity[6 * B]).toBeLessThan(1e-9);
    }
  });
});
