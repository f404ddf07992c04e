// Contact determination over all candidates (contact graph paper, figure 6): the contacts of every physical edge whose bodies are
// not separated, cached on the edge. A contact that was there in the last step, by its shapes and feature, keeps its load, to start
// the solver from.
//
// Then the edges with contacts are listed, in the order in which everything after detection goes over them, that of the overlaps. Blocks
// of contacts come and go, and where they have come to lie scattered, much of a step is waiting for memory: then all of them are moved.

import type { Settings } from '../../settings.js';
import { SPHERE } from '../../shapes/shape-kinds.js';
import { bindLoops } from '../bind-loops.js';
import type { ContactGraph } from '../contact-graph/contact-graph.js';
import { blockSize } from '../contact-graph/contact-graph.js';
import { isPhysicalEdge } from '../contact-graph/edge-kinds.js';
import { PLACEMENT_SIZE } from '../contact-graph/edge-table.js';
import type { Detection, DetectionOptions } from '../detection.js';
import type { ContactList } from '../narrow-phase/contact-list.js';
import { PENETRATING, readPrincipal } from '../narrow-phase/principal-contact.js';
import { areOnlyShapes, placeInBody, placeInOtherBody } from '../place-shape.js';
import { singleContact } from './complete-manifold.js';
import { type ContactDetermination, determineContacts, type FormerContacts } from './determine-contacts.js';
import type { Manifold } from './manifold.js';

// V8 folds constants of the same module but not imported ones.
const BALL = SPHERE;

/** Share of the edges that may have their contacts out of order: of all that would be moved with them [1]. */
const MOST_DISORDER = 0.15;

export function determineContactsOfEdges(detection: Detection, settings: Settings, { coherence }: DetectionOptions): void {
  const { candidates, compiled } = detection;
  if (candidates.size === 0) return;
  const mostContacts = settings['detection.maxContacts'];
  const isTolerant = coherence === 'tolerant';
  reserve(detection, mostContacts);
  const kernel = settings['speedups.reduction'] === 'on' ? null : bindLoops(detection, settings);
  for (let i = 0; i < candidates.size; i++) {
    // What the compiled kernel knows it does in one go, up to a candidate that it does not know or has no room for.
    if (kernel !== null) i = kernel.determineContacts(compiled.table, i, candidates.size, mostContacts, isTolerant);
    if (i < candidates.size) determineContactsOfCandidate(detection, i, settings, isTolerant);
  }
}

function determineContactsOfCandidate(detection: Detection, i: number, settings: Settings, isTolerant: boolean): void {
  const { candidates, graph } = detection;
  const { kind, placementKnown, contactCount } = graph.edges.columns;
  const { edge: listed, placementKnown: known, closePairs, meshContacts, contactState } = candidates.columns;
  const edge = listed[i];
  if (known[i] === 1) placementKnown[edge] = 2;
  // Where we differ from figure 6: contacts are needed a little before bodies touch, where they may do so within the step.
  if (closePairs[i] === 0 && meshContacts[i] === 0) {
    // The room for them is kept as long as the boxes overlap: contacts that are ahead of time come and go.
    contactCount[edge] = 0;
  } else if (isPhysicalEdge(kind[edge])) {
    determineCandidate(detection, i, settings, isTolerant);
    if (settings['speedups.reduction'] === 'on' && contactState[i] === PENETRATING) keepDeepest(graph, edge);
  }
}

/** "Reduction" of section 7: of two bodies that penetrate, the deepest contact alone stays. */
function keepDeepest({ edges, contacts }: ContactGraph, edge: number): void {
  const { firstContact, contactCount } = edges.columns;
  const { gap } = contacts.columns;
  const first = firstContact[edge];
  let deepest = first;
  for (let contact = first; contact < first + contactCount[edge]; contact++) if (gap[contact] < gap[deepest]) deepest = contact;
  if (deepest !== first) contacts.copyRows(deepest, first, 1);
  contactCount[edge] = Math.min(1, contactCount[edge]);
}

/** In place of determining them: those found before were of another placement. */
export function forgetContactsOfEdges({ candidates, graph }: Detection): void {
  const { contactCount } = graph.edges.columns;
  for (let i = 0; i < candidates.size; i++) contactCount[candidates.columns.edge[i]] = 0;
}

