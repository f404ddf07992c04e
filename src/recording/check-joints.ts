// Checks the joints of a snapshot before a world takes it over: their frames, their numbers, and the chains that link
// them to nodes and edges.

import { FIXED, isPhysical, MULTIBODY, SCRIPTED } from '../bodies/node-kinds.js';
import { InputError } from '../input/fields.js';
import { JOINT_KINDS } from '../joints/joint-kinds.js';
import { COUPLING_SCHEMA, FORCE_MOTOR, JOINT_SCHEMA, NO_MOTOR, WORLD_END } from '../joints/joint-table.js';
import type { Snapshot } from './snapshot.js';
import type { Rows, Tables } from './snapshot-rows.js';
import { checkColumn, checkRotations, isIn } from './snapshot-rows.js';

/** Columns that may be infinite: there is no limit then. */
const UNLIMITED = ['lower', 'upper', 'breakForce', 'breakTorque'];

export function checkJoints({ controls, slots }: Snapshot, path: string, tables: Tables): void {
  const { nodes, joints, couplings } = tables;
  const live = [...joints.live()];
  checkEnds(nodes, joints);
  checkNumbers(joints, nodes);
  for (const column of ['frameA', 'frameB']) checkRotations(joints, live, column, 3);
  checkCouplings(joints, couplings);
  checkChainsOfNodes(tables, path);
  checkChainsOfEdges(tables, path);
  const kinds = nodes.column('kind');
  const isMultibody = (row: number) => nodes.isLive(row) && kinds[row] === MULTIBODY;
  const isBody = (row: number) => nodes.isLive(row) && isPhysical(kinds[row]);
  const stray = controls.findIndex((control, row) => control !== undefined && !isMultibody(row));
  if (stray >= 0) throw new InputError(`${path}.controls has row ${stray} of nodes, which is no multibody.`);
  const bare = slots.findIndex((numbers, row) => numbers !== undefined && !isMultibody(row) && !isBody(row));
  if (bare >= 0) throw new InputError(`${path}.slots has row ${bare} of nodes, which is neither a body nor a multibody.`);
}

/** A joint must connect two different bodies, or a body and the world; at least one body must be movable. */
function checkEnds(nodes: Rows, joints: Rows): void {
  const ends = joints.column('nodes');
  const kinds = nodes.column('kind');
  const movers = nodes.column('mover');
  const moves = (row: number) => kinds[row] !== FIXED && kinds[row] !== SCRIPTED;
  for (const joint of joints.live()) {
    const [a, b] = [ends[2 * joint], ends[2 * joint + 1]];
    const isBody = (row: number) => nodes.isLive(row) && isPhysical(kinds[row]);
    if (!(isBody(b) && (a === WORLD_END || isBody(a)))) joints.refuse(joint, 'nodes', 'two bodies, or the world and a body');
    if (a !== WORLD_END && movers[a] === movers[b]) joints.refuse(joint, 'nodes', 'two bodies that move apart');
    if (!moves(b) && (a === WORLD_END || !moves(a))) joints.refuse(joint, 'nodes', 'two bodies of which one moves');
  }
}

function checkNumbers(joints: Rows, nodes: Rows): void {
  const live = [...joints.live()];
  const check = (column: string, allowed: string, isAllowed: (value: number) => boolean) =>
    checkColumn(joints, live, column, allowed, isAllowed);
  check('kind', 'a kind of joint', isIn(0, JOINT_KINDS.length - 1));
  for (const flag of ['active', 'collide', 'broken', 'closesLoop']) check(flag, '0 or 1', isIn(0, 1));
  check('motor', 'a kind of motor', isIn(NO_MOTOR, FORCE_MOTOR));
  const isMultibody = (row: number) => nodes.isLive(row) && nodes.column('kind')[row] === MULTIBODY;
  check('multibody', 'the row of a multibody plus one, or 0', (value) => value === 0 || isMultibody(value - 1));
  for (const [column, { type }] of Object.entries(JOINT_SCHEMA)) {
    if (type !== 'f64') continue;
    if (UNLIMITED.includes(column)) check(column, 'a number', (value) => !Number.isNaN(value));
    else check(column, 'finite', Number.isFinite);
  }
  const positive = ['stiffness', 'damping', 'friction', 'motorStiffness', 'motorDamping', 'motorLimit', 'armature'];
  for (const column of [...positive, 'breakForce', 'breakTorque']) check(column, 'at least 0', (value) => value >= 0);
  const [lower, upper] = [joints.column('lower'), joints.column('upper')];
  const width = lower.length / Math.max(1, joints.size);
  for (const joint of live) {
    for (let k = width * joint; k < width * (joint + 1); k++)
      if (!(lower[k] <= upper[k])) joints.refuse(joint, 'lower', 'no more than upper');
  }
}

