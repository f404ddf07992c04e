// Files of every kind, dropped on the studio in a real browser: what they hold falls to the ground, and what cannot be read is answered by a
// sentence that leaves the scene as it is.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { writeGltfScene } from '../../src/gltf/index.js';
import { World } from '../../src/index.js';
import { box } from '../mesh/sample-meshes.js';
import {
  describeGltf,
  packGlb,
  packGltf,
  writeBinaryStl,
  writeGlb,
  writeObj,
  writePly,
  writeTextStl,
} from '../mesh-files/writers.js';
import { type Handle, OpenStudio, type StudioPage } from './open-studio.js';
import { provideBrowser } from './provide-browser.js';

const browser = provideBrowser();
const studio = new OpenStudio();
/** A cube of a metre. */
const CUBE = box();
const GLTF = describeGltf(CUBE.positions, CUBE.triangles);
const URDF = `<robot name="crate"><link name="crate"><inertial><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial>
  <collision><geometry><box size="1 1 1"/></geometry></collision></link></robot>`;
const MJCF = `<mujoco model="crate"><worldbody><body name="crate" pos="0 0 3"><freejoint/>
  <geom type="box" size="0.5 0.5 0.5"/></body></worldbody></mujoco>`;

function worldOfCrate(): World {
  const world = new World();
  world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
  world.createBody({ name: 'crate', position: [0, 0.8, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
  return world;
}

let opened: StudioPage;
beforeAll(async () => {
  if (browser === null) return;
  await studio.start(browser);
  opened = await studio.page('#scene=stack');
});
afterEach(() => expect(studio.complaints).toEqual([]));
afterAll(() => studio.close());

/** Height of the middle of a cube, whose body has its origin there or at a corner. */
const heightOfCrate = () =>
  opened.work((s) => {
    const at = s.viewport.bodies.bodies.findIndex(({ name }) => name === 'crate');
    return s.frame.poses[7 * at + 1];
  });

describe.skipIf(browser === null)('what is dropped falls', () => {
  const FILES: Record<string, () => Promise<[string, string | Uint8Array][]>> = {
    OBJ: async () => [['crate.obj', writeObj(CUBE)]],
    'binary STL': async () => [['crate.stl', writeBinaryStl(CUBE)]],
    'text STL': async () => [['crate.STL', writeTextStl(CUBE)]],
    PLY: async () => [['crate.ply', writePly(CUBE, 'binary_little_endian')]],
    GLB: async () => [['crate.glb', writeGlb(CUBE)]],
    'glTF with its buffer inside': async () => [['crate.gltf', packGltf(GLTF)]],
    'glTF with its buffer beside it': async () => [
      ['a part.bin', GLTF.buffer],
      ['crate.gltf', packGltf(GLTF, 'buffers/a%20part.bin')],
    ],
    'GLB with rigid bodies': async () => [['crate.glb', await writeGltfScene(worldOfCrate())]],
    URDF: async () => [['crate.urdf', URDF]],
    MJCF: async () => [['crate.xml', MJCF]],
  };

  test.each(Object.keys(FILES))('%s', async (kind) => {
    const before = await opened.work((s) => {
      Object.assign(globalThis, { before: s.opened });
      return s.opened.name;
    });
    await opened.drop(...(await FILES[kind]()));
    await opened.page.waitForFunction(() => {
      const { studio, before } = globalThis as unknown as { studio: Handle; before: unknown };
      return studio.opened !== before && studio.opened.name === 'crate' && studio.frame.step > 0;
    });
    expect(before).not.toBe('');
    await opened.work((s) => s.setPlaying(false));
    await opened.work((s) => s.seek(0));
    const start = await heightOfCrate();
    await opened.work((s) => s.seek(150));
    const end = await heightOfCrate();
    // By a quarter of its size, the file with bodies by what it says itself; bounds of robots are wider by the margin of detection.
    const fall = kind === 'GLB with rigid bodies' ? 0.3 : 0.25;
    expect(Math.abs(start - end - fall)).toBeLessThan(0.01);
    expect(end).toBeCloseTo(0.5, 2);
  });
});

describe.skipIf(browser === null)('what cannot be read is answered by a sentence', () => {
  const draco = { ...GLTF.json, extensionsRequired: ['KHR_draco_mesh_compression'] };
  const cut = (bytes: Uint8Array) => bytes.slice(0, Math.floor(bytes.length / 2));
  const BAD: [string, [string, string | Uint8Array][], RegExp][] = [
    [
      'an OBJ file of a missing vertex',
      [['sheet.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n']],
      /^The file sheet\.obj cannot be read as OBJ: .*\.$/,
    ],
    ['a mesh that encloses nothing', [['line.obj', 'v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n']], /^line\.obj: .*\.$/],
    ['half an STL file', [['half.stl', cut(writeBinaryStl(CUBE))]], /^The file half\.stl cannot be read as STL: .*\.$/],
    [
      'half a PLY file',
      [['half.ply', cut(writePly(CUBE, 'ascii'))]],
      /^The file half\.ply cannot be read as PLY: .*cut short.*\.$/,
    ],
    ['half a GLB file', [['half.glb', cut(writeGlb(CUBE))]], /^The file half\.glb cannot be read as GLB: .*cut short.*\.$/],
    [
      'a GLB file of Draco',
      [['small.glb', packGlb({ json: draco, buffer: GLTF.buffer })]],
      /^The file small\.glb cannot be read as GLB: .*compressed by Draco.*\.$/,
    ],
    [
      'glTF without its buffer',
      [['alone.gltf', packGltf(GLTF, 'a.bin')]],
      /^The file alone\.gltf cannot be read as GLTF: it names a\.bin, which was not given;.*\.$/,
    ],
    ['URDF that is no XML', [['bad.urdf', '<robot name="a"><link']], /^bad\.urdf: .*\.$/],
    ['MJCF of an unknown joint', [['bad.xml', MJCF.replace('<freejoint/>', '<joint type="screw"/>')]], /^bad\.xml: .*screw.*\.$/],
    ['an empty file', [['nothing.glb', '']], /^The file nothing\.glb is empty\.$/],
    [
      'a file of another kind',
      [['notes.txt', 'hello']],
      /^notes\.txt cannot be opened here: scenes \(\.json\), recordings .* and robots \(\.urdf, \.mjcf, \.xml\) can\.$/,
    ],
    ['a scene that is none', [['scene.json', '{ "drystone": 1,\n  "name": }']], /^scene\.json.* line 2, column 11.*\.$/],
  ];

  test.each(BAD)('%s', async (_, files, sentence) => {
    await opened.work((s) => s.say(null));
    const before = await opened.work((s) => s.opened.name);
    await opened.drop(...files);
    await opened.page.getByRole('alert').waitFor();
    expect(await opened.text('#message-text')).toMatch(sentence);
    expect(await opened.work((s) => s.opened.name)).toBe(before);
  });
});
