// Meshes of a world: by name, once for all bodies and worlds, and refused by a sentence before anything is changed.

import { describe, expect, it } from 'vitest';
import { ContactTree, InputError, World } from '../../src/index.js';
import { boxMesh, cornerMesh, insideOut, triangleMesh } from '../shapes/mesh-samples.js';

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  throw new Error('Nothing was refused.');
}

describe('a mesh', () => {
  it('is shared by the bodies that name it, and by worlds that have the same', () => {
    const world = new World();
    const { tree, actions } = world.createMesh('cube', boxMesh());
    expect(actions).toEqual([]);
    expect(tree.mesh.triangles).toHaveLength(36);
    expect(new World().createMesh('another name', { ...boxMesh(), vertices: Float64Array.from(boxMesh().vertices) }).tree).toBe(
      tree,
    );
    expect(new World().createMesh('cube', boxMesh(1, 1, 1.001)).tree).not.toBe(tree);
    expect(new World().createMesh('cube', { ...boxMesh(), error: 0.25 }).tree).not.toBe(tree);
    expect(world.meshes.map(({ name }) => name)).toEqual(['cube']);
  });

  it('may be a tree that was built before', () => {
    const tree = ContactTree.build(triangleMesh(boxMesh()));
    const world = new World();
    expect(world.createMesh('cube', tree).tree).toBe(tree);
    expect(world.createBody({ shapes: [{ kind: 'mesh', mesh: 'cube' }], density: 2 }).mass).toBeCloseTo(2, 14);
  });

  it('is not changed by what becomes of the arrays', () => {
    const lists = boxMesh();
    const world = new World();
    world.createMesh('cube', lists);
    lists.vertices.fill(0);
    expect(world.createBody({ shapes: [{ kind: 'mesh', mesh: 'cube' }], density: 1 }).mass).toBeCloseTo(1, 14);
  });

  it('shows by its name in the shapes of bodies of every kind, and of triggers', () => {
    const world = new World();
    world.createMesh('cube', boxMesh());
    world.createMesh('corner', cornerMesh());
    const shapes = [{ kind: 'mesh', mesh: 'corner', position: [1, 2, 3] }] as const;
    for (const body of [
      world.createBody({ shapes }),
      world.createBody({ kind: 'fixed', shapes }),
      world.createBody({ kind: 'scripted', shapes, motion: { kind: 'oscillation', frequency: 1 } }),
    ]) {
      expect(body.shapes).toMatchObject([{ kind: 'mesh', mesh: 'corner', material: 'default' }]);
      expect(body.shapes[0].position?.[2]).toBeCloseTo(3, 14);
    }
    expect(world.createTrigger({ shapes }).kind).toBe('trigger');
  });

  it('may be mended, and says what was done', () => {
    const open = boxMesh();
    open.triangles.splice(0, 3);
    const { actions, tree } = new World().createMesh('cube', { ...open, repair: true });
    expect(actions.join(' ')).toMatch(/hole/);
    expect(tree.mesh.triangles).toHaveLength(36);
  });
});

