// The narrow phase over all candidates (contact graph paper, figure 5): closest features and penetration state of each edge.

import { TRIGGER } from '../../bodies/node-kinds.js';
import { NOT_OF_KERNEL, TESTED } from '../../kernels/detection-layout.js';
import type { Settings } from '../../settings.js';
import { isRound, MESH, SURFACE } from '../../shapes/shape-kinds.js';
import { bindLoops } from '../bind-loops.js';
import { isPhysicalEdge } from '../contact-graph/edge-kinds.js';
import { PLACEMENT_SIZE } from '../contact-graph/edge-table.js';
import type { Detection, DetectionOptions } from '../detection.js';
import { lookOfPair } from '../look-ahead.js';
import { areOnlyShapes, placeInBody, placeInOtherBody } from '../place-shape.js';
import { CENTRED } from '../update-bounds.js';
import { convexTester } from './convex-tester.js';
import { roomBetween } from './far-apart.js';
import { meshTester } from './mesh-tester.js';
import { keepPrincipal, NO_AXIS, PENETRATING, SEPARATED, TOUCHING } from './principal-contact.js';
import { surfaceTester } from './surface-tester.js';

// V8 folds constants of the same module but not imported ones.
const [TREE, OPEN, PLACEMENT] = [MESH, SURFACE, PLACEMENT_SIZE];

/** So much of the half thickness may rounding be mistaken about how far apart two shapes are, and far less it is [1]. */
const CERTAIN = 1e-9;

/** What is asked of the pair of shapes at hand. Two convex shapes answer as wholes, shapes of which one is a mesh or a surface contact by contact. */
interface PairTester {
  /**
   * Finds the closest features of the pair at hand, if they are within its reach; false when they are not. The pair is row `row` of
   * the pairs of shapes, and one of candidate i.
   */
  findClosest(detection: Detection, i: number, row: number, settings: Settings): boolean;

  /** Decides which contacts the pair, which is within reach, has in the step to come. */
  foresee(detection: Detection, i: number, row: number, settings: Settings, isExact: boolean): void;
}

/** Returns false when it stopped early at a penetration. */
export function runNarrowPhase(detection: Detection, settings: Settings, options: DetectionOptions): boolean {
  const { candidates } = detection;
  const { contactState, edge: listed, byKernel } = candidates.columns;
  const { kind } = detection.graph.edges.columns;
  const isExact = options.coherence === 'exact';
  detection.narrowPhaseTests = candidates.size;
  detection.meshContacts.count = 0;
  testCompiled(detection, settings, isExact);
  for (let i = 0; i < candidates.size; i++) {
    if (byKernel[i] !== TESTED) testCandidate(detection, i, settings, isExact);
    // What is inside a trigger does not penetrate it.
    if (!options.shortCircuit || contactState[i] !== PENETRATING || !isPhysicalEdge(kind[listed[i]])) continue;
    storeResults(detection, settings, i + 1);
    return false;
  }
  storeResults(detection, settings, candidates.size);
  return true;
}

/** The compiled kernel tests those candidates whose shapes it knows, and says which; the others are as they were. */
function testCompiled(detection: Detection, settings: Settings, isExact: boolean): void {
  const { candidates, compiled, ahead } = detection;
  if (candidates.size === 0) return;
  const kernel = bindLoops(detection, settings);
  if (kernel === null) candidates.columns.byKernel.fill(NOT_OF_KERNEL, 0, candidates.size);
  else
    kernel.testPairs(
      compiled.table,
      0,
      candidates.size,
      settings['detection.envelope'],
      settings['detection.lookAhead'],
      settings['detection.penetrationTolerance'],
      ahead,
      isExact,
    );
}

/** All pairs of shapes of one edge, in the frame of A's body; two bodies are as close as their closest shapes. */
function testCandidate(detection: Detection, i: number, settings: Settings, isExact: boolean): void {
  const { bodies, candidates, meshContacts, narrowPhase } = detection;
  const tested = candidates.columns;
  const { kind } = bodies.nodes.columns;
  narrowPhase.isTrigger = kind[tested.nodes[2 * i]] === TRIGGER || kind[tested.nodes[2 * i + 1]] === TRIGGER;
  tested.gap[i] = Number.POSITIVE_INFINITY;
  tested.contactState[i] = SEPARATED;
  // Testers take this back where they have looked ahead: what they found then holds for this motion alone, not for this placement.
  tested.placementKnown[i] = 1;
  tested.round[i] = 0;
  tested.still[i] = 1;
  tested.closePairs[i] = 0;
  tested.room[i] = 0;
  const first = meshContacts.count;
  for (let row = tested.firstPair[i]; row < tested.endPair[i]; row++) testPair(detection, i, row, settings, isExact);
  tested.meshContacts[i] = meshContacts.count - first;
}

