// Meshes that fall: into a bowl that is one, and onto each other.

import { describe, expect, it } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import { knotMesh } from '../../scenes/meshes/tubes.js';
import { bowlMesh } from '../../scenes/meshes/turned.js';
import type { Body, ShapeDescriptor } from '../../src/index.js';
import { METHODS, World } from '../../src/index.js';
import { distance, rotate } from '../../src/math/vector.js';
import { DEFAULT_METHOD } from '../../src/methods.js';
import type { MeshArrays } from '../../src/scene/scene.js';
import { Simulation } from '../../src/scene/simulation.js';

const DT = 0.01;
const G = 9.81;

describe('a bowl', () => {
  const [radius, wall] = [2, 0.4];
  function makeWorld(): World {
    const world = new World({ stepper: METHODS[DEFAULT_METHOD] });
    world.createMesh('bowl', { ...bowlMesh(radius, wall), error: 0.05 });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'mesh', mesh: 'bowl' }] });
    return world;
  }

  it('holds a knot that falls into it, which comes to rest', () => {
    const world = makeWorld();
    world.createMesh('knot', { ...knotMesh(0.5, 0.3), error: 0.015 });
    const knot = world.createBody({ position: [0.3, 2.4, 0], shapes: [{ kind: 'mesh', mesh: 'knot' }] });
    for (let step = 0; step < 600; step++) world.step(DT);
    expect(world.kineticEnergy() / (knot.mass * G * 1.5)).toBeLessThan(1e-5);
    expect(distance(knot.position, [0, radius + wall, 0])).toBeLessThan(radius);
    expect(world.measurePenetration()).toBeLessThan(5e-3);
  });

  it('is rolled through by a ball that never leaves it nor goes through its wall', () => {
    const world = makeWorld();
    const ball = world.createBody({ position: [1.5, 2.4, 0], shapes: [{ kind: 'sphere', radius: 0.3 }] });
    const energyOf = () => world.kineticEnergy() + ball.mass * G * ball.position[1];
    const start = energyOf();
    for (let step = 0; step < 600; step++) {
      world.step(DT);
      // The wall is of flat pieces that cut up to 0.3 % off its roundness.
      expect(distance(ball.position, [0, radius + wall, 0])).toBeLessThan(radius - 0.3 + 0.01);
      expect(energyOf()).toBeLessThan(start + 1e-3 * ball.mass * G);
    }
    expect(Math.abs(ball.position[0])).toBeLessThan(1.6);
  });

  it.each<ShapeDescriptor>([
    { kind: 'box', size: [0.8, 0.5, 0.6] },
    { kind: 'capsule', radius: 0.25, length: 0.6 },
    { kind: 'cylinder', radius: 0.3, height: 0.7 },
  ])('holds a %o', (shape) => {
    const world = makeWorld();
    const body = world.createBody({ position: [0.5, 2, 0.2], shapes: [shape] });
    for (let step = 0; step < 400; step++) world.step(DT);
    expect(distance(body.position, [0, radius + wall, 0])).toBeLessThan(radius);
    expect(body.position[1]).toBeLessThan(1.2);
    expect(world.measurePenetration()).toBeLessThan(5e-3);
  });
});

describe('cow-pile', () => {
  it('30 cows: none is below the ground, energy does not rise after the last bounce, pairs have few contacts', () => {
    const scene = SCENES['cow-pile'].make({ seed: 1, count: 30, height: 10 });
    const simulation = new Simulation(scene);
    const { world } = simulation;
    const cows = [...world.bodies()].filter(({ kind }) => kind === 'rigid');
    const [shape] = scene.bodies?.[1].shapes ?? [];
    const { vertices } = (scene.meshes as Record<string, MeshArrays>).cow;
    const weight = cows.reduce((sum, { mass }) => sum + mass * G, 0);
    const energyOf = () =>
      world.kineticEnergy() + cows.reduce((sum, { mass, centerOfMass }) => sum + mass * G * centerOfMass[1], 0);
    const lowest = ({ position, orientation }: Body) => {
      let low = Number.POSITIVE_INFINITY;
      const up = rotate([-orientation[0], -orientation[1], -orientation[2], orientation[3]], [0, 1, 0]);
      const [x, y, z] = shape.position ?? [0, 0, 0];
      for (let i = 0; i < vertices.length; i += 3) {
        low = Math.min(low, up[0] * (vertices[i] + x) + up[1] * (vertices[i + 1] + y) + up[2] * (vertices[i + 2] + z));
      }
      return position[1] + low;
    };
    const energies: number[] = [];
    let most = 0;
    let below = 0;
    for (let step = 0; step < 600; step++) {
      simulation.step();
      energies.push(energyOf());
      for (const { contacts } of world.graph.edges()) most = Math.max(most, contacts.length);
      if (step % 20 === 19) below = Math.min(below, ...cows.map(lowest));
    }
    expect(most).toBeLessThanOrEqual(16);
    // They hit the ground at 15 m/s and more.
    expect(below).toBeGreaterThan(-0.1);
    expect(Math.min(...cows.map(lowest))).toBeGreaterThan(-0.01);
    // They are all down after 2.5 s, and have bounced and rolled over by 4 s.
    for (let i = 400; i < energies.length; i++) expect(energies[i] - energies[i - 1]).toBeLessThan(1e-4 * weight);
    expect(world.kineticEnergy()).toBeLessThan(1e-2 * weight);
  });
});
