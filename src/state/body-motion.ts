// Saves and restores the motion of a single body, for schedulers and rollback: its pose, velocity and local time, the
// forces of the next step, its counters of rest and sleep, and the loads of its contacts, joints and couplings.
//
// Of a contact only shapes, feature and load are saved. Its geometry follows from the poses, and detection finds it
// again. With `detection.coherence` = `tolerant`, the original run may have kept contacts of a nearby placement, while
// after a restore they are found at the exact placement. With `exact` or `off` the steps after a restore give the same
// bits.

import { countAsMoved } from '../bodies/count-as-moved.js';
import { moveMember, updateRotation } from '../bodies/kinematics.js';
import { COMPOSITE } from '../bodies/node-kinds.js';
import { isLogical, isStructural } from '../detection/contact-graph/edge-kinds.js';
import { JOINT_SCHEMA } from '../joints/joint-table.js';
import type { State } from './state.js';

/**
 * Numbers of a body: position, orientation, velocity, force, local time, length of its last step, and three of sleep.
 */
const BODY_NUMBERS = 3 + 4 + 6 + 6 + 2 + 3;
/** Numbers of a contact: its load. */
const CONTACT_NUMBERS = 4;
/** Integers of a body: unheld, frozen, stillFor, and four of sleep. */
const BODY_INTEGERS = 3 + 4;
/** Integers of an edge: two nodes, proximity, contact state, reported proximity and touching, marks, contact count. */
const EDGE_INTEGERS = 8;
/** The motion columns of joints, with their widths. */
const JOINT_COLUMNS = (Object.keys(JOINT_SCHEMA) as (keyof typeof JOINT_SCHEMA)[])
  .filter((name) => JOINT_SCHEMA[name].role === 'motion')
  .map((name) => ({ name, width: JOINT_SCHEMA[name].width, isInteger: JOINT_SCHEMA[name].type === 'i32' }));
const JOINT_NUMBERS = JOINT_COLUMNS.reduce((sum, { width, isInteger }) => sum + (isInteger ? 0 : width), 0);
const JOINT_INTEGERS = JOINT_COLUMNS.reduce((sum, { width, isInteger }) => sum + (isInteger ? width : 0), 0);
/** Integers of a contact: its two shapes, its feature, and whether it had an impulse. */
const CONTACT_INTEGERS = 4;

/** A reusable buffer for the motion of a body. */
export class BodyMotion {
  numbers = new Float64Array(BODY_NUMBERS + 16 * CONTACT_NUMBERS);
  integers = new Int32Array(BODY_INTEGERS + 4 * EDGE_INTEGERS + 16 * CONTACT_INTEGERS);
  /** Indices where the data of joints begin, behind those of body and edges; and counts of all data. */
  firstJointNumber = 0;
  firstJointInteger = 0;
  numberCount = 0;
  integerCount = 0;

  /** Size of the data [bytes]. */
  get bytes(): number {
    return 8 * this.numberCount + 4 * this.integerCount;
  }

