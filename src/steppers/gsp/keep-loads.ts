// Which impulses of a step the next one starts from, and how.
//
// The impulse that carries a body lasts; the impulse that stops a falling body does not. An impulse that has just
// stopped something many times heavier than the stack it fell on would throw the stack into the air in the next step.
// So contacts of bodies that were struck, or that carry such bodies, start from no more than twice their former load
// and a body's weight. In a pile that is struck in every step, loads come to be what the pile carries within a few
// steps; sweeps that started from nothing each time would let it sink into itself.

import { OWN_FRICTION } from '../../detection/ask-hooks.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import type { Kernel } from '../../kernels/kernel.js';
import * as keeping from '../../kernels/shared/keep-loads.js';
import * as loops from '../../kernels/shared/turn-loads.js';
import type { FrictionTable } from './friction-table.js';
import type { SupportGraph } from './support/support-graph.js';

/** A kernel that is called for fewer edges than this costs more than it saves [1]. */
const FEW = 16;

/**
 * Lays the friction of all loads across the normals as they are now: a part along a normal that has turned since the
 * last step would push or pull beyond the normal impulse. Friction also stays within its cone as it is now, since the
 * coefficient may have been changed. The contacts must have been placed. Where all is at rest, impulses are exact and
 * nothing changes by a bit. Nothing must: contacts are placed anew after a restore, and else they are not.
 */
export function turnLoads({ graph, bodies, contactEdges, compiled, state }: Detection, friction: FrictionTable): void {
  // It may move the memory.
  const table = friction.of(bodies.materials);
  const { edge } = contactEdges.columns;
  const { firstContact, contactCount } = graph.edges.columns;
  const { load, shapes, worldNormal, ownSurface, ownFriction } = graph.contacts.columns;
  const { material } = bodies.shapes.columns;
  const { stride } = bodies.materials;
  const { kernel } = compiled;
  if (kernel === null || state.settings.kernel === 'reference') {
    loops.turnLoads(
      edge,
      contactEdges.size,
      firstContact,
      contactCount,
      shapes,
      load,
      worldNormal,
      ownSurface,
      ownFriction,
      OWN_FRICTION,
      material,
      stride,
      table,
    );
    return;
  }
  kernel.turnLoads(
    edge.byteOffset,
    contactEdges.size,
    firstContact.byteOffset,
    contactCount.byteOffset,
    shapes.byteOffset,
    load.byteOffset,
    worldNormal.byteOffset,
    ownSurface.byteOffset,
    ownFriction.byteOffset,
    OWN_FRICTION,
    material.byteOffset,
    stride,
    table.byteOffset,
  );
}

/**
 * Makes loads of the impulses of an island. `share` scales the former loads to the length of this step [1]; `fall` is
 * what gravity adds to a velocity in it [m/s].
 */
export function keepLoads(support: SupportGraph, detection: Detection, island: Island, share: number, fall: number): void {
  const { kernel } = detection.compiled;
  const isCompiled = kernel !== null && island.edgeCount >= FEW && detection.state.settings.kernel !== 'reference';
  passStrikesDown(support, detection, island, isCompiled ? kernel : null);
  const { bodies, graph, groups } = detection;
  const { firstEdge, edgeCount } = island;
  const { member } = groups.edges.columns;
  const { movers, firstContact, contactCount } = graph.edges.columns;
  const { struck, mass, inverseMass } = bodies.nodes.columns;
  const { load, impulse } = graph.contacts.columns;
  if (!isCompiled) {
    keeping.keepLoads(
      member,
      firstEdge,
      edgeCount,
      movers,
      firstContact,
      contactCount,
      load,
      impulse,
      struck,
      mass,
      inverseMass,
      share,
      fall,
    );
    return;
  }
  kernel.keepLoads(
    member.byteOffset,
    firstEdge,
    edgeCount,
    movers.byteOffset,
    firstContact.byteOffset,
    contactCount.byteOffset,
    load.byteOffset,
    impulse.byteOffset,
    struck.byteOffset,
    mass.byteOffset,
    inverseMass.byteOffset,
    share,
    fall,
  );
}

/** What carries a struck body is struck. */
function passStrikesDown(
  { standing, entries, order }: SupportGraph,
  { bodies }: Detection,
  { firstBody, bodyCount }: Island,
  kernel: Kernel | null,
): void {
  const { firstEntry, entryCount } = standing.columns;
  const { other, role } = entries.columns;
  const { struck } = bodies.nodes.columns;
  const { body } = order.columns;
  if (kernel === null) keeping.passStrikesDown(body, firstBody, bodyCount, firstEntry, entryCount, other, role, struck);
  else
    kernel.passStrikesDown(
      body.byteOffset,
      firstBody,
      bodyCount,
      firstEntry.byteOffset,
      entryCount.byteOffset,
      other.byteOffset,
      role.byteOffset,
      struck.byteOffset,
    );
}
