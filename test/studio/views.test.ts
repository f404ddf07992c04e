// What the studio's workers make, without a browser: measures of both sides, another engine's way through time, levels of contact trees,
// matrices of groups, trees with their progress, scenes of dropped models, videos.

import { describe, expect, test } from 'vitest';
import { jolt } from '../../bench/rivals/jolt.mjs';
import { rapier } from '../../bench/rivals/rapier.mjs';
import { SCENES } from '../../scenes/index.js';
import { Simulation } from '../../src/index.js';
import { groupScenes } from '../../studio/src/page/scene-groups.js';
import { writeWebm } from '../../studio/src/page/webm.js';
import { CELL_WIDTH, MEASURES } from '../../studio/src/protocol.js';
import { StepTable } from '../../studio/src/step-table.js';
import { findGroupMatrix } from '../../studio/src/worker/group-matrix.js';
import { sceneOfModel } from '../../studio/src/worker/model-scene.js';
import { PreparedTrees } from '../../studio/src/worker/prepare-trees.js';
import { RivalSession } from '../../studio/src/worker/rival-session.js';
import { Session } from '../../studio/src/worker/session.js';
import { countLevels, drawCells } from '../../studio/src/worker/tree-cells.js';
import { plainScene } from '../../studio/src/worker/yardstick.js';

const scene = (name: string, options: object = {}) => SCENES[name].make({ seed: 1, ...options });
const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('measures', () => {
  const column = (name: (typeof MEASURES)[number]) => MEASURES.indexOf(name);

  test('of a ball in free fall: energy is kept, and is that of its height at the start', () => {
    const falling = {
      drystone: 1 as const,
      name: 'fall',
      dt: 1 / 100,
      bodies: [{ name: 'ball', position: [1, 50, 0] as const, mass: 3, shapes: [{ kind: 'sphere' as const, radius: 0.5 }] }],
    };
    const session = new Session(falling, { settings: {} }, { isMeasured: true });
    for (let i = 0; i < 100; i++) session.advance();
    const table = session.measures?.table as StepTable;
    expect(table.count).toBe(100);
    // Velocities of poses are those half a step before: m g v dt / 2 at most.
    expect(Math.abs(table.at(100, column('energy')) / (3 * 9.81 * 50) - 1)).toBeLessThan(0.005);
    expect(table.at(100, column('drift'))).toBe(0);
  });

  test('are those of the ruler for either engine, and of the engine itself where no other could have the scene', () => {
    const heavy = scene('heavy-on-light', { ratio: 1000 });
    const session = new Session(heavy, { method: 'ncp', settings: {} }, { isMeasured: true });
    for (let i = 0; i < 30; i++) session.advance();
    // A stack that gives way has overlaps, and the ruler finds no less than the contacts have.
    const deepest = session.measures?.table.at(30, column('penetration')) ?? 0;
    expect(deepest).toBeGreaterThan(0.8 * session.world.report.penetration);
    const joined = new Session(scene('chain', { links: 5 }), { settings: {} }, { isMeasured: true });
    joined.advance();
    const { world } = joined;
    const energy = world.kineticEnergy() + world.potentialEnergy();
    expect(joined.measures?.table.at(1, column('energy'))).toBeCloseTo(energy, 0);
  });

  test('begin anew after a cut', () => {
    const session = new Session(scene('stack'), { settings: {} }, { isMeasured: true });
    for (let i = 0; i < 20; i++) session.advance();
    const before = session.measures?.table.at(15, column('energy'));
    session.approach(10, 1e9);
    session.cut();
    expect(session.measures?.table.count).toBe(10);
    session.approach(15, 1e9);
    expect(session.measures?.table.at(15, column('energy'))).toBe(before);
  });
});

describe('another engine', () => {
  test.each([
    ['rapier', rapier],
    ['jolt', jolt],
  ] as const)('%s goes back to what it did, and on from its end', async (_, engine) => {
    const plain = plainScene(scene('roof-tower', { layers: 2, ring: 8 }));
    const dt = 1 / 50;
    const session = new RivalSession(await engine.create({ ...plain, dt, settings: {} }), plain, dt);
    expect(session.drawBodies().length).toBe(plain.bodies.length);
    expect(session.approach(40, 1e9)).toBe(true);
    const early = session.drawPoses();
    // The block joins after a second.
    session.approach(60, 1e9);
    expect(session.drawBodies().length).toBe(plain.bodies.length + 1);
    const late = session.drawPoses();
    session.approach(40, 1e9);
    expect(session.drawPoses()).toEqual(early);
    expect(session.drawBodies().length).toBe(plain.bodies.length);
    session.approach(60, 1e9);
    expect(session.drawPoses()).toEqual(late);
    expect([session.last, session.measures.count]).toEqual([60, 60]);
    session.dispose();
  });
});

