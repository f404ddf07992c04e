// Surfaces of a world: what they are made of, what is refused, and that they are kept in files, snapshots and hashes.

import { describe, expect, it } from 'vitest';
import type { Scene, SurfaceDescriptor } from '../../src/index.js';
import {
  decodeSnapshot,
  encodeSnapshot,
  InputError,
  loadScene,
  makeMesh,
  parseScene,
  resolveMeshFiles,
  Simulation,
  World,
} from '../../src/index.js';
import { formatScene } from '../../src/scene/format-scene.js';
import { boxMesh } from '../shapes/mesh-samples.js';
import { bumpy, gridMesh, heightsOf, soupOf } from '../shapes/surface-samples.js';

const HEIGHTS = heightsOf(5, 4, [1, 2], bumpy);
const SHAPES = [{ kind: 'surface', surface: 'ground' }] as const;

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  throw new Error('Nothing was refused.');
}

function worldOn(surface: SurfaceDescriptor): World {
  const world = new World();
  world.createSurface('ground', surface);
  world.createBody({ kind: 'fixed', name: 'ground', shapes: SHAPES });
  return world;
}

describe('a surface', () => {
  it('of heights has two triangles a cell, that look up, and the heights where they belong', () => {
    const { surface } = new World().createSurface('ground', HEIGHTS);
    const { positions, triangles } = surface.mesh;
    expect(triangles).toHaveLength(3 * 2 * 4 * 3);
    for (let v = 0; v < 20; v++) {
      const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
      expect([x, z]).toEqual([(v % 5) - 2, 2 * Math.floor(v / 5) - 3]);
      expect(y).toBe(bumpy(x, z));
    }
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3));
      expect((b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2])).toBe(2);
    }
    expect(gridMesh(HEIGHTS).triangles).toEqual([...triangles]);
  });

  it('of triangles with vertices of their own is the same as one that shares them', () => {
    const shared = new World().createSurface('s', gridMesh(HEIGHTS)).surface;
    const soup = new World().createSurface('s', soupOf(gridMesh(HEIGHTS))).surface;
    expect(soup.mesh.positions.length).toBe(shared.mesh.positions.length);
    expect(Math.max(...soup.aroundStart)).toBe(shared.mesh.triangles.length);
  });

  it('leaves out triangles without an area, and says how many', () => {
    const { vertices, triangles } = gridMesh(HEIGHTS);
    const { surface } = new World().createSurface('s', { vertices, triangles: [...triangles, 0, 1, 2, 3, 3, 4, 0, 5, 10] });
    expect(surface.skippedTriangles).toBe(1);
    expect(surface.parts.tree.order).toHaveLength(triangles.length / 3 + 2);
  });

  it('may be one shape of several of a fixed body', () => {
    const world = new World();
    world.createSurface('ground', HEIGHTS);
    const body = world.createBody({
      kind: 'fixed',
      shapes: [...SHAPES, { kind: 'box', size: [1, 1, 1], position: [0, 3, 0] }],
    });
    expect(body.shapes.map(({ kind }) => kind)).toEqual(['surface', 'box']);
    const ball = world.createBody({ position: [0, 3.8, 0], shapes: [{ kind: 'sphere', radius: 0.25 }] });
    for (let step = 0; step < 60; step++) world.step(0.01);
    expect(ball.position[1]).toBeCloseTo(3.75, 2);
  });
});

