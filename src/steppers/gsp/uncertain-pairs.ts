// The pairs of which the second look asks whether they are deep: few of all, found by the compiled kernel where there is one.

import type { Detection } from '../../detection/detection.js';
import { CENTRED } from '../../detection/update-bounds.js';
import type { Kernel } from '../../kernels/kernel.js';
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
  const kernel = settings.kernel === 'reference' ? null : detection.compiled.kernel;
  const { overlap } = uncertain.columns;
  uncertain.size = kernel === null ? listHere(overlap, detection, settings) : listByKernel(kernel, overlap, detection, settings);
}

function listHere(listed: Int32Array, { bodies, graph, overlaps, shapePairs }: Detection, settings: Settings): number {
  const nodes = bodies.nodes.columns;
  const shapes = bodies.shapes.columns;
  const edges = graph.edges.columns;
  const contacts = graph.contacts.columns;
  const envelope = settings['detection.envelope'];
  return listUncertain(
    listed,
    overlaps.size,
    overlaps.columns.nodes,
    overlaps.columns.edge,
    overlaps.columns.firstPair,
    shapePairs.columns.shapes,
    nodes.gone,
    nodes.position,
    nodes.rotation,
    shapes.kind,
    shapes.owner,
    shapes.centred,
    shapes.thickness,
    shapes.reach,
    edges.proximity,
    edges.gap,
    edges.travel,
    edges.firstContact,
    edges.contactCount,
    contacts.anchorA,
    contacts.anchorB,
    contacts.normal,
    envelope,
    settings['detection.lookAhead'],
    DEEP * envelope,
    MESH,
    SPHERE,
    CENTRED,
  );
}

/** The same by the compiled kernel, to which arrays are addresses. */
function listByKernel(
  kernel: Kernel,
  listed: Int32Array,
  { bodies, graph, overlaps, shapePairs }: Detection,
  settings: Settings,
): number {
  const nodes = bodies.nodes.columns;
  const shapes = bodies.shapes.columns;
  const edges = graph.edges.columns;
  const contacts = graph.contacts.columns;
  const envelope = settings['detection.envelope'];
  return kernel.listUncertain(
    listed.byteOffset,
    overlaps.size,
    overlaps.columns.nodes.byteOffset,
    overlaps.columns.edge.byteOffset,
    overlaps.columns.firstPair.byteOffset,
    shapePairs.columns.shapes.byteOffset,
    nodes.gone.byteOffset,
    nodes.position.byteOffset,
    nodes.rotation.byteOffset,
    shapes.kind.byteOffset,
    shapes.owner.byteOffset,
    shapes.centred.byteOffset,
    shapes.thickness.byteOffset,
    shapes.reach.byteOffset,
    edges.proximity.byteOffset,
    edges.gap.byteOffset,
    edges.travel.byteOffset,
    edges.firstContact.byteOffset,
    edges.contactCount.byteOffset,
    contacts.anchorA.byteOffset,
    contacts.anchorB.byteOffset,
    contacts.normal.byteOffset,
    envelope,
    settings['detection.lookAhead'],
    DEEP * envelope,
    MESH,
    SPHERE,
    CENTRED,
  );
}
