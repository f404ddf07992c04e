// Wedges, spikes and cones that drop fast into cracks of meshes, where walls that nobody foresaw stop them. What the end of a step
// lifts out of the crack is taken from the speed that took it there: nothing ends with more energy than it began with.

import { describe, expect, it, vi } from 'vitest';
import type { MeshDescriptor, ShapeDescriptor } from '../../src/index.js';
import { axisAngle, World } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { add, length, scale, subtract } from '../../src/math/vector.js';
import { prism, turned } from './hollow-meshes.js';

vi.setConfig({ testTimeout: 60_000 });

const G = 9.81;
/** [1] */
const ROUNDING = 1e-9;
const slopeOf = (degrees: number): number => Math.tan((degrees * Math.PI) / 360);

/** A block with a crack along z whose walls make that angle, 1.5 m deep. */
function crack(degrees: number): MeshDescriptor {
  const wide = 1.5 * slopeOf(degrees);
  const profile: [number, number][] = [
    [-2, -1],
    [2, -1],
    [2, 1.5],
    [wide, 1.5],
    [0, 0],
    [-wide, 1.5],
    [-2, 1.5],
  ];
  return prism(profile, 3, [0, -0.5]);
}

/** 1 m high and 0.8 m long, its edge down and its centre of mass near the origin. */
function wedge(degrees: number): MeshDescriptor {
  const wide = slopeOf(degrees);
  const profile: [number, number][] = [
    [0, -0.66],
    [wide, 0.34],
    [-wide, 0.34],
  ];
  return prism(profile, 0.8, [0, 0]);
}

function spike(degrees: number): MeshDescriptor {
  return turned(
    [
      [0, -0.66],
      [slopeOf(degrees), 0.34],
      [0, 0.34],
    ],
    16,
  );
}

/** The hull of all corners of a mesh. */
function hullOf({ vertices }: MeshDescriptor): ShapeDescriptor {
  const points = Array.from({ length: vertices.length / 3 }, (_, i): Vec3 => {
    return [vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]];
  });
  return { kind: 'hull', points };
}

function drop(mesh: MeshDescriptor, isHull: boolean, degrees: number, speed: number, tilt: number) {
  // What is slower than this is at rest without an impulse: then not all that slows the body down is on contacts.
  const world = new World({ settings: { gravity: [0, -G, 0], 'gsp.still': 0 } });
  world.createMaterial('default', { friction: 0, restitution: 0 });
  world.createMesh('crack', { ...crack(degrees), error: 0.012 });
  if (!isHull) world.createMesh('driven', { ...mesh, error: 0.004 });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'mesh', mesh: 'crack' }] });
  const body = world.createBody({
    position: [0.03, 2.2, 0.05],
    orientation: axisAngle([0, 0, 1], tilt),
    velocity: [0, -speed, 0],
    angularVelocity: [20 * tilt, 0, -20 * tilt],
    shapes: [isHull ? hullOf(mesh) : { kind: 'mesh', mesh: 'driven' }],
    density: 8000,
  });
  return { world, body };
}

describe('driven into a crack', () => {
  it.each<[string, MeshDescriptor, boolean, number, number, number, number]>([
    ['a wedge of 10 degrees', wedge(10), false, 30, 10, 0, 1 / 60],
    ['a wedge of 20 degrees', wedge(20), false, 30, 10, 0, 1 / 60],
    ['a spike of 20 degrees', spike(20), false, 30, 10, 0, 1 / 60],
    ['a hull of a spike of 20 degrees', spike(20), true, 30, 10, 0, 1 / 60],
    ['a hull of a spike of 10 degrees, aslant', spike(10), true, 20, 15, 0.05, 1 / 60],
  ])('%s gains nothing', (_, mesh, isHull, degrees, speed, tilt, dt) => {
    const { world, body } = drop(mesh, isHull, degrees, speed, tilt);
    const start = world.kineticEnergy() + world.potentialEnergy();
    for (let step = 0; step < 1 / dt; step++) {
      const momentum = scale(body.velocity, body.mass);
      world.step(dt);
      expect(world.kineticEnergy() + world.potentialEnergy() - start).toBeLessThan(ROUNDING * start);
      // And all that slowed it down is on contacts.
      let given: Vec3 = scale([0, -G, 0], body.mass * dt);
      for (const { b, contacts } of world.graph.edgesOf(body))
        for (const { impulseOnA, impulseOnB } of contacts) given = add(given, b === body.id ? impulseOnB : impulseOnA);
      const gained = subtract(scale(body.velocity, body.mass), momentum);
      expect(length(subtract(gained, given))).toBeLessThan(1e-6 * (length(momentum) + length(given)));
    }
    // The bottom of the crack is at zero.
    expect(body.position[1]).toBeGreaterThan(0.2);
  });
});