/** The edges with contacts, in the order of the overlaps. */
export function listContactEdges({ graph, overlaps, contactEdges }: Detection): void {
  contactEdges.ensureCapacity(overlaps.size);
  contactEdges.size = 0;
  const { contactCount } = graph.edges.columns;
  for (let i = 0; i < overlaps.size; i++) {
    const edge = overlaps.columns.edge[i];
    if (contactCount[edge] > 0) contactEdges.columns.edge[contactEdges.size++] = edge;
  }
}

/** All edges with contacts that there are, whatever was listed. */
export function listAllContactEdges({ graph, contactEdges }: Detection): void {
  const { edges } = graph;
  contactEdges.ensureCapacity(edges.liveCount);
  contactEdges.size = 0;
  for (let edge = 0; edge < edges.size; edge++) {
    if (edges.isLive(edge) && edges.columns.contactCount[edge] > 0) contactEdges.columns.edge[contactEdges.size++] = edge;
  }
}

/** Room for the most that can be found, so that storage does not move on the way. */
function reserve({ bodies, candidates, shapePairs, graph }: Detection, mostContacts: number): void {
  const { contactRoom } = graph.edges.columns;
  const { edge: listed, closePairs, meshContacts, firstPair, endPair } = candidates.columns;
  const { shapes } = shapePairs.columns;
  const { kind } = bodies.shapes.columns;
  const room = blockSize(mostContacts);
  let rows = graph.contacts.size;
  for (let i = 0; i < candidates.size; i++) {
    if (closePairs[i] === 0 && meshContacts[i] === 0) continue;
    // Most have had room for the most of a pair since an earlier step.
    if (closePairs[i] === 1 && meshContacts[i] === 0 && contactRoom[listed[i]] >= room) continue;
    const pair = 2 * firstPair[i];
    const isOnlyPair = closePairs[i] === 1 && firstPair[i] + 1 === endPair[i];
    const isSingle = isOnlyPair && (kind[shapes[pair]] === BALL || kind[shapes[pair + 1]] === BALL);
    const size = blockSize(isSingle ? 1 : closePairs[i] * mostContacts + meshContacts[i]);
    if (size > contactRoom[listed[i]]) rows += size;
  }
  graph.contacts.ensureCapacity(rows);
}

function determineCandidate(detection: Detection, i: number, settings: Settings, isTolerant: boolean): void {
  const { before, manifold } = detection.contactDetermination;
  const { graph, shapePairs, candidates, meshContacts: list } = detection;
  const { edge: listed, relative, firstPair, endPair, closePairs: closeCounts, meshContacts } = candidates.columns;
  const { contactCount } = graph.edges.columns;
  const { shapes, close, passing, firstContact, contactCount: countInList } = shapePairs.columns;
  const edge = listed[i];
  before.remember(graph, edge);
  const isSinglePair = closeCounts[i] === 1 && meshContacts[i] === 0;
  if (!isSinglePair) listContacts(detection, i, settings);
  contactCount[edge] = 0;
  for (let pair = firstPair[i]; pair < endPair[i]; pair++) {
    if (close[pair] === 0) continue;
    const a = shapes[2 * pair];
    const b = shapes[2 * pair + 1];
    if (!isSinglePair) {
      const first = appendContacts(
        before,
        graph,
        edge,
        a,
        b,
        list,
        firstContact[pair],
        countInList[pair],
        relative,
        PLACEMENT_SIZE * i,
      );
      takeOverNormals(before, graph, first, list, firstContact[pair], countInList[pair]);
      continue;
    }
    fillManifold(detection, i, pair, settings);
    graph.reserveContacts(edge, manifold.count);
    const first = appendContacts(before, graph, edge, a, b, manifold, 0, manifold.count, relative, PLACEMENT_SIZE * i);
    shareNormal(graph, first, manifold, passing[pair]);
    if (isTolerant) holdFurther(detection, i, pair);
  }
}

/**
 * The contacts of two bodies of one shape each are what would be found by looking further ahead, up to the nearest point that was left out:
 * they hold for faster bodies as well. So bodies that speed up together are not tested again and again.
 */
function holdFurther({ bodies, graph, shapePairs, candidates, contactDetermination }: Detection, i: number, pair: number): void {
  const { edge, nodes, round } = candidates.columns;
  const { shapes, envelope } = shapePairs.columns;
  if (round[i] !== 0 || !areOnlyShapes(bodies, nodes[2 * i], nodes[2 * i + 1], shapes[2 * pair], shapes[2 * pair + 1])) return;
  graph.edges.columns.travel[edge[i]] += Math.max(0, contactDetermination.manifold.beyond - envelope[pair]);
}

