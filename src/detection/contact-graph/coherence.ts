// Logical and coherence testing (contact graph paper, figure 4): which overlaps go on to the narrow phase. Logical rules (section 3.2)
// say which pairs of bodies interact at all. A rule is a node; an edge from it to a body says on which side of the rule the body is.
// Beside rules there are categories and masks, as bits of each body and trigger.
//
// Where we differ: the paper compares xform(e) for equality. That is our `exact` setting, bit for bit, and the default is a
// tolerance, small against the envelope: bodies at rest never stand still to the last bit. The placement compared with is that of
// the last test, so errors do not add up, and the contacts kept are attached to both bodies, so their gaps follow even the
// smallest motion. Contacts of round shapes wander over the surface as it turns, so a pair with one is only skipped on equality.
//
// Two shapes that were found further apart than contacts are looked for stay so until they have come nearer to each other by as
// much: nothing would be found, so they are not looked at, whatever the tolerance.

import type { NODE_SCHEMA } from '../../bodies/node-table.js';
import type { Settings } from '../../settings.js';
import type { Columns } from '../../table/table.js';
import { bindLoops } from '../bind-loops.js';
import type { Detection, DetectionOptions } from '../detection.js';
import { PENETRATING, SEPARATED } from '../narrow-phase/principal-contact.js';
import type { ContactGraph } from './contact-graph.js';
import { isGeometric, isLogical, isPhysicalEdge } from './edge-kinds.js';
import { PLACEMENT_SIZE } from './edge-table.js';
import { isJoinedApart } from './joint-edges.js';
import { isSamePlacement, motionBetween, writePlacement } from './placement.js';

/** Fills the candidates, with their placement as it is now. Returns false when it stopped early at a penetration. */
export function screenOverlaps(detection: Detection, settings: Settings, options: DetectionOptions): boolean {
  const { overlaps, candidates, compiled } = detection;
  candidates.ensureCapacity(overlaps.size + 1);
  candidates.size = 0;
  detection.narrowPhaseSkipped = 0;
  const kernel = options.shortCircuit || overlaps.size === 0 ? null : bindLoops(detection, settings);
  if (kernel === null) return screenRange(detection, settings, options, 0, overlaps.size);
  const share = toleranceShare(settings, options);
  for (let i = 0; i < overlaps.size; i++) {
    // What the compiled kernel knows it does in one go, up to an overlap that it does not know.
    const isCoherent = options.coherence !== 'off';
    i = kernel.screenOverlaps(compiled.table, i, overlaps.size, candidates.size, neededOf(options), isCoherent, share);
    candidates.size = kernel.candidateCount.value;
    detection.narrowPhaseSkipped += kernel.unchangedCount.value;
    if (i < overlaps.size) screenRange(detection, settings, options, i, i + 1);
  }
  return true;
}

/** What must be known of a pair that is left alone, a value of `placementKnown`. */
function neededOf({ onlyProximity }: DetectionOptions): number {
  return onlyProximity ? 1 : 2;
}

/** How far a pair may move and still count as unchanged, as a share of its half thickness; below 0 where only the same placement does. */
function toleranceShare(settings: Settings, { coherence }: DetectionOptions): number {
  return coherence === 'tolerant' ? settings['detection.coherenceTolerance'] * settings['detection.envelope'] : -1;
}

