// The calls of the kernel that prepare the stream and sweep it for velocities, in their order. Loads and impulses are
// applied to the velocities in f64, here and in the kernel, which keeps momentum to f64; only the changes that sweeps
// make are f32.

import type { NODE_SCHEMA } from '../../bodies/node-table.js';
import type { Island } from '../../detection/contact-graph/island.js';
import type { Detection } from '../../detection/detection.js';
import type { Kernel } from '../../kernels/kernel.js';
import * as layout from '../../kernels/layout.js';
import type { Columns } from '../../table/table.js';
import type { ContactStream } from './contact-stream.js';
import { clearVelocities, LANES, MOST_POINTS, manifoldsOf, quadsOf } from './contact-stream.js';

const { HEAD_LENGTH, MANIFOLD_WIDTH, POINT_LENGTH, ROOT_WIDTH, VELOCITY_WIDTH } = layout;

/** J and the diagonal of A of every contact of all islands. */
export function prepareStream(contactStream: ContactStream, detection: Detection): void {
  const { lanes, stream, islands, bodies } = contactStream;
  stream.ensureCapacity((lanes.size / LANES) * (HEAD_LENGTH + MOST_POINTS * POINT_LENGTH));
  const nodes = detection.bodies.nodes.columns;
  const { root, velocity } = bodies.columns;
  const nobody = detection.bodies.nodes.size;
  const { moverCount } = detection.groups;
  const { member } = detection.groups.movers.columns;
  root.fill(0, 0, ROOT_WIDTH * (nobody + 1));
  for (let i = 0; i < moverCount; i++) writeRoot(nodes, member[i], root);
  // Sweeps never change what no impulse moves.
  velocity.fill(0, 0, VELOCITY_WIDTH * (nobody + 1));
  const { worldPoint, worldNormal } = detection.graph.contacts.columns;
  const { manifold, friction } = lanes.columns;
  const { firstLane, packCount, start } = islands.columns;
  // Only now: storage that moved has a kernel of its own.
  const kernel = contactStream.kernel as Kernel;
  let end = stream.columns.quad.byteOffset;
  for (let i = 0; i <= detection.groups.count; i++) {
    start[i] = end - stream.columns.quad.byteOffset;
    end = kernel.prepare(
      manifold.byteOffset + 4 * MANIFOLD_WIDTH * firstLane[i],
      friction.byteOffset + 8 * firstLane[i],
      packCount[i],
      end,
      worldPoint.byteOffset,
      worldNormal.byteOffset,
      nodes.position.byteOffset,
      root.byteOffset,
      4 * VELOCITY_WIDTH,
    );
  }
}

/** I^-1/2 = R diag(moments^-1/2) R^T with R from the principal frame to the world. */
function writeRoot(
  { orientation: q, principal: p, moments: own, stiffMoments, spinning, inverseMass }: Columns<typeof NODE_SCHEMA>,
  row: number,
  root: Float32Array,
): void {
  const k = 4 * row;
  const x = q[k + 3] * p[k] + q[k] * p[k + 3] + q[k + 1] * p[k + 2] - q[k + 2] * p[k + 1];
  const y = q[k + 3] * p[k + 1] - q[k] * p[k + 2] + q[k + 1] * p[k + 3] + q[k + 2] * p[k];
  const z = q[k + 3] * p[k + 2] + q[k] * p[k + 1] - q[k + 1] * p[k] + q[k + 2] * p[k + 3];
  const w = q[k + 3] * p[k + 3] - q[k] * p[k] - q[k + 1] * p[k + 1] - q[k + 2] * p[k + 2];
  const moments = spinning[row] !== 0 ? stiffMoments : own;
  const d0 = 1 / Math.sqrt(moments[3 * row]);
  const d1 = 1 / Math.sqrt(moments[3 * row + 1]);
  const d2 = 1 / Math.sqrt(moments[3 * row + 2]);
  const r00 = 1 - 2 * (y * y + z * z);
  const r01 = 2 * (x * y - w * z);
  const r02 = 2 * (x * z + w * y);
  const r10 = 2 * (x * y + w * z);
  const r11 = 1 - 2 * (x * x + z * z);
  const r12 = 2 * (y * z - w * x);
  const r20 = 2 * (x * z - w * y);
  const r21 = 2 * (y * z + w * x);
  const r22 = 1 - 2 * (x * x + y * y);
  const to = ROOT_WIDTH * row;
  root[to] = d0 * r00 * r00 + d1 * r01 * r01 + d2 * r02 * r02;
  root[to + 1] = d0 * r10 * r10 + d1 * r11 * r11 + d2 * r12 * r12;
  root[to + 2] = d0 * r20 * r20 + d1 * r21 * r21 + d2 * r22 * r22;
  root[to + 3] = d0 * r00 * r10 + d1 * r01 * r11 + d2 * r02 * r12;
  root[to + 4] = d0 * r00 * r20 + d1 * r01 * r21 + d2 * r02 * r22;
  root[to + 5] = d0 * r10 * r20 + d1 * r11 * r21 + d2 * r12 * r22;
  root[to + 6] = inverseMass[row];
}

