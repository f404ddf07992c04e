// Inverse questions against MuJoCo: where links are, the Jacobian of a point, the mass matrix and inverse dynamics, of an arm of seven
// links and of a tree that floats, at random coordinates. Prints the largest differences and exits with 1 where one is above 1e-9.
//
//   node bench/inverse-against-mujoco.mjs [seed]
//
// Both engines get the same links and joints. A joint of MuJoCo has its place and axis in the frame of the body that it moves, which
// is B; our frame of A is where that is at zero. Velocities of ball and free joints differ: the angular velocity of MuJoCo's is in the
// axes of B, ours in those of A.

import loadMujoco from '@mujoco/mujoco';
import { biasForces, gravityCompensation, inverseDynamics, massMatrix } from '../dist/src/joints/inverse/dynamics.js';
import { forwardKinematics, jacobian } from '../dist/src/joints/inverse/kinematics.js';
import { LinkTree } from '../dist/src/joints/inverse/link-tree.js';
import { Random } from '../dist/src/math/random.js';
import { matrixOfQuat } from '../dist/src/math/symmetric.js';
import { add, cross, multiply, normalize, normalizeQuat, rotate } from '../dist/src/math/vector.js';
import { formatTable } from './tables.mjs';

const GRAVITY = [0.5, -9.81, 1];
const ALLOWED = 1e-9;
const POSES = 50;
const OUR_KINDS = { hinge: 'revolute', slide: 'prismatic', ball: 'ball', free: 'free' };

/** Parents and joints, depth first. */
const MODELS = {
  'arm of 7 links': [
    [-1, 'hinge'],
    [0, 'hinge'],
    [1, 'hinge'],
    [2, 'hinge'],
    [3, 'hinge'],
    [4, 'hinge'],
    [5, 'hinge'],
  ],
  'floating tree': [
    [-1, 'free'],
    [0, 'hinge'],
    [1, 'ball'],
    [2, 'slide'],
    [0, 'ball'],
    [4, 'hinge'],
    [4, 'hinge'],
    [0, 'slide'],
    [7, 'hinge'],
  ],
};

/** @typedef {[number, number, number]} Vec3 */
/** @typedef {[number, number, number, number]} Quat */

/** @returns {Vec3} */
const vectorOf = (random) => [random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5)];
const quatOf = (random) => normalizeQuat([...vectorOf(random), random.uniform(-0.5, 0.5)]);

/** Bodies with random masses, places and axes. */
function makeBodies(model, random) {
  return model.map(([parent, joint]) => {
    const [a, b, c] = [random.uniform(0.01, 0.1), random.uniform(0.01, 0.1), random.uniform(0.01, 0.1)];
    const isFree = joint === 'free';
    return {
      parent,
      joint,
      pos: isFree ? [0, 0, 0] : vectorOf(random),
      quat: isFree ? [0, 0, 0, 1] : quatOf(random),
      jointPos: isFree ? [0, 0, 0] : vectorOf(random),
      axis: normalize(vectorOf(random)),
      armature: isFree ? 0 : random.uniform(0, 0.1),
      mass: random.uniform(0.5, 5),
      center: vectorOf(random),
      principal: quatOf(random),
      moments: [b + c, a + c, a + b],
    };
  });
}

/** As MJCF, whose quaternions have w first. */
function formatMjcf(bodies) {
  const quat = ([x, y, z, w]) => [w, x, y, z].join(' ');
  const format = (i) => {
    const { pos, quat: turn, joint, jointPos, axis, armature, mass, center, principal, moments } = bodies[i];
    const inside = bodies.flatMap(({ parent }, child) => (parent === i ? [format(child)] : []));
    const free = joint === 'free' ? '' : `pos="${jointPos.join(' ')}" armature="${armature}"`;
    const about = joint === 'hinge' || joint === 'slide' ? `axis="${axis.join(' ')}"` : '';
    return `<body pos="${pos.join(' ')}" quat="${quat(turn)}"><joint type="${joint}" ${free} ${about}/>
      <inertial pos="${center.join(' ')}" quat="${quat(principal)}" mass="${mass}" diaginertia="${moments.join(' ')}"/>
      ${inside.join('\n')}</body>`;
  };
  const roots = bodies.flatMap(({ parent }, i) => (parent < 0 ? [format(i)] : []));
  return `<mujoco><compiler angle="radian"/><option gravity="${GRAVITY.join(' ')}"/><worldbody>${roots.join('')}</worldbody></mujoco>`;
}

