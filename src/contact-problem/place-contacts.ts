// Where the contacts of a step are: their points and normals in the world, their gaps, and what each adds to the velocity problem.
//
// Where we differ from the paper: a contact whose gap is still open may close it within the step (w_n = J u + gap / dt >= 0),
// since contacts are kept inside an envelope and bodies must not stop short of each other, but a hair's breadth counts as closed.
//
// Bounces follow Moreau's form of (21): every closed contact leaves at -e times the velocity that it had, also one that was
// separating, which may then close again at up to e times that. With (21) for closing contacts alone, a light body that rattles
// between two heavy ones has to push both away, and energy comes from nowhere. A contact closes or separates at rest when it does so
// slower than gravity's doing of a step or so.
//
// Where gravity pulls two bodies together, a bounce needs two steps. A contact that is still open waits: in the step that closes the
// gap its bodies keep their velocities, and are stopped at the surface (steppers/bounces.ts). They bounce in the next step. Gravity
// has acted on the way to the surface alone, and acts again from there on: so a bounce returns the energy that it should.
// Of two bodies that both have other neighbours, nobody knows whether they will touch in that step: in a pile, contacts open and close
// as bodies rock, and one that waited would let its bodies fall without end. Such contacts bounce at once where they close.
// Contacts of links do as well: their joints keep them from being stopped at the surface one by one.

import { isTied } from '../bodies/locks.js';
import { OWN_RESTITUTION } from '../detection/ask-hooks.js';
import type { Detection } from '../detection/detection.js';
import * as loops from '../kernels/shared/place-points.js';
import type { Settings } from '../settings.js';
import { gravityOfStep } from '../settings.js';
import { forgetJoints, JointSearch, passJoints } from './pass-joints.js';

/** A body is struck when something closes on it faster than this many times what gravity adds in a step [1]. */
const STRIKING = 2;

/** The workspace of placing contacts. */
export class ContactPlacing {
  /** Numbers of the step at hand: handed from call to call as arguments, each would be allocated by V8. */
  readonly numbers = new Float64Array(9);
  readonly joints = new JointSearch();
}
/** Where in these: length of the step [s]. */
const DT = 0;
/** Slowest closing speed that bounces [m/s]. */
const SLOWEST_BOUNCE = 1;
/** Largest gap that counts as closed, as a share of the half thickness [1]. */
const CLOSED = 2;
/** Deepest penetration so far [m]. */
const DEEPEST = 3;
/** Slowest closing speed that strikes [m/s]. */
const SLOWEST_STRIKE = 4;
/** Gravity [m/s^2]. */
const GRAVITY = 5;

/** Steps for which a body must have been slow to bounce no more, with speedups.zeroing; infinite without [1]. */
const SLEEPY = 8;

/** Closing speed that nothing reaches: the limit of a contact that waits to bounce, and of which nothing else is known [m/s]. */
const UNREACHED = 1e6;

/** A kernel that is called for fewer edges than this costs more than it saves [1]. */
const FEW = 4;

/** What a contact that bounces does in the step at hand: nothing, as long as it is slow; it bounces; it waits to. */
export const RESTS = 0;
export const BOUNCES = 1;
export const WAITS = 2;

/**
 * Places all contacts. The velocities are those at the beginning of the step, which bouncing goes by. Returns the
 * depth of the deepest contact, 0 when none penetrates [m].
 */
export function placeContacts(placing: ContactPlacing, detection: Detection, dt: number, settings: Settings): number {
  const { contactEdges, bodies } = detection;
  const { edge: edges } = contactEdges.columns;
  beginPlacing(placing, dt, settings);
  bodies.nodes.columns.struck.fill(0, 0, detection.rowCount);
  forgetJoints(detection);
  if (bodies.materials.areBouncy) countNeighbours(detection, edges, 0, contactEdges.size);
  placePoints(placing, detection, edges, 0, contactEdges.size);
  limitApproaches(placing, detection, edges, 0, contactEdges.size);
  passJoints(placing.joints, detection, placing.numbers[CLOSED], dt);
  return placing.numbers[DEEPEST];
}

/**
 * Places the contacts of `edgeCount` edges listed from `firstEdge` once more, in the midst of a step: where the bodies have come to,
 * with the velocities that they have by now, for the dt [s] that are left. That may be nothing.
 */
