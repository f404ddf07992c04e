// The projection of an island's bodies out of each other, equation (46): by shock propagation, by sweeps, or exactly.
// The kernel looks for penetration at the end of the step, and sweeps. Corrections are kept while another way to
// correct the bodies is tried.

import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import type { Kernel } from '../../kernels/kernel.js';
import { mostSweeps } from '../../kernels/shared/plan-sweeps.js';
import * as loops from '../../kernels/shared/slides.js';
import { LEAST_GAIN, LEFT_WITHOUT_ROOM, overlapOf } from '../../solvers/project-positions.js';
import { YIELDING } from '../../solvers/projected-gauss-seidel.js';
import type { ContactStream } from './contact-stream.js';
import { manifoldsOf, quadsOf } from './contact-stream.js';
import { correctRecords, predictRecords } from './reference-sweeps.js';
import { correctExactly } from './solve-exactly.js';
import { liftBodies } from './support/lift-bodies.js';
import type { Workspace } from './workspace.js';
import { isCompiled, type KeptCorrections } from './workspace.js';

/** Penetration of less than this share of what a body falls in a step is rounding [1]. */
export const NEGLIGIBLE = 1e-6;
/** Corrections before any, and those of the better way so far: the two sets that can be kept. */
const UNCORRECTED = 0;
const BETTER = 1;
/**
 * Two bodies slide along each other by no more than this many times the depths of all overlaps of their island, added up [1]: a way
 * out that is 60 degrees off a normal is twice as long as the depth.
 */
const LONGEST_WAY = 2;

/**
 * Lifts bodies out of their supports, and projects what is left. Velocities that are wrong by `unseen` [m/s] are no reason to.
 * Returns whether there was anything to correct.
 */
export function correctPositions(context: Workspace, island: Island, dt: number, unseen: number): boolean {
  const { detection, stream, problem, exact, arrays, settings, limits } = context;
  const isExact = stream.islands.columns.isExact[island.number] !== 0;
  const slop = dt * Math.max(NEGLIGIBLE * limits.fall, isExact ? 0 : unseen);
  if (!isCompiled(context)) predictRecords(problem, detection, arrays, dt);
  const before = predictOverlap(context, island, dt);
  if (!penetratesAhead(context, slop)) return false;
  const isLifted = liftWhereThereIsRoom(context, island, dt, before);
  if (isLifted && !penetratesAhead(context, slop)) return true;
  if (isExact) {
    if (isCompiled(context)) predictRecords(problem, detection, arrays, dt);
    correctExactly(exact, detection, arrays, slop);
  } else {
    correctSwept(context, island, settings['gsp.correctionIterations'], 0);
    // Sweeps end with velocities that are wrong by their tolerance: what these lead to in a step is left to the next.
    const way = settings['gsp.tolerance'] * dt * limits.fall;
    const left = overlapAfter(context, island);
    if (left > 0.5 * way * way && left > LEFT_WITHOUT_ROOM * before) {
      correctLonger(context, island, dt, before);
      shortenWays(context, island, dt);
    }
  }
  return true;
}

/** Lifts the bodies of an island, unless that leaves more overlap than there was. Returns whether any is lifted. */
function liftWhereThereIsRoom(context: Workspace, island: Island, dt: number, before: number): boolean {
  const { detection, support, lifting, corrections } = context;
  keepCorrections(corrections, detection, island, UNCORRECTED);
  if (!liftBodies(lifting, support, detection, island, dt)) return false;
  if (predictOverlap(context, island, dt) <= before) return true;
  giveBackCorrections(corrections, detection, island, UNCORRECTED);
  predictOverlap(context, island, dt);
  return false;
}

/**
 * Corrects an island of which lifts and sweeps have taken away little overlap. A small island is swept more often. If
 * that is not enough, or if bodies would be moved far along each other, contacts yield, all alike
 * (project-positions.ts), where that leaves less.
 */
function correctLonger(context: Workspace, island: Island, dt: number, before: number): void {
  const { detection, stream, settings, corrections } = context;
  const contacts = stream.islands.columns.contactCount[island.number];
  const most = mostSweeps(contacts, settings['gsp.correctionIterations'], settings['gsp.effort']);
  predictOverlap(context, island, dt);
  correctSwept(context, island, most, 0);
  const after = overlapAfter(context, island);
  const isPair = island.edgeCount === 1;
  const isFar = slidesFar(detection, island, settings['detection.envelope']);
  if (isPair || (after <= LEFT_WITHOUT_ROOM * before && !isFar)) return;
  keepCorrections(corrections, detection, island, BETTER);
  giveBackCorrections(corrections, detection, island, UNCORRECTED);
  predictOverlap(context, island, dt);
  correctSwept(context, island, most, YIELDING);
  const left = overlapAfter(context, island);
  if (left > after && !isFar) giveBackCorrections(corrections, detection, island, BETTER);
  else if (left > (1 - LEAST_GAIN) * before) giveBackCorrections(corrections, detection, island, UNCORRECTED);
}

