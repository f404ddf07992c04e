// Bodies in the valleys of meshes, between many walls that nearly look the same way. Which contacts there are does not depend on how coarse
// the trees are, how many walls there are or how large all is: bodies come to rest, keep the names of their contacts, and gain nothing.

import { describe, expect, it } from 'vitest';
import type { MeshDescriptor, ShapeDescriptor } from '../../src/index.js';
import { World } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { length } from '../../src/math/vector.js';
import { icosphere, prism, turned } from './hollow-meshes.js';

const DT = 0.01;
const G = 9.81;
/** Size of the hollows and of what falls into them, and where it falls from [m]. */
const SIZE = 3;
const BODY_SIZE = 0.6;
const ABOVE: Vec3 = [0.013, 0.75, 0.021];

const funnel = (walls: number): MeshDescriptor =>
  turned(
    [
      [0, 0],
      [1.2, 1.2],
      [1.5, 1.2],
      [1.5, -0.4],
      [0, -0.4],
    ],
    walls,
  );

function groove(degrees: number): MeshDescriptor {
  const slope = 1 / Math.tan((degrees * Math.PI) / 360);
  return prism(
    [
      [-2, -1],
      [2, -1],
      [2, slope],
      [1, slope],
      [0, 0],
      [-1, slope],
      [-2, slope],
    ],
    SIZE,
    [0, -0.5],
  );
}

function cone(sides: number): Vec3[] {
  const rim = Array.from({ length: sides }, (_, k): Vec3 => {
    const angle = (2 * Math.PI * k) / sides;
    return [0.3 * Math.cos(angle), 0.25, 0.3 * Math.sin(angle)];
  });
  return [[0, -0.35, 0], ...rim];
}

const scaled = (mesh: MeshDescriptor, scale: number): MeshDescriptor => ({
  ...mesh,
  vertices: Array.from(mesh.vertices, (x) => scale * x),
});

/** Lets a shape fall into a hollow, all `scale` times as large, with trees that err by a share `error` of sizes; until it rests. */
function settle(hollow: MeshDescriptor, shape: ShapeDescriptor | MeshDescriptor, error: number, scale = 1) {
  const world = new World({ settings: { events: 'off', gravity: [0, -G * scale, 0] } });
  world.createMaterial('default', { friction: 0.3, restitution: 0 });
  world.createMesh('hollow', { ...scaled(hollow, scale), error: SIZE * scale * error });
  if (!('kind' in shape)) world.createMesh('body', { ...scaled(shape, scale), error: BODY_SIZE * scale * error });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'mesh', mesh: 'hollow' }] });
  const shapes: ShapeDescriptor[] = ['kind' in shape ? shape : { kind: 'mesh', mesh: 'body' }];
  const body = world.createBody({ shapes, position: ABOVE.map((x) => scale * x) as unknown as Vec3, density: 1000 });
  const names = () => [...world.graph.edges()].flatMap(({ contacts }) => contacts.map(({ feature }) => feature)).sort();
  let steps = 0;
  /** How high a step after the landing would lift the body by what it has gained [m]. */
  let gain = 0;
  let energy = Infinity;
  for (let still = 0; still < 30 && steps < 900; steps++) {
    world.step(DT);
    const speed = (length(body.velocity) + 0.3 * scale * length(body.angularVelocity)) / scale;
    still = speed < 2e-3 ? still + 1 : 0;
    const now = (world.kineticEnergy() + world.potentialEnergy()) / (body.mass * G * scale * scale);
    if (steps > 60) gain = Math.max(gain, now - energy);
    energy = now;
  }
  const before = names();
  for (let i = 0; i < 5; i++) world.step(DT);
  return {
    isAtRest: steps < 900,
    steps,
    gain,
    depth: world.measurePenetration() / scale,
    keepsNames: names().join() === before.join(),
  };
}

const ERRORS = [1 / 64, 1 / 100, 1 / 128, 1 / 256];
const expectRest = (found: ReturnType<typeof settle>): void => {
  expect(found).toMatchObject({ isAtRest: true, keepsNames: true });
  expect(found.depth).toBeLessThan(1e-3);
};

describe.each(ERRORS)('with trees that err by %f of the size', (error) => {
  it.each([9, 16])('a cone comes to rest in a funnel of %i walls, and keeps its contacts', (walls) =>
    expectRest(settle(funnel(walls), { kind: 'hull', points: cone(walls === 9 ? 8 : 12) }, error)),
  );

  it('so does a lying cylinder, with its rims on the walls', () => {
    const orientation = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;
    expectRest(settle(funnel(12), { kind: 'cylinder', radius: 0.25, height: 0.5, orientation }, error));
  });

  // A ball of triangles rocks from corner to corner; where the next corner was seen only once it was in, each rock lifted it.
  it('an icosphere gains nothing in a groove, and comes to rest', () => {
    const found = settle(groove(90), icosphere(0.3, 3), error);
    expectRest(found);
    expect(found.gain).toBeLessThan(1e-6);
  });
});

it.each([0.1, 10])('a cone comes to rest where all is %f times as large', (scale) => {
  const points = cone(12).map((p) => p.map((x) => scale * x) as unknown as Vec3);
  expectRest(settle(funnel(16), { kind: 'hull', points }, 1 / 128, scale));
});

it.each([24, 32])('a cone comes to rest in a funnel of %i walls', (walls) =>
  expectRest(settle(funnel(walls), { kind: 'hull', points: cone(12) }, 1 / 256)),
);

it.each([32, 64])('a ball and a capsule come to rest in a funnel of %i walls', (walls) => {
  expectRest(settle(funnel(walls), { kind: 'sphere', radius: 0.3 }, 1 / 128));
  expectRest(settle(funnel(walls), { kind: 'capsule', radius: 0.2, length: 0.3 }, 1 / 128));
});
