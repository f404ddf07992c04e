// Chains of jointed links with a heavy end: they do not stretch, by any method.

import { describe, expect, it } from 'vitest';
import type { Body, Joint, World } from '../../../src/index.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { length, subtract } from '../../../src/math/vector.js';
import { G, run } from '../laboratory.js';
import { energyOf, gapOf, makeBall, makeJointWorld, makeRod, momentAboutEnd, periodOf } from './linkage.js';

const DT = 1 / 60;
const LINKS = 20;
const LINK = 0.5;

/** A straight chain, so many degrees below the horizontal, with a ball of so many times a link's mass at its end. */
function makeChain(world: World, degrees: number, times: number): { joints: Joint[]; end: Body } {
  const angle = (degrees * Math.PI) / 180;
  const at = (way: number): Vec3 => [way * Math.cos(angle), -way * Math.sin(angle), 0];
  const joints: Joint[] = [];
  let above: Body | undefined;
  const hang = (body: Body, anchor: Vec3) => {
    joints.push(world.createJoint({ kind: 'ball', ...(above === undefined ? {} : { bodyA: above }), bodyB: body, anchor }));
    above = body;
  };
  for (let i = 0; i < LINKS; i++) hang(makeRod(world, at(i * LINK), at((i + 1) * LINK)), at(i * LINK));
  const end = makeBall(world, at(LINKS * LINK + 0.2), times, 0.2);
  hang(end, at(LINKS * LINK));
  return { joints, end };
}

describe('a chain of 20 links stretches by less than a thousandth', () => {
  it.each([
    [60, 100],
    [0, 100],
    [60, 1e4],
    [0, 1e4],
  ])('let go %s degrees below the horizontal, with %s times a link at its end', (degrees, times) => {
    const world = makeJointWorld();
    const { joints, end } = makeChain(world, degrees, times);
    const before = energyOf(world);
    let widest = 0;
    let longest = 0;
    let highest = before;
    run(world, 5, DT, () => {
      widest = Math.max(
        widest,
        joints.reduce((sum, joint) => sum + gapOf(joint), 0),
      );
      longest = Math.max(longest, length(end.centerOfMass));
      highest = Math.max(highest, energyOf(world));
    });
    expect(widest / (LINKS * LINK)).toBeLessThan(1e-3);
    expect(longest / (LINKS * LINK + 0.2)).toBeLessThan(1.001);
    // Of what it can fall by.
    expect((highest - before) / ((times + LINKS) * G * LINKS * LINK)).toBeLessThan(1e-3);
  });
});

describe.each(['gsp', 'ncp', 'substeps', 'impulsive'])('by the method %s', (method) => {
  it('a pendulum has its period to a thousandth', () => {
    const world = makeJointWorld([0, -G, 0], method);
    const rod = makeRod(world, [0, 0, 0], [Math.sin(0.05), -Math.cos(0.05), 0]);
    const joint = world.createJoint({ kind: 'revolute', bodyB: rod, anchor: [0, 0, 0], axis: [0, 0, 1] });
    const period = 2 * Math.PI * Math.sqrt(momentAboutEnd(1, 1) / (G * 0.5)) * (1 + 0.05 ** 2 / 16);
    expect(Math.abs(periodOf(world, 20, DT, () => rod.centerOfMass[0]) / period - 1)).toBeLessThan(1e-3);
    expect(gapOf(joint)).toBeLessThan(1e-9);
  });

  it('a chain hangs from where it is fastened, and its joints carry what hangs below', () => {
    const world = makeJointWorld([0, -G, 0], method);
    const { joints } = makeChain(world, 90, 100);
    run(world, 1, DT);
    joints.forEach((joint, i) => {
      expect(joint.wrench.force[1] / ((100 + LINKS - i) * G)).toBeCloseTo(1, 3);
      expect(gapOf(joint)).toBeLessThan(1e-6);
    });
  });

  it('two links that swing come to rest by the friction of their joints', () => {
    const world = makeJointWorld([0, -G, 0], method);
    const links = [makeRod(world, [0, 0, 0], [1, 0, 0]), makeRod(world, [1, 0, 0], [2, 0, 0])];
    const coordinates = { angle: { friction: 0.5, damping: 0.2 } };
    world.createJoint({ kind: 'revolute', bodyB: links[0], anchor: [0, 0, 0], axis: [0, 0, 1], coordinates });
    world.createJoint({ kind: 'revolute', bodyA: links[0], bodyB: links[1], anchor: [1, 0, 0], axis: [0, 0, 1], coordinates });
    run(world, 20, DT);
    const before = links.map((link) => link.centerOfMass);
    run(world, 2, DT);
    links.forEach((link, i) => {
      expect(length(subtract(link.centerOfMass, before[i]))).toBeLessThan(1e-6);
    });
  });
});

describe('dampers in the joints of a chain', () => {
  it.each([
    [100, 200],
    [1e4, 2000],
  ])('take the energy that they work, with %s times a link at its end', (times, damping) => {
    const world = makeJointWorld();
    const links: Body[] = [];
    const hang = (body: Body, x: number, coordinates = {}) => {
      const ends = { bodyB: body, ...(links.length > 0 && { bodyA: links[links.length - 1] }) };
      world.createJoint({ kind: 'revolute', ...ends, anchor: [x, 0, 0], axis: [0, 0, 1], coordinates });
      links.push(body);
    };
    for (let i = 0; i < LINKS; i++) {
      hang(makeRod(world, [0.2 * i + 0.01, 0, 0], [0.2 * i + 0.19, 0, 0]), 0.2 * i, { angle: { damping } });
    }
    hang(makeBall(world, [0.2 * LINKS + 0.5, 0, 0], times, 0.5), 0.2 * LINKS);
    const before = energyOf(world);
    let taken = 0;
    run(world, 1.5, 0.01, () => {
      for (let i = 0; i < LINKS; i++) {
        const spin = links[i].angularVelocity[2] - (i > 0 ? links[i - 1].angularVelocity[2] : 0);
        taken += damping * spin * spin * 0.01;
      }
    });
    expect((before - energyOf(world)) / taken).toBeGreaterThan(0.95);
    expect((before - energyOf(world)) / taken).toBeLessThan(1.05);
  });
});