describe('views', () => {
  test('the cells of a level are boxes around all samples of the next, and their sides halve', () => {
    const made = scene('torus-on-post', { count: 1 });
    const { world } = new Simulation(made);
    const levels = countLevels(world);
    expect(levels).toBeGreaterThan(3);
    const ring = [...world.bodies()].find(({ kind, shapes }) => kind === 'rigid' && shapes[0].kind === 'mesh');
    const rowsOf = (level: number) => {
      const cells = drawCells(world, level, ring?.id ?? null);
      return Array.from({ length: cells.length / CELL_WIDTH }, (_, i) => [
        ...cells.subarray(CELL_WIDTH * i, CELL_WIDTH * (i + 1)),
      ]);
    };
    const [[, , , , , , , side]] = rowsOf(0);
    expect(rowsOf(0).length).toBe(1);
    for (let level = 1; level <= 3; level++) {
      const cells = rowsOf(level);
      expect(cells.length).toBeGreaterThan(rowsOf(level - 1).length);
      expect(Math.min(...cells.map((row) => row[7]))).toBeCloseTo(side / 2 ** level, 6);
      // The ring is not turned yet: cells are upright.
      for (const row of cells) {
        for (let k = 0; k < 3; k++) expect(Math.abs(row[8 + k] - row[k])).toBeLessThan(row[7] * 1.001);
      }
    }
  });

  test('the matrix of a stack is a band: contacts of neighbouring pairs share a box', () => {
    const { world } = new Simulation(scene('box-stack', { count: 5 }));
    world.step(0.01);
    const [ground, ...boxes] = world.bodies();
    const matrix = findGroupMatrix(world, boxes[2].id);
    expect(matrix).toMatchObject({ bodies: 5, contacts: 20 });
    const ends = [...(matrix?.ends ?? [])];
    expect(ends.filter((end) => end < 0).length).toBe(4);
    // Each box has the four contacts below it and, but for the top one, four above.
    const counts = [0, 1, 2, 3, 4].map((body) => ends.filter((end) => end === body).length).sort();
    expect(counts).toEqual([4, 8, 8, 8, 8]);
    // As many as the problem that the engine solves has.
    expect(world.contactProblems(0.01)[0].normal.filter((row) => row < 0).length).toBe(20);
    expect(findGroupMatrix(world, ground.id)).toBeNull();
    expect(findGroupMatrix(world, 1e9)).toBeNull();
  });

  test('joints are in the matrix, too', () => {
    const { world } = new Simulation(scene('chain', { links: 6 }));
    world.step(0.01);
    const link = [...world.bodies()].find(({ kind }) => kind === 'link');
    const matrix = findGroupMatrix(world, link?.id ?? -1);
    const joints = [...world.joints()].length;
    expect((matrix?.ends.length ?? 0) / 2 - (matrix?.contacts ?? 0)).toBe(joints);
  });
});