export function placeContactsAgain(
  placing: ContactPlacing,
  detection: Detection,
  firstEdge: number,
  edgeCount: number,
  dt: number,
  settings: Settings,
): void {
  const edges = detection.groups.edges.columns.member;
  beginPlacing(placing, dt, settings);
  if (detection.bodies.materials.areBouncy) countNeighbours(detection, edges, firstEdge, edgeCount);
  placePoints(placing, detection, edges, firstEdge, edgeCount);
  limitApproaches(placing, detection, edges, firstEdge, edgeCount);
}

function beginPlacing({ numbers }: ContactPlacing, dt: number, settings: Settings): void {
  const fall = gravityOfStep(settings, dt);
  numbers[DT] = dt;
  numbers[SLEEPY] = settings['speedups.zeroing'] === 'on' ? settings['sleeping.steps'] : Number.POSITIVE_INFINITY;
  numbers[SLOWEST_BOUNCE] = settings['contact.restitutionThreshold'] * fall;
  numbers[SLOWEST_STRIKE] = STRIKING * fall;
  numbers[CLOSED] = settings['contact.touching'] * settings['detection.envelope'];
  numbers[DEEPEST] = 0;
  for (let j = 0; j < 3; j++) numbers[GRAVITY + j] = settings.gravity[j];
}

/** Counts the bodies that each body touches, or may touch within the step; all that joints tie it to count as one, and so do locks. */
function countNeighbours({ graph, bodies, rowCount }: Detection, edges: Int32Array, firstEdge: number, edgeCount: number): void {
  const { movers } = graph.edges.columns;
  const { mover, neighbours } = bodies.nodes.columns;
  for (let row = 0; row < rowCount; row++) neighbours[row] = 0;
  for (let row = 0; row < bodies.nodes.size; row++) if (isTied(bodies.nodes.columns, row)) neighbours[mover[row]] = 1;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    neighbours[movers[2 * edges[i]]]++;
    neighbours[movers[2 * edges[i] + 1]]++;
  }
}

/**
 * What gravity does to a body along a direction in which it meets another [m/s^2]. A body that has more neighbours may be carried
 * by them, and then does not fall away from the other.
 */
function fallAlong(along: number, neighbours: number): number {
  return neighbours > 1 && along < 0 ? 0 : along;
}

/**
 * Whether a body may be kept from the contact at hand by others, or keep others from it. What no impulse moves always may: how many
 * touch it says nothing of this contact, since they may be of other islands.
 */
function hasOthers(inverseMass: number, neighbours: number): boolean {
  return inverseMass === 0 || neighbours > 1;
}

/** Points, normals and gaps of the contacts of `edgeCount` edges listed from `firstEdge`. */
export function placePoints(
  { numbers }: ContactPlacing,
  detection: Detection,
  edges: Int32Array,
  firstEdge: number,
  edgeCount: number,
): void {
  const { graph, bodies, compiled } = detection;
  const { nodes: ends, firstContact, contactCount } = graph.edges.columns;
  const { anchorA, anchorB, normal, gap, worldPoint, worldNormal } = graph.contacts.columns;
  const { rotation, position } = bodies.nodes.columns;
  const kernel = edgeCount < FEW || detection.state.settings.kernel === 'reference' ? null : compiled.kernel;
  const deepest =
    kernel === null
      ? loops.placePoints(
          edges,
          firstEdge,
          edgeCount,
          ends,
          firstContact,
          contactCount,
          anchorA,
          anchorB,
          normal,
          gap,
          worldPoint,
          worldNormal,
          position,
          rotation,
        )
      : kernel.placePoints(
          edges.byteOffset,
          firstEdge,
          edgeCount,
          ends.byteOffset,
          firstContact.byteOffset,
          contactCount.byteOffset,
          anchorA.byteOffset,
          anchorB.byteOffset,
          normal.byteOffset,
          gap.byteOffset,
          worldPoint.byteOffset,
          worldNormal.byteOffset,
          position.byteOffset,
          rotation.byteOffset,
        );
  if (deepest > numbers[DEEPEST]) numbers[DEEPEST] = deepest;
}

