// The pairs of which the second look asks whether they are deep: few of all, found by the compiled kernel where there is one.

import type { Detection } from '../../detection/detection.js';
import { CENTRED } from '../../detection/update-bounds.js';
import { listUncertain } from '../../kernels/shared/list-uncertain.js';
import type { Settings } from '../../settings.js';
import { MESH, SPHERE } from '../../shapes/shape-kinds.js';
import type { Memory } from '../../table/memory.js';
import { i32, Table } from '../../table/table.js';

/** An overlap is deep beyond this many envelopes [1]. */
export const DEEP = 2;

const PAIR_SCHEMA = { overlap: i32(1, 'scratch') } as const;

export type UncertainPairs = Table<typeof PAIR_SCHEMA>;

export function makeUncertainPairs(memory: Memory): UncertainPairs {
  return new Table(memory, PAIR_SCHEMA);
}

/** Lists the overlaps of which it is to be asked whether they are deep. */
export function listUncertainPairs(uncertain: UncertainPairs, detection: Detection, settings: Settings): void {
  const { bodies, graph, overlaps, shapePairs, compiled } = detection;
  const { edge, nodes, firstPair } = overlaps.columns;
  const { shapes } = shapePairs.columns;
  const { gone, position, rotation } = bodies.nodes.columns;
  const { kind, owner, centred, thickness, reach } = bodies.shapes.columns;
  const { proximity, gap, travel, firstContact, contactCount } = graph.edges.columns;
  const { anchorA, anchorB, normal } = graph.contacts.columns;
  const { overlap } = uncertain.columns;
  const envelope = settings['detection.envelope'];
  const lookAhead = settings['detection.lookAhead'];
  const kernel = settings.kernel === 'reference' ? null : compiled.kernel;
  uncertain.size =
    kernel === null
      ? listUncertain(
          overlap,
          overlaps.size,
          nodes,
          edge,
          firstPair,
          shapes,
          gone,
          position,
          rotation,
          kind,
          owner,
          centred,
          thickness,
          reach,
          proximity,
          gap,
          travel,
          firstContact,
          contactCount,
          anchorA,
          anchorB,
          normal,
          envelope,
          lookAhead,
          DEEP * envelope,
          MESH,
          SPHERE,
          CENTRED,
        )
      : kernel.listUncertain(
          overlap.byteOffset,
          overlaps.size,
          nodes.byteOffset,
          edge.byteOffset,
          firstPair.byteOffset,
          shapes.byteOffset,
          gone.byteOffset,
          position.byteOffset,
          rotation.byteOffset,
          kind.byteOffset,
          owner.byteOffset,
          centred.byteOffset,
          thickness.byteOffset,
          reach.byteOffset,
          proximity.byteOffset,
          gap.byteOffset,
          travel.byteOffset,
          firstContact.byteOffset,
          contactCount.byteOffset,
          anchorA.byteOffset,
          anchorB.byteOffset,
          normal.byteOffset,
          envelope,
          lookAhead,
          DEEP * envelope,
          MESH,
          SPHERE,
          CENTRED,
        );
}
