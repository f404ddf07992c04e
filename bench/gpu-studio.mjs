// The scenes that the studio shows on the GPU: stepped on the device, and drawn by the studio's painter from the buffers of the steps.
// Whether what should stand stands, what the struck and the poured do, the time of a step and of a picture, and a picture of each.
//
//   node bench/gpu-studio.mjs --bodies 100000 --out FOLDER

import { SCENES } from '../dist/scenes/index.js';
import { createGpuWorld } from '../dist/src/gpu/index.js';
import { readOptions } from '../scripts/read-options.mjs';
import { openDevice, tellInto } from './gpu-device.mjs';
import { openPictures } from './gpu-picture.mjs';
import { DT } from './gpu-scenes.mjs';

const options = readOptions({
  scenes: { type: 'string', default: 'city-wall,square-pyramid,stadium,poured' },
  bodies: { type: 'string', default: '100000' },
  seconds: { type: 'string', default: '10' },
  size: { type: 'string', default: '1600x900' },
  runs: { type: 'string', default: '2' },
  out: { type: 'string', default: 'bench/results' },
});
const [width, height] = options.size.split('x').map(Number);
const STEPS = Math.round(Number(options.seconds) / DT);
/** Steps of one call, as the studio takes them where it is late, and pictures that are timed [1]. */
const TOGETHER = 4;
const PICTURES = 20;
/** Longer than any run: no snapshot is kept [1]. */
const NEVER = 1e6;
/** What is dropped is that much lower, and what drifts is that much off its place, as shares of its height [1]. */
const DROP = 0.5;
const DRIFT = 0.01;
/** Scenes that nothing strikes. */
const STANDING = ['city-wall', 'square-pyramid'];

const tell = tellInto(options.out, 'gpu-studio.jsonl');
const { device, pipelines } = await openDevice(tell);
const open = await openPictures(device, width, height);
const done = () => device.queue.onSubmittedWorkDone();
const middle = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

/** Time of each step [ms], the largest gain of energy from one look to the next [J], and the hash of the end. */
async function run(world, steps) {
  const times = [];
  let gain = -Infinity;
  let energy = Infinity;
  for (let i = 0; i < steps; i += TOGETHER) {
    const start = performance.now();
    await world.steps(TOGETHER, DT);
    times.push((performance.now() - start) / TOGETHER);
    if (i % 100 !== 0) continue;
    const { kinetic, potential } = await world.energies();
    gain = Math.max(gain, kinetic + potential - energy);
    energy = kinetic + potential;
  }
  return { times, gain, energy, hash: await world.hash() };
}

/** Time of a picture, and of a frame of one step and one picture [ms]. */
async function timePictures(world, picture) {
  await picture.draw();
  await done();
  let start = performance.now();
  for (let i = 0; i < PICTURES; i++) await picture.draw();
  await done();
  const draw = (performance.now() - start) / PICTURES;
  start = performance.now();
  for (let i = 0; i < PICTURES; i++) {
    await world.steps(1, DT);
    await picture.draw();
  }
  await done();
  return { draw, frame: (performance.now() - start) / PICTURES };
}

/** How far bodies that move are from where they began, as shares of the height of the lowest of them [1]. */
async function movesOf(world, bodies) {
  const { ids, values } = await world.poses();
  const moves = { dropped: 0, drifted: 0, farthest: 0, lowest: Infinity, finite: values.every(Number.isFinite) };
  ids.forEach((id, i) => {
    const { kind, position, shapes, name } = bodies[id];
    if (kind === 'fixed' || name === 'ball') return;
    const size = shapes[0].kind === 'box' ? shapes[0].size[1] : 1;
    const off = [0, 1, 2].map((k) => (values[7 * i + k] - position[k]) / size);
    const far = Math.hypot(...off);
    moves.farthest = Math.max(moves.farthest, far);
    if (far > DRIFT) moves.drifted++;
    if (far > DROP) moves.dropped++;
    moves.lowest = Math.min(moves.lowest, values[7 * i + 1]);
  });
  return moves;
}

/** Depths of the contacts of the last step [m]. */
async function depthsOf(world) {
  const depths = (await world.contacts()).map(({ gap }) => -gap).filter((depth) => depth > 0);
  const deepest = depths.reduce((most, depth) => Math.max(most, depth), 0);
  return { contacts: depths.length, deepest, mean: depths.reduce((sum, depth) => sum + depth, 0) / Math.max(1, depths.length) };
}

const placeOf = async (world, id) => {
  const { ids, values } = await world.poses();
  return [...values.subarray(7 * ids.indexOf(id), 7 * ids.indexOf(id) + 3)];
};

for (const name of options.scenes.split(',')) {
  try {
    const scene = SCENES[name].make({ seed: 1, bodies: Number(options.bodies) });
    const bodies = scene.bodies ?? [];
    const hashes = [];
    for (let turn = 0; turn < Number(options.runs); turn++) {
      const world = await createGpuWorld({ scene, device: pipelines, fallback: 'none', keepEvery: NEVER });
      const picture = turn === 0 ? open(world) : null;
      // What is struck or falls is most to be seen in the midst of it.
      const half = await run(world, STEPS / 4);
      await picture?.draw();
      await picture?.save(`${options.out}/studio-${name}-early.png`);
      const rest = await run(world, STEPS - STEPS / 4);
      hashes.push(half.hash, rest.hash);
      if (picture !== null) {
        const moves = await movesOf(world, bodies);
        const ball = world.find('ball');
        tell({
          part: 'studio',
          scene: name,
          bodies: world.bodyCount,
          ...(STANDING.includes(name) && { verdict: moves.drifted > 0 ? (moves.dropped > 0 ? 'falls' : 'drifts') : 'PASS' }),
          ...moves,
          depths: await depthsOf(world),
          ...(ball !== undefined && { ball: await placeOf(world, ball) }),
          gain: Math.max(half.gain, rest.gain),
          energy: rest.energy,
          step: {
            first: half.times[0],
            early: middle(half.times),
            most: Math.max(...half.times.slice(1), ...rest.times),
            late: middle(rest.times),
          },
          ...(await timePictures(world, picture)),
        });
        await picture.draw();
        await picture.save(`${options.out}/studio-${name}.png`);
        picture.close();
      }
      world.destroy();
    }
    const [early, late] = hashes;
    tell({ part: 'studio', scene: name, hash: late, sameBits: hashes.every((hash, i) => hash === [early, late][i % 2]) });
  } catch (error) {
    tell({ part: 'studio', scene: name, failed: String(error instanceof Error ? error.stack : error).slice(0, 1000) });
  }
}
process.exit(0);
