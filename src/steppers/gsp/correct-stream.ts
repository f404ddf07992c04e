// The calls of the kernel that look for penetration at the end of a step and project positions out of it, equation (46).

import type { Island } from '../../detection/contact-graph/island.js';
import type { Detection } from '../../detection/detection.js';
import type { Kernel } from '../../kernels/kernel.js';
import * as layout from '../../kernels/layout.js';
import type { ContactStream } from './contact-stream.js';
import { clearVelocities, LANES, manifoldsOf, quadsOf } from './contact-stream.js';

const { ROOT_WIDTH, VELOCITY_WIDTH } = layout;

/** Whether some gap will be below -slop [m] at the end of the step. */
export function penetratesAhead(stream: ContactStream, detection: Detection, island: Island, dt: number, slop: number): boolean {
  const { worldPoint, worldNormal, gap, bias } = detection.graph.contacts.columns;
  const { position, velocity, correction } = detection.bodies.nodes.columns;
  const found = (stream.kernel as Kernel).penetrates(
    manifoldsOf(stream, island),
    LANES * stream.islands.columns.packCount[island.number],
    worldPoint.byteOffset,
    worldNormal.byteOffset,
    gap.byteOffset,
    bias.byteOffset,
    velocity.byteOffset,
    correction.byteOffset,
    position.byteOffset,
    dt,
    slop,
  );
  return found !== 0;
}

/** Makes the gaps as they will be at the end of the step the problem of the stream. Returns what overlaps then, in all [m^2]. */
export function predictStream(stream: ContactStream, detection: Detection, island: Island, dt: number): number {
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
  );
}

/**
 * The projection (46) of the gaps that have been predicted, added to what has been corrected already; by contacts that yield where a
 * relaxation (41) is given.
 */
export function correctStream(
  stream: ContactStream,
  detection: Detection,
  island: Island,
  iterations: number,
  relaxation: number,
): void {
  sweepPositions(stream, detection, island, iterations, relaxation);
  addCorrections(stream, detection, island);
}

function sweepPositions(
  stream: ContactStream,
  detection: Detection,
  island: Island,
  iterations: number,
  relaxation: number,
): void {
  clearVelocities(stream, detection, island);
  const { velocity } = stream.bodies.columns;
  const quads = quadsOf(stream, island);
  const packs = stream.islands.columns.packCount[island.number];
  const kernel = stream.kernel as Kernel;
  const compliance = relaxation > 0 ? relaxation * kernel.meanMobility(manifoldsOf(stream, island), packs, quads) : 0;
  for (let i = 0; i < iterations; i++) kernel.sweepPositions(quads, packs, velocity.byteOffset, compliance);
}

/** Adds what the sweeps found to the corrections of a group's bodies. */
function addCorrections(stream: ContactStream, detection: Detection, island: Island): void {
  const { velocity, root } = stream.bodies.columns;
  const { correction } = detection.bodies.nodes.columns;
  const { firstBody, bodyCount } = island;
  const { member } = detection.groups.movers.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    const v = VELOCITY_WIDTH * member[i];
    const r = ROOT_WIDTH * member[i];
    const c = 6 * member[i];
    for (let j = 0; j < 3; j++) correction[c + j] += velocity[v + j];
    const x = velocity[v + 4];
    const y = velocity[v + 5];
    const z = velocity[v + 6];
    correction[c + 3] += root[r] * x + root[r + 3] * y + root[r + 4] * z;
    correction[c + 4] += root[r + 3] * x + root[r + 1] * y + root[r + 5] * z;
    correction[c + 5] += root[r + 4] * x + root[r + 5] * y + root[r + 2] * z;
  }
}