/**
 * The contacts of all pairs of shapes of an edge in the list, and room for just so many: what is found once more, where a pair
 * could have been left alone, then stays in the rows it is in.
 */
function listContacts(detection: Detection, i: number, settings: Settings): void {
  const { manifold } = detection.contactDetermination;
  const { graph, shapePairs, candidates, meshContacts: list } = detection;
  const { edge: listed, firstPair, endPair } = candidates.columns;
  const { close, passing, firstContact, contactCount: countInList } = shapePairs.columns;
  let total = 0;
  for (let pair = firstPair[i]; pair < endPair[i]; pair++) {
    if (close[pair] === 0) continue;
    if (countInList[pair] === 0) {
      fillManifold(detection, i, pair, settings);
      firstContact[pair] = list.count;
      countInList[pair] = manifold.count;
      listManifold(manifold, list, passing[pair]);
    }
    total += countInList[pair];
  }
  graph.reserveContacts(listed[i], total);
}

/** The contacts of a pair of convex shapes of candidate i. */
function fillManifold(detection: Detection, i: number, pair: number, settings: Settings): void {
  const { bodies, shapePairs, candidates } = detection;
  const { principal, manifold, manifolds, shapeA, shapeB } = detection.contactDetermination;
  const { shapes, envelope, principal: stored } = shapePairs.columns;
  const { kind } = bodies.shapes.columns;
  const a = shapes[2 * pair];
  const b = shapes[2 * pair + 1];
  readPrincipal(stored, pair, principal);
  if (kind[a] === BALL || kind[b] === BALL) {
    // A ball has no contact but its closest point, wherever the shapes are.
    singleContact(principal, manifold);
    return;
  }
  placeInBody(bodies, a, shapeA);
  placeInOtherBody(bodies, b, candidates.columns.relative, PLACEMENT_SIZE * i, shapeB);
  determineContacts(manifolds, shapeA, shapeB, principal, envelope[pair], settings['detection.maxContacts'], manifold);
}

function listManifold(manifold: Manifold, list: ContactList, isPassing: number): void {
  for (let i = 0; i < manifold.count; i++) {
    const row = list.add();
    for (let k = 0; k < 3; k++) {
      list.pointA[3 * row + k] = manifold.pointA[3 * i + k];
      list.pointB[3 * row + k] = manifold.pointB[3 * i + k];
    }
    list.normal[3 * row] = manifold.nx;
    list.normal[3 * row + 1] = manifold.ny;
    list.normal[3 * row + 2] = manifold.nz;
    list.gap[row] = manifold.gap[i];
    list.feature[row] = manifold.feature[i];
    list.passing[row] = isPassing;
  }
}

/**
 * Writes `count` contacts from row `from` on, which are in A's frame, behind the contacts the edge has already, but for their normals;
 * B sits at relative[k ..]. Returns the row of the first.
 */
function appendContacts(
  before: FormerContacts,
  graph: ContactGraph,
  edge: number,
  a: number,
  b: number,
  { pointA, pointB, gap: gaps, feature: names }: Manifold | ContactList,
  from: number,
  count: number,
  relative: Float64Array,
  k: number,
): number {
  const { firstContact, contactCount } = graph.edges.columns;
  const { shapes, feature, anchorA, anchorB, gap, impulse, load } = graph.contacts.columns;
  const x = -relative[k + 3];
  const y = -relative[k + 4];
  const z = -relative[k + 5];
  const w = relative[k + 6];
  const first = firstContact[edge] + contactCount[edge];
  contactCount[edge] += count;
  for (let i = from, contact = first; i < from + count; i++, contact++) {
    shapes[2 * contact] = a;
    shapes[2 * contact + 1] = b;
    feature[contact] = names[i];
    gap[contact] = gaps[i];
    for (let j = 0; j < 3; j++) anchorA[3 * contact + j] = pointA[3 * i + j];
    // The point on B in B's frame: the inverse rotation of point - position.
    const px = pointB[3 * i] - relative[k];
    const py = pointB[3 * i + 1] - relative[k + 1];
    const pz = pointB[3 * i + 2] - relative[k + 2];
    const tx = 2 * (y * pz - z * py);
    const ty = 2 * (z * px - x * pz);
    const tz = 2 * (x * py - y * px);
    anchorB[3 * contact] = px + w * tx + y * tz - z * ty;
    anchorB[3 * contact + 1] = py + w * ty + z * tx - x * tz;
    anchorB[3 * contact + 2] = pz + w * tz + x * ty - y * tx;
    const old = before.find(a, b, names[i]);
    for (let j = 0; j < 4; j++) load[4 * contact + j] = impulse[4 * contact + j] = old >= 0 ? before.loads[4 * old + j] : 0;
  }
  return first;
}

