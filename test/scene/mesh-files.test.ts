// Scenes whose meshes are files: read once, before the scene is built.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InputError, loadScene, resolveMeshFiles, Simulation } from '../../src/index.js';
import type { Scene } from '../../src/scene/scene.js';
import { drystone, temporaryFolder } from '../cli/command.js';
import { boxMesh, triangleMesh } from '../shapes/mesh-samples.js';

const cube = triangleMesh(boxMesh());

function sceneWith(file: string): Scene {
  return {
    drystone: 1,
    name: 'from a file',
    meshes: { block: { file, error: 0.1 } },
    bodies: [{ name: 'block', shapes: [{ kind: 'mesh', mesh: 'block' }], density: 3 }],
  };
}

describe('mesh files of a scene', () => {
  test('become lists in a scene of their own', async () => {
    const scene = sceneWith('parts/cube.obj');
    const asked: string[] = [];
    const resolved = await resolveMeshFiles(scene, async (file) => {
      asked.push(file);
      return cube;
    });
    expect(asked).toEqual(['parts/cube.obj']);
    expect(resolved).toEqual({ ...scene, meshes: { block: { ...boxMesh(), error: 0.1 } } });
    expect(scene.meshes?.block).toHaveProperty('file');
    expect(new Simulation(resolved).world.find('block')).toMatchObject({ mass: expect.closeTo(3, 12) });
  });

  test('are read with the text of the scene', async () => {
    const scene = await loadScene(JSON.stringify(sceneWith('cube.obj')), async () => cube);
    expect(scene.meshes?.block).toMatchObject({ triangles: boxMesh().triangles });
  });

  test('are refused by mesh, path and reason', async () => {
    const read = async () => {
      throw new InputError('there is no such file.');
    };
    await expect(loadScene(JSON.stringify(sceneWith('cow.obj')), read, 'farm.json')).rejects.toThrow(
      'farm.json: meshes.block.file is "cow.obj", which cannot be read: there is no such file.',
    );
    await expect(loadScene(JSON.stringify(sceneWith('')), read)).rejects.toThrow(
      /^meshes\.block\.file is "", but must be a text/,
    );
    const open = async () => ({ ...cube, triangles: cube.triangles.slice(3) });
    await expect(loadScene(JSON.stringify(sceneWith('cow.obj')), open)).rejects.toThrow(/^meshes\.block: The mesh is open/);
  });

  test('are found beside the scene file by the command line', () => {
    const folder = temporaryFolder();
    const { vertices, triangles } = boxMesh();
    const lines = (letter: string, list: number[], shift: number) =>
      Array.from(
        { length: list.length / 3 },
        (_, i) =>
          `${letter} ${list
            .slice(3 * i, 3 * i + 3)
            .map((n) => n + shift)
            .join(' ')}`,
      );
    writeFileSync(join(folder, 'cube.obj'), [...lines('v', vertices, 0), ...lines('f', triangles, 1)].join('\n'));
    writeFileSync(join(folder, 'scene.json'), JSON.stringify(sceneWith('cube.obj')));
    writeFileSync(join(folder, 'none.json'), JSON.stringify(sceneWith('cow.obj')));
    expect(drystone('check', join(folder, 'scene.json')).stdout).toMatch(/^mesh +block: 12 triangles\./m);
    const poses = join(folder, 'poses.jsonl');
    expect(drystone('run', join(folder, 'scene.json'), '--seconds', '0.1', '--json', '--poses', poses).code).toBe(0);
    const missing = drystone('check', join(folder, 'none.json'));
    expect(missing.code).toBe(2);
    expect(missing.stderr).toMatch(
      /meshes\.block\.file is "cow\.obj", which cannot be read: there is no such file or folder\.$/m,
    );
  });
});
