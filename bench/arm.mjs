// The arm of seven links under given torques (robots/models.mjs), by Drystone and by MuJoCo's integrators: time a step, and
// time for a second of motion at equal accuracy. A step says little by itself: one scheme takes a hundred where another takes ten.

import { processorTime } from './processor-time.mjs';
import { MOVING } from './robots/models.mjs';
import { median } from './statistics.mjs';

/** Steps of so long [s], so many a batch, and batches. */
const STEPS = { dt: 1 / 1000, batch: 200, batches: 40, warmUp: 60 };
/** Equal accuracy: the longest of these steps [s] with which no angle is further off than this [rad] after so long [s]. */
const ACCURACY = {
  error: 1e-3,
  seconds: 2,
  lengths: [60, 125, 250, 500, 1000, 2000, 4000, 8000, 16000, 32000, 64000],
  repeats: 5,
};
/** Of MuJoCo's Runge-Kutta, which is exact beside that [s]. */
const FINE = 2e-5;
const INTEGRATORS = ['Euler', 'implicitfast', 'RK4'];

const { xml, torques } = MOVING.arm;
/** The torque of a joint, which all hold through a step as it is in the middle of it [N m]. */
const torqueAt = (joint, step, dt) => torques[joint] * Math.sin(2 * (step + 0.5) * dt + joint);

/** { engine, times: ms a step of each batch } by Drystone and by MuJoCo's default integrator, in turn. */
export async function timeArms() {
  const arms = [
    { engine: 'Drystone', ...(await makeDrystoneArm(STEPS.dt)) },
    { engine: "MuJoCo, Euler's step", ...(await makeMujocoArm(STEPS.dt, 'Euler')) },
  ];
  const times = arms.map(() => /** @type {number[]} */ ([]));
  for (let batch = 0; batch < STEPS.warmUp + STEPS.batches; batch++) {
    arms.forEach((arm, i) => {
      const start = processorTime();
      for (let step = 0; step < STEPS.batch; step++) arm.step(batch * STEPS.batch + step);
      if (batch >= STEPS.warmUp) times[i].push((processorTime() - start) / STEPS.batch);
    });
  }
  return arms.map(({ engine }, i) => ({ engine, times: times[i] }));
}

/** { engine, dt [s], error [rad], milliseconds [ms of the processor a second of motion] } of each; dt is null where none will do. */
export async function measureAccuracy() {
  const exact = await run(() => makeMujocoArm(FINE, 'RK4'), FINE);
  const makers = [
    { engine: 'Drystone', make: makeDrystoneArm },
    ...INTEGRATORS.map((name) => ({ engine: `MuJoCo, ${name}`, make: (dt) => makeMujocoArm(dt, name) })),
  ];
  const rows = [];
  for (const { engine, make } of makers) {
    let row = { engine, dt: /** @type {number | null} */ (null), error: Number.NaN, milliseconds: Number.NaN };
    for (const rate of ACCURACY.lengths) {
      const dt = 1 / rate;
      const { angles } = await run(() => make(dt), dt);
      const error = Math.max(...angles.map((angle, i) => Math.abs(angle - exact.angles[i])));
      if (!(error <= ACCURACY.error)) continue;
      const times = [];
      for (let i = 0; i < ACCURACY.repeats; i++) times.push((await run(() => make(dt), dt)).milliseconds / ACCURACY.seconds);
      row = { engine, dt, error, milliseconds: median(times) };
      break;
    }
    rows.push(row);
  }
  return rows;
}

async function run(make, dt) {
  const arm = await make();
  const start = processorTime();
  for (let step = 0; step < Math.round(ACCURACY.seconds / dt); step++) arm.step(step);
  return { milliseconds: processorTime() - start, angles: arm.angles() };
}

async function makeDrystoneArm(dt) {
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
    step(step) {
      for (let joint = 0; joint < torques.length; joint++) coordinates[joint].target = torqueAt(joint, step, dt);
      world.step(dt);
    },
    angles: () => coordinates.map(({ value }) => value),
  };
}

async function makeMujocoArm(dt, integrator) {
  const { default: loadMujoco } = await import('@mujoco/mujoco');
  const mujoco = await loadMujoco();
  const model = mujoco.MjModel.from_xml_string(xml.replace('<option', `<option timestep="${dt}" integrator="${integrator}"`));
  const data = new mujoco.MjData(model);
  return {
    step(step) {
      for (let joint = 0; joint < torques.length; joint++) data.ctrl[joint] = torqueAt(joint, step, dt);
      mujoco.mj_step(model, data);
    },
    angles: () => torques.map((_, joint) => data.qpos[model.jnt_qposadr[model.actuator_trnid[2 * joint]]]),
  };
}