/**
 * Shortens the corrections of an island to what its overlaps ask for. Contacts that contradict each other, as those of
 * meshes deep in each other do, push their bodies along all of them by more with every sweep.
 */
function shortenWays({ detection, corrections }: Workspace, island: Island, dt: number): void {
  keepCorrections(corrections, detection, island, BETTER);
  giveBackCorrections(corrections, detection, island, UNCORRECTED);
  const enough = LONGEST_WAY * depthAhead(detection, island, dt);
  addToCorrections(corrections, detection, island, BETTER, -1);
  const longest = longestSlide(detection, island);
  if (longest > enough) addToCorrections(corrections, detection, island, UNCORRECTED, enough / longest);
  else giveBackCorrections(corrections, detection, island, BETTER);
}

/** Sweeps of the projection (46) of the gaps that have been predicted, with that relaxation (41). */
function correctSwept(context: Workspace, island: Island, iterations: number, relaxation: number): void {
  const { detection, stream, arrays } = context;
  if (isCompiled(context)) correctStream(stream, detection, island, iterations, relaxation);
  else correctRecords(arrays, iterations, relaxation);
}

/**
 * What overlaps at the end of the step, in all [m^2]; a stream then holds these gaps, and records have held them
 * before.
 */
function predictOverlap(context: Workspace, island: Island, dt: number): number {
  const { detection, stream, arrays } = context;
  return isCompiled(context) ? predictStream(stream, detection, island, dt) : overlapOf(arrays);
}

/** Whether some gap will be below -slop [m] at the end of the step, as it was last predicted; of records that is not known. */
function penetratesAhead({ stream, settings }: Workspace, slop: number): boolean {
  return settings.kernel === 'reference' || stream.kernel === null || stream.kernel.deepestAhead.value > slop;
}

/**
 * Makes the gaps as they will be at the end of the step the problem of the stream. Returns what overlaps then, in all
 * [m^2].
 */
function predictStream(stream: ContactStream, detection: Detection, island: Island, dt: number): number {
  const { worldPoint, worldNormal, gap, bias } = detection.graph.contacts.columns;
  const { position, velocity, correction } = detection.bodies.nodes.columns;
  return (stream.kernel as Kernel).predictGaps(
    manifoldsOf(stream, island),
    stream.islands.columns.packCount[island.number],
    quadsOf(stream, island),
    worldPoint.byteOffset,
    worldNormal.byteOffset,
    gap.byteOffset,
    bias.byteOffset,
    velocity.byteOffset,
    correction.byteOffset,
    position.byteOffset,
    dt,
    0,
  );
}

/**
 * The projection (46) of the gaps that have been predicted, added to what has been corrected already; by contacts that
 * yield where a relaxation (41) is given.
 */
function correctStream(
  stream: ContactStream,
  { bodies, groups }: Detection,
  island: Island,
  iterations: number,
  relaxation: number,
): void {
  const { velocity, root } = stream.bodies.columns;
  const quads = quadsOf(stream, island);
  const packs = stream.islands.columns.packCount[island.number];
  const kernel = stream.kernel as Kernel;
  const compliance = relaxation > 0 ? relaxation * kernel.meanMobility(manifoldsOf(stream, island), packs, quads) : 0;
  kernel.correctContacts(
    quads,
    packs,
    velocity.byteOffset,
    groups.movers.columns.member.byteOffset + 4 * island.firstBody,
    island.bodyCount,
    root.byteOffset,
    bodies.nodes.columns.correction.byteOffset,
    iterations,
    compliance,
  );
}

/** What overlaps at the end of the step after the last correction, in all [m^2]. */
function overlapAfter({ stream, arrays, settings }: Workspace, island: Island): number {
  if (settings.kernel === 'reference' || stream.kernel === null) return overlapOf(arrays);
  const packs = stream.islands.columns.packCount[island.number];
  return stream.kernel.overlapLeft(quadsOf(stream, island), packs, stream.bodies.columns.velocity.byteOffset, 0);
}

/** Keeps the corrections that the bodies of an island have. */
function keepCorrections({ sets }: KeptCorrections, { bodies, groups }: Detection, island: Island, set: number): void {
  const { firstBody, bodyCount } = island;
  const { member } = groups.movers.columns;
  const { correction } = bodies.nodes.columns;
  if (6 * bodyCount > sets[set].length) sets[set] = new Float64Array(12 * bodyCount);
  const to = sets[set];
  for (let i = 0; i < bodyCount; i++) for (let j = 0; j < 6; j++) to[6 * i + j] = correction[6 * member[firstBody + i] + j];
}

