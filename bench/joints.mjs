// Joints against others' joints, in one run: 50 ragdolls in a heap and a long chain with a heavy end by Drystone and by Rapier's
// multibody joints and impulse joints, and the arm of seven links by Drystone and by MuJoCo. Steps are taken in turn, by the
// batch, and time is what this process had of the processor, so that what else runs on the machine meets all alike.

import { makeChain, makeRagdolls } from './jointed-scenes.mjs';
import { processorTime } from './processor-time.mjs';
import { reasonOf } from './reason.mjs';
import { inBody, JOINTED } from './rivals/jointed.mjs';
import { MOVING } from './robots/models.mjs';
import { median } from './statistics.mjs';

/** Steps taken by one before it is another's turn. */
const BATCH = 10;
/** The arm: steps of so long [s], so many a batch, and batches. */
const ARM = { dt: 1 / 1000, batch: 200, batches: 40, warmUp: 10 };

/**
 * { rows: { scene, engine, bodies, milliseconds [ms a step, mean], median [ms a step], gap [m], null where there is
 * none to see, failed: why it went no further, or null } }.
 */
export async function measureJoints(say) {
  const rows = [];
  for (const scene of [makeChain(), makeRagdolls()]) {
    say(scene.name);
    rows.push(...(await runScene(scene)));
  }
  say('arm of seven links');
  rows.push(...(await runArm()));
  return { rows };
}

/** @param {import('./jointed-scenes.mjs').JointedScene} scene */
async function runScene(scene) {
  const poses = new Float64Array(7 * scene.bodies.length);
  const ends = scene.joints.map(({ a, b, anchor }) =>
    [a, b].map((body) => (body < 0 ? anchor : inBody(scene.bodies[body], anchor))),
  );
  const runs = [];
  // Compiled before the clock runs: each is made twice, and stepped for a while the first time.
  for (const [engine, make] of Object.entries(JOINTED)) {
    const first = await make(scene);
    for (let i = 0; i < 4 * BATCH; i++) first.step();
    runs.push({
      engine,
      world: await make(scene),
      times: /** @type {number[]} */ ([]),
      gap: 0,
      failed: /** @type {string | null} */ (null),
    });
  }
  const batches = Math.round(scene.seconds / scene.dt / BATCH);
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

/** The arm under the torques of bench/motion-against-mujoco.mjs. */
async function runArm() {
  const { xml, torques } = MOVING.arm;
  const arms = [await makeDrystoneArm(xml, torques), await makeMujocoArm(xml, torques)];
  const times = arms.map(() => /** @type {number[]} */ ([]));
  for (let batch = 0; batch < ARM.warmUp + ARM.batches; batch++) {
    arms.forEach((arm, i) => {
      const start = processorTime();
      for (let step = 0; step < ARM.batch; step++) arm.step(batch * ARM.batch + step);
      if (batch >= ARM.warmUp) times[i].push((processorTime() - start) / ARM.batch);
    });
  }
  return arms.map(({ engine }, i) => rowOf('arm of seven links, no contact', engine, 7, times[i], null));
}

const torqueAt = (torques, joint, step) => torques[joint] * Math.sin(2 * (step + 0.5) * ARM.dt + joint);

async function makeDrystoneArm(xml, torques) {
  const { checkScene, Simulation } = await import('../dist/src/index.js');
  const { readMjcf } = await import('../dist/src/robots/index.js');
  const robot = await readMjcf(xml);
  const { world } = new Simulation(checkScene(robot.scene));
  const coordinates = robot.actuators.map(({ joint, coordinate }) => {
    const found = world.findJoint(joint);
    if (found === undefined) throw new Error(`The joint ${joint} is missing.`);
    return found.coordinate(coordinate);
  });
  return {
    engine: 'Drystone',
    step(step) {
      for (let joint = 0; joint < torques.length; joint++) coordinates[joint].target = torqueAt(torques, joint, step);
      world.step(ARM.dt);
    },
  };
}

async function makeMujocoArm(xml, torques) {
  const { default: loadMujoco } = await import('@mujoco/mujoco');
  const mujoco = await loadMujoco();
  const model = mujoco.MjModel.from_xml_string(xml.replace('<option', `<option timestep="${ARM.dt}" integrator="Euler"`));
  const data = new mujoco.MjData(model);
  return {
    engine: "MuJoCo, Euler's step",
    step(step) {
      for (let joint = 0; joint < torques.length; joint++) data.ctrl[joint] = torqueAt(torques, joint, step);
      mujoco.mj_step(model, data);
    },
  };
}
