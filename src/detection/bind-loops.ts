// The table of addresses of the compiled kernel: where the columns are that it works on (kernels/detection-layout.ts).

import * as At from '../kernels/detection-layout.js';
import type { Kernel } from '../kernels/kernel.js';
import type { Settings } from '../settings.js';
import type { Detection } from './detection.js';

/** The kernel with its tables up to date, or null where there is none, or none is wanted. */
export function bindLoops(detection: Detection, settings: Settings): Kernel | null {
  const { compiled } = detection;
  if (compiled.kernel === null || settings.kernel === 'reference') return null;
  const { bindings } = detection.state.memory;
  if (compiled.writtenAt !== bindings) {
    writeAddresses(detection);
    compiled.writtenAt = bindings;
  }
  return compiled.kernel;
}

/** Tables that have grown lie elsewhere. */
function writeAddresses({ bodies, overlaps, candidates, shapePairs, graph, compiled }: Detection): void {
  const { addresses: to } = compiled;
  writeBodies(to, bodies);
  writeOverlaps(to, overlaps.columns);
  writeCandidates(to, candidates.columns);
  writePairs(to, shapePairs.columns);
  writeEdges(to, graph.edges.columns);
  writeContacts(to, graph.contacts.columns);
  to[At.WORKSPACE] = compiled.workspace;
}

function writeBodies(to: Int32Array, { nodes, shapes }: Detection['bodies']): void {
  to[At.NODE_KIND] = nodes.columns.kind.byteOffset;
  to[At.NODE_POSITION] = nodes.columns.position.byteOffset;
  to[At.NODE_ROTATION] = nodes.columns.rotation.byteOffset;
  to[At.NODE_VELOCITY] = nodes.columns.velocity.byteOffset;
  to[At.NODE_FIRST_JOINT] = nodes.columns.firstJoint.byteOffset;
  to[At.NODE_MOVER] = nodes.columns.mover.byteOffset;
  to[At.NODE_LOCKS] = nodes.columns.locks.byteOffset;
  to[At.NODE_FIRST_SHAPE] = nodes.columns.firstShape.byteOffset;
  to[At.NODE_ORIENTATION] = nodes.columns.orientation.byteOffset;
  to[At.NODE_ACTIVE] = nodes.columns.active.byteOffset;
  to[At.NODE_MOVED] = nodes.columns.moved.byteOffset;
  to[At.NODE_CATEGORY] = nodes.columns.category.byteOffset;
  to[At.NODE_MASK] = nodes.columns.mask.byteOffset;
  to[At.NODE_FIRST_STATIC_EDGE] = nodes.columns.firstStaticEdge.byteOffset;
  to[At.SHAPE_KIND] = shapes.columns.kind.byteOffset;
  to[At.SHAPE_THICKNESS] = shapes.columns.thickness.byteOffset;
  to[At.SHAPE_REACH] = shapes.columns.reach.byteOffset;
  to[At.SHAPE_CENTRED] = shapes.columns.centred.byteOffset;
  to[At.SHAPE_DIMENSIONS] = shapes.columns.dimensions.byteOffset;
  to[At.SHAPE_POSITION] = shapes.columns.position.byteOffset;
  to[At.SHAPE_ROTATION] = shapes.columns.rotation.byteOffset;
  to[At.SHAPE_TRAVEL] = shapes.columns.travel.byteOffset;
  to[At.SHAPE_NEXT] = shapes.columns.next.byteOffset;
  to[At.NODE_BOUNDS] = nodes.columns.bounds.byteOffset;
  to[At.NODE_INVERSE_MASS] = nodes.columns.inverseMass.byteOffset;
  to[At.NODE_GENERATION] = nodes.columns.generation.byteOffset;
  to[At.NODE_DETECTED] = nodes.columns.detected.byteOffset;
  to[At.NODE_DETECTED_AS] = nodes.columns.detectedAs.byteOffset;
  to[At.SHAPE_OWNER] = shapes.columns.owner.byteOffset;
  to[At.SHAPE_GENERATION] = shapes.columns.generation.byteOffset;
  to[At.SHAPE_BOUNDS] = shapes.columns.bounds.byteOffset;
  to[At.SHAPE_MOBILITY] = shapes.columns.mobility.byteOffset;
}

function writeOverlaps(to: Int32Array, overlaps: Detection['overlaps']['columns']): void {
  to[At.OVERLAP_EDGE] = overlaps.edge.byteOffset;
  to[At.OVERLAP_NODES] = overlaps.nodes.byteOffset;
  to[At.OVERLAP_FIRST_PAIR] = overlaps.firstPair.byteOffset;
}

