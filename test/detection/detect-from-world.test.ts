// Detection without a step, and the closest points of bodies that are apart.

import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/input/fields.js';
import { Random } from '../../src/math/random.js';
import { length, subtract } from '../../src/math/vector.js';
import type { Body } from '../../src/world.js';
import { World } from '../../src/world.js';
import { ball, cube, GROUND } from './contact-graph/parts.js';

describe('detection without a step', () => {
  it('finds contacts and gaps where bodies are, and changes no motion', () => {
    const world = new World();
    const ground = world.createBody(GROUND);
    const box = world.createBody(cube([0, 0.495, 0], { velocity: [1, 2, 3] }));
    expect(world.detect()).toBe(true);
    const edge = world.graph.edgeBetween(ground, box);
    expect(edge).toMatchObject({ state: 'penetrating', proximity: true });
    expect(edge?.gap).toBeCloseTo(-0.005, 12);
    expect(edge?.contacts).toHaveLength(4);
    expect([box.position, box.velocity, world.time]).toEqual([[0, 0.495, 0], [1, 2, 3], 0]);
  });

  it('that stops at the first penetration does not take a trigger for one', () => {
    const world = new World({ settings: { gravity: [0, 0, 0] } });
    world.createTrigger({ shapes: [{ kind: 'box', size: [4, 4, 4] }] });
    const a = world.createBody(ball([0, 0, 0]));
    const b = world.createBody(ball([0, 1.2, 0]));
    // The second time nothing has moved, and the narrow phase is skipped.
    for (let i = 0; i < 2; i++) expect(world.detect({ untilPenetration: true })).toBe(true);
    b.position = [0, 0.5, 0];
    for (let i = 0; i < 2; i++) expect(world.detect({ untilPenetration: true })).toBe(false);
    expect(world.detect()).toBe(true);
    expect(world.graph.edgeBetween(a, b)?.state).toBe('penetrating');
  });

  it('of proximity only leaves no contacts of another placement', () => {
    const world = new World();
    const ground = world.createBody(GROUND);
    const box = world.createBody(cube([0, 0.5, 0]));
    world.detect();
    expect(world.graph.edgeBetween(ground, box)?.contacts).toHaveLength(4);
    box.position = [0, 0.498, 0];
    world.detect({ onlyProximity: true });
    expect(world.graph.edgeBetween(ground, box)).toMatchObject({ state: 'penetrating', contacts: [] });
    // A step finds its contacts again.
    for (let i = 0; i < 3; i++) world.step(0.01);
    expect(world.graph.edgeBetween(ground, box)?.contacts).toHaveLength(4);
  });

  it('does not change where a world goes', () => {
    const make = () => {
      const world = new World();
      world.createBody(GROUND);
      for (let i = 0; i < 4; i++) world.createBody(cube([0.3 * i, 0.6 + 1.1 * i, 0]));
      return world;
    };
    const [asked, plain] = [make(), make()];
    for (let i = 0; i < 60; i++) {
      if (i % 3 === 0) asked.detect({ onlyProximity: i % 2 === 0, untilPenetration: i % 5 === 0 });
      asked.step(0.01);
      plain.step(0.01);
    }
    [...plain.bodies()].forEach((body, i) => {
      expect(length(subtract([...asked.bodies()][i].position, body.position))).toBeLessThan(0.02);
    });
  });

  it('refuses what it does not know', () => {
    const world = new World();
    expect(() => world.detect({ fast: true } as never)).toThrow(InputError);
    expect(() => world.detect({ onlyProximity: 1 } as never)).toThrow(InputError);
  });
});

describe('the closest points of two bodies', () => {
  const tetrahedron = { vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] };

  it('are those of closed forms, however far apart', () => {
    const world = new World();
    const ground = world.createBody(GROUND);
    const a = world.createBody(ball([0, 3, 0]));
    const b = world.createBody(ball([300, 403, 0]));
    const found = world.closestPoints(a, b);
    expect(found?.gap).toBeCloseTo(499, 9);
    expect(found?.onA).toEqual([expect.closeTo(0.3, 9), expect.closeTo(3.4, 9), 0]);
    expect(found?.onB).toEqual([expect.closeTo(299.7, 9), expect.closeTo(402.6, 9), 0]);
    expect(found?.normal).toEqual([expect.closeTo(0.6, 9), expect.closeTo(0.8, 9), 0]);
    expect(world.closestPoints(ground, a)?.gap).toBeCloseTo(2.5, 12);
    expect(world.closestPoints(a, b, 498)).toBeUndefined();
    expect(world.closestPoints(a, b, 500)?.gap).toBeCloseTo(499, 9);
    expect(() => world.closestPoints(a, b, -1)).toThrow(InputError);
    expect(() => world.closestPoints(a, new World().createBody(ball([0, 0, 0])))).toThrow(/of another world/);
    expect(world.graph.edgeCount).toBe(0);
  });

  it('lie in both surfaces, the gap apart along the normal, the same either way round, for all shapes', () => {
    const world = new World();
    world.createMesh('tetrahedron', tetrahedron);
    const random = new Random(5);
    const shapes = [
      { kind: 'sphere', radius: 0.4 },
      { kind: 'box', size: [1, 0.6, 0.8] },
      { kind: 'capsule', radius: 0.3, length: 0.6 },
      { kind: 'cylinder', radius: 0.3, height: 0.8 },
      { kind: 'hull', points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] }, // biome-ignore format: four points
      { kind: 'mesh', mesh: 'tetrahedron' },
    ] as const;
    const bodies: Body[] = shapes.map((shape, i) =>
      world.createBody({
        position: [2.5 * i, random.uniform(), random.uniform()],
        orientation: [random.uniform(), 0.3, 0.1, 0.7],
        shapes: [shape],
      }),
    );
    for (const a of bodies) {
      for (const b of bodies) {
        if (a === b) continue;
        const found = world.closestPoints(a, b);
        const back = world.closestPoints(b, a);
        if (found === undefined || back === undefined) throw new Error('none found');
        expect(found.gap).toBeGreaterThan(0);
        expect(Math.abs(back.gap - found.gap)).toBeLessThan(1e-3);
        expect(length(subtract(found.onB, found.onA))).toBeCloseTo(found.gap, 6);
        expect(length(found.normal)).toBeCloseTo(1, 9);
        for (let k = 0; k < 3; k++) expect(found.onA[k] + found.gap * found.normal[k]).toBeCloseTo(found.onB[k], 6);
      }
    }
  });
});