/**
 * The rotation that takes x to an axis.
 * @returns {Quat}
 */
function turnOfX(axis) {
  const [x, y, z] = cross([1, 0, 0], axis);
  return axis[0] < -0.999999 ? [0, 1, 0, 0] : normalizeQuat([x, y, z, 1 + axis[0]]);
}

function makeTree(bodies) {
  return new LinkTree({
    links: bodies.map(({ mass, moments, principal, center }) => ({ mass, moments, principal, center })),
    joints: bodies.map(({ parent, joint, pos, quat, jointPos, axis, armature }, i) => {
      /** @type {Quat} */
      const turn = joint === 'hinge' || joint === 'slide' ? turnOfX(axis) : [0, 0, 0, 1];
      return {
        kind: OUR_KINDS[joint],
        linkA: parent >= 0 ? parent : undefined,
        linkB: i,
        frameA: { position: add(pos, rotate(quat, jointPos)), orientation: multiply(quat, turn) },
        frameB: { position: jointPos, orientation: turn },
        armature: { hinge: [armature], slide: [armature], ball: [armature, armature, armature], free: [0, 0, 0, 0, 0, 0] }[joint],
      };
    }),
  });
}

/** Random coordinates of both, and T, which takes velocities of MuJoCo's to ours: the identity, but for R_AB where B turns freely. */
function makeCoordinates(bodies, tree, random) {
  /** @type {number[]} */
  const theirs = [];
  /** @type {number[]} */
  const ours = [];
  const n = tree.velocities;
  const T = new Float64Array(n * n);
  let k = 0;
  for (const { joint } of bodies) {
    if (joint === 'free') {
      const place = vectorOf(random);
      theirs.push(...place);
      ours.push(...place);
      for (let i = 0; i < 3; i++, k++) T[k * n + k] = 1;
    }
    if (joint === 'hinge' || joint === 'slide') {
      const value = random.uniform(-1.5, 1.5);
      theirs.push(value);
      ours.push(value);
      T[k * n + k++] = 1;
      continue;
    }
    const [x, y, z, w] = quatOf(random);
    theirs.push(w, x, y, z);
    ours.push(x, y, z, w);
    const R = matrixOfQuat([x, y, z, w]);
    for (let i = 0; i < 9; i++) T[(k + Math.floor(i / 3)) * n + k + (i % 3)] = R[i];
    k += 3;
  }
  return { theirs, q: Float64Array.from(ours), T };
}

/** Rows of A times columns of B, of n x n or n x 1. */
function product(A, B, n, columns = n) {
  const C = new Float64Array(n * columns);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < columns; j++) for (let l = 0; l < n; l++) C[i * columns + j] += A[i * n + l] * B[l * columns + j];
  return C;
}

function transposed(A, n) {
  return A.map((_, i) => A[(i % n) * n + Math.floor(i / n)]);
}

/** Largest difference, as a share of the largest number. */
function difference(ours, theirs) {
  let [worst, most] = [0, 0];
  for (let i = 0; i < ours.length; i++) {
    worst = Math.max(worst, Math.abs(ours[i] - theirs[i]));
    most = Math.max(most, Math.abs(theirs[i]));
  }
  return worst / Math.max(1, most);
}

