// Belts: what the surface of a fixed body does where it has a velocity, of its own or by a contact hook. To methods and
// solvers a belt is a row of the node table that no impulse moves and that has this velocity; in all else it is the row of
// its body. The body itself stays, and its shapes with it. Belts lie behind the last row of the table, in room that is
// nobody's: no list of nodes, no snapshot and no hash has them. Every detection makes them anew.

import { doubled } from '../table/doubled.js';
import { noteChange } from './ask-hooks.js';
import type { Detection } from './detection.js';

/** Finds whose motion the sides of all edges with contacts have: movers', and belts' where surfaces move. */
export function findMovers(detection: Detection): void {
  const { graph, bodies, contactEdges, belts } = detection;
  belts.count = 0;
  let { edge: listed } = contactEdges.columns;
  let { nodes: ends, movers } = graph.edges.columns;
  let { mover, inverseMass } = bodies.nodes.columns;
  for (let i = 0; i < contactEdges.size; i++) {
    const edge = listed[i];
    for (let entry = 2 * edge; entry < 2 * edge + 2; entry++) {
      const row = mover[ends[entry]];
      let carrier = row;
      if (inverseMass[row] === 0 && hasMovingSurface(detection, row, edge)) {
        carrier = beltOf(detection, row);
        // The table of nodes may have grown, and all tables with the memory.
        ({ edge: listed } = contactEdges.columns);
        ({ nodes: ends, movers } = graph.edges.columns);
        ({ mover, inverseMass } = bodies.nodes.columns);
        // What was made of another row does not hold.
        if (carrier !== movers[entry]) noteChange(detection, edge);
      }
      movers[entry] = carrier;
    }
  }
}

/** The row of the node that a mover is: of a belt that of its fixed body. */
export function nodeOf({ bodies, belts }: Detection, mover: number): number {
  return mover < bodies.nodes.size ? mover : belts.sources[mover - bodies.nodes.size];
}

/** Whether the surface of a fixed mover moves at an edge; `wanted` has how fast. */
function hasMovingSurface({ graph, bodies, belts, ask }: Detection, row: number, edge: number): boolean {
  const { surfaceVelocity } = bodies.nodes.columns;
  const { isBelt, ownVelocity } = graph.edges.columns;
  const isOwn = ask !== undefined && isBelt[edge] !== 0;
  let moves = false;
  for (let k = 0; k < 3; k++) {
    belts.wanted[k] = isOwn ? ownVelocity[3 * edge + k] : surfaceVelocity[3 * row + k];
    moves ||= belts.wanted[k] !== 0;
  }
  return moves;
}

/** The row of the belt of a fixed body that has the velocity that is wanted. */
function beltOf({ bodies, belts }: Detection, row: number): number {
  const { nodes } = bodies;
  const { wanted } = belts;
  for (let i = belts.count - 1; i >= 0; i--) {
    const { velocity } = nodes.columns;
    const v = 6 * (nodes.size + i);
    const isSame = wanted[0] === velocity[v] && wanted[1] === velocity[v + 1] && wanted[2] === velocity[v + 2];
    if (isSame && belts.sources[i] === row) return nodes.size + i;
  }
  if (belts.count === belts.sources.length) belts.sources = doubled(belts.sources);
  belts.sources[belts.count] = row;
  const belt = nodes.size + belts.count++;
  nodes.ensureCapacity(belt + 1);
  nodes.copyRows(row, belt, 1);
  nodes.columns.mover[belt] = belt;
  for (let k = 0; k < 3; k++) nodes.columns.velocity[6 * belt + k] = wanted[k];
  return belt;
}