/** The same of the overlaps from `from` to before `end`. */
function screenRange(detection: Detection, settings: Settings, options: DetectionOptions, from: number, end: number): boolean {
  const { graph, bodies, overlaps, candidates } = detection;
  const bodyColumns = bodies.nodes.columns;
  const { active, moved } = bodyColumns;
  const { kind, proximity, contactState, placementKnown, still, separatingAxis } = graph.edges.columns;
  const { edge: listed, nodes, firstPair } = overlaps.columns;
  const chosen = candidates.columns;
  const isCoherent = options.coherence !== 'off';
  const needed = neededOf(options);
  const share = toleranceShare(settings, options);
  for (let i = from; i < end; i++) {
    const edge = listed[i];
    const a = nodes[2 * i];
    const b = nodes[2 * i + 1];
    const passive = active[a] === 0 || active[b] === 0;
    if (passive || !mayTouch(graph, kind[edge], a, b)) {
      if (passive) proximity[edge] = 0;
      contactState[edge] = SEPARATED;
      placementKnown[edge] = 0;
      still[edge] = 0;
      graph.clearContacts(edge);
      continue;
    }
    const count = candidates.size;
    let isSame = isCoherent && moved[a] === 0 && moved[b] === 0 && still[edge] !== 0;
    if (!isSame) {
      relativePlacement(bodyColumns, a, b, chosen.relative, PLACEMENT_SIZE * count);
      chosen.travel[count] = travelOf(detection, firstPair[i], firstPair[i + 1]);
      isSame = isCoherent && placementKnown[edge] >= needed && isUnchanged(detection, edge, i, count, share);
    }
    if (isSame) {
      still[edge] = 1;
      detection.narrowPhaseSkipped++;
      if (options.shortCircuit && contactState[edge] === PENETRATING && isPhysicalEdge(kind[edge])) return false;
      continue;
    }
    chosen.edge[count] = edge;
    chosen.nodes[2 * count] = a;
    chosen.nodes[2 * count + 1] = b;
    chosen.firstPair[count] = firstPair[i];
    chosen.endPair[count] = firstPair[i + 1];
    chosen.separatingAxis[count] = separatingAxis[edge];
    candidates.size = count + 1;
  }
  return true;
}

/**
 * How far the bodies of some pairs of shapes may move towards each other in the step to come [m], which decides how far ahead contacts are
 * looked for. Each body's own motion counts, not their relative one: of two that fall together, the lower may be stopped within the step.
 */
function travelOf({ bodies, shapePairs }: Detection, firstPair: number, endPair: number): number {
  const { travel } = bodies.shapes.columns;
  const { shapes } = shapePairs.columns;
  let most = 0;
  for (let pair = firstPair; pair < endPair; pair++) {
    const both = travel[shapes[2 * pair]] + travel[shapes[2 * pair + 1]];
    if (both > most) most = both;
  }
  return most;
}

/** Whether the placement of overlap i, written to row `now` of the candidates, is that of the last test as far as it matters. */
function isUnchanged(
  { graph, bodies, shapePairs, overlaps, candidates }: Detection,
  edge: number,
  i: number,
  now: number,
  share: number,
): boolean {
  const { relative, travel, round, kind, room, contactCount } = graph.edges.columns;
  const { relative: placement, travel: travelNow } = candidates.columns;
  const k = PLACEMENT_SIZE * edge;
  const p = PLACEMENT_SIZE * now;
  // Contacts ahead depend on how fast the bodies are; those found for a slower motion would not reach far enough.
  if (travel[edge] === travelNow[now] && isSamePlacement(relative, k, placement, p)) return true;
  const mayDiffer = share >= 0 && round[edge] === 0 && !isGeometric(kind[edge]);
  const isApart = room[edge] > 0 && contactCount[edge] === 0;
  if (!mayDiffer && !isApart) return false;

  const { reach, thickness } = bodies.shapes.columns;
  let reachA = 0;
  let reachB = 0;
  let thinnest = Number.POSITIVE_INFINITY;
  const { firstPair } = overlaps.columns;
  for (let pair = firstPair[i]; pair < firstPair[i + 1]; pair++) {
    const shapeA = shapePairs.columns.shapes[2 * pair];
    const shapeB = shapePairs.columns.shapes[2 * pair + 1];
    reachA = Math.max(reachA, reach[shapeA]);
    reachB = Math.max(reachB, reach[shapeB]);
    thinnest = Math.min(thinnest, thickness[shapeA], thickness[shapeB]);
  }
  const moved = motionBetween(relative, k, placement, p, reachA, reachB);
  const tolerance = share * thinnest;
  if (mayDiffer && travelNow[now] <= travel[edge] + tolerance && moved <= tolerance) return true;
  return isApart && staysApart(graph, edge, candidates, now, moved);
}

