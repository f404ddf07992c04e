// How deep anything is in anything else right now: a measurement, apart from the contact graph, which it leaves as it is.

import { placedBounds } from '../shapes/bounds.js';
import { PlacedShape } from '../shapes/placed-shape.js';
import { ABSENT, BroadPhase } from './broad-phase/broad-phase.js';
import { isAllowed } from './contact-graph/coherence.js';
import { edgeKindOf, isPhysicalEdge } from './contact-graph/edge-kinds.js';
import type { Detection } from './detection.js';
import { closest } from './narrow-phase/closest.js';
import { PrincipalContact } from './narrow-phase/principal-contact.js';
import { placeInWorld } from './place-shape.js';
import { mobilityOf } from './update-bounds.js';

/** Depth of the deepest penetration of two bodies that interact, 0 when there is none [m]. */
export function deepestPenetration(detection: Detection): number {
  let deepest = 0;
  findPenetrations(detection, (_a, _b, depth) => {
    deepest = Math.max(deepest, depth);
  });
  return deepest;
}

/** Two bodies that are in each other, by their rows. */
export interface Penetration {
  readonly a: number;
  readonly b: number;
  /** By how far they would have to be moved apart [m]. */
  depth: number;
}

/** The bodies that are in each other by more than `share` of the half thickness of the thinner of the shapes that meet, the deepest first. */
export function penetratingBodies(detection: Detection, share: number): Penetration[] {
  const { thickness } = detection.bodies.shapes.columns;
  const found = new Map<string, Penetration>();
  findPenetrations(detection, (shapeA, shapeB, depth, nodeA, nodeB) => {
    if (!(depth > share * Math.min(thickness[shapeA], thickness[shapeB]))) return;
    const [a, b] = nodeA < nodeB ? [nodeA, nodeB] : [nodeB, nodeA];
    const known = found.get(`${a},${b}`);
    if (known === undefined) found.set(`${a},${b}`, { a, b, depth });
    else known.depth = Math.max(known.depth, depth);
  });
  return [...found.values()].sort((p, q) => q.depth - p.depth || p.a - q.a || p.b - q.b);
}

/** Calls `visit` for every two shapes of bodies that interact and are in each other. */
function findPenetrations(
  detection: Detection,
  visit: (shapeA: number, shapeB: number, depth: number, nodeA: number, nodeB: number) => void,
): void {
  const { bodies, graph, narrowPhase } = detection;
  const shapeA = new PlacedShape();
  const shapeB = new PlacedShape();
  const principal = new PrincipalContact();
  const broadPhase = new BroadPhase();
  const { size, columns } = bodies.shapes;
  const { owner } = columns;
  // Boxes of its own: those of the last detection are remembered for the next.
  const bounds = new Float64Array(6 * size);
  const mobility = new Int32Array(size);
  for (let shape = 0; shape < size; shape++) {
    mobility[shape] = mobilityOf(bodies, shape);
    if (mobility[shape] === ABSENT) continue;
    placeInWorld(bodies, shape, shapeA);
    placedBounds(shapeA, bounds, 6 * shape);
  }
  const { kind, mover, active } = bodies.nodes.columns;
  broadPhase.update(bounds, size, mobility);
  for (let i = 0; i < broadPhase.pairCount; i++) {
    const a = owner[broadPhase.pairA[i]];
    const b = owner[broadPhase.pairB[i]];
    if (mover[a] === mover[b] || active[a] === 0 || active[b] === 0) continue;
    if (!isPhysicalEdge(edgeKindOf(kind[a], kind[b])) || !isAllowed(graph, a, b)) continue;
    placeInWorld(bodies, broadPhase.pairA[i], shapeA);
    placeInWorld(bodies, broadPhase.pairB[i], shapeB);
    if (closest(shapeA, shapeB, 0, principal, narrowPhase.pairs) && principal.gap < 0)
      visit(broadPhase.pairA[i], broadPhase.pairB[i], -principal.gap, a, b);
  }
}