describe('what is dropped', () => {
  const BOX = `${[0, 1, 2, 3, 4, 5, 6, 7].map((i) => `v ${i & 1} ${(i >> 1) & 1} ${i >> 2}`).join('\n')}
f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n`;
  const robot = (geometry: string) => `<robot name="pair">
    <link name="trunk"><inertial><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial>
      <collision><geometry>${geometry}</geometry></collision></link>
    <link name="leg"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial>
      <collision><origin xyz="0 0 -0.5"/><geometry><sphere radius="0.1"/></geometry></collision></link>
    <joint name="hip" type="revolute"><parent link="trunk"/><child link="leg"/><axis xyz="1 0 0"/>
      <limit lower="-1" upper="1" effort="10" velocity="1"/></joint></robot>`;

  test('a robot falls to the ground, z up in its file and y up here', async () => {
    const file = { path: 'pair.urdf', bytes: bytesOf(robot('<box size="0.4 0.3 0.2"/>')) };
    const made = await sceneOfModel([file]);
    const simulation = new Simulation(made);
    const { world } = simulation;
    const find = (name: string) => [...world.bodies()].find((body) => body.name === name);
    // From 0.6 m below the trunk to 0.1 m above it, and a quarter of that above the ground.
    expect(find('trunk')?.position[1]).toBeCloseTo(0.6 + 0.25 * 0.7, 2);
    for (let i = 0; i < 300; i++) simulation.step();
    // It has fallen by that quarter, and stands on its leg.
    expect(find('trunk')?.position[1]).toBeCloseTo(0.6, 6);
  });

  test('a robot with a mesh takes the file of that name, and says which one is missing', async () => {
    const urdf = { path: 'pair.urdf', bytes: bytesOf(robot('<mesh filename="package://pair/meshes/box.obj"/>')) };
    const mesh = { path: 'box.obj', bytes: bytesOf(BOX) };
    expect((await sceneOfModel([mesh, urdf])).bodies?.some(({ name }) => name === 'trunk')).toBe(true);
    await expect(sceneOfModel([urdf])).rejects.toThrow(
      /^pair\.urdf: .*it names package:\/\/pair\/meshes\/box\.obj, which was not given; drop all of its files together\./,
    );
  });

  test('trees are told of while they grow, and not built twice', async () => {
    const made = await sceneOfModel([{ path: 'box.obj', bytes: bytesOf(BOX) }]);
    const trees = new PreparedTrees();
    const shares: number[] = [];
    await trees.prepare(made, (what, share) => {
      expect(what).toBe('mesh');
      shares.push(share);
    });
    expect(shares.length).toBeGreaterThan(5);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    shares.length = 0;
    await trees.prepare(made, (_, share) => shares.push(share));
    expect(shares).toEqual([]);
  });
});

describe('small parts', () => {
  test('every scene is in one group of the gallery', () => {
    const names = groupScenes().flatMap(([, members]) => members);
    expect([...names].sort()).toEqual(Object.keys(SCENES).sort());
  });

  test('a table of steps grows, is overwritten and cut, and has means', () => {
    const table = new StepTable(2);
    for (let step = 1; step <= 3000; step++) table.add([step, -step]);
    expect([table.at(3000, 0), table.at(3000, 1), table.at(3001, 0), table.at(0, 0)]).toEqual([
      3000,
      -3000,
      Number.NaN,
      Number.NaN,
    ]);
    expect(table.mean(0, 10, 20)).toBe(15.5);
    table.put(5, Float32Array.of(50, 51));
    expect([table.count, table.at(5, 0), table.at(4, 0)]).toEqual([5, 50, 4]);
    table.cut(4);
    expect([...table.after(2)]).toEqual([3, -3, 4, -4]);
  });

  test('a video file says what it is, how long, and where each of its clusters begins', () => {
    const picture = (isKey: boolean, fill: number) => ({ isKey, bytes: new Uint8Array(50).fill(fill) });
    const pictures = [picture(true, 1), picture(false, 2), picture(true, 3)];
    const file = writeWebm({ codec: 'V_VP9', width: 64, height: 32, rate: 25 }, pictures);
    const text = Buffer.from(file).toString('latin1');
    const placesOf = (...bytes: number[]) => {
      const places: number[] = [];
      for (let at = 0; ; at++) {
        at = Buffer.from(file).indexOf(Buffer.from(bytes), at);
        if (at < 0) return places;
        places.push(at);
      }
    };
    expect(placesOf(0x1a, 0x45, 0xdf, 0xa3)).toEqual([0]);
    expect(text).toContain('webm');
    expect(text).toContain('V_VP9');
    // What is in the segment begins behind its name and its size.
    const segment = placesOf(0x18, 0x53, 0x80, 0x67)[0] + 12;
    const view = new DataView(file.buffer);
    const cues = placesOf(0xf1, 1, 0, 0, 0, 0, 0, 0, 8).map((at) => Number(view.getBigUint64(at + 9)) + segment);
    expect(cues).toEqual(placesOf(0x1f, 0x43, 0xb6, 0x75));
    expect(cues.length).toBe(2);
    const [duration] = placesOf(0x44, 0x89, 1, 0, 0, 0, 0, 0, 0, 8);
    expect(view.getFloat64(duration + 10)).toBe(120);
  });
});