/** Applies a share of the loads to the velocities, in f64: the warm start. */
export function applyLoads(stream: ContactStream, detection: Detection, island: Island, share: number): void {
  applyToVelocities(stream, detection, island, detection.graph.contacts.columns.load, share);
}

/**
 * Sweeps until no velocity changes by more than the tolerance [m/s]; after `iterations` sweeps a coarse tolerance is
 * enough, and after `longest` sweeps it ends. The loads must have been applied. Impulses go to the contacts. Returns
 * how many sweeps it took.
 */
export function sweepStream(
  stream: ContactStream,
  detection: Detection,
  island: Island,
  share: number,
  iterations: number,
  tolerance: number,
  longest: number,
  coarse: number,
): number {
  const packs = stream.islands.columns.packCount[island.number];
  if (packs === 0) return 0;
  startSweeps(stream, detection, island, share);
  clearVelocities(stream, detection, island);
  const velocities = stream.bodies.columns.velocity.byteOffset;
  const quads = quadsOf(stream, island);
  const kernel = stream.kernel as Kernel;
  let done = 0;
  while (done < longest) {
    done++;
    if (kernel.sweepVelocities(quads, packs, velocities, done < iterations ? tolerance : coarse) === 0) break;
  }
  finishSweeps(stream, detection, island, share);
  return done;
}

/** Finds the relative velocities that the loads leave. */
function startSweeps(stream: ContactStream, detection: Detection, island: Island, share: number): void {
  const { worldPoint, worldNormal, load, bias } = detection.graph.contacts.columns;
  const { position, velocity } = detection.bodies.nodes.columns;
  (stream.kernel as Kernel).start(
    manifoldsOf(stream, island),
    stream.islands.columns.packCount[island.number],
    quadsOf(stream, island),
    worldPoint.byteOffset,
    worldNormal.byteOffset,
    load.byteOffset,
    bias.byteOffset,
    velocity.byteOffset,
    position.byteOffset,
    share,
  );
}

/** Puts the impulses on the contacts, and what the sweeps changed into the velocities, in f64. */
function finishSweeps(stream: ContactStream, detection: Detection, island: Island, share: number): void {
  const { worldNormal, load, impulse, change } = detection.graph.contacts.columns;
  (stream.kernel as Kernel).finish(
    manifoldsOf(stream, island),
    stream.islands.columns.packCount[island.number],
    quadsOf(stream, island),
    worldNormal.byteOffset,
    load.byteOffset,
    share,
    impulse.byteOffset,
    change.byteOffset,
  );
  applyToVelocities(stream, detection, island, change, 1);
}

function applyToVelocities(
  stream: ContactStream,
  detection: Detection,
  island: Island,
  impulses: Float64Array,
  share: number,
): void {
  const { worldPoint, worldNormal } = detection.graph.contacts.columns;
  const { position, velocity, inverseMass, inverseInertia } = detection.bodies.nodes.columns;
  (stream.kernel as Kernel).applyImpulses(
    manifoldsOf(stream, island),
    LANES * stream.islands.columns.packCount[island.number],
    worldPoint.byteOffset,
    worldNormal.byteOffset,
    impulses.byteOffset,
    velocity.byteOffset,
    position.byteOffset,
    inverseMass.byteOffset,
    inverseInertia.byteOffset,
    share,
  );
}