function checkCouplings(joints: Rows, couplings: Rows): void {
  const live = [...couplings.live()];
  checkColumn(couplings, live, 'joints', 'a row of joints in use', (row) => joints.isLive(row));
  checkColumn(couplings, live, 'active', '0 or 1', isIn(0, 1));
  for (const [column, { type }] of Object.entries(COUPLING_SCHEMA))
    if (type === 'f64') checkColumn(couplings, live, column, 'finite', Number.isFinite);
  const [coupled, coordinates] = [couplings.column('joints'), couplings.column('coordinates')];
  for (const row of live) {
    for (const k of [2 * row, 2 * row + 1]) {
      const { length } = JOINT_KINDS[joints.column('kind')[coupled[k]]].coordinates;
      if (!(coordinates[k] >= 0 && coordinates[k] < length)) couplings.refuse(row, 'coordinates', 'a coordinate of its joint');
    }
    const isSame = coupled[2 * row] === coupled[2 * row + 1] && coordinates[2 * row] === coordinates[2 * row + 1];
    if (isSame) couplings.refuse(row, 'coordinates', 'two that are not the same');
  }
}

/** Every joint end at a node must be in the chain of that node, in the order of rows, and in no other chain. */
function checkChainsOfNodes({ nodes, joints }: Tables, path: string): void {
  const ends = joints.column('nodes');
  const next = joints.column('nextOfNode');
  let expected = 0;
  for (const joint of joints.live()) expected += ends[2 * joint] === WORLD_END ? 1 : 2;
  let count = 0;
  for (const row of nodes.live()) {
    let before = -1;
    for (let entry = nodes.column('firstJoint')[row]; entry !== -1; before = entry, entry = next[entry], count++) {
      if (!(entry > before && joints.isLive(entry >> 1) && ends[entry] === row))
        throw new InputError(`${path} has a chain of joints that leads astray from row ${row} of nodes.`);
    }
  }
  if (count !== expected) throw new InputError(`${path} has ${expected} ends of joints, but only ${count} of them in chains.`);
}

/** Every joint of two nodes must be in the chain of their edge, in the order of rows, and in no other chain. */
function checkChainsOfEdges({ edges, joints }: Tables, path: string): void {
  const ends = joints.column('nodes');
  const next = joints.column('nextOfEdge');
  const edgeOf = joints.column('edge');
  let expected = 0;
  for (const joint of joints.live()) {
    if (ends[2 * joint] !== WORLD_END) expected++;
    else if (edgeOf[joint] !== -1) joints.refuse(joint, 'edge', '-1, since it is joined to the world');
  }
  let count = 0;
  for (const edge of edges.live()) {
    const [a, b] = [edges.column('nodes')[2 * edge], edges.column('nodes')[2 * edge + 1]];
    let before = -1;
    for (let joint = edges.column('firstJoint')[edge]; joint !== -1; before = joint, joint = next[joint], count++) {
      const isLive = joint > before && joints.isLive(joint) && edgeOf[joint] === edge;
      const isOwn =
        isLive && Math.min(ends[2 * joint], ends[2 * joint + 1]) === a && ends[2 * joint] + ends[2 * joint + 1] === a + b;
      if (!isOwn) throw new InputError(`${path} has a chain of joints that leads astray from row ${edge} of edges.`);
    }
  }
  if (count !== expected) throw new InputError(`${path} has ${expected} joints of two nodes, but ${count} of them at edges.`);
}
