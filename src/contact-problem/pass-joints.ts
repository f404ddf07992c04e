// What is round rolls over the joints of what it rolls on.
//
// A ball on a floor tile comes to the edge of the next one. The edge is closest along a normal that leans against the ball, which
// closes on it, as far as a plane can tell; but an edge that does not stick out of the plane the ball rolls on is never hit: the
// ball arrives above it with the normal of that plane. A contact that saw no more than its own plane would brake the ball, lift it
// and let it fall, at each joint of tiles and of the triangles of a mesh. What sticks out, a kerb or a slope, is above the plane.

import type { Detection } from '../detection/detection.js';
import { countFlatContacts } from '../kernels/shared/count-flat-contacts.js';
import { CAPSULE, CYLINDER, SPHERE } from '../shapes/shape-kinds.js';
import { doubled } from '../table/doubled.js';

// V8 folds constants of the same module but not imported ones.
const [BALL, ROD, DRUM] = [SPHERE, CAPSULE, CYLINDER];
/** Value of `passing` for contacts that were found here. */
const AT_JOINT = 2;
/** A point sticks out of a plane when it does so by more than this share of what its gap is wider than the one at the plane [1]. */
const STICKS_OUT = 0.01;
/** Normals are the same when their cosine differs from 1 by less [1]. */
const SAME = 1e-9;

/**
 * Where in the numbers of a search: largest gap that counts as closed, as a share of the radius of what is round, or of the half
 * thickness of the other [1]; length of the step [s].
 */
const CLOSED = 0;
const DT = 1;
/** From the edge to the round shape's centre of curvature [m], and how fast that approaches what is touched [m/s]. */
const RADIUS = 2;
const APPROACH = 3;

/** The workspace of a search for joints. */
export class JointSearch {
  /** The shapes that may roll over joints, the first `rollingCount` of them. */
  rolling = new Int32Array(64);
  rollingCount = 0;
  /** By shape: behind the last of its contacts below, as far as they have been listed. */
  ends = new Int32Array(64);
  /**
   * Contacts of round shapes with what is not round, those of a shape one behind the other: their rows, as entries of their edges, the
   * gap and normal into the shape of each.
   */
  rows = new Int32Array(32);
  entries = new Int32Array(32);
  gaps = new Float64Array(32);
  normals = new Float64Array(96);
  /** Normals into the round body, of the contact ahead and of one that touches; where the other bodies are met [m]. */
  readonly ahead = new Float64Array(3);
  readonly upward = new Float64Array(3);
  readonly edgePoint = new Float64Array(3);
  /** Numbers that V8 would allocate if they were handed from call to call. */
  readonly numbers = new Float64Array(4);
}

/** What was found in an earlier step holds no more: for all contacts, before they are placed. */
export function forgetJoints({ graph, contactEdges }: Detection): void {
  const { round, firstContact, contactCount } = graph.edges.columns;
  const { passing } = graph.contacts.columns;
  for (let i = 0; i < contactEdges.size; i++) {
    const edge = contactEdges.columns.edge[i];
    if (round[edge] === 0) continue;
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      if (passing[c] === AT_JOINT) passing[c] = 0;
    }
  }
}

/**
 * Lets contacts of round shapes that are ahead pass, as far as they are with what does not stick out of a plane that the shape touches,
 * within `closed` of its radius or of the other's half thickness [1]. All contacts must have been placed; the step is dt [s].
 */
export function passJoints(search: JointSearch, detection: Detection, closed: number, dt: number): void {
  search.numbers[CLOSED] = closed;
  search.numbers[DT] = dt;
  if (!countContacts(search, detection)) return;
  listShapes(search, detection);
  listContacts(search, detection);
  for (let i = 0; i < search.rollingCount; i++) passJointsOf(search, detection, search.rolling[i]);
}

/** What touches nothing rolls on nothing, and over a joint there are two contacts at least. */
function mayRoll(flatContacts: Int32Array, closedContacts: Int32Array, shape: number): boolean {
  return flatContacts[shape] >= 2 && closedContacts[shape] > 0;
}

