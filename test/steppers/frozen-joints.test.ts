// Frozen bodies of the impulsive suite and joints: what changes at a joint is felt by all that it holds, frozen or not.

import { describe, expect, it } from 'vitest';
import type { Body, Joint } from '../../src/index.js';
import { METHODS, World } from '../../src/index.js';
import { gapOf } from '../physics/joints/linkage.js';

const DT = 1 / 100;

function box(world: World, x: number, y: number): Body {
  return world.createBody({ position: [x, y, 0], shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }] });
}
function run(world: World, steps: number): void {
  for (let i = 0; i < steps; i++) world.step(DT);
}

/** A stack of two that has frozen, and three boxes in a row that joints hold, after four seconds. */
function settle(): { world: World; stack: Body[]; row: Body[]; joints: Joint[] } {
  const world = new World({ stepper: METHODS.impulsive });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const stack = [0.25, 0.75].map((y) => box(world, 5, y));
  const row = [0, 0.6, 1.2].map((x) => box(world, x, 0.25));
  const joints = [
    world.createJoint({ kind: 'revolute', bodyA: row[0], bodyB: row[1], anchor: [0.3, 0.25, 0], axis: [0, 0, 1] }),
    world.createJoint({ kind: 'ball', bodyA: row[1], bodyB: row[2], anchor: [0.9, 0.25, 0] }),
  ];
  run(world, 400);
  return { world, stack, row, joints };
}

describe('frozen bodies', () => {
  it('bear what a new joint hangs on them', () => {
    const { world, stack } = settle();
    expect(stack.map(({ isFrozen }) => isFrozen)).toEqual([true, true]);
    const top = box(world, 5, 3);
    const motor = { kind: 'velocity', target: 1, maxForce: 1e6 } as const;
    const slide = { kind: 'prismatic', bodyA: stack[1], bodyB: top, anchor: [5, 1.9, 0], axis: [0, 1, 0] } as const;
    const joint = world.createJoint({ ...slide, coordinates: { slide: { motor } } });
    run(world, 50);
    expect(joint.coordinate('slide').value).toBeCloseTo(0.5, 6);
    expect(stack[1].position[1]).toBeCloseTo(0.75, 3);
    expect(gapOf(joint)).toBeLessThan(1e-9);
  });

  it('are roused by a pull that reaches them through joints', () => {
    const { world, row, joints } = settle();
    row[2].applyImpulse([0, 5 * row[2].mass, 0]);
    run(world, 30);
    expect(row[2].position[1]).toBeGreaterThan(0.4);
    expect(row[1].position[1]).toBeGreaterThan(0.28);
    for (const joint of joints) expect(gapOf(joint)).toBeLessThan(1e-9);
  });

  it('are roused by a motor', () => {
    const { world, joints } = settle();
    const angle = joints[0].coordinate('angle');
    const before = angle.value;
    angle.motor = { kind: 'velocity', target: 0.5, maxForce: 1e6 };
    run(world, 50);
    expect(angle.value - before).toBeCloseTo(0.25, 6);
  });
});
