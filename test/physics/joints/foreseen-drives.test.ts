// Links that motors, springs and forces drive within a step are stopped at the surface of what is in their way, from
// the first step on.

import { describe, expect, it } from 'vitest';
import type { Body, CoordinateDescriptor, MethodName } from '../../../src/index.js';
import { METHODS, World } from '../../../src/index.js';

const DT = 1 / 60;
const KNOWING = (Object.keys(METHODS) as MethodName[]).filter((name) => METHODS[name].blocks?.includes('joint'));
const RADIUS = 0.05;
/** Half the height of the slab, and the gap above it [m]. */
const HALF = 0.012;
const GAP = 3e-4;

function makeSlab(method: MethodName, kind: 'fixed' | 'rigid' = 'fixed'): World {
  const world = new World({ stepper: METHODS[method], settings: { gravity: [0, 0, 0] } });
  world.createBody({ kind, shapes: [{ kind: 'box', size: [1, 2 * HALF, 1] }], ...(kind === 'rigid' && { mass: 2 }) });
  return world;
}
function makeTip(world: World): Body {
  return world.createBody({ position: [0, HALF + RADIUS + GAP, 0], shapes: [{ kind: 'sphere', radius: RADIUS }], mass: 1 });
}

/** How deep the ball gets into the slab in half a second [m]. */
function deepest(world: World): number {
  let depth = 0;
  for (let i = 0; i < 30; i++) {
    world.step(DT);
    depth = Math.max(depth, world.measurePenetration());
  }
  return depth;
}

describe.each(KNOWING)('%s', (method) => {
  const motor = { kind: 'position', target: -0.2, stiffness: 6000, damping: 120, maxForce: 800 } as const;

  it.each(['fixed', 'rigid'] as const)('a hinge whose motor starts does not drive its link into a %s slab', (kind) => {
    const world = makeSlab(method, kind);
    const anchor = [-0.5, HALF + RADIUS, 0] as const;
    world.createJoint({ kind: 'revolute', bodyB: makeTip(world), anchor, axis: [0, 0, 1], coordinates: { angle: { motor } } });
    expect(deepest(world)).toBeLessThan(1e-4);
  });

  it('nor the link behind another', () => {
    const world = makeSlab(method);
    const tip = makeTip(world);
    const arm = world.createBody({ position: [-0.3, 0.1, 0], shapes: [{ kind: 'box', size: [0.2, 0.02, 0.02] }], mass: 1 });
    world.createJoint({ kind: 'fixed', bodyA: arm, bodyB: tip, anchor: [-0.2, 0.1, 0] });
    world.createJoint({
      kind: 'revolute',
      bodyB: arm,
      anchor: [-0.5, 0.1, 0],
      axis: [0, 0, 1],
      coordinates: { angle: { motor } },
    });
    expect(deepest(world)).toBeLessThan(1e-4);
  });

  it.each<[string, CoordinateDescriptor]>([
    ['a velocity motor', { motor: { kind: 'velocity', target: -2, maxForce: 1e4 } }],
    ['a force', { motor: { kind: 'force', target: -200, maxForce: 1e4 } }],
    ['a spring', { spring: { stiffness: 2000, rest: -0.1 } }],
  ])('%s does not drive a slide into it', (_, slide) => {
    const world = makeSlab(method);
    world.createJoint({ kind: 'prismatic', bodyB: makeTip(world), anchor: [0, 0.2, 0], axis: [0, 1, 0], coordinates: { slide } });
    expect(deepest(world)).toBeLessThan(1e-4);
  });

  it('a force on a link does not either, also of a link that lies still', () => {
    const world = makeSlab(method);
    const tip = makeTip(world);
    world.createJoint({ kind: 'prismatic', bodyB: tip, anchor: [0, 0.2, 0], axis: [0, 1, 0] });
    for (let i = 0; i < 10; i++) world.step(DT);
    tip.applyForce([0, -200, 0]);
    expect(deepest(world)).toBeLessThan(1e-4);
  });
});

describe('Rows that hold a velocity by a limited force', () => {
  it.each([20, 1e4])('a motor presses its link against a wall with its largest torque: %d N m', (maxForce) => {
    const world = makeSlab('gsp');
    world.createMaterial('default', { friction: 0 });
    const coordinates = { angle: { motor: { kind: 'velocity', target: -0.5, maxForce } } } as const;
    world.createJoint({
      kind: 'revolute',
      bodyB: makeTip(world),
      anchor: [-0.5, HALF + RADIUS, 0],
      axis: [0, 0, 1],
      coordinates,
    });
    expect(deepest(world)).toBeLessThan(1e-4);
    const [contact] = [...world.graph.edges()].flatMap(({ contacts }) => contacts);
    expect(contact.normalImpulse / DT / (maxForce / 0.5)).toBeCloseTo(1, 3);
  });

  it.each<CoordinateDescriptor>([{ friction: 5 }, { motor: { kind: 'velocity', target: 0, maxForce: 5 } }])(
    'a hinge that is braked lets itself be pushed: %o',
    (angle) => {
      const world = makeSlab('gsp');
      const tip = makeTip(world);
      world.createJoint({
        kind: 'revolute',
        bodyB: tip,
        anchor: [-0.5, HALF + RADIUS, 0],
        axis: [0, 0, 1],
        coordinates: { angle },
      });
      world.createBody({
        kind: 'scripted',
        shapes: [{ kind: 'box', size: [0.2, 0.1, 0.2] }],
        motion: {
          kind: 'function',
          pose(t, position) {
            position[1] = 0.3 * t - 0.05;
          },
        },
      });
      for (let i = 0; i < 30; i++) world.step(DT);
      expect(world.measurePenetration()).toBeLessThan(1e-3);
      expect(tip.position[1]).toBeGreaterThan(0.15);
    },
  );
});

it('A motor that holds a weight in the air makes no contacts', () => {
  const world = new World();
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'box', size: [1, 2 * HALF, 1] }] });
  const tip = makeTip(world);
  tip.position = [0, HALF + RADIUS + 2e-3, 0];
  const motor = { kind: 'position', target: 0, stiffness: 1e5, damping: 1e4, maxForce: 800 } as const;
  const anchor = [-0.5, HALF + RADIUS, 0] as const;
  world.createJoint({ kind: 'revolute', bodyB: tip, anchor, axis: [0, 0, 1], coordinates: { angle: { motor } } });
  world.step(DT);
  world.step(DT);
  expect([...world.graph.edges()].flatMap(({ contacts }) => contacts)).toHaveLength(0);
});
