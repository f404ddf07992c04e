// The contacts of some pairs of bodies where these have come to in the midst of a step, apart from the contact graph, which stays as it is.

import type { Settings } from '../settings.js';
import { PlacedShape } from '../shapes/placed-shape.js';
import { MESH } from '../shapes/shape-kinds.js';
import { treeContacts } from './contact-trees/tree-contacts.js';
import type { Detection } from './detection.js';
import { closest } from './narrow-phase/closest.js';
import { ContactBudget, setBudget } from './narrow-phase/contact-budget.js';
import type { ContactList } from './narrow-phase/contact-list.js';
import { PrincipalContact } from './narrow-phase/principal-contact.js';
import { placeInWorld } from './place-shape.js';

const shapeA = new PlacedShape();
const shapeB = new PlacedShape();
const principal = new PrincipalContact();
const budget = new ContactBudget();
const limits = new Float64Array(1);

/**
 * Appends the contacts of those shapes of an edge between which it has contacts: of meshes all within the envelope, of two convex
 * shapes the deepest. Points and normals are the world's. The rotations of both nodes must be up to date.
 */
export function findContactsNow({ bodies, graph }: Detection, edge: number, settings: Settings, out: ContactList): void {
  const { firstContact, contactCount } = graph.edges.columns;
  const { shapes } = graph.contacts.columns;
  const { kind, thickness, material } = bodies.shapes.columns;
  const end = firstContact[edge] + contactCount[edge];
  for (let contact = firstContact[edge]; contact < end; contact++) {
    const a = shapes[2 * contact];
    const b = shapes[2 * contact + 1];
    // Contacts of two shapes are one behind the other.
    if (contact > firstContact[edge] && a === shapes[2 * contact - 2] && b === shapes[2 * contact - 1]) continue;
    placeInWorld(bodies, a, shapeA);
    placeInWorld(bodies, b, shapeB);
    limits[0] = Math.min(thickness[a], thickness[b]);
    const envelope = settings['detection.envelope'] * limits[0];
    if (kind[a] === MESH || kind[b] === MESH) {
      setBudget(budget, bodies.materials, material[a], material[b], settings, limits);
      treeContacts(shapeA, shapeB, envelope, envelope, budget, out);
    } else if (closest(shapeA, shapeB, envelope, principal)) addPrincipal(out);
  }
}

function addPrincipal(out: ContactList): void {
  const row = out.add();
  out.gap[row] = principal.gap;
  out.normal[3 * row] = principal.nx;
  out.normal[3 * row + 1] = principal.ny;
  out.normal[3 * row + 2] = principal.nz;
  out.pointA[3 * row] = principal.ax;
  out.pointA[3 * row + 1] = principal.ay;
  out.pointA[3 * row + 2] = principal.az;
  out.pointB[3 * row] = principal.bx;
  out.pointB[3 * row + 1] = principal.by;
  out.pointB[3 * row + 2] = principal.bz;
}
