// Whatever is handed over as a mesh, the answer is a sentence.

import { describe, expect, it } from 'vitest';
import {
  ContactTree,
  describeFaults,
  describeReport,
  findCrossings,
  InputError,
  inspectMesh,
  loadScene,
  meshArea,
  meshVolume,
  orientMesh,
  repairMesh,
  solidOf,
  weldMesh,
} from '../../src/index.js';
import { readMesh } from '../../src/mesh-files/index.js';
import { tetrahedron } from './sample-meshes.js';

const good = tetrahedron();
const WRONG: Record<string, unknown> = {
  nothing: undefined,
  null: null,
  'a number': 5,
  'a symbol': Symbol('x'),
  'an empty object': {},
  'plain lists': { positions: [...good.positions], triangles: [...good.triangles] },
  'positions of no whole number of vertices': { ...good, positions: good.positions.slice(1) },
  'triangles that are not whole': { ...good, triangles: good.triangles.slice(1) },
  'a corner that is not there': { ...good, triangles: good.triangles.map((v) => v + 1) },
  'a coordinate that is not finite': { ...good, positions: good.positions.map(() => Number.NaN) },
  'a coordinate beyond all measure': { ...good, positions: good.positions.map((x) => 1e300 * x) },
};
const CALLS: Record<string, (mesh: never) => unknown> = {
  inspectMesh,
  solidOf,
  repairMesh,
  weldMesh,
  orientMesh,
  findCrossings,
  meshArea,
  meshVolume,
  'ContactTree.build': (mesh) => ContactTree.build(mesh, { error: 0.2 }),
};

describe('calls on meshes', () => {
  it.each(Object.keys(CALLS))('%s refuses what is no mesh', (name) => {
    for (const [what, mesh] of Object.entries(WRONG)) expect(() => CALLS[name](mesh as never), what).toThrow(InputError);
  });

  it('a report is what inspectMesh has made', () => {
    for (const report of [undefined, null, 5, {}, []]) {
      expect(() => describeReport(report as never)).toThrow(/^report is .*, but must be one that inspectMesh has made\.$/);
      expect(() => describeFaults(report as never)).toThrow(InputError);
    }
  });

  it('options are checked before anything is built', () => {
    expect(() => ContactTree.build(good, { error: Symbol('x') as never })).toThrow('error is a symbol, but must be a number.');
    expect(() => ContactTree.build(good, null as never)).toThrow('options is null, but must be an object.');
    expect(() => ContactTree.build(good, {}, 5 as never)).toThrow('onProgress is 5, but must be a function.');
    expect(() => weldMesh(good, Number.NaN)).toThrow(/^tolerance is NaN/);
    expect(() => solidOf(good, null as never)).toThrow(InputError);
  });

  it('a mesh whose triangles cancel each other has no tree', () => {
    const positions = Float64Array.of(0, 0, 0, 1e-6, 0, 0, 0, 1, 0, 0, 0, 1);
    const triangles = Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 0);
    expect(() => ContactTree.build({ positions, triangles }, { error: 0.15, margin: 0 })).toThrow(
      'The mesh encloses nothing: all of its triangles cancel each other.',
    );
  });

  it('what is told of progress cannot change the mesh that is built', () => {
    const given = tetrahedron();
    const tree = ContactTree.build(given, { error: 0.2, margin: 0 }, () => given.positions.fill(Number.NaN));
    expect([...tree.mesh.positions]).toEqual([...good.positions]);
  });
});

describe('readers', () => {
  it('a file is read by options that are some', async () => {
    await expect(readMesh(new Uint8Array(9), null as never)).rejects.toThrow('options is null, but must be an object.');
    await expect(readMesh(new Uint8Array(9), { name: 5 as never })).rejects.toThrow('options.name is 5, but must be a text.');
    await expect(readMesh(new Uint8Array(9), { resolve: 5 as never })).rejects.toThrow(InputError);
  });

  it('a scene is told what its reader gives that is no mesh', async () => {
    const text = JSON.stringify({ drystone: 1, name: 'x', meshes: { cow: { file: 'cow.obj' } } });
    for (const found of [undefined, null, 5, {}, { positions: [] }])
      await expect(loadScene(text, async () => found as never)).rejects.toThrow(
        /^meshes\.cow\.file is "cow\.obj", which cannot be read: /,
      );
    await expect(loadScene(text, 5 as never)).rejects.toThrow('read is 5, but must be a function that reads a mesh.');
  });
});
