// What is said of meshes that others made: those of the shared data, those of npm packages, of which the bunny serves tests alone,
// and what coarsening makes of a good one.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeReport, inspectMesh, solidOf, weldMesh } from '../../src/index.js';
import { readMesh } from '../../src/mesh-files/index.js';
import { coarsened, packaged, SCENE_MESHES } from '../distance-field/hard-meshes.js';
import { findSharedData } from '../shared-data.js';

const folder = findSharedData('meshes');

describe.skipIf(folder === undefined)('the meshes of ../shared/data (skipped where the folder is absent)', () => {
  it.each<[string, { triangles: number; eulerCharacteristic: number; volume: number; components: number }]>([
    ['cow', { triangles: 1500, eulerCharacteristic: 2, volume: 0.04337, components: 1 }],
    ['diku', { triangles: 288, eulerCharacteristic: 2, volume: 0.01713, components: 1 }],
    ['funnel', { triangles: 1280, eulerCharacteristic: 0, volume: 0.03462, components: 1 }],
    ['jack', { triangles: 1440, eulerCharacteristic: 4, volume: 0.02392, components: 2 }],
    ['knot', { triangles: 5760, eulerCharacteristic: 0, volume: 0.1727, components: 1 }],
    ['propella', { triangles: 1200, eulerCharacteristic: 2, volume: 0.005982, components: 1 }],
  ])('%s is closed and oriented as it is', async (name, { triangles, eulerCharacteristic, volume, components }) => {
    const { mesh, report, actions } = solidOf(await readMesh(readFileSync(`${folder}/${name}.obj`), { name: `${name}.obj` }));
    expect(report).toMatchObject({ triangles, eulerCharacteristic, isClosed: true, isOriented: true, degenerateTriangles: [] });
    expect(report.volume / volume).toBeCloseTo(1, 3);
    expect(report.components.length).toBe(components);
    expect(actions).toEqual([]);
    expect(mesh.triangles.length).toBe(3 * triangles);
  });

  it('the jack is hollow in its middle', async () => {
    const report = inspectMesh(await readMesh(readFileSync(`${folder}/jack.obj`), { name: 'jack.obj' }));
    expect(report.components.map((c) => [c.triangles, c.depth, c.volume < 0, c.isInsideOut])).toEqual([
      [1392, 0, false, false],
      [48, 1, true, false],
    ]);
  });
});

describe('meshes of npm packages', () => {
  it('the bunny is closed', () => {
    const { report, actions } = solidOf(packaged('bunny'));
    expect(report).toMatchObject({ triangles: 3674, eulerCharacteristic: 2, isClosed: true, isOriented: true });
    expect(report.volume).toBeCloseTo(194.288, 2);
    expect(actions).toEqual([]);
  });

  it('the teapot is open at six rims, which repair fills', () => {
    const teapot = packaged('teapot');
    const report = inspectMesh(weldMesh(teapot).mesh);
    expect(report.openEdges.length).toBe(64);
    expect(report.holes.map((hole) => hole.vertices.length)).toEqual([16, 8, 8, 8, 8, 16]);
    expect(describeReport(report)[1]).toMatch(
      /^64 edges belong to one triangle only, around 6 holes: 16 edges of together 43\.9 m around/,
    );
    expect(() => solidOf(teapot)).toThrow('The mesh is open at 64 edges. ');
    const solid = solidOf(teapot, { repair: true });
    // Body, handle, spout and lid: they pass through each other, which is no fault: see outer-surface.test.ts.
    expect(solid.report.components.map((c) => c.isClosed)).toEqual([true, true, true, true]);
    expect(solid.report).toMatchObject({ isClosed: true, isOriented: true, triangles: 992 + 54, degenerateTriangles: [] });
    expect(solid.actions.map((line) => line.slice(0, 40))).toEqual([
      '263 vertices merged with another at the ',
      '6 holes filled by 54 triangles and 1 new',
      // The lower end of the handle: its rim passes through the wall of the pot, and so must what fills it.
      '1 hole of these filled across other part',
      '1 vertex added where surfaces touched at',
    ]);
  });
});

describe('a mesh made coarser', () => {
  it('is folded over itself, and closed once the folds are left out', () => {
    const dragon = coarsened(SCENE_MESHES.dragon(), 0.11);
    const report = inspectMesh(dragon);
    expect(report.openEdges).toEqual([]);
    expect(report.duplicateTriangles.length).toBe(42);
    expect(report.nonManifoldEdges.length).toBe(6);
    expect(() => solidOf(dragon)).toThrow('The mesh is not a single surface everywhere');
    const solid = solidOf(dragon, { repair: true });
    expect(solid.report).toMatchObject({ isClosed: true, isOriented: true, triangles: report.triangles - 42 });
    expect(solid.report.nonManifoldVertices).toEqual([]);
    expect(solid.report.components[0]).toMatchObject({ triangles: 718, depth: 0 });
    // The folds enclose nothing: the volume stays.
    expect(solid.report.volume / report.volume).toBeCloseTo(1, 5);
  });
});