describe('what is wrong with a surface', () => {
  const { vertices, triangles } = gridMesh(HEIGHTS);
  const world = new World();
  world.createMesh('cube', boxMesh());
  it.each<[string, unknown]>([
    ['surface.vertices[4] is NaN', { vertices: vertices.map((x, i) => (i === 4 ? Number.NaN : x)), triangles }],
    [
      'surface.triangles[3] is 20, but must be a whole number of at least 0 and below 20',
      { vertices, triangles: [0, 1, 6, 20, 1, 2] },
    ],
    ['surface.triangles has 4 numbers', { vertices, triangles: [0, 1, 6, 2] }],
    ['surface.triangles is empty', { vertices, triangles: [] }],
    ['surface.triangles has no triangle with an area', { vertices, triangles: [0, 0, 1, 0, 2, 2] }],
    ['surface.heights has 20 numbers, but must have 25: 5 columns times 5 rows', { ...HEIGHTS, rows: 5 }],
    ['surface.heights[2] is Infinity', { ...HEIGHTS, heights: [0, 0, Number.POSITIVE_INFINITY, 0], columns: 2, rows: 2 }],
    ['surface.columns is 1', { ...HEIGHTS, columns: 1 }],
    ['surface.spacing[1] is 0', { ...HEIGHTS, spacing: [1, 0] }],
    ['surface.sides is "back"', { ...HEIGHTS, sides: 'back' }],
    ['surface is 7', 7],
  ])('is told: %s', (sentence, surface) => {
    expect(messageOf(() => world.createSurface('ground', surface as SurfaceDescriptor))).toContain(sentence);
    expect(world.surfaces).toEqual([]);
  });

  it('is told of bodies that cannot have one, and of names', () => {
    const own = worldOn(HEIGHTS);
    const count = own.graph.nodeCount;
    const motion = { kind: 'oscillation', frequency: 1 } as const;
    expect(messageOf(() => own.createBody({ shapes: SHAPES }))).toContain(
      'a rigid body cannot have a surface; only a fixed body can',
    );
    expect(messageOf(() => own.createBody({ kind: 'scripted', shapes: SHAPES, motion }))).toContain('a scripted body cannot');
    expect(messageOf(() => own.createTrigger({ shapes: SHAPES }))).toContain('a trigger cannot have a surface');
    expect(messageOf(() => own.createSurface('ground', HEIGHTS))).toContain('there is a surface of that name already');
    expect(messageOf(() => own.createBody({ kind: 'fixed', shapes: [{ kind: 'surface', surface: 'sea' }] }))).toBe(
      'shapes[0].surface is "sea", but must be the name of a surface; there are "ground".',
    );
    expect(own.graph.nodeCount).toBe(count);
  });
});

describe('a world with a surface', () => {
  const drop = (world: World): void => {
    world.createBody({ name: 'ball', position: [0.2, 1.4, 0.1], shapes: [{ kind: 'box', size: [0.4, 0.4, 0.4] }] });
  };

  it('goes on from a snapshot to the same hash, also from its bytes, and not in a world with another surface', () => {
    const world = worldOn(HEIGHTS);
    drop(world);
    for (let step = 0; step < 40; step++) world.step(0.01);
    const snapshot = world.snapshot();
    for (let step = 0; step < 40; step++) world.step(0.01);
    const hash = world.hash();
    world.restore(decodeSnapshot(encodeSnapshot(snapshot)));
    for (let step = 0; step < 40; step++) world.step(0.01);
    expect(world.hash()).toBe(hash);
    const twin = worldOn(HEIGHTS);
    twin.restore(snapshot);
    const other = worldOn({ ...HEIGHTS, sides: 'both' });
    expect(messageOf(() => other.restore(snapshot))).toBe(
      'snapshot has the surface "ground", but this world has no such surface in its place.',
    );
  });

  it('is what a scene file says, with lists, heights and files of meshes', async () => {
    const scene: Scene = {
      drystone: 1,
      name: 'hills',
      surfaces: { ground: HEIGHTS, wall: { file: 'wall.obj', sides: 'both' } },
      bodies: [{ kind: 'fixed', shapes: [SHAPES[0], { kind: 'surface', surface: 'wall', position: [0, 9, 0] }] }],
    };
    const read = async () => makeMesh(gridMesh(HEIGHTS).vertices, gridMesh(HEIGHTS).triangles);
    const loaded = await loadScene(JSON.stringify(scene), read);
    expect(new Simulation(loaded).world.surfaces.map(({ name }) => name)).toEqual(['ground', 'wall']);
    const again = parseScene(formatScene(await resolveMeshFiles(scene, read)));
    expect(new Simulation(again).world.surfaces[1].surface.isTwoSided).toBe(true);
    expect(messageOf(() => parseScene(JSON.stringify(scene)))).toContain('surfaces.wall.file is "wall.obj", but must be read');
    const bad = { ...scene, surfaces: { ground: { ...HEIGHTS, rows: 9 } } };
    expect(messageOf(() => parseScene(JSON.stringify(bad)))).toContain('surfaces.ground.heights has 20 numbers');
  });
});