/** Gives them back. */
function giveBackCorrections({ sets }: KeptCorrections, { bodies, groups }: Detection, island: Island, set: number): void {
  const { firstBody, bodyCount } = island;
  const { member } = groups.movers.columns;
  const { correction } = bodies.nodes.columns;
  const from = sets[set];
  for (let i = 0; i < bodyCount; i++) for (let j = 0; j < 6; j++) correction[6 * member[firstBody + i] + j] = from[6 * i + j];
}

/** Corrections of an island become those of a set, plus `times` what they were. */
function addToCorrections(
  { sets }: KeptCorrections,
  { bodies, groups }: Detection,
  { firstBody, bodyCount }: Island,
  set: number,
  times: number,
): void {
  const { member } = groups.movers.columns;
  const { correction: s } = bodies.nodes.columns;
  const to = sets[set];
  for (let i = 0; i < bodyCount; i++)
    for (let j = 0, k = 6 * member[firstBody + i]; j < 6; j++, k++) s[k] = to[6 * i + j] + times * s[k];
}

/** How deep the bodies of an island will be in each other at the end of the step: of every two of them, in all [m]. */
function depthAhead({ bodies, graph, groups, compiled, state }: Detection, island: Island, dt: number): number {
  const { firstEdge, edgeCount } = island;
  const { member } = groups.edges.columns;
  const { movers, firstContact, contactCount } = graph.edges.columns;
  const { gap, bias, worldPoint, worldNormal } = graph.contacts.columns;
  const { position, velocity, correction } = bodies.nodes.columns;
  const { kernel } = compiled;
  if (kernel === null || state.settings.kernel === 'reference')
    return loops.depthAhead(
      member,
      firstEdge,
      edgeCount,
      movers,
      firstContact,
      contactCount,
      gap,
      bias,
      worldPoint,
      worldNormal,
      position,
      velocity,
      correction,
      dt,
    );
  return kernel.depthAhead(
    member.byteOffset,
    firstEdge,
    edgeCount,
    movers.byteOffset,
    firstContact.byteOffset,
    contactCount.byteOffset,
    gap.byteOffset,
    bias.byteOffset,
    worldPoint.byteOffset,
    worldNormal.byteOffset,
    position.byteOffset,
    velocity.byteOffset,
    correction.byteOffset,
    dt,
  );
}

/** How far two bodies of an island are corrected against each other where they touch, at the most [m]. */
function longestSlide({ bodies, graph, groups, compiled, state }: Detection, island: Island): number {
  const { firstEdge, edgeCount } = island;
  const { member } = groups.edges.columns;
  const { movers, firstContact, contactCount } = graph.edges.columns;
  const { worldPoint } = graph.contacts.columns;
  const { position, correction } = bodies.nodes.columns;
  const { kernel } = compiled;
  if (kernel === null || state.settings.kernel === 'reference')
    return loops.longestSlide(member, firstEdge, edgeCount, movers, firstContact, contactCount, worldPoint, position, correction);
  return kernel.longestSlide(
    member.byteOffset,
    firstEdge,
    edgeCount,
    movers.byteOffset,
    firstContact.byteOffset,
    contactCount.byteOffset,
    worldPoint.byteOffset,
    position.byteOffset,
    correction.byteOffset,
  );
}

/**
 * Whether two bodies of an island that touch are corrected far along each other: so far that a point, going along a
 * shape that is as round as it is thick, goes in by more than a share of the half thickness of the thinner shape.
 */
function slidesFar({ bodies, graph, groups }: Detection, island: Island, share: number): boolean {
  const { firstEdge, edgeCount } = island;
  const { member } = groups.edges.columns;
  const { movers, firstContact, contactCount } = graph.edges.columns;
  const { shapes, worldNormal: n } = graph.contacts.columns;
  const { thickness } = bodies.shapes.columns;
  const { correction: s } = bodies.nodes.columns;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const c = firstContact[member[i]];
    if (contactCount[member[i]] === 0) continue;
    const a = 6 * movers[2 * member[i]];
    const b = 6 * movers[2 * member[i] + 1];
    const x = s[b] - s[a];
    const y = s[b + 1] - s[a + 1];
    const z = s[b + 2] - s[a + 2];
    const along = n[3 * c] * x + n[3 * c + 1] * y + n[3 * c + 2] * z;
    const thinner = Math.min(thickness[shapes[2 * c]], thickness[shapes[2 * c + 1]]);
    if (0.5 * (x * x + y * y + z * z - along * along) > share * thinner * thinner) return true;
  }
  return false;
}