/** Asks both engines all questions at random coordinates. */
function compare(mujoco, name, random) {
  const bodies = makeBodies(MODELS[name], random);
  const tree = makeTree(bodies);
  const model = mujoco.MjModel.from_xml_string(formatMjcf(bodies));
  const data = new mujoco.MjData(model);
  const n = tree.velocities;
  const buffers = {
    full: new mujoco.DoubleBuffer(n * n),
    jacp: new mujoco.DoubleBuffer(3 * n),
    jacr: new mujoco.DoubleBuffer(3 * n),
  };
  const worst = { places: 0, jacobian: 0, 'mass matrix': 0, 'bias forces': 0, 'gravity compensation': 0, 'inverse dynamics': 0 };
  const note = (question, ours, theirs) => {
    worst[question] = Math.max(worst[question], difference(ours, theirs));
  };
  for (let pose = 0; pose < POSES; pose++) {
    const { theirs, q, T } = makeCoordinates(bodies, tree, random);
    const toTheirs = transposed(T, n);
    const [v, a] = [1, 1].map(() => Float64Array.from({ length: n }, () => random.uniform(-3, 3)));
    const [qd, qdd] = [product(T, v, n, 1), product(T, a, n, 1)];
    const outside = { gravity: GRAVITY };
    const ask = (velocities, accelerations) => {
      data.qpos.set(theirs);
      data.qvel.set(velocities);
      data.qacc.set(accelerations);
      mujoco.mj_inverse(model, data);
      return data.qfrc_inverse;
    };
    const zero = new Float64Array(n);
    note('inverse dynamics', product(toTheirs, inverseDynamics(tree, q, qd, qdd, outside), n, 1), ask(v, a));
    note('bias forces', product(toTheirs, biasForces(tree, q, qd, outside), n, 1), ask(v, zero));
    note('gravity compensation', product(toTheirs, gravityCompensation(tree, q, outside), n, 1), ask(zero, zero));
    mujoco.mj_fullM(model, data, buffers.full);
    note('mass matrix', product(product(toTheirs, massMatrix(tree, q), n), T, n), buffers.full.GetView());
    const poses = forwardKinematics(tree, q);
    for (let link = 0; link < bodies.length; link++) {
      const place = poses.subarray(7 * link, 7 * link + 3);
      note('places', place, data.xpos.subarray(3 * link + 3, 3 * link + 6));
      const turn = /** @type {Quat} */ ([...poses.subarray(7 * link + 3, 7 * link + 7)]);
      note('places', matrixOfQuat(turn), data.xmat.subarray(9 * link + 9, 9 * link + 18));
      const point = vectorOf(random);
      const J = jacobian(tree, q, link, point);
      const inWorld = add(/** @type {Vec3} */ ([...place]), rotate(turn, point));
      mujoco.mj_jac(model, data, buffers.jacp, buffers.jacr, inWorld, link + 1);
      const both = [...buffers.jacp.GetView(), ...buffers.jacr.GetView()];
      for (let row = 0; row < 6; row++)
        note('jacobian', product(toTheirs, J.subarray(row * n, row * n + n), n, 1), both.slice(row * n, row * n + n));
    }
  }
  for (const buffer of Object.values(buffers)) buffer.delete();
  data.delete();
  model.delete();
  return worst;
}

const seed = Number(process.argv[2] ?? 1);
const mujoco = await loadMujoco();
const random = new Random(seed);
const results = Object.fromEntries(Object.keys(MODELS).map((name) => [name, compare(mujoco, name, random)]));
const names = Object.keys(results);
const questions = Object.keys(results[names[0]]);
const rows = questions.map((question) => [question, ...names.map((name) => results[name][question].toExponential(1))]);
console.log(`Largest difference from MuJoCo, as a share of the largest number, over ${POSES} poses of seed ${seed}:`);
console.log(formatTable(['', ...names], rows));
if (names.some((name) => questions.some((question) => !(results[name][question] <= ALLOWED)))) {
  console.error(`Some are above ${ALLOWED}.`);
  process.exit(1);
}
