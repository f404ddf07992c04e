// Meshes that start half inside something else come apart without gaining energy, whatever they are inside of.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxMesh } from '../../scenes/meshes/box.js';
import { cowMesh } from '../../scenes/meshes/cow.js';
import { jackMesh } from '../../scenes/meshes/jack.js';
import { ringMesh } from '../../scenes/meshes/tubes.js';
import type { MeshDescriptor, ShapeDescriptor } from '../../src/index.js';
import { axisAngle, METHODS, World } from '../../src/index.js';
import type { Quat, Vec3 } from '../../src/math/vector.js';
import { distance, length, scale } from '../../src/math/vector.js';
import { DEFAULT_METHOD } from '../../src/methods.js';
import { corners } from './laboratory.js';

const DT = 0.01;
/** All about 1 m wide. */
const MESHES: Record<string, MeshDescriptor> = {
  cube: { ...boxMesh([1, 1, 1], 2), error: 0.01 },
  cow: { ...cowMesh(1.5), error: 0.012 },
  ring: { ...ringMesh(0.4, 0.3), error: 0.008 },
  jack: { ...jackMesh(1.2), error: 0.01 },
};
const OTHERS: Record<string, ShapeDescriptor> = {
  ...Object.fromEntries(Object.keys(MESHES).map((mesh) => [mesh, { kind: 'mesh', mesh } as const])),
  box: { kind: 'box', size: [1, 0.8, 1.2] },
  sphere: { kind: 'sphere', radius: 0.6 },
  capsule: { kind: 'capsule', radius: 0.4, length: 0.6 },
  cylinder: { kind: 'cylinder', radius: 0.5, height: 1 },
  hull: { kind: 'hull', points: [...corners([1, 0.6, 1]), [0, 0.8, 0]] },
};

function place(a: string, b: string, offset: Vec3, orientation: Quat) {
  const world = new World({ stepper: METHODS[DEFAULT_METHOD], settings: { gravity: [0, 0, 0], events: 'off' } });
  world.createMaterial('default', { friction: 0.5, restitution: 0 });
  for (const name of new Set([a, b])) if (name in MESHES) world.createMesh(name, MESHES[name]);
  const first = world.createBody({ shapes: [OTHERS[a]], density: 1000 });
  const second = world.createBody({ position: offset, orientation, shapes: [OTHERS[b]], density: 1000 });
  return { world, first, second };
}

/** How deep two bodies were when the last step began [m]. */
function depthOf(world: World): number {
  return -Math.min(0, ...[...world.graph.edges()].flatMap(({ contacts }) => contacts.map(({ gap }) => gap)));
}

/** How deep they were at first and at last [m], and the largest kinetic energy, as a speed of both [m/s]. */
function partFrom(a: string, b: string, offset: Vec3, turn: Vec3, angle: number) {
  const { world, first, second } = place(a, b, offset, axisAngle(turn, angle));
  let speed = 0;
  let deepest = 0;
  for (let step = 0; step < 200; step++) {
    world.step(DT);
    // The contacts are those of the step's begin.
    if (step === 0) deepest = depthOf(world);
    speed = Math.max(speed, Math.sqrt((2 * world.kineticEnergy()) / (first.mass + second.mass)));
  }
  return { deepest, left: world.measurePenetration(), speed };
}

describe('half a body deep, without gravity', () => {
  const pairs = Object.keys(MESHES).flatMap((mesh) => Object.keys(OTHERS).map((other) => [mesh, other] as const));
  /** Between the middles [m]. */
  const APART = 0.5;

  it.each(pairs)('a %s and a %s come apart and stay slow', (mesh, other) => {
    const towards = other === 'cow' ? 0.25 : APART;
    const { deepest, left, speed } = partFrom(mesh, other, scale([0.82, 0.54, 0.18], towards), [0.3, 1, 0.2], 0.7);
    expect(deepest).toBeGreaterThan(0.02);
    expect(left).toBeLessThan(0.01);
    expect(speed).toBeLessThan(1e-3);
  });

  it('from any side', () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const direction = fc.tuple(number(-1, 1), number(-1, 1), number(0.1, 1));
    fc.assert(
      fc.property(fc.constantFrom(...pairs), direction, direction, number(0, 3), (pair, towards, turn, angle) => {
        const offset = scale(towards, APART / length(towards));
        const { left, speed } = partFrom(...pair, offset, turn, angle);
        expect(left).toBeLessThan(0.01);
        expect(speed).toBeLessThan(1e-3);
      }),
      { numRuns: 60, seed: 5 },
    );
  });
});

// Contacts of two bodies that contradict each other would push them along all of them, by more with every sweep: by up to
// 13 times their depth, and 4 m.
it.each([
  ['jack', 'cube', [0.2464, -0.2936, 0.321], [0.452139, -0.547138, 0.555545, 0.433106]],
  ['cube', 'jack', [0.4704, 0.1047, -0.1332], [-0.171168, -0.725818, -0.312919, -0.588193]],
  ['cube', 'ring', [0.0933, 0.4183, 0.2575], [0.332964, 0.532211, 0.531709, -0.568482]],
] as const)('a %s and a %s go no further in a step than twice their depth', (a, b, offset, orientation) => {
  const { world, first, second } = place(a, b, [...offset], [...orientation]);
  let deepest = 0;
  for (let step = 0; step < 60; step++) {
    const before = distance(first.position, second.position);
    world.step(DT);
    const depth = depthOf(world);
    expect(distance(first.position, second.position) - before).toBeLessThanOrEqual(2 * depth + 1e-9);
    deepest = Math.max(deepest, depth);
  }
  expect(deepest).toBeGreaterThan(0.1);
  expect(world.measurePenetration()).toBeLessThan(0.01);
});
