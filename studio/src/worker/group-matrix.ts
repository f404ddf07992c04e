// The sparsity pattern of the matrix of a contact group: contacts and joints are coupled if they act on the same body.

import { isInsulator, isPhysical } from '../../../src/bodies/node-kinds.js';
import type { World } from '../../../src/index.js';
import type { GroupMatrix } from '../protocol.js';

/** The pattern of the group of a body; null if the body is in no group. */
export function findGroupMatrix(world: World, id: number): GroupMatrix | null {
  const body = world.body(id);
  if (body === undefined) return null;
  const { kind, mover, group } = world.store.nodes.columns;
  const wanted = group[mover[body.row]];
  if (wanted < 0 || isInsulator(kind[body.row])) return null;
  const numbers = new Map<number, number>();
  const numberOf = (row: number): number => {
    if (isInsulator(kind[row])) return -1;
    const known = numbers.get(mover[row]) ?? numbers.size;
    numbers.set(mover[row], known);
    return known;
  };
  const isInGroup = (row: number) => !isInsulator(kind[row]) && group[mover[row]] === wanted;
  const ends: number[] = [];
  const { edges } = world.graph.tables;
  const { nodes, contactCount, contactState } = edges.columns;
  for (let edge = 0; edge < edges.size; edge++) {
    const [a, b] = [nodes[2 * edge], nodes[2 * edge + 1]];
    if (!edges.isLive(edge) || contactState[edge] === 0 || !isPhysical(kind[a]) || !isPhysical(kind[b])) continue;
    if (!isInGroup(a) && !isInGroup(b)) continue;
    for (let i = 0; i < contactCount[edge]; i++) ends.push(numberOf(a), numberOf(b));
  }
  const contacts = ends.length / 2;
  for (const { bodyA, bodyB, active } of world.joints()) {
    const rows = [bodyA?.row, bodyB.row];
    if (!active || !rows.some((row) => row !== undefined && isInGroup(row))) continue;
    ends.push(...rows.map((row) => (row === undefined ? -1 : numberOf(row))));
  }
  return { bodies: numbers.size, contacts, ends: Int32Array.from(ends) };
}
