// The world on the GPU: what stands, whether two runs are the same, and what the phases of a step take on the device.
//
//   node bench/gpu.mjs --parts device,stacks,large,times,ball,poured --out FOLDER

import { createHash } from 'node:crypto';
import { courses } from '../dist/scenes/courses.js';
import { stoneScene } from '../dist/scenes/parts.js';
import { towerBricks } from '../dist/scenes/tower.js';
import { ELEMENT_BYTES } from '../dist/src/gpu/buffers.js';
import { GpuWorld } from '../dist/src/gpu/gpu-world.js';
import { COUNTERS } from '../dist/src/gpu/plan.js';
import { add, rotate } from '../dist/src/math/vector.js';
import { readOptions } from '../scripts/read-options.mjs';
import { openDevice, raiseClock, tellInto } from './gpu-device.mjs';
import { CURVE, DT, OWN, POURING, pouredScene, STACKS, stackOf, TIMED, wallOf, wallOfAbout } from './gpu-scenes.mjs';
import { plainScene } from './plain-scene.mjs';
import { Ruler } from './ruler/ruler.mjs';

const options = readOptions({
  parts: { type: 'string', default: 'device,stacks,large,times,ball,poured' },
  out: { type: 'string', default: 'bench/results' },
  seconds: { type: 'string', default: '10' },
  scale: { type: 'string', default: '1' },
});
const scale = Number(options.scale);
const tell = tellInto(options.out, 'gpu.jsonl');
const { device, hasTimes, pipelines } = await openDevice(tell);

/** What dispatches cost that do nothing, directly and indirectly, and what a round of one workgroup does. */
async function measureDevice() {
  const module = device.createShaderModule({
    code: `@group(0) @binding(0) var<storage, read_write> data: array<u32>;
      @compute @workgroup_size(64) fn one(@builtin(global_invocation_id) id: vec3u) { if (data[0] == 77u) { data[id.x] = 1u; } }
      @compute @workgroup_size(256) fn rounds(@builtin(local_invocation_index) lane: u32) {
        for (var i = 0u; i < 1000u; i++) { data[1u + lane] = data[1u + ((lane + i) & 255u)] + 1u; storageBarrier(); }
      }`,
  });
  const storage = device.createBuffer({ size: 1 << 20, usage: 128 | 8 | 4 });
  const args = device.createBuffer({ size: 16, usage: 256 | 8 });
  const run = async (entryPoint, count, dispatch) => {
    const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint } });
    const group = device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [{ binding: 0, resource: { buffer: storage } }],
    });
    let best = Infinity;
    for (let i = 0; i < 4; i++) {
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      for (let k = 0; k < count; k++) dispatch(pass);
      pass.end();
      const start = performance.now();
      device.queue.submit([encoder.finish()]);
      await device.queue.onSubmittedWorkDone();
      best = Math.min(best, performance.now() - start);
    }
    return best;
  };
  const row = { part: 'device' };
  row.empty = await run('one', 0, () => {});
  for (const groups of [1, 64, 1024, 8192])
    row[`us-dispatch-${groups}`] = (1000 * (await run('one', 2000, (pass) => pass.dispatchWorkgroups(groups)))) / 2000;
  row['us-indirect-0'] = (1000 * (await run('one', 2000, (pass) => pass.dispatchWorkgroupsIndirect(args, 0)))) / 2000;
  row['us-round-of-one-workgroup'] = (1000 * (await run('rounds', 4, (pass) => pass.dispatchWorkgroups(1)))) / 4000;
  tell(row);
}

/** Poses of centres of mass of the bodies that move. */
async function movingPoses(world) {
  const poses = await world.poses();
  const out = [];
  world.bodies.forEach(({ isFixed, own }, i) => {
    if (isFixed) return;
    const [x, y, z, w] = poses.subarray(7 * i + 3, 7 * i + 7);
    /** @type {[number, number, number, number]} */
    const orientation = [x, y, z, w];
    out.push(...add([poses[7 * i], poses[7 * i + 1], poses[7 * i + 2]], rotate(orientation, own.position)), ...orientation);
  });
  return Float64Array.from(out);
}
const digest = (poses) => createHash('sha256').update(new Uint8Array(poses.buffer)).digest('hex').slice(0, 12);