  reserve(numbers: number, integers: number): void {
    if (this.numbers.length < numbers) {
      const larger = new Float64Array(2 * numbers);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    if (this.integers.length < integers) {
      const larger = new Int32Array(2 * integers);
      larger.set(this.integers);
      this.integers = larger;
    }
  }
}

/** Saves the motion of the body or composite in row `row`. */
export function saveMotion(state: State, row: number, to: BodyMotion): void {
  const { position, orientation, velocity, force, time, lastStep, unheld, frozen, stillFor } = state.bodies.nodes.columns;
  const { numbers, integers } = to;
  let k = 0;
  for (let j = 0; j < 3; j++) numbers[k++] = position[3 * row + j];
  for (let j = 0; j < 4; j++) numbers[k++] = orientation[4 * row + j];
  for (let j = 0; j < 6; j++) numbers[k++] = velocity[6 * row + j];
  for (let j = 0; j < 6; j++) numbers[k++] = force[6 * row + j];
  numbers[k++] = time[row];
  numbers[k++] = lastStep[row];
  integers[0] = unheld[row];
  integers[1] = frozen[row];
  integers[2] = stillFor[row];
  saveSleep(state, row, numbers, k, integers, 3);
  to.numberCount = BODY_NUMBERS;
  to.integerCount = BODY_INTEGERS;
  saveEdges(state, row, to);
  forEachMember(state, row, (member) => saveEdges(state, member, to));
  to.firstJointNumber = to.numberCount;
  to.firstJointInteger = to.integerCount;
  saveJoints(state, row, to);
  forEachMember(state, row, (member) => saveJoints(state, member, to));
}

/** Saves the sleep columns of a body: three numbers from `n` on and four integers from `i` on. */
function saveSleep({ bodies }: State, row: number, numbers: Float64Array, n: number, integers: Int32Array, i: number): void {
  const { asleep, sleepSince, sleepReason, wokenBy, slowFor, gainingFor, trackedEnergy } = bodies.nodes.columns;
  numbers[n] = sleepSince[row];
  numbers[n + 1] = wokenBy[row];
  numbers[n + 2] = trackedEnergy[row];
  integers[i] = asleep[row];
  integers[i + 1] = sleepReason[row];
  integers[i + 2] = slowFor[row];
  integers[i + 3] = gainingFor[row];
}

/** Restores the sleep columns. The members of a composite sleep with it. */
function putSleepBack(state: State, row: number, numbers: Float64Array, n: number, integers: Int32Array, i: number): void {
  const { asleep, sleepSince, sleepReason, wokenBy, slowFor, gainingFor, trackedEnergy } = state.bodies.nodes.columns;
  sleepSince[row] = numbers[n];
  wokenBy[row] = numbers[n + 1];
  trackedEnergy[row] = numbers[n + 2];
  state.sleepChanges.noteSome();
  asleep[row] = integers[i];
  sleepReason[row] = integers[i + 1];
  slowFor[row] = integers[i + 2];
  gainingFor[row] = integers[i + 3];
  forEachMember(state, row, (member) => {
    asleep[member] = asleep[row];
  });
}

/** Saves the motion of a node's joints and of their couplings. */
function saveJoints({ bodies, joints }: State, node: number, to: BodyMotion): void {
  const { columns } = joints.table;
  for (let entry = bodies.nodes.columns.firstJoint[node]; entry >= 0; entry = columns.nextOfNode[entry]) {
    const joint = entry >> 1;
    to.reserve(to.numberCount + JOINT_NUMBERS, to.integerCount + 2 + JOINT_INTEGERS);
    to.integers[to.integerCount++] = joint;
    to.integers[to.integerCount++] = columns.generation[joint];
    for (const { name, width, isInteger } of JOINT_COLUMNS) {
      const column = columns[name];
      for (let k = width * joint; k < width * (joint + 1); k++) {
        if (isInteger) to.integers[to.integerCount++] = column[k];
        else to.numbers[to.numberCount++] = column[k];
      }
    }
    saveCouplings(joints, joint, to);
  }
}

function saveCouplings({ couplings }: State['joints'], joint: number, to: BodyMotion): void {
  const { joints: coupled, impulse } = couplings.columns;
  const counter = to.integerCount;
  to.reserve(to.numberCount, counter + 1);
  to.integers[counter] = 0;
  to.integerCount = counter + 1;
  for (let coupling = 0; coupling < couplings.size; coupling++) {
    const isOf = coupled[2 * coupling] === joint || coupled[2 * coupling + 1] === joint;
    if (!isOf || !couplings.isLive(coupling)) continue;
    to.reserve(to.numberCount + 1, to.integerCount + 1);
    to.numbers[to.numberCount++] = impulse[coupling];
    to.integers[to.integerCount++] = coupling;
    to.integers[counter]++;
  }
}

/** Saves the edges of a node to the nodes that it may touch, with the loads of their contacts. */
function saveEdges({ bodies, graph }: State, node: number, to: BodyMotion): void {
  const { next } = graph.edges.columns;
  for (let entry = bodies.nodes.columns.firstDynamicEdge[node]; entry >= 0; entry = next[entry]) saveEdge(graph, entry >> 1, to);
}

function saveEdge({ edges, contacts }: State['graph'], edge: number, to: BodyMotion): void {
  const { nodes, proximity, contactState, reportedProximity, reportedTouching, marks, firstContact, contactCount } =
    edges.columns;
  const { shapes, feature, load, impulse } = contacts.columns;
  const count = contactCount[edge];
  to.reserve(to.numberCount + count * CONTACT_NUMBERS, to.integerCount + EDGE_INTEGERS + count * CONTACT_INTEGERS);
  const { numbers, integers } = to;
  let n = to.numberCount;
  let i = to.integerCount;
  integers[i++] = nodes[2 * edge];
  integers[i++] = nodes[2 * edge + 1];
  integers[i++] = proximity[edge];
  integers[i++] = contactState[edge];
  integers[i++] = reportedProximity[edge];
  integers[i++] = reportedTouching[edge];
  integers[i++] = marks[edge];
  integers[i++] = count;
  for (let contact = firstContact[edge]; contact < firstContact[edge] + count; contact++) {
    integers[i++] = shapes[2 * contact];
    integers[i++] = shapes[2 * contact + 1];
    integers[i++] = feature[contact];
    integers[i++] = impulse[4 * contact] > 0 ? 1 : 0;
    for (let j = 0; j < CONTACT_NUMBERS; j++) numbers[n++] = load[4 * contact + j];
  }
  to.numberCount = n;
  to.integerCount = i;
}

/** Restores the motion of row `row`. Contacts that it has now, but had not when it was saved, lose their loads. */
export function putMotionBack(state: State, row: number, from: BodyMotion): void {
  const { columns } = state.bodies.nodes;
  const { position, orientation, velocity, force, time, lastStep, unheld, frozen, stillFor } = columns;
  const { numbers, integers } = from;
  let k = 0;
  for (let j = 0; j < 3; j++) position[3 * row + j] = numbers[k++];
  for (let j = 0; j < 4; j++) orientation[4 * row + j] = numbers[k++];
  for (let j = 0; j < 6; j++) velocity[6 * row + j] = numbers[k++];
  for (let j = 0; j < 6; j++) force[6 * row + j] = numbers[k++];
  time[row] = numbers[k++];
  lastStep[row] = numbers[k++];
  unheld[row] = integers[0];
  frozen[row] = integers[1];
  stillFor[row] = integers[2];
  putSleepBack(state, row, numbers, k, integers, 3);
  updateRotation(columns, row);
  unloadEdges(state, row);
  forEachMember(state, row, (member) => {
    moveMember(columns, member, row);
    unloadEdges(state, member);
  });
  putEdgesBack(state, from);
  putJointsBack(state.joints, from);
}

function putJointsBack({ table, couplings }: State['joints'], from: BodyMotion): void {
  const { numbers, integers, integerCount } = from;
  let n = from.firstJointNumber;
  for (let i = from.firstJointInteger; i < integerCount; ) {
    const joint = integers[i++];
    // The joint may have been removed since.
    const generation = integers[i++];
    const isThere = table.isLive(joint) && table.columns.generation[joint] === generation;
    for (const { name, width, isInteger } of JOINT_COLUMNS) {
      const column = table.columns[name];
      for (let k = width * joint; k < width * (joint + 1); k++) {
        const value = isInteger ? integers[i++] : numbers[n++];
        if (isThere) column[k] = value;
      }
    }
    for (let count = integers[i++]; count > 0; count--, n++) {
      const coupling = integers[i++];
      if (isThere && couplings.isLive(coupling)) couplings.columns.impulse[coupling] = numbers[n];
    }
  }
}

/** Clears the contacts of a node's edges, since they were found at another placement. */
function unloadEdges({ bodies, graph }: State, node: number): void {
  const { firstDynamicEdge } = bodies.nodes.columns;
  const { next, placementKnown } = graph.edges.columns;
  countAsMoved(bodies.nodes.columns, node);
  for (let entry = firstDynamicEdge[node]; entry >= 0; entry = next[entry]) {
    graph.clearContacts(entry >> 1);
    placementKnown[entry >> 1] = 0;
  }
}

function putEdgesBack({ bodies, graph }: State, { numbers, integers, firstJointInteger }: BodyMotion): void {
  let n = BODY_NUMBERS;
  for (let i = BODY_INTEGERS; i < firstJointInteger; ) {
    const a = integers[i];
    const b = integers[i + 1];
    const count = integers[i + 7];
    // The other body may have been removed since.
    if (bodies.nodes.isLive(a) && bodies.nodes.isLive(b)) putEdgeBack(graph, a, b, integers, i, numbers, n);
    i += EDGE_INTEGERS + count * CONTACT_INTEGERS;
    n += count * CONTACT_NUMBERS;
  }
}

function putEdgeBack(
  graph: State['graph'],
  a: number,
  b: number,
  integers: Int32Array,
  first: number,
  numbers: Float64Array,
  firstNumber: number,
): void {
  let edge = graph.find(a, b);
  if (edge < 0) edge = graph.insert(a, b);
  const columns = graph.edges.columns;
  if (isLogical(columns.kind[edge]) || isStructural(columns.kind[edge])) return;
  columns.proximity[edge] = integers[first + 2];
  columns.contactState[edge] = integers[first + 3];
  columns.reportedProximity[edge] = integers[first + 4];
  columns.reportedTouching[edge] = integers[first + 5];
  columns.marks[edge] = integers[first + 6];
  const count = integers[first + 7];
  if (count === 0) return;
  graph.reserveContacts(edge, count);
  graph.edges.columns.contactCount[edge] = count;
  const { shapes, feature, load, impulse } = graph.contacts.columns;
  let i = first + EDGE_INTEGERS;
  let n = firstNumber;
  const start = graph.edges.columns.firstContact[edge];
  for (let contact = start; contact < start + count; contact++) {
    shapes[2 * contact] = integers[i++];
    shapes[2 * contact + 1] = integers[i++];
    feature[contact] = integers[i++];
    // Only whether the impulse was above 0 is ever read.
    impulse.fill(0, 4 * contact, 4 * contact + 4);
    impulse[4 * contact] = integers[i++];
    for (let j = 0; j < CONTACT_NUMBERS; j++) load[4 * contact + j] = numbers[n++];
  }
}

/** Calls `deed` for each member of a composite; does nothing for other rows. */
function forEachMember({ bodies, graph }: State, row: number, deed: (member: number) => void): void {
  const { kind, firstStaticEdge, mover } = bodies.nodes.columns;
  if (kind[row] !== COMPOSITE) return;
  const { nodes: ends, next } = graph.edges.columns;
  for (let entry = firstStaticEdge[row]; entry >= 0; entry = next[entry]) {
    if (mover[ends[entry ^ 1]] === row) deed(ends[entry ^ 1]);
  }
}
