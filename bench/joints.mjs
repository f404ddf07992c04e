// Joints against others' joints, in one run: 50 ragdolls in a heap and a long chain with a heavy end by Drystone and by Rapier's
// multibody joints and impulse joints, and the arm of seven links by Drystone and by MuJoCo. Steps are taken in turn, by the
// batch, and time is what this process had of the processor, so that what else runs on the machine meets all alike.

import { measureAccuracy, timeArms } from './arm.mjs';
import { makeChain, makeRagdolls } from './jointed-scenes.mjs';
import { processorTime } from './processor-time.mjs';
import { reasonOf } from './reason.mjs';
import { inBody, JOINTED } from './rivals/jointed.mjs';
import { median } from './statistics.mjs';

/** Steps taken by one before it is another's turn. */
const BATCH = 10;

/**
 * { rows: { scene, engine, bodies, milliseconds [ms a step, mean], median [ms a step], gap [m], null where there is
 * none to see, failed: why it went no further, or null }, accuracy: the arm at equal accuracy (arm.mjs) }.
 */
export async function measureJoints(say) {
  const rows = [];
  for (const scene of [makeChain(), makeRagdolls()]) {
    say(scene.name);
    rows.push(...(await runScene(scene)));
  }
  say('arm of seven links');
  for (const { engine, times } of await timeArms()) rows.push(rowOf('arm of seven links, no contact', engine, 7, times, null));
  return { rows, accuracy: await measureAccuracy() };
}

/** @param {import('./jointed-scenes.mjs').JointedScene} scene */
async function runScene(scene) {
  const poses = new Float64Array(7 * scene.bodies.length);
  const ends = scene.joints.map(({ a, b, anchor }) =>
    [a, b].map((body) => (body < 0 ? anchor : inBody(scene.bodies[body], anchor))),
  );
  const runs = [];
  // Compiled before the clock runs: each is made twice, and one of the two is run. Both are made first: what is made afterwards
  // would undo some of what has been compiled, and compilers would be at work while the clock runs.
  for (const [engine, make] of Object.entries(JOINTED)) {
    runs.push({
      engine,
      first: await make(scene),
      world: await make(scene),
      times: /** @type {number[]} */ ([]),
      gap: 0,
      failed: /** @type {string | null} */ (null),
    });
  }
  const batches = Math.round(scene.seconds / scene.dt / BATCH);
  for (const { first } of runs) warmUp(first, batches * BATCH);
  for (let batch = 0; batch < batches; batch++) {
    for (const run of runs) {
      if (run.failed !== null) continue;
      const start = processorTime();
      try {
        for (let i = 0; i < BATCH; i++) run.world.step();
      } catch (error) {
        run.failed = reasonOf(error);
        continue;
      }
      run.times.push((processorTime() - start) / BATCH);
      run.world.poses(poses);
      run.gap = Math.max(run.gap, widestGap(scene, ends, poses));
      // Bodies that are nowhere cost next to nothing to step.
      if (Number.isNaN(run.gap)) run.failed = `bodies are nowhere after ${((batch + 1) * BATCH * scene.dt).toFixed(1)} s`;
    }
  }
  const { name, bodies } = scene;
  return runs.map(({ engine, times, gap, failed }) => ({ ...rowOf(name, engine, bodies.length, times, gap), failed }));
}

/** Steps a world that may come to nothing on the way, as one that is measured may. */
function warmUp(world, steps) {
  try {
    for (let i = 0; i < steps; i++) world.step();
  } catch {
    // The one that is measured says why.
  }
}

function rowOf(scene, engine, bodies, times, gap) {
  const milliseconds = times.reduce((sum, time) => sum + time, 0) / times.length;
  return { scene, engine, bodies, milliseconds, median: median(times), gap };
}

/** The largest distance between where a joint is on its two bodies [m]. */
function widestGap({ joints }, ends, poses) {
  let widest = 0;
  joints.forEach(({ a, b }, i) => {
    const [p, q] = [a, b].map((body, side) => (body < 0 ? ends[i][side] : placed(poses, 7 * body, ends[i][side])));
    const gap = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
    // Not a number is the worst of gaps.
    widest = gap <= widest ? widest : gap;
  });
  return widest;
}

/** A point of a body in the world, from its pose at poses[k ..]. */
function placed(poses, k, [px, py, pz]) {
  const [x, y, z, qx, qy, qz, qw] = poses.subarray(k, k + 7);
  const tx = 2 * (qy * pz - qz * py);
  const ty = 2 * (qz * px - qx * pz);
  const tz = 2 * (qx * py - qy * px);
  return [x + px + qw * tx + qy * tz - qz * ty, y + py + qw * ty + qz * tx - qx * tz, z + pz + qw * tz + qx * ty - qy * tx];
}