async function runScene(scene, steps, manifoldsPerShape) {
  const world = GpuWorld.fromScene(pipelines, scene, manifoldsPerShape);
  const hashes = [];
  let moving = 0;
  for (let i = 0; i < steps; i += 10) {
    world.submit(10, DT);
    await device.queue.onSubmittedWorkDone();
    if ((i / 10) % 10 === 9) {
      hashes.push(digest(await movingPoses(world)));
      moving += (await world.counters())[COUNTERS.moving] > 0 ? 1 : 0;
    }
  }
  const counters = await world.counters();
  const poses = await movingPoses(world);
  world.engine.destroy();
  return {
    poses,
    hashes,
    moving,
    overflow: counters[COUNTERS.overflow],
    manifolds: counters[COUNTERS.manifolds],
    colours: counters[COUNTERS.colours],
  };
}

async function judge(part, name, scene, judgeDepth = true) {
  const steps = Math.round(Number(options.seconds) / DT);
  const start = performance.now();
  const first = await runScene(scene, steps);
  const ms = (performance.now() - start) / steps;
  const second = await runScene(scene, steps);
  const bodies = plainScene(scene).bodies;
  const ruler = new Ruler(bodies);
  const height = ruler.brickHeight;
  const starts = bodies.filter(({ isFixed }) => !isFixed).flatMap(({ position, orientation }) => [...position, ...orientation]);
  const farthest = starts.reduce((most, x, i) => Math.max(most, Math.abs(x - first.poses[i])), 0);
  const { depth, drift, sag, dropped } =
    judgeDepth && ruler.count <= 5000
      ? ruler.measure(first.poses)
      : { depth: 4 * farthest, drift: farthest, sag: farthest, dropped: farthest > height / 2 ? 1 : 0 };
  tell({
    part,
    name,
    bodies: bodies.length,
    verdict: dropped > 0 ? 'falls' : Math.max(depth, drift) <= 0.01 * height ? 'PASS' : 'stands',
    depth: (100 * depth) / height,
    drift: (100 * drift) / height,
    sag: (100 * sag) / height,
    dropped,
    sameBits: first.hashes.join() === second.hashes.join(),
    hash: first.hashes.at(-1),
    movingLooks: first.moving,
    manifolds: first.manifolds,
    colours: first.colours,
    overflow: first.overflow,
    msPerStepWithReads: ms,
  });
}

async function judgeStacks() {
  for (const noise of [0, 1]) {
    for (const [name, own] of STACKS) {
      const given = noise > 0 ? Object.assign({ noise }, own) : own;
      await judge('stacks', `${name} ${JSON.stringify(given)}`, stackOf(name, given));
    }
  }
}

async function judgeLarge() {
  await judge('large', 'wall 10,000', wallOf(100, Math.round(100 * scale)), false);
  await judge('large', 'wall 110,058', wallOf(330, Math.round(334 * scale)), false);
  const counts = Array.from({ length: Math.round(446 * scale) }, (_, i) => Math.round(446 * scale) - i);
  await judge('large', 'pyramid 99,681', stoneScene({ name: 'pyramid', ...OWN }, courses(counts, 0, 1)), false);
  await judge(
    'large',
    'tower 100,000',
    stoneScene({ name: 'tower', ...OWN }, towerBricks(Math.round(500 * scale), 200, 0, 1)),
    false,
  );
}

/** What finds contacts; all other phases make up the solver. */
const COLLISION = ['broad-phase', 'narrow-phase', 'contact-determination'];
/** Of several steps, the fastest of each phase, and of the solver and of the whole the least, the mean and the most. */
async function profileOf(world, count) {
  const rows = [];
  for (let i = 0; i < count; i++) rows.push(await world.profile(DT));
  const least = {};
  for (const phase of rows[0].keys()) least[phase] = Math.min(...rows.map((row) => row.get(phase)));
  const spread = (isCounted) => {
    const sums = rows.map((row) => [...row].reduce((sum, [phase, ms]) => sum + (isCounted(phase) ? ms : 0), 0));
    return { least: Math.min(...sums), mean: sums.reduce((a, b) => a + b, 0) / count, most: Math.max(...sums) };
  };
  return { phases: least, solver: spread((phase) => !COLLISION.includes(phase)), whole: spread(() => true) };
}
async function timeSteps(world, count, perSubmit = count) {
  await device.queue.onSubmittedWorkDone();
  const start = performance.now();
  for (let i = 0; i < count; i += perSubmit) world.submit(perSubmit, DT);
  await device.queue.onSubmittedWorkDone();
  return (performance.now() - start) / count;
}

