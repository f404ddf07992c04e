// Small islands that move, all of them in two calls of the kernel: their forces, loads and sweeps in one, and their way in the other, but
// for those that something has to be corrected of. Most scenes in motion have many small islands, and calls for each would take most of
// the time. Between the two, each goes its own way (gated-shock-propagation.ts).

import { moveOthers } from '../../bodies/kinematics.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import type { Kernel } from '../../kernels/kernel.js';
import { MOST_CONTACTS } from '../../kernels/shared/plan-sweeps.js';
import * as At from '../../kernels/stepping-layout.js';
import { angularDampingOf, linearDampingOf } from '../../speedups.js';
import { movePositions } from '../move-positions.js';
import type { ContactStream } from './contact-stream.js';
import { correctPositions, NEGLIGIBLE } from './correct-positions.js';
import { areErrorsLasting, FAST, unseenVelocity } from './solve-velocities.js';
import type { Workspace } from './workspace.js';
import { isCompiled } from './workspace.js';

/** Applies forces and loads to small islands that move, and sweeps them, in a step of dt [s]. */
export function sweepSmallIslands(context: Workspace, dt: number): void {
  const { stepping, stream, profiler } = context;
  stepping.left = 0;
  const count = listSmallIslands(context);
  if (count === 0) return;
  profiler.enter('solve');
  (stream.kernel as Kernel).sweepIslands(writeStep(context, dt), count);
}

/** Leaves it to moveSmallIslands() to correct and move an island. */
export function leaveToMove({ stepping, stream }: Workspace, island: Island): void {
  stream.islands.columns.listed[stepping.left++] = island.number;
}

/** Corrects and moves the islands that were left to it. */
export function moveSmallIslands(context: Workspace, dt: number): void {
  const { stepping, stream, detection, profiler, look } = context;
  if (stepping.left === 0) return;
  const kernel = stream.kernel as Kernel;
  profiler.enter('correction');
  look.isWanted = true;
  const left = kernel.moveIslands(writeStep(context, dt), stepping.left);
  profiler.enter('integrate');
  moveOthers(detection.bodies.turning, detection.bodies.nodes.columns, kernel.leftBodies.value, dt);
  for (let i = 0; i < left; i++) {
    const island = detection.groups.list[stream.islands.columns.listed[i]];
    profiler.enter('correction');
    correctPositions(context, island, dt, unseenVelocity(context, island));
    profiler.enter('integrate');
    movePositions(detection, island, dt);
  }
}

/** Lists the islands that go this way, and returns how many there are. */
function listSmallIslands(context: Workspace): number {
  const { detection, stream } = context;
  const { groups } = detection;
  const { isSwept, listed } = stream.islands.columns;
  const isPossible = isCompiled(context) && !detection.bodies.materials.areResisting;
  let count = 0;
  isSwept[groups.count] = 0;
  for (let i = 0; i < groups.count; i++) {
    const island = groups.list[i];
    isSwept[i] = isPossible && isSmall(stream, island) && movesFreely(detection, island) ? 1 : 0;
    if (isSwept[i] === 0) continue;
    listed[count++] = i;
  }
  return count;
}

function isSmall({ islands }: ContactStream, { number, isTied, edgeCount }: Island): boolean {
  const { isSettled, contactCount } = islands.columns;
  return !isTied && edgeCount > 0 && isSettled[number] === 0 && contactCount[number] <= MOST_CONTACTS;
}

/** Whether some body of an island was not held in the last step, so that nobody tries to hold them all; and none spins fast. */
function movesFreely({ bodies, groups }: Detection, { firstBody, bodyCount }: Island): boolean {
  const { unheld, spinning } = bodies.nodes.columns;
  const { member } = groups.movers.columns;
  let moves = false;
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    if (spinning[member[i]] !== 0) return false;
    if (unheld[member[i]] !== 0) moves = true;
  }
  return moves;
}

/** Writes the numbers of a step of dt [s], and where columns are if they have moved. Returns the address of the table. */
function writeStep(context: Workspace, dt: number): number {
  const { detection, settings, limits, stepping } = context;
  const { number, address } = stepping.table.columns;
  number[At.DT] = dt;
  for (let j = 0; j < 3; j++) number[At.GRAVITY + j] = settings.gravity[j];
  number[At.LINEAR_DAMPING] = linearDampingOf(settings);
  number[At.ANGULAR_DAMPING] = angularDampingOf(settings);
  number[At.SHARE] = limits.share;
  number[At.FALL] = limits.fall;
  number[At.FAST] = FAST * limits.fall;
  number[At.ITERATIONS] = settings['gsp.iterations'];
  number[At.EFFORT] = settings['gsp.effort'];
  number[At.PRECISION] = settings['gsp.tolerance'];
  number[At.LASTING] = areErrorsLasting(detection, limits.fall) ? 1 : 0;
  number[At.BOUNCY] = detection.bodies.materials.areBouncy ? 1 : 0;
  number[At.NEGLIGIBLE] = NEGLIGIBLE * limits.fall;
  const { bindings } = detection.state.memory;
  if (stepping.writtenAt !== bindings) {
    writeAddresses(context);
    stepping.writtenAt = bindings;
  }
  return address.byteOffset;
}

