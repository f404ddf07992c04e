// A scene that names a contact tree has that tree, and no other built from its mesh.

import { describe, expect, it } from 'vitest';
import { ContactTree } from '../../src/distance-field/contact-tree.js';
import { loadScene, resolveMeshFiles, Simulation, World } from '../../src/index.js';
import type { MeshArrays, Scene } from '../../src/scene/scene.js';
import { boxMesh, triangleMesh } from '../shapes/mesh-samples.js';

const tree = ContactTree.fromBytes(ContactTree.build(triangleMesh(boxMesh()), { error: 0.1 }).toBytes());
const scene: Scene = {
  drystone: 1,
  name: 'of a tree',
  meshes: { block: { file: 'block.tree' } },
  bodies: [{ shapes: [{ kind: 'mesh', mesh: 'block' }] }],
};

describe('the tree that a scene names', () => {
  it('is the one its worlds have', async () => {
    const loaded = await loadScene(JSON.stringify(scene), async () => tree);
    for (let i = 0; i < 2; i++) expect(new Simulation(loaded).world.meshes[0].tree).toBe(tree);
  });

  it('is so even if its mesh could be tidied, or its error is met everywhere', async () => {
    const { vertices, triangles } = boxMesh();
    const mesh = triangleMesh({ vertices: [...vertices, 0.1, 0.1, 0.1], triangles });
    for (const special of [ContactTree.build(mesh, { error: 0.1 }), ContactTree.build(mesh, { error: 0.2, margin: Infinity })]) {
      const loaded = await loadScene(JSON.stringify(scene), async () => special);
      expect(new Simulation(loaded).world.meshes[0].tree).toBe(special);
    }
  });

  it('is not taken where lists or options were changed since', async () => {
    const resolved = await resolveMeshFiles(scene, async () => tree);
    const block = resolved.meshes?.block as MeshArrays;
    expect(new World().createMesh('block', block).tree).toBe(tree);
    expect(new World().createMesh('block', { ...block, error: 0.11 }).tree).not.toBe(tree);
    const vertices = block.vertices as number[];
    for (let i = 0; i < vertices.length; i++) vertices[i] *= 2;
    const other = new World().createMesh('block', block).tree;
    expect([other === tree, other.bounds[3]]).toEqual([false, 1]);
  });
});