const WALLS = [
  [32, 32],
  [100, 100],
  [330, 334],
  [714, 715],
];
async function measureWalls() {
  for (const [rows, length] of WALLS) {
    if (rows * length * scale * scale > 3e5 * Math.max(1, scale)) continue;
    await measureWall(rows, length);
  }
  if (scale === 1) await measureWall(714, 715);
}
async function measureWall(rows, length) {
  const scene = wallOf(Math.round(rows * scale) || 2, Math.round(length * scale) || 2);
  const world = GpuWorld.fromScene(pipelines, scene, 4);
  const bricks = world.bodies.length - 1;
  await raiseClock(device);
  const first = hasTimes ? await profileOf(world, 1) : null;
  const second = hasTimes ? await profileOf(world, 1) : null;
  await world.step(DT);
  const resting = hasTimes ? await profileOf(world, 100) : null;
  const counters = await world.counters();
  const one = await timeSteps(world, 40, 1);
  const together = await timeSteps(world, 40, 10);
  tell({
    part: 'times',
    bricks,
    manifolds: counters[1],
    pairs: counters[0],
    moving: counters[3],
    overflow: counters[7],
    ms: { oneBySubmit: one, tenBySubmit: together },
    first,
    second,
    resting,
  });
  world.engine.destroy();
}

/** A ball flies into a wall. */
async function measureBall() {
  for (const [rows, length] of [
    [32, 32],
    [100, 100],
    [330, 334],
  ]) {
    const scene = wallOf(Math.round(rows * scale) || 2, Math.round(length * scale) || 2);
    const height = 0.5 * Math.round(rows * scale);
    /** @type {any} */
    const ball = {
      name: 'ball',
      position: [0, height / 2, 4],
      velocity: [0, 0, -30],
      shapes: [{ kind: 'sphere', radius: 1.5 }],
      mass: 200000,
    };
    const world = GpuWorld.fromScene(pipelines, { ...scene, bodies: [...(scene.bodies ?? []), ball] }, 5);
    await raiseClock(device);
    const start = performance.now();
    const slow = [];
    /** @type {any} */
    let peak = null;
    for (let i = 0; i < 100; i++) {
      const row = hasTimes ? await world.profile(DT) : new Map();
      const total = [...row.values()].reduce((a, b) => a + b, 0);
      slow.push(total);
      if (i > 12 && (peak === null || total > peak.total))
        peak = { total, step: i, phases: Object.fromEntries(row), counters: [...(await world.counters()).subarray(0, 24)] };
    }
    const poses = await movingPoses(world);
    const finite = poses.every(Number.isFinite);
    const together = await timeSteps(world, 40, 4);
    const counters = await world.counters();
    tell({
      part: 'ball',
      bricks: world.bodies.length - 2,
      finite,
      seconds: (performance.now() - start) / 1000,
      steps: slow,
      peak,
      after: { tenBySubmit: together, counters: [...counters.subarray(0, 24)] },
    });
    world.engine.destroy();
  }
}

/** How deep the bodies are in each other, and how fast they are. */
async function settledness(world) {
  const counters = await world.counters();
  const count = Math.min(counters[COUNTERS.manifolds], world.engine.rooms.manifolds);
  const manifolds = new Uint32Array(await world.engine.read(world.engine.current('manifolds'), ELEMENT_BYTES.Manifold * count));
  const points = new Float32Array(await world.engine.read(world.engine.current('points'), 4 * ELEMENT_BYTES.Point * count));
  let deepest = 0;
  let sum = 0;
  let touching = 0;
  for (let m = 0; m < count; m++) {
    let depth = 0;
    for (let k = 0; k < manifolds[12 * m + 6]; k++) depth = Math.max(depth, -points[48 * m + 12 * k + 3]);
    deepest = Math.max(deepest, depth);
    sum += depth;
    touching += depth > 0 ? 1 : 0;
  }
  const bodies = new Float32Array(await world.engine.read(world.engine.buffer('bodies')));
  const speeds = world.bodies
    .flatMap(({ isFixed }, row) =>
      isFixed ? [] : [Math.hypot(bodies[24 * row + 16], bodies[24 * row + 17], bodies[24 * row + 18])],
    )
    .sort((a, b) => a - b);
  return {
    deepest,
    meanDepth: sum / Math.max(1, touching),
    speed: {
      median: speeds[speeds.length >> 1],
      most: speeds.at(-1),
      slow: speeds.filter((speed) => speed < 0.05).length / speeds.length,
    },
    moving: counters[COUNTERS.moving],
  };
}