function writeCandidates(to: Int32Array, tested: Detection['candidates']['columns']): void {
  to[At.TESTED_EDGE] = tested.edge.byteOffset;
  to[At.TESTED_NODES] = tested.nodes.byteOffset;
  to[At.TESTED_FIRST_PAIR] = tested.firstPair.byteOffset;
  to[At.TESTED_END_PAIR] = tested.endPair.byteOffset;
  to[At.TESTED_RELATIVE] = tested.relative.byteOffset;
  to[At.TESTED_TRAVEL] = tested.travel.byteOffset;
  to[At.TESTED_GAP] = tested.gap.byteOffset;
  to[At.TESTED_CONTACT_STATE] = tested.contactState.byteOffset;
  to[At.TESTED_PLACEMENT_KNOWN] = tested.placementKnown.byteOffset;
  to[At.TESTED_ROUND] = tested.round.byteOffset;
  to[At.TESTED_STILL] = tested.still.byteOffset;
  to[At.TESTED_SEPARATING_AXIS] = tested.separatingAxis.byteOffset;
  to[At.TESTED_ROOM] = tested.room.byteOffset;
  to[At.TESTED_CLOSE_PAIRS] = tested.closePairs.byteOffset;
  to[At.TESTED_MESH_CONTACTS] = tested.meshContacts.byteOffset;
  to[At.TESTED_BY_KERNEL] = tested.byKernel.byteOffset;
}

function writePairs(to: Int32Array, pairs: Detection['shapePairs']['columns']): void {
  to[At.PAIR_SHAPES] = pairs.shapes.byteOffset;
  to[At.PAIR_ENVELOPE] = pairs.envelope.byteOffset;
  to[At.PAIR_CLOSE] = pairs.close.byteOffset;
  to[At.PAIR_PASSING] = pairs.passing.byteOffset;
  to[At.PAIR_PRINCIPAL] = pairs.principal.byteOffset;
  to[At.PAIR_FIRST_CONTACT] = pairs.firstContact.byteOffset;
  to[At.PAIR_CONTACT_COUNT] = pairs.contactCount.byteOffset;
}

function writeEdges(to: Int32Array, edges: Detection['graph']['edges']['columns']): void {
  to[At.EDGE_FIRST_CONTACT] = edges.firstContact.byteOffset;
  to[At.EDGE_CONTACT_COUNT] = edges.contactCount.byteOffset;
  to[At.EDGE_CONTACT_ROOM] = edges.contactRoom.byteOffset;
  to[At.EDGE_PLACEMENT_KNOWN] = edges.placementKnown.byteOffset;
  to[At.EDGE_KIND] = edges.kind.byteOffset;
  to[At.EDGE_RELATIVE] = edges.relative.byteOffset;
  to[At.EDGE_TRAVEL] = edges.travel.byteOffset;
  to[At.EDGE_GAP] = edges.gap.byteOffset;
  to[At.EDGE_CONTACT_STATE] = edges.contactState.byteOffset;
  to[At.EDGE_ROUND] = edges.round.byteOffset;
  to[At.EDGE_STILL] = edges.still.byteOffset;
  to[At.EDGE_SEPARATING_AXIS] = edges.separatingAxis.byteOffset;
  to[At.EDGE_ROOM] = edges.room.byteOffset;
  to[At.EDGE_NEXT] = edges.next.byteOffset;
  to[At.EDGE_FIRST_JOINT] = edges.firstJoint.byteOffset;
}

function writeContacts(to: Int32Array, contacts: Detection['graph']['contacts']['columns']): void {
  to[At.CONTACT_SHAPES] = contacts.shapes.byteOffset;
  to[At.CONTACT_FEATURE] = contacts.feature.byteOffset;
  to[At.CONTACT_ANCHOR_A] = contacts.anchorA.byteOffset;
  to[At.CONTACT_ANCHOR_B] = contacts.anchorB.byteOffset;
  to[At.CONTACT_NORMAL] = contacts.normal.byteOffset;
  to[At.CONTACT_PASSING] = contacts.passing.byteOffset;
  to[At.CONTACT_GAP] = contacts.gap.byteOffset;
  to[At.CONTACT_IMPULSE] = contacts.impulse.byteOffset;
  to[At.CONTACT_LOAD] = contacts.load.byteOffset;
}