/**
 * Whether two shapes that are apart are so after such a motion [m], placed as row `now` of the candidates says. Their edge becomes what a
 * test would make of it, so that how much room there is decides the cost alone, never the result.
 */
function staysApart(
  { edges }: ContactGraph,
  edge: number,
  { columns }: Detection['candidates'],
  now: number,
  moved: number,
): boolean {
  const { relative, travel, room } = edges.columns;
  const left = room[edge] - moved - Math.max(0, columns.travel[now] - travel[edge]);
  if (!(left > 0)) return false;
  room[edge] = left;
  travel[edge] = columns.travel[now];
  for (let k = 0; k < PLACEMENT_SIZE; k++) relative[PLACEMENT_SIZE * edge + k] = columns.relative[PLACEMENT_SIZE * now + k];
  return true;
}

export const IGNORE = 0;
export const ONLY = 1;

/** Sides of a rule, as bits of `sides`. */
export const BETWEEN = 1;
export const AND = 2;

/**
 * Whether two nodes with an edge of some kind may touch, before hooks are asked. Rules are between physical bodies; a trigger sees
 * all that masks let it see.
 */
export function mayTouch(graph: ContactGraph, edgeKind: number, a: number, b: number): boolean {
  return isPhysicalEdge(edgeKind) ? obeysRules(graph, a, b) : areUnmasked(graph, a, b);
}

/** Whether each of two nodes is in a category that the mask of the other has. */
function areUnmasked(graph: ContactGraph, a: number, b: number): boolean {
  const { category, mask } = graph.bodies.nodes.columns;
  return (category[a] & mask[b]) !== 0 && (category[b] & mask[a]) !== 0;
}

/** Whether two bodies interact: they obey the rules, and no hook has refused them when they were last detected. */
export function isAllowed(graph: ContactGraph, a: number, b: number): boolean {
  return obeysRules(graph, a, b) && !(graph.bodies.materials.isHooked && isRefused(graph, a, b));
}

function isRefused(graph: ContactGraph, a: number, b: number): boolean {
  const edge = graph.find(a, b);
  return edge >= 0 && graph.edges.columns.refused[edge] !== 0;
}

/** rule(e) of figure 4: true unless a mask or some rule forbids the two bodies to interact, or a joint of theirs. */
function obeysRules(graph: ContactGraph, a: number, b: number): boolean {
  if (!areUnmasked(graph, a, b)) return false;
  if (graph.joints.table.liveCount > 0) {
    const edge = graph.find(a, b);
    if (edge >= 0 && isJoinedApart(graph, edge)) return false;
  }
  const first = graph.bodies.nodes.columns.firstStaticEdge;
  if (first[a] < 0 && first[b] < 0) return true;
  return obeysRulesOf(graph, a, b) && obeysRulesOf(graph, b, a);
}

function obeysRulesOf(graph: ContactGraph, body: number, other: number): boolean {
  const { nodes, next, kind, sides } = graph.edges.columns;
  const { firstStaticEdge, ruleKind, active } = graph.bodies.nodes.columns;
  for (let entry = firstStaticEdge[body]; entry >= 0; entry = next[entry]) {
    const edge = entry >> 1;
    if (!isLogical(kind[edge])) continue;
    const rule = nodes[entry ^ 1];
    if (active[rule] === 0) continue;
    const otherEdge = graph.find(rule, other);
    const own = sides[edge];
    const others = otherEdge >= 0 ? sides[otherEdge] : 0;
    const opposed = ((own & BETWEEN) !== 0 && (others & AND) !== 0) || ((own & AND) !== 0 && (others & BETWEEN) !== 0);
    if (opposed === (ruleKind[rule] === IGNORE)) return false;
  }
  return true;
}

/** xform(e) of the paper: writes the position [m] and orientation [1] of node b in the frame of node a to out[k ..]. */
export function relativePlacement(nodes: Columns<typeof NODE_SCHEMA>, a: number, b: number, out: Float64Array, k: number): void {
  writePlacement(nodes.position, nodes.orientation, nodes.rotation, a, b, out, k);
}