/** One pair of shapes of candidate i. */
function testPair(detection: Detection, i: number, row: number, settings: Settings, isExact: boolean): void {
  const { bodies, shapePairs, candidates, narrowPhase } = detection;
  const { pair, principal, isTrigger } = narrowPhase;
  const tested = candidates.columns;
  const { relative, nodes } = tested;
  const { shapes, envelope: reaches, close, passing, principal: stored, firstContact, contactCount } = shapePairs.columns;
  const shapeColumns = bodies.shapes.columns;
  const { thickness, kind, centred } = shapeColumns;
  const s = shapes[2 * row];
  const t = shapes[2 * row + 1];
  if (isRound(kind[s]) || isRound(kind[t])) tested.round[i] = 1;
  const thinner = Math.min(thickness[s], thickness[t]);
  const envelope = isTrigger ? 0 : settings['detection.envelope'] * thinner;
  const look = detection.state.joints.table.liveCount > 0 ? lookOfPair(bodies, s, t) : thinner;
  reaches[row] = isTrigger ? 0 : envelope + Math.min(tested.travel[i], settings['detection.lookAhead'] * look);
  close[row] = 0;
  firstContact[row] = -1;
  contactCount[row] = 0;
  if (centred[s] === CENTRED && centred[t] === CENTRED) {
    const axis = tested.separatingAxis[i] - 1;
    const columns = bodies.nodes.columns;
    const room = roomBetween(
      columns,
      shapeColumns,
      nodes[2 * i],
      nodes[2 * i + 1],
      s,
      t,
      relative,
      PLACEMENT * i,
      reaches,
      row,
      axis,
    );
    if (room > 0) {
      keepRoom(detection, i, s, t, room);
      return;
    }
  }
  placeInBody(bodies, s, pair.a);
  placeInOtherBody(bodies, t, relative, PLACEMENT * i, pair.b);
  pair.thinner = thinner;
  pair.envelope = envelope;
  pair.reach = reaches[row];
  pair.room = 0;
  pair.tolerance = settings['detection.penetrationTolerance'] * envelope;
  principal.separatingAxis = NO_AXIS;
  principal.room = 0;
  const tester = testerOf(kind[s], kind[t]);
  const isFound = tester.findClosest(detection, i, row, settings);
  tested.separatingAxis[i] = principal.separatingAxis + 1;
  if (!isFound) keepRoom(detection, i, s, t, principal.room - CERTAIN * thinner);
  if (!isFound || !(principal.gap <= pair.reach)) return;
  close[row] = 1;
  passing[row] = 0;
  keepPrincipal(principal, stored, row);
  if (principal.gap < tested.gap[i]) tested.gap[i] = principal.gap;
  if (tested.contactState[i] === SEPARATED && principal.gap <= envelope) tested.contactState[i] = TOUCHING;
  if (principal.gap < -pair.tolerance) tested.contactState[i] = PENETRATING;
  tester.foresee(detection, i, row, settings, isExact);
}

/** Notes how far two shapes may come nearer to each other and still be apart, where their nodes have no others [m]. */
function keepRoom({ bodies, candidates }: Detection, i: number, s: number, t: number, room: number): void {
  const { nodes } = candidates.columns;
  if (areOnlyShapes(bodies, nodes[2 * i], nodes[2 * i + 1], s, t)) candidates.columns.room[i] = room;
}

function testerOf(a: number, b: number): PairTester {
  if (a === TREE || b === TREE) return meshTester;
  return a === OPEN || b === OPEN ? surfaceTester : convexTester;
}

/** Takes the results of the first `count` candidates over to their edges. */
function storeResults(detection: Detection, settings: Settings, count: number): void {
  if (count === 0) return;
  const kernel = bindLoops(detection, settings);
  const restless = kernel === null ? storeByHand(detection, count) : kernel.storeResults(detection.compiled.table, 0, count);
  detection.stillness.restlessEdges += restless;
}

/** The same, returning of how many edges it holds for this motion alone. */
function storeByHand({ candidates, graph }: Detection, count: number): number {
  const { edge: listed, relative: placement, travel: travelNow, gap: gapNow } = candidates.columns;
  const {
    contactState: state,
    placementKnown: known,
    round: roundNow,
    still: stillNow,
    separatingAxis: axis,
    room: roomNow,
  } = candidates.columns;
  const { relative, travel, gap, contactState, placementKnown, round, still, separatingAxis, room } = graph.edges.columns;
  let restless = 0;
  for (let i = 0; i < count; i++) {
    const edge = listed[i];
    const to = PLACEMENT * edge;
    const from = PLACEMENT * i;
    for (let k = 0; k < PLACEMENT; k++) relative[to + k] = placement[from + k];
    travel[edge] = travelNow[i];
    gap[edge] = gapNow[i];
    contactState[edge] = state[i];
    placementKnown[edge] = known[i];
    round[edge] = roundNow[i];
    still[edge] = stillNow[i];
    separatingAxis[edge] = axis[i];
    room[edge] = roomNow[i];
    if (stillNow[i] === 0) restless++;
  }
  return restless;
}
