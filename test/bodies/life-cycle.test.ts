// Creating, removing and switching bodies between steps, and what of it must not disturb the others.

import { describe, expect, it } from 'vitest';
import type { Body, HullDescriptor } from '../../src/index.js';
import { addGround, expectVector, G, impulseBetween, makeWorld, relativeError, run } from '../physics/laboratory.js';

const DT = 1 / 100;
const CUBE = { kind: 'box', size: [1, 1, 1] } as const;

describe('a passive body', () => {
  it('neither falls nor collides nor is felt, and takes up again where it was', () => {
    const world = makeWorld();
    const ground = addGround(world);
    const waiting = world.createBody({ shapes: [CUBE], position: [0, 0.5, 0], velocity: [1, 2, 3], active: false });
    const passing = world.createBody({ shapes: [CUBE], position: [0, 3, 0] });
    const energy = world.kineticEnergy();
    expect(energy).toBe(0);
    run(world, 2, DT);
    expectVector(waiting.position, [0, 0.5, 0], 1e-300);
    expectVector(waiting.velocity, [1, 2, 3], 1e-300);
    expect(Math.abs(passing.position[1] - 0.5)).toBeLessThan(2e-3);
    expect(waiting.active).toBe(false);
    passing.remove();
    waiting.active = true;
    world.step(DT);
    expectVector(waiting.velocity, [1, 2 - G * DT, 3], 1e-12);
    run(world, 3, DT);
    expect(Math.abs(waiting.position[1] - 0.5)).toBeLessThan(2e-3);
    expect(relativeError(impulseBetween(world, ground, waiting)[1], waiting.mass * G * DT)).toBeLessThan(1e-6);
  });

  it('of a stack lets what is above it fall through, and holds it again when active', () => {
    const world = makeWorld();
    addGround(world);
    const lower = world.createBody({ shapes: [CUBE], position: [0, 0.5, 0] });
    const upper = world.createBody({ shapes: [CUBE], position: [0, 1.5, 0] });
    run(world, 0.5, DT);
    lower.active = false;
    run(world, 0.1, DT);
    expect(Math.abs(upper.velocity[1] + G * 0.1)).toBeLessThan(1e-5);
    run(world, 1, DT);
    expect(Math.abs(upper.position[1] - 0.5)).toBeLessThan(5e-3);
    expectVector(lower.position, [0, 0.5, 0], 1e-6);
    upper.position = [0, 1.5, 0];
    lower.active = true;
    run(world, 1, DT);
    expectVector(upper.position, [0, 1.5, 0], 1e-3);
    expectVector(lower.position, [0, 0.5, 0], 1e-3);
  });

  it.each(['fixed', 'rigid'] as const)('that is %s is missed by what it carried', (kind) => {
    const world = makeWorld();
    const shelf = world.createBody({ kind, shapes: [CUBE], gravityScale: 0 });
    const load = world.createBody({ shapes: [CUBE], position: [0, 1, 0] });
    if (kind === 'rigid') shelf.active = true;
    shelf.active = false;
    run(world, 0.1, DT);
    expect(load.velocity[1]).toBeCloseTo(-G * 0.1, 9);
  });

  it('refuses forces, and gathers none while it sits out', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const body = world.createBody({ shapes: [CUBE], mass: 1, active: false });
    for (let i = 0; i < 10; i++) {
      expect(() => body.applyForce([1, 0, 0])).toThrow(/passive/);
      world.step(DT);
    }
    body.active = true;
    body.applyForce([0, 1, 0]);
    world.step(DT);
    expectVector(body.velocity, [0, DT, 0], 1e-15);
  });

  it('keeps its handle, its id and its name', () => {
    const world = makeWorld();
    const body = world.createBody({ shapes: [CUBE], name: 'box' });
    const { id } = body;
    for (const active of [false, true, false, true]) {
      body.active = active;
      world.step(DT);
      expect(body.isAlive).toBe(true);
      expect(body.id).toBe(id);
      expect(world.find('box')?.id).toBe(id);
      expect(world.find('box')?.active).toBe(active);
    }
  });
});