/** Tables that have grown lie elsewhere. */
function writeAddresses(context: Workspace): void {
  const { detection } = context;
  const { number, address } = context.stepping.table.columns;
  address[At.NUMBERS] = number.byteOffset;
  address[At.PLAN] = number.byteOffset + At.NUMBERS_LENGTH * number.BYTES_PER_ELEMENT;
  address[At.TURN] = detection.compiled.workspace;
  writeIslands(address, context);
  writeContacts(address, detection);
  writeNodes(address, detection);
}

function writeIslands(to: Int32Array, { stream, detection, look }: Workspace): void {
  const { columns } = stream.islands;
  to[At.ISLAND_LISTED] = columns.listed.byteOffset;
  to[At.ISLAND_FIRST_EDGE] = columns.firstEdge.byteOffset;
  to[At.ISLAND_EDGE_COUNT] = columns.edgeCount.byteOffset;
  to[At.ISLAND_FIRST_BODY] = columns.firstBody.byteOffset;
  to[At.ISLAND_BODY_COUNT] = columns.bodyCount.byteOffset;
  to[At.ISLAND_FIRST_LANE] = columns.firstLane.byteOffset;
  to[At.ISLAND_PACK_COUNT] = columns.packCount.byteOffset;
  to[At.ISLAND_START] = columns.start.byteOffset;
  to[At.ISLAND_CONTACT_COUNT] = columns.contactCount.byteOffset;
  to[At.ISLAND_SWEEPS] = columns.sweeps.byteOffset;
  to[At.ISLAND_OUTCOME] = columns.outcome.byteOffset;
  to[At.ISLAND_IS_PULLED] = columns.isPulled.byteOffset;
  to[At.ISLAND_RESIDUAL] = columns.residual.byteOffset;
  to[At.ISLAND_ENERGY] = columns.energy.byteOffset;
  to[At.ISLAND_ENERGY_BEFORE] = look.lifts.islands.columns.before.byteOffset;
  to[At.MANIFOLDS] = stream.lanes.columns.manifold.byteOffset;
  to[At.QUADS] = stream.stream.columns.quad.byteOffset;
  to[At.SWEPT_VELOCITY] = stream.bodies.columns.velocity.byteOffset;
  to[At.SWEPT_FORMER] = stream.bodies.columns.former.byteOffset;
  to[At.LISTED_EDGES] = detection.groups.edges.columns.member.byteOffset;
  to[At.LISTED_MOVERS] = detection.groups.movers.columns.member.byteOffset;
}

function writeContacts(to: Int32Array, { graph }: Detection): void {
  const edges = graph.edges.columns;
  const contacts = graph.contacts.columns;
  to[At.EDGE_MOVERS] = edges.movers.byteOffset;
  to[At.EDGE_FIRST_CONTACT] = edges.firstContact.byteOffset;
  to[At.EDGE_CONTACT_COUNT] = edges.contactCount.byteOffset;
  to[At.CONTACT_POINT] = contacts.worldPoint.byteOffset;
  to[At.CONTACT_NORMAL] = contacts.worldNormal.byteOffset;
  to[At.CONTACT_LOAD] = contacts.load.byteOffset;
  to[At.CONTACT_BIAS] = contacts.bias.byteOffset;
  to[At.CONTACT_IMPULSE] = contacts.impulse.byteOffset;
  to[At.CONTACT_GAP] = contacts.gap.byteOffset;
  to[At.CONTACT_BOUNCE] = contacts.bounce.byteOffset;
}

function writeNodes(to: Int32Array, { bodies }: Detection): void {
  const nodes = bodies.nodes.columns;
  to[At.NODE_VELOCITY] = nodes.velocity.byteOffset;
  to[At.NODE_POSITION] = nodes.position.byteOffset;
  to[At.NODE_MASS] = nodes.mass.byteOffset;
  to[At.NODE_INVERSE_MASS] = nodes.inverseMass.byteOffset;
  to[At.NODE_INVERSE_INERTIA] = nodes.inverseInertia.byteOffset;
  to[At.NODE_FORCE] = nodes.force.byteOffset;
  to[At.NODE_GRAVITY_SCALE] = nodes.gravityScale.byteOffset;
  to[At.NODE_LINEAR_DAMPING] = nodes.linearDamping.byteOffset;
  to[At.NODE_ANGULAR_DAMPING] = nodes.angularDamping.byteOffset;
  to[At.NODE_FLIGHT] = nodes.flight.byteOffset;
  to[At.NODE_DETECTED] = nodes.detected.byteOffset;
  to[At.NODE_PULL] = nodes.pull.byteOffset;
  to[At.NODE_CORRECTION] = nodes.correction.byteOffset;
  to[At.NODE_ORIENTATION] = nodes.orientation.byteOffset;
  to[At.NODE_PRINCIPAL] = nodes.principal.byteOffset;
  to[At.NODE_MOMENTS] = nodes.moments.byteOffset;
  to[At.NODE_CARRIED_BY] = nodes.carriedBy.byteOffset;
  to[At.NODE_SPINNING] = nodes.spinning.byteOffset;
  to[At.NODE_LOCKS] = nodes.locks.byteOffset;
  to[At.NODE_LISTED] = nodes.listed.byteOffset;
}
