// Contact hooks: what the user's functions say of each pair of bodies that has contacts, before the contacts act. A hook
// may give the pair a friction, a restitution and a surface velocity of its own, or refuse it. It is asked in every detection, pair by pair
// in the order of their nodes, so that what it says may depend on anything that is part of the state.

import { thaw } from '../bodies/frozen.js';
import { InputError } from '../input/fields.js';
import { isPhysicalEdge } from './contact-graph/edge-kinds.js';
import type { Detection } from './detection.js';
import { SEPARATED } from './narrow-phase/principal-contact.js';

/** A hook has thrown: the step is not taken. */
export class HookError extends InputError {
  override name = 'HookError';
}

/** Bits of `ownSurface`: what a contact has of its own, and not from its materials. */
export const OWN_FRICTION = 1;
export const OWN_RESTITUTION = 2;
export const OWN_ROLLING = 4;
export const OWN_SPINNING = 8;

/** Asks the hooks about the pairs with contacts, and notes at their edges what they say. */
export function askHooks(detection: Detection): void {
  const { ask, graph, bodies, overlaps } = detection;
  if (ask === undefined) return;
  const { kind, contactCount, refused, ownFriction, ownRestitution, ownRolling, ownSpinning } = graph.edges.columns;
  const { isBelt: isBelts, ownVelocity } = graph.edges.columns;
  for (let i = 0; i < overlaps.size; i++) {
    const edge = overlaps.columns.edge[i];
    if (contactCount[edge] === 0 || !isPhysicalEdge(kind[edge])) continue;
    const { friction, restitution, rolling, spinning, isRefused, isBelt, surfaceVelocity } = ask(edge);
    const isSame =
      ownFriction[edge] === friction &&
      ownRestitution[edge] === restitution &&
      ownRolling[edge] === rolling &&
      ownSpinning[edge] === spinning &&
      (refused[edge] !== 0) === isRefused &&
      (isBelts[edge] !== 0) === isBelt &&
      isVelocity(ownVelocity, edge, surfaceVelocity);
    ownFriction[edge] = friction;
    ownRestitution[edge] = restitution;
    ownRolling[edge] = rolling;
    ownSpinning[edge] = spinning;
    isBelts[edge] = isBelt ? 1 : 0;
    for (let k = 0; k < 3; k++) ownVelocity[3 * edge + k] = surfaceVelocity[k];
    if (rolling > 0 || spinning > 0) bodies.materials.isResistanceHooked = true;
    refused[edge] = isRefused ? 1 : 0;
    if (isRefused) endTouching(detection, edge);
    if (!isSame) noteChange(detection, edge);
  }
}

function isVelocity(own: Float64Array, edge: number, [x, y, z]: Float64Array): boolean {
  return own[3 * edge] === x && own[3 * edge + 1] === y && own[3 * edge + 2] === z;
}

/** Tells the contacts, which are in the rows where they will stay, what the hooks have said of their pair. */
export function tellContacts({ ask, graph, contactEdges }: Detection): void {
  if (ask === undefined) return;
  const { firstContact, contactCount, ownFriction, ownRestitution, ownRolling, ownSpinning } = graph.edges.columns;
  const { ownSurface, ownFriction: frictions, ownRestitution: restitutions } = graph.contacts.columns;
  const { ownRolling: rollings, ownSpinning: spinnings } = graph.contacts.columns;
  for (let i = 0; i < contactEdges.size; i++) {
    const edge = contactEdges.columns.edge[i];
    const own =
      (ownFriction[edge] < 0 ? 0 : OWN_FRICTION) |
      (ownRestitution[edge] < 0 ? 0 : OWN_RESTITUTION) |
      (ownRolling[edge] < 0 ? 0 : OWN_ROLLING) |
      (ownSpinning[edge] < 0 ? 0 : OWN_SPINNING);
    for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
      ownSurface[contact] = own;
      frictions[contact] = ownFriction[edge];
      restitutions[contact] = ownRestitution[edge];
      rollings[contact] = ownRolling[edge];
      spinnings[contact] = ownSpinning[edge];
    }
  }
}

/** As where a rule keeps two bodies apart. */
function endTouching({ graph }: Detection, edge: number): void {
  const { contactState, placementKnown, still } = graph.edges.columns;
  contactState[edge] = SEPARATED;
  placementKnown[edge] = 0;
  still[edge] = 0;
  graph.clearContacts(edge);
}

/** What was found of the two with another answer does not hold any more: they count as moved, and take part again. */
export function noteChange({ graph, bodies }: Detection, edge: number): void {
  const { nodes } = graph.edges.columns;
  const { mover, moved } = bodies.nodes.columns;
  for (let side = 0; side < 2; side++) {
    const node = nodes[2 * edge + side];
    moved[node] = moved[mover[node]] = 1;
    thaw(bodies.nodes.columns, mover[node]);
  }
}

/** No hook is left: contacts go by their materials again. */
export function forgetAnswers({ graph }: Detection): void {
  graph.contacts.columns.ownSurface.fill(0);
  graph.edges.columns.refused.fill(0);
  graph.edges.columns.isBelt.fill(0);
}