/**
 * Counts, for every round shape, its contacts with what is not round: few have any to pass, and only those are listed. Returns
 * whether any has two.
 */
function countContacts({ numbers }: JointSearch, { graph, bodies, contactEdges, compiled, state }: Detection): boolean {
  const { edge } = contactEdges.columns;
  const { round, firstContact, contactCount } = graph.edges.columns;
  const { passing, shapes, gap } = graph.contacts.columns;
  const { kind, thickness, dimensions, flatContacts, closedContacts } = bodies.shapes.columns;
  const { kernel } = compiled;
  if (kernel === null || state.settings.kernel === 'reference')
    return countFlatContacts(
      edge,
      contactEdges.size,
      round,
      firstContact,
      contactCount,
      passing,
      shapes,
      gap,
      kind,
      thickness,
      dimensions,
      flatContacts,
      closedContacts,
      numbers[CLOSED],
      BALL,
      ROD,
      DRUM,
    );
  const areAnyTwo = kernel.countFlatContacts(
    edge.byteOffset,
    contactEdges.size,
    round.byteOffset,
    firstContact.byteOffset,
    contactCount.byteOffset,
    passing.byteOffset,
    shapes.byteOffset,
    gap.byteOffset,
    kind.byteOffset,
    thickness.byteOffset,
    dimensions.byteOffset,
    flatContacts.byteOffset,
    closedContacts.byteOffset,
    numbers[CLOSED],
    BALL,
    ROD,
    DRUM,
  );
  return areAnyTwo !== 0;
}

/** Lists the shapes that may roll over joints, and makes places for the contacts of each. */
function listShapes(search: JointSearch, { graph, bodies, contactEdges }: Detection): void {
  const { round, firstContact, contactCount } = graph.edges.columns;
  const { shapes } = graph.contacts.columns;
  const { flatContacts, closedContacts } = bodies.shapes.columns;
  while (search.ends.length < bodies.shapes.size) search.ends = doubled(search.ends);
  while (search.rolling.length < bodies.shapes.size) search.rolling = doubled(search.rolling);
  const { ends, rolling } = search;
  let count = 0;
  search.rollingCount = 0;
  for (let pass = 0; pass < 2; pass++) {
    for (let i = 0; i < contactEdges.size; i++) {
      const edge = contactEdges.columns.edge[i];
      if (round[edge] === 0) continue;
      for (let k = 2 * firstContact[edge]; k < 2 * (firstContact[edge] + contactCount[edge]); k++) {
        const shape = shapes[k];
        if (pass === 0) ends[shape] = -1;
        else if (ends[shape] < 0 && mayRoll(flatContacts, closedContacts, shape)) {
          ends[shape] = count;
          count += flatContacts[shape];
          rolling[search.rollingCount++] = shape;
        }
      }
    }
  }
  while (search.rows.length < count) makeRoom(search);
}

/** Lists the contacts of the shapes that may roll over joints, each in its place. */
function listContacts(search: JointSearch, { graph, bodies, contactEdges }: Detection): void {
  const { round, firstContact, contactCount } = graph.edges.columns;
  const { passing, shapes, gap, worldNormal } = graph.contacts.columns;
  const { kind, flatContacts, closedContacts } = bodies.shapes.columns;
  const { ends, rows, entries, gaps, normals } = search;
  for (let i = 0; i < contactEdges.size && search.rollingCount > 0; i++) {
    const edge = contactEdges.columns.edge[i];
    if (round[edge] === 0) continue;
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      const isRoundA = isRound(kind[shapes[2 * c]]);
      if (isRoundA === isRound(kind[shapes[2 * c + 1]]) || passing[c] !== 0) continue;
      const shape = shapes[2 * c + (isRoundA ? 0 : 1)];
      if (!mayRoll(flatContacts, closedContacts, shape)) continue;
      const at = ends[shape]++;
      rows[at] = c;
      entries[at] = 2 * edge + (isRoundA ? 0 : 1);
      gaps[at] = gap[c];
      for (let j = 0; j < 3; j++) normals[3 * at + j] = (isRoundA ? -1 : 1) * worldNormal[3 * c + j];
    }
  }
}