/** b of the contacts, which are where they are: how fast each may close, or is to leave. Marks the bodies that are struck. */
function limitApproaches(
  placing: ContactPlacing,
  detection: Detection,
  edges: Int32Array,
  firstEdge: number,
  edgeCount: number,
): void {
  const { numbers } = placing;
  const { graph, bodies, compiled } = detection;
  const { movers, firstContact, contactCount } = graph.edges.columns;
  const { shapes, passing, gap, worldPoint, worldNormal, closing, bias, bounce } = graph.contacts.columns;
  const { position, velocity, struck } = bodies.nodes.columns;
  const { thickness } = bodies.shapes.columns;
  const kernel = edgeCount < FEW || detection.state.settings.kernel === 'reference' ? null : compiled.kernel;
  if (kernel === null) {
    loops.limitApproaches(
      edges,
      firstEdge,
      edgeCount,
      movers,
      firstContact,
      contactCount,
      shapes,
      passing,
      gap,
      worldPoint,
      worldNormal,
      closing,
      bias,
      bounce,
      position,
      velocity,
      struck,
      thickness,
      numbers[DT],
      numbers[CLOSED],
      numbers[SLOWEST_STRIKE],
    );
  } else {
    kernel.limitApproaches(
      edges.byteOffset,
      firstEdge,
      edgeCount,
      movers.byteOffset,
      firstContact.byteOffset,
      contactCount.byteOffset,
      shapes.byteOffset,
      passing.byteOffset,
      gap.byteOffset,
      worldPoint.byteOffset,
      worldNormal.byteOffset,
      closing.byteOffset,
      bias.byteOffset,
      bounce.byteOffset,
      position.byteOffset,
      velocity.byteOffset,
      struck.byteOffset,
      thickness.byteOffset,
      numbers[DT],
      numbers[CLOSED],
      numbers[SLOWEST_STRIKE],
    );
  }
  if (bodies.materials.areBouncy) letBounce(placing, detection, edges, firstEdge, edgeCount);
}

/** b of the contacts that bounce, or wait to; how fast they close is known. */
function letBounce(
  { numbers }: ContactPlacing,
  { graph, bodies }: Detection,
  edges: Int32Array,
  firstEdge: number,
  edgeCount: number,
): void {
  const { movers, firstContact, contactCount } = graph.edges.columns;
  const { shapes, passing, gap: gaps, closing: closings, worldNormal, bias, bounce: bounces } = graph.contacts.columns;
  const { ownSurface, ownRestitution } = graph.contacts.columns;
  const { neighbours, gravityScale, inverseMass, slowFor } = bodies.nodes.columns;
  const { material, thickness } = bodies.shapes.columns;
  const { stride, restitution } = bodies.materials;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = edges[i];
    const moverA = movers[2 * edge];
    const moverB = movers[2 * edge + 1];
    if (slowFor[moverA] >= numbers[SLEEPY] || slowFor[moverB] >= numbers[SLEEPY]) continue;
    for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
      const shapeA = shapes[2 * contact];
      const shapeB = shapes[2 * contact + 1];
      const ofMaterials = restitution[material[shapeA] * stride + material[shapeB]];
      const e = (ownSurface[contact] & OWN_RESTITUTION) !== 0 ? ownRestitution[contact] : ofMaterials;
      if (e === 0 || passing[contact] !== 0) continue;
      const closing = closings[contact];
      const gap = gaps[contact];
      const closed = numbers[CLOSED] * Math.min(thickness[shapeA], thickness[shapeB]);
      if (gap <= closed && Math.abs(closing) <= numbers[SLOWEST_BOUNCE]) continue;
      const c = 3 * contact;
      const fall =
        numbers[GRAVITY] * worldNormal[c] + numbers[GRAVITY + 1] * worldNormal[c + 1] + numbers[GRAVITY + 2] * worldNormal[c + 2];
      const gA = inverseMass[moverA] > 0 ? fallAlong(gravityScale[moverA] * fall, neighbours[moverA]) : 0;
      const gB = inverseMass[moverB] > 0 ? fallAlong(-gravityScale[moverB] * fall, neighbours[moverB]) : 0;
      const g = Math.max(0, gA + gB);
      const isAmong = hasOthers(inverseMass[moverA], neighbours[moverA]) && hasOthers(inverseMass[moverB], neighbours[moverB]);
      if (gap <= closed) {
        // Gravity acts for the whole step after the bounce.
        bounces[contact] = BOUNCES;
        bias[contact] = closing > 0 ? Math.min(0, g * numbers[DT] - e * closing) : -e * closing;
        continue;
      }
      const closes = closing > 0 && (closing + g * numbers[DT]) * numbers[DT] >= gap - closed;
      bounces[contact] = closes ? BOUNCES : WAITS;
      // Where gravity does nothing to the two it does not matter when they bounce. Else it adds no more, until the gap is
      // closed, than a fall through it does.
      const isBouncing = closes && (g === 0 || isAmong);
      if (isBouncing) bias[contact] = -e * closing;
      else bias[contact] = closes || (g > 0 && isAmong) ? Math.sqrt(closing * closing + 2 * g * gap) : UNREACHED;
    }
  }
}
