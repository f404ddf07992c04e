// Holds what `drystone/robots` reads of MJCF against MuJoCo itself: masses, centres, inertias and places of all bodies, and where
// the frames of joints are, in the pose of the file and in others.
//
//   node bench/robots-against-mujoco.mjs            after npm run build

import loadMujoco from '@mujoco/mujoco';
import { readMjcf } from '../dist/src/robots/index.js';
import { MODELS } from './robots/models.mjs';

/** MuJoCo's number of slides; hinges have the next, balls and free joints are below. */
const SLIDE = 2;

const mujoco = await loadMujoco();
for (const [name, { xml, tolerance }] of Object.entries(MODELS)) {
  const { worst, bodies, joints } = await compare(xml);
  const verdict = worst < tolerance ? 'agree' : `differ by more than ${tolerance}`;
  console.log(`${name}: ${bodies} bodies and ${joints} coordinates ${verdict}: ${worst.toExponential(1)}`);
  if (!(worst < tolerance)) process.exitCode = 1;
}

/** The largest difference of a model, at the file's pose and at three others. */
async function compare(xml) {
  const model = mujoco.MjModel.from_xml_string(xml);
  const data = new mujoco.MjData(model);
  const names = namesOf(model);
  let worst = 0;
  let robot = await readMjcf(xml, { fixedLinks: 'keep' });
  for (let pose = 0; pose < 4; pose++) {
    /** @type {Record<string, number>} */
    const coordinates = {};
    for (let j = 0; j < model.njnt; j++) {
      if (model.jnt_type[j] < SLIDE || names.joints[j] === '') continue;
      const at = model.jnt_qposadr[j];
      if (pose > 0) data.qpos[at] += 0.1 * Math.sin(7 * pose + 3 * j);
      coordinates[names.joints[j]] = data.qpos[at];
    }
    mujoco.mj_forward(model, data);
    if (pose > 0) robot = await readMjcf(xml, { fixedLinks: 'keep', coordinates });
    worst = Math.max(worst, compareBodies(model, data, names, robot), compareJoints(robot, pose === 0));
  }
  const result = { worst, bodies: model.nbody - 1, joints: Object.keys(robot.coordinates).length };
  data.delete();
  model.delete();
  return result;
}

function namesOf(model) {
  const bytes = new Uint8Array(model.names);
  const text = (start) => {
    let end = start;
    while (bytes[end] !== 0) end++;
    return String.fromCharCode(...bytes.subarray(start, end));
  };
  return {
    bodies: Array.from({ length: model.nbody }, (_, i) => text(model.name_bodyadr[i]) || `body ${i}`),
    joints: Array.from({ length: model.njnt }, (_, i) => text(model.name_jntadr[i])),
  };
}

function compareBodies(model, data, names, { scene }) {
  let worst = 0;
  for (let i = 1; i < model.nbody; i++) {
    const body = scene.bodies.find(({ name }) => name === names.bodies[i]);
    // What is fixed to the world and has no shape is no body.
    if (body === undefined) {
      if (model.body_weldid[i] !== 0) throw new Error(`${names.bodies[i]} is missing.`);
      continue;
    }
    const position = [...data.xpos.slice(3 * i, 3 * i + 3)];
    const [w, x, y, z] = data.xquat.slice(4 * i, 4 * i + 4);
    worst = Math.max(worst, difference(body.position, position), turn(body.orientation, [x, y, z, w]));
    if (body.kind === 'fixed') continue;
    const [iw, ix, iy, iz] = model.body_iquat.slice(4 * i, 4 * i + 4);
    const inertia = tensor([ix, iy, iz, iw], [...model.body_inertia.slice(3 * i, 3 * i + 3)]);
    const [xx, yy, zz, xy, xz, yz] = body.inertia;
    worst = Math.max(
      worst,
      Math.abs(body.mass - model.body_mass[i]) / body.mass,
      difference(body.centerOfMass, [...model.body_ipos.slice(3 * i, 3 * i + 3)]),
      difference([xx, xy, xz, xy, yy, yz, xz, yz, zz], inertia) / Math.max(xx, yy, zz),
    );
  }
  return worst;
}

/** How far the frames of joints are apart in what they lock: only motions along coordinates may part them, or those of loops. */
function compareJoints({ scene }, hasLoops) {
  const placeOf = (name, frame) => {
    const body = scene.bodies.find((other) => other.name === name);
    return body === undefined ? frame : compose(body, frame);
  };
  let worst = 0;
  for (const { name, kind, bodyA, bodyB, frameA, frameB } of jointsOf(scene)) {
    if (frameA === undefined || (!hasLoops && /^(connect|weld) /.test(name))) continue;
    const a = placeOf(bodyA, frameA);
    const b = placeOf(bodyB, frameB);
    const apart = rotate(conjugate(a.orientation), subtract(b.position, a.position));
    const x = rotate(multiply(conjugate(a.orientation), b.orientation), [1, 0, 0]);
    const y = rotate(multiply(conjugate(a.orientation), b.orientation), [0, 1, 0]);
    const locked = {
      fixed: [...apart, turn(a.orientation, b.orientation)],
      revolute: [...apart, x[1], x[2]],
      prismatic: [apart[1], apart[2], turn(a.orientation, b.orientation)],
      cylindrical: [apart[1], apart[2], x[1], x[2]],
      universal: [...apart, y[0]],
      ball: apart,
      planar: [apart[0], x[1], x[2]],
      wheel: [apart[0], apart[2], x[1]],
    }[kind];
    worst = Math.max(worst, ...locked.map(Math.abs));
  }
  return worst;
}

function jointsOf({ multibodies = [] }) {
  return multibodies.flatMap(({ joints, loops = [] }) => [...joints, ...loops]);
}

function difference(a, b) {
  return Math.max(...a.map((value, i) => Math.abs(value - b[i])));
}

/** Of two quaternions, which may be of opposite sign. */
function turn(a, b) {
  return Math.min(
    difference(a, b),
    difference(
      a,
      b.map((value) => -value),
    ),
  );
}

/** R diag R^T, nine numbers. */
function tensor(q, moments) {
  const columns = [rotate(q, [1, 0, 0]), rotate(q, [0, 1, 0]), rotate(q, [0, 0, 1])];
  return [0, 1, 2].flatMap((i) =>
    [0, 1, 2].map((j) => moments.reduce((sum, m, k) => sum + m * columns[k][i] * columns[k][j], 0)),
  );
}

function compose(outer, { position, orientation }) {
  return {
    position: rotate(outer.orientation, position).map((value, i) => value + outer.position[i]),
    orientation: multiply(outer.orientation, orientation),
  };
}
function subtract(a, b) {
  return a.map((value, i) => value - b[i]);
}
/** @param {readonly number[]} q */
function conjugate([x, y, z, w]) {
  return [-x, -y, -z, w];
}
/**
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 */
function multiply([ax, ay, az, aw], [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}
function rotate(q, v) {
  const [x, y, z] = multiply(multiply(q, [...v, 0]), conjugate(q));
  return [x, y, z];
}