function isRound(kind: number): boolean {
  return kind === BALL || kind === ROD || kind === DRUM;
}

function makeRoom(search: JointSearch): void {
  search.rows = doubled(search.rows);
  search.entries = doubled(search.entries);
  search.gaps = doubled(search.gaps);
  search.normals = doubled(search.normals);
}

function passJointsOf(search: JointSearch, { graph, bodies }: Detection, shape: number): void {
  const { rows, entries, gaps, normals, ahead, upward, edgePoint, numbers } = search;
  const { movers } = graph.edges.columns;
  const { passing, shapes, bias, worldPoint } = graph.contacts.columns;
  // The first dimension of what is round is its radius. Wheels are thinner than that.
  const { thickness, dimensions, flatContacts } = bodies.shapes.columns;
  const end = search.ends[shape];
  const first = end - flatContacts[shape];
  for (let i = first; i < end; i++) {
    const c = rows[i];
    for (let j = 0; j < 3; j++) {
      ahead[j] = normals[3 * i + j];
      edgePoint[j] = worldPoint[3 * c + j] - 0.5 * gaps[i] * ahead[j];
    }
    for (let k = first; k < end; k++) {
      if (gaps[k] >= gaps[i]) continue;
      const t = rows[k];
      for (let j = 0; j < 3; j++) upward[j] = normals[3 * k + j];
      const cosine = upward[0] * ahead[0] + upward[1] * ahead[1] + upward[2] * ahead[2];
      if (cosine <= 0 || cosine >= 1 - SAME) continue;
      const above =
        0.5 * gaps[k] +
        upward[0] * (edgePoint[0] - worldPoint[3 * t]) +
        upward[1] * (edgePoint[1] - worldPoint[3 * t + 1]) +
        upward[2] * (edgePoint[2] - worldPoint[3 * t + 2]);
      if (above > STICKS_OUT * (gaps[i] - gaps[k])) continue;
      const other = shapes[2 * t] === shape ? shapes[2 * t + 1] : shapes[2 * t];
      if (gaps[k] > numbers[CLOSED] * Math.min(dimensions[3 * shape], thickness[other])) continue;
      numbers[RADIUS] = dimensions[3 * shape] + gaps[i];
      writeApproach(search, bodies.nodes.columns, movers[entries[k]], movers[entries[k] ^ 1]);
      // What comes down on the edge, as a capsule does that topples, meets it.
      if (numbers[APPROACH] * numbers[DT] >= gaps[i] - gaps[k]) continue;
      passing[c] = AT_JOINT;
      bias[c] = Number.POSITIVE_INFINITY;
      break;
    }
  }
}

/** How fast the centre of curvature, along the normal ahead from the edge, approaches the plane of the body that is touched [m/s]. */
function writeApproach(
  { ahead, upward, edgePoint, numbers }: JointSearch,
  { velocity: u, position: x }: Detection['bodies']['nodes']['columns'],
  mover: number,
  touched: number,
): void {
  numbers[APPROACH] = 0;
  for (let j = 0; j < 3; j++) {
    const k = (j + 1) % 3;
    const l = (j + 2) % 3;
    const atK = edgePoint[k] + numbers[RADIUS] * ahead[k];
    const atL = edgePoint[l] + numbers[RADIUS] * ahead[l];
    for (let end = 0; end < 2; end++) {
      const row = end === 0 ? mover : touched;
      const v = u[6 * row + j] + u[6 * row + 3 + k] * (atL - x[3 * row + l]) - u[6 * row + 3 + l] * (atK - x[3 * row + k]);
      numbers[APPROACH] -= (end === 0 ? 1 : -1) * v * upward[j];
    }
  }
}