/** The contacts of two convex shapes lie in one plane, and pass or act together. */
function shareNormal({ contacts }: ContactGraph, first: number, { nx, ny, nz, count }: Manifold, isPassing: number): void {
  const { normal, passing } = contacts.columns;
  for (let contact = first; contact < first + count; contact++) {
    normal[3 * contact] = nx;
    normal[3 * contact + 1] = ny;
    normal[3 * contact + 2] = nz;
    passing[contact] = isPassing;
  }
}

/** Those of a mesh have a normal each, and each passes by itself, unless it bore something. */
function takeOverNormals(
  before: FormerContacts,
  { contacts }: ContactGraph,
  first: number,
  list: ContactList,
  from: number,
  count: number,
): void {
  const { shapes, feature, normal, passing } = contacts.columns;
  for (let i = from, contact = first; i < from + count; i++, contact++) {
    for (let j = 0; j < 3; j++) normal[3 * contact + j] = list.normal[3 * i + j];
    passing[contact] = list.passing[i];
    if (list.passing[i] === 0) continue;
    const old = before.find(shapes[2 * contact], shapes[2 * contact + 1], feature[contact]);
    if (old >= 0 && before.wasBearing[old] === 1) passing[contact] = 0;
  }
}

export function orderContacts(detection: Detection): void {
  const { atHand, graph, overlaps, contactEdges, contactDetermination } = detection;
  if (!mayMoveContacts(detection) || isInOrder(graph, contactEdges.columns.edge, contactEdges.size, atHand.areAll)) return;
  reserveSource(contactDetermination, graph);
  let rows = placeBlocks(contactDetermination, graph, overlaps.columns.edge, overlaps.size);
  if (!atHand.areAll) rows = placeOthers(detection, rows);
  graph.contacts.rearrangeState(contactDetermination.source, rows);
  graph.blocks.columns.firstFree.fill(-1);
  graph.contactMoves++;
}

/**
 * Where bodies are stepped without others, contacts of pairs that are not listed stay where they are. Those of what sleeps
 * move with the others, unless they have numbers that are no state, of hooks or of friction against rolling.
 */
function mayMoveContacts({ atHand, ask, bodies }: Detection): boolean {
  return atHand.areAll || (atHand.areAllAwake && ask === undefined && !bodies.materials.areResisting);
}

function isInOrder({ edges }: ContactGraph, listed: Int32Array, count: number, areAll: boolean): boolean {
  const { firstContact } = edges.columns;
  let disorder = 0;
  for (let i = 1; i < count; i++) if (firstContact[listed[i]] < firstContact[listed[i - 1]]) disorder++;
  return disorder <= MOST_DISORDER * (areAll ? count : edges.liveCount);
}

function reserveSource(order: ContactDetermination, { contacts }: ContactGraph): void {
  if (order.source.length < contacts.size) order.source = new Int32Array(2 * contacts.size);
}

/** Gives every edge with contacts a block behind that of the edge before it, and all others none; returns the rows of all. */
function placeBlocks(order: ContactDetermination, graph: ContactGraph, listed: Int32Array, count: number): number {
  let rows = 0;
  for (let i = 0; i < count; i++) rows = placeBlock(order, graph, listed[i], rows);
  return rows;
}

/** The same of the edges that this detection has not listed, behind the rows of those that it has. */
function placeOthers({ graph, contactDetermination, stamp }: Detection, rows: number): number {
  const { edges } = graph;
  const { seen } = edges.columns;
  let end = rows;
  for (let edge = 0; edge < edges.size; edge++) {
    if (seen[edge] !== stamp && edges.isLive(edge)) end = placeBlock(contactDetermination, graph, edge, end);
  }
  return end;
}

/** Gives an edge a block from row `first` on, if it has contacts. Returns the row behind it. */
function placeBlock({ source }: ContactDetermination, { edges }: ContactGraph, edge: number, first: number): number {
  const { firstContact, contactCount, contactRoom } = edges.columns;
  if (contactRoom[edge] === 0) return first;
  const used = contactCount[edge];
  const size = used > 0 ? blockSize(used) : 0;
  const from = firstContact[edge];
  firstContact[edge] = used > 0 ? first : -1;
  contactRoom[edge] = size;
  for (let k = 0; k < size; k++) source[first + k] = k < used ? from + k : -1;
  return first + size;
}