describe('removing a body', () => {
  it('from the middle of a stack lets the rest come down and stand', () => {
    const world = makeWorld({ 'ncp.iterations': 100 });
    const ground = addGround(world);
    const stack = Array.from({ length: 5 }, (_, i) =>
      world.createBody({ shapes: [CUBE], mass: 1, position: [0, i + 0.5, 0], name: `cube ${i}` }),
    );
    run(world, 0.5, DT);
    const [removed] = stack.splice(2, 1);
    removed.remove();
    expect(removed.isAlive).toBe(false);
    expect(world.find('cube 2')).toBeUndefined();
    expect([...world.bodies()].length).toBe(5);
    for (const edge of world.graph.edges()) expect([edge.a, edge.b]).not.toContain(removed.id);
    run(world, 2, DT);
    stack.forEach((body, i) => {
      expectVector(body.position, [0, i + 0.5, 0], 0.01);
      expect(body.name).toBe(`cube ${i < 2 ? i : i + 1}`);
    });
    expect(relativeError(impulseBetween(world, ground, stack[0])[1], 4 * G * DT)).toBeLessThan(1e-3);
  });

  it('leaves the handles of others valid, and its own row to another without confusing the two', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const bodies: Body[] = Array.from({ length: 20 }, (_, i) => world.createBody({ shapes: [CUBE], position: [3 * i, 0, 0] }));
    world.step(DT);
    const gone = bodies.filter((_, i) => i % 3 === 1);
    for (const body of gone) body.remove();
    const added = gone.map((_, i) => world.createBody({ shapes: [CUBE], position: [3 * i, 50, 0] }));
    world.step(DT);
    for (const body of gone) {
      expect(body.isAlive).toBe(false);
      expect(() => body.position).toThrow(/no longer in the world/);
    }
    bodies.forEach((body, i) => {
      if (i % 3 !== 1) expectVector(body.position, [3 * i, 0, 0], 1e-12);
    });
    added.forEach((body, i) => {
      expectVector(body.position, [3 * i, 50, 0], 1e-12);
    });
    expect(new Set([...bodies, ...added].map((body) => body.id)).size).toBe(bodies.length + added.length);
  });
});

describe('creating a body', () => {
  it('in the middle of things adds to the stack', () => {
    const world = makeWorld({ 'ncp.iterations': 100 });
    const ground = addGround(world);
    const bottom = world.createBody({ shapes: [CUBE], mass: 2, position: [0, 0.5, 0] });
    run(world, 0.5, DT);
    const top = world.createBody({ shapes: [CUBE], mass: 3, position: [0, 1.5, 0] });
    run(world, 1, DT);
    expect(relativeError(impulseBetween(world, ground, bottom)[1], 5 * G * DT)).toBeLessThan(1e-4);
    expect(relativeError(impulseBetween(world, bottom, top)[1], 3 * G * DT)).toBeLessThan(1e-4);
  });

  it('far away changes nothing for the others, bit for bit', () => {
    const heights = [false, true].map((crowded) => {
      const world = makeWorld({}, { restitution: 0.4 });
      addGround(world);
      const body = world.createBody({ shapes: [CUBE], position: [0, 2, 0], angularVelocity: [1, 0.3, 0.2] });
      run(world, 0.3, DT);
      if (crowded) for (let i = 0; i < 30; i++) world.createBody({ shapes: [CUBE], position: [100 + 3 * i, 0.5, 0] });
      run(world, 1, DT);
      return [...body.position, ...body.orientation, ...body.velocity];
    });
    expect(heights[1]).toEqual(heights[0]);
  });
});

describe('hulls', () => {
  const tetrahedron = (size: number): HullDescriptor => ({
    kind: 'hull',
    points: [
      [0, 0, 0],
      [size, 0, 0],
      [0, size, 0],
      [0, 0, size],
    ],
  });

  it('go with their bodies, so that nothing is kept of those that came and went', () => {
    const world = makeWorld();
    world.createBody({ name: 'kept', shapes: [tetrahedron(1)] });
    for (let i = 0; i < 3000; i++) world.createBody({ shapes: [CUBE, tetrahedron(2), tetrahedron(3)] }).remove();
    const { hulls } = world.snapshot();
    expect(hulls.filter((hull) => hull !== undefined)).toHaveLength(1);
    expect(hulls.length).toBeLessThanOrEqual(4);
  });

  it('are those of their own body after others came and went, and after a restore', () => {
    const world = makeWorld();
    const sizeOf = (body: Body) => Math.max(...(body.shapes[0] as HullDescriptor).points.flat());
    const bodies = [1, 2, 3, 4].map((size) => world.createBody({ shapes: [tetrahedron(size)] }));
    const before = world.snapshot();
    bodies[1].remove();
    bodies[2].remove();
    const late = world.createBody({ shapes: [CUBE, tetrahedron(5)] });
    expect(Math.max(...(late.shapes[1] as HullDescriptor).points.flat())).toBe(5);
    expect([bodies[0], bodies[3]].map(sizeOf)).toEqual([1, 4]);
    world.restore(before);
    expect(bodies.map(sizeOf)).toEqual([1, 2, 3, 4]);
  });
});