describe('what is refused', () => {
  const cube = boxMesh();
  it.each([
    ['nothing', undefined, /^mesh is undefined, but must be an object: a mesh/],
    ['a text', 'cow.obj', /^mesh is "cow\.obj", but must be an object: a mesh/],
    ['no triangles', { vertices: cube.vertices }, /^mesh\.triangles is missing; a mesh needs it/],
    ['a mesh of nothing', { vertices: [], triangles: [] }, /^mesh\.triangles is empty/],
    ['an unknown field', { ...cube, faces: [] }, /^mesh\.faces is not a field of a mesh; allowed are vertices, triangles/],
    ['a text for a list', { ...cube, vertices: '0 0 0' }, /^mesh\.vertices is "0 0 0", but must be a list of numbers/],
    ['NaN', { ...cube, vertices: cube.vertices.with(4, Number.NaN) }, /^mesh\.vertices\[4\] is NaN, but must be a finite number/],
    ['a text for a number', { ...cube, vertices: (cube.vertices as unknown[]).with(4, '1') }, /^mesh\.vertices\[4\] is "1"/],
    ['half a vertex', { ...cube, vertices: [...cube.vertices, 1] }, /^mesh\.vertices has 25 numbers/],
    ['half a triangle', { ...cube, triangles: cube.triangles.slice(1) }, /^mesh\.triangles has 35 numbers/],
    ['an index out of range', { ...cube, triangles: cube.triangles.with(5, 8) }, /^mesh\.triangles\[5\] is 8, .* below 8/],
    ['a negative index', { ...cube, triangles: cube.triangles.with(5, -1) }, /^mesh\.triangles\[5\] is -1/],
    ['a broken index', { ...cube, triangles: cube.triangles.with(5, 0.5) }, /^mesh\.triangles\[5\] is 0\.5/],
    ['an open surface', { ...cube, triangles: cube.triangles.slice(3) }, /^The mesh is open at 3 edges\./],
    ['a surface inside out', insideOut(cube), /^The mesh is not oriented\./],
    ['an error of zero', { ...cube, error: 0 }, /^mesh\.error is 0, but must be a finite number above 0/],
    ['a depth of a half', { ...cube, depth: 0.5 }, /^mesh\.depth is 0\.5, but must be a whole number/],
    ['a repair by word', { ...cube, repair: 'yes' }, /^mesh\.repair is "yes", but must be true or false/],
  ] as const)('%s', (_, mesh, says) => {
    const world = new World();
    const message = messageOf(() => world.createMesh('cube', mesh as never));
    expect(message).toMatch(says);
    expect(message.endsWith('.')).toBe(true);
    expect(world.meshes).toEqual([]);
    world.createMesh('cube', cube);
  });

  it('a name that is taken, or none', () => {
    const world = new World();
    world.createMesh('cube', cube);
    expect(messageOf(() => world.createMesh('cube', cornerMesh()))).toBe(
      'name is "cube", but must be unique, and there is a mesh of that name already.',
    );
    expect(messageOf(() => world.createMesh('', cube))).toMatch(/^name is "", but must be a text/);
    expect(world.meshes).toHaveLength(1);
  });

  it('a shape of a mesh that there is not', () => {
    const world = new World();
    const shapes = [{ kind: 'sphere', radius: 1 } as const, { kind: 'mesh', mesh: 'cow' } as const];
    expect(messageOf(() => world.createBody({ name: 'first', shapes }))).toBe(
      'shapes[1].mesh is "cow", but must be the name of a mesh; there is none.',
    );
    world.createMesh('cube', cube);
    world.createMesh('corner', cornerMesh());
    const says = 'shapes[1].mesh is "cow", but must be the name of a mesh; there are "cube", "corner".';
    expect(messageOf(() => world.createBody({ name: 'first', shapes }))).toBe(says);
    expect(messageOf(() => world.createTrigger({ name: 'first', shapes }))).toBe(says);
    expect(messageOf(() => world.createBody({ shapes: [{ kind: 'mesh' } as never] }))).toMatch(
      /^body\.shapes\[0\]\.mesh is missing/,
    );
    expect(world.graph.nodeCount).toBe(0);
    expect(world.store.shapes.liveCount).toBe(0);
  });

  it('a budget that makes no sense', () => {
    const world = new World();
    world.createMaterial('fur', {});
    const set = (budget: object) => messageOf(() => world.setMaterialPair('fur', 'default', { budget }));
    expect(set({ contacts: 0 })).toMatch(/^pair\.budget\.contacts is 0, but must be a whole number of at least 1/);
    expect(set({ nodes: 2.5 })).toMatch(/^pair\.budget\.nodes is 2\.5, but must be a whole number/);
    expect(set({ error: -1 })).toMatch(/^pair\.budget\.error is -1, but must be a finite number of at least 0/);
    expect(set({ depth: 3 })).toMatch(/^pair\.budget\.depth is not a field of a contact budget/);
    expect(messageOf(() => world.set('mesh.maxContacts', 0))).toMatch(/^settings\.mesh\.maxContacts is 0/);
  });
});