/** What is poured, with so many sweeps: its course, and how it lies in the end. */
async function measurePoured(counts = [1000, 10000, 100000], sweeps = 20, steps = 600) {
  for (const count of counts.map((n) => Math.round(n * scale))) {
    const world = GpuWorld.fromScene(pipelines, pouredScene(count), 7);
    world.plan.sweeps = sweeps;
    const start = performance.now();
    const course = [];
    for (let i = 4; i <= steps; i += 4) {
      world.submit(4, DT);
      await device.queue.onSubmittedWorkDone();
      if (i % 100 === 0) {
        const c = await world.counters();
        const row = hasTimes ? await world.profile(DT) : new Map();
        course.push({
          step: i,
          pairs: c[0],
          manifolds: c[1],
          lastGate: c[24],
          asked: c[25],
          refused: [...c.subarray(16, 20)],
          colours: c[5],
          levels: c[6],
          overflow: c[7],
          ms: [...row.values()].reduce((a, b) => a + b, 0),
          ...(await settledness(world)),
          phases: Object.fromEntries(row),
        });
      }
      if (performance.now() - start > 60e3) break;
    }
    const poses = await movingPoses(world);
    let lowest = Infinity;
    for (let i = 1; i < poses.length; i += 7) lowest = Math.min(lowest, poses[i]);
    const together = await timeSteps(world, TIMED, 4);
    tell({
      part: 'poured',
      count,
      sweeps,
      seconds: (performance.now() - start) / 1000,
      lowest,
      finite: poses.every(Number.isFinite),
      tenBySubmit: together,
      course,
    });
    world.engine.destroy();
  }
}
/** What more sweeps do for what is poured. */
async function measureSweeps() {
  for (const sweeps of [10, 20, 40, 80]) await measurePoured([10000], sweeps, 1000);
}

/** Time of a step over the number of bodies: walls, in their first step and at rest, and what is poured. */
async function measureCurve() {
  for (const about of CURVE.map((count) => Math.round(count * scale))) {
    const world = GpuWorld.fromScene(pipelines, wallOfAbout(about), 4);
    await raiseClock(device);
    const first = await timeSteps(world, 1);
    for (let i = 0; i < 5; i++) await world.step(DT);
    const resting = await timeSteps(world, TIMED, 4);
    tell({
      part: 'curve',
      scene: 'wall',
      bodies: world.bodies.length - 1,
      first,
      ms: resting,
      moving: (await world.counters())[COUNTERS.moving],
    });
    world.engine.destroy();
  }
  for (const count of CURVE.map((n) => Math.round(n * scale))) {
    const world = GpuWorld.fromScene(pipelines, pouredScene(count), 7);
    for (let i = 0; i < POURING; i += 4) {
      world.submit(4, DT);
      await device.queue.onSubmittedWorkDone();
    }
    const ms = await timeSteps(world, TIMED, 4);
    const counters = await world.counters();
    tell({
      part: 'curve',
      scene: 'poured',
      bodies: count,
      ms,
      manifolds: counters[COUNTERS.manifolds],
      overflow: counters[COUNTERS.overflow],
    });
    world.engine.destroy();
  }
}

const PARTS = {
  device: measureDevice,
  stacks: judgeStacks,
  large: judgeLarge,
  times: measureWalls,
  ball: measureBall,
  poured: () => measurePoured(),
  sweeps: measureSweeps,
  curve: measureCurve,
};
for (const part of options.parts.split(',')) {
  try {
    await PARTS[part]();
  } catch (error) {
    tell({ part, failed: String(error instanceof Error ? error.stack : error).slice(0, 1000) });
  }
}
process.exit(0);
