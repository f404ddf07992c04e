// The same MJCF arm, and a tree that floats, under the same torques by Drystone and by MuJoCo: how far the angles of
// joints are from those of MuJoCo's Runge-Kutta at a much smaller step, after 2 s, by the step.
//
//   node bench/motion-against-mujoco.mjs            after npm run build

import loadMujoco from '@mujoco/mujoco';
import { checkScene, Simulation } from '../dist/src/index.js';
import { readMjcf } from '../dist/src/robots/index.js';
import { MOVING } from './robots/models.mjs';

const SECONDS = 2;
/** Of MuJoCo's Runge-Kutta, which is then exact to all digits that are shown [s]. */
const FINE = 1e-4;
const STEPS = [1 / 250, 1 / 500, 1 / 1000];

const mujoco = await loadMujoco();
for (const [name, { xml, torques }] of Object.entries(MOVING)) {
  const exact = byMujoco(xml, torques, FINE, 'RK4');
  for (const dt of STEPS) {
    const ours = await byDrystone(xml, torques, dt);
    const euler = byMujoco(xml, torques, dt, 'Euler');
    console.log(
      `${name.padEnd(16)} dt = 1/${Math.round(1 / dt)}: Drystone ${farthest(ours, exact)} rad, MuJoCo's Euler ${farthest(euler, exact)} rad`,
    );
  }
}

/** The torque of a joint, which both hold through a step as it is in the middle of it [N m]. */
function torqueAt(torques, joint, step, dt) {
  return torques[joint] * Math.sin(2 * (step + 0.5) * dt + joint);
}

function byMujoco(xml, torques, dt, integrator) {
  const model = mujoco.MjModel.from_xml_string(xml.replace('<option', `<option timestep="${dt}" integrator="${integrator}"`));
  const data = new mujoco.MjData(model);
  for (let step = 0; step < Math.round(SECONDS / dt); step++) {
    for (let joint = 0; joint < torques.length; joint++) data.ctrl[joint] = torqueAt(torques, joint, step, dt);
    mujoco.mj_step(model, data);
  }
  const angles = torques.map((_, joint) => data.qpos[model.jnt_qposadr[model.actuator_trnid[2 * joint]]]);
  data.delete();
  model.delete();
  return angles;
}

async function byDrystone(xml, torques, dt) {
  const robot = await readMjcf(xml);
  const { world } = new Simulation(checkScene(robot.scene));
  const coordinates = robot.actuators.map(({ joint, coordinate }) => {
    const found = world.findJoint(joint);
    if (found === undefined) throw new Error(`The joint ${joint} is missing.`);
    return found.coordinate(coordinate);
  });
  for (let step = 0; step < Math.round(SECONDS / dt); step++) {
    for (let joint = 0; joint < torques.length; joint++) coordinates[joint].target = torqueAt(torques, joint, step, dt);
    world.step(dt);
  }
  return coordinates.map(({ value }) => value);
}

function farthest(a, b) {
  return Math.max(...a.map((value, i) => Math.abs(value - b[i]))).toExponential(1);
}
