// The seventeen kinds of edge of the contact graph (contact graph paper, table 2). A pair of nodes that is not in the table makes
// no sense as an edge, two fixed bodies for instance, and is refused.

import { COMPOSITE, FIXED, LINK, MULTIBODY, NODE_KINDS, RIGID, RULE, SCRIPTED, TRIGGER } from '../../bodies/node-kinds.js';

export type EdgeCategory = 'logical' | 'structural' | 'geometric' | 'physical';
export interface EdgeKind {
  readonly category: EdgeCategory;
  /** Names of the two kinds of node, as the paper writes them. */
  readonly name: string;
}

const PAIRS: readonly (readonly [EdgeCategory, number, number])[] = [
  ['logical', RULE, RIGID],
  ['logical', RULE, FIXED],
  ['logical', RULE, SCRIPTED],
  ['logical', RULE, LINK],
  ['structural', RIGID, COMPOSITE],
  ['structural', LINK, MULTIBODY],
  ['geometric', TRIGGER, RIGID],
  ['geometric', TRIGGER, FIXED],
  ['geometric', TRIGGER, SCRIPTED],
  ['geometric', TRIGGER, LINK],
  ['physical', RIGID, RIGID],
  ['physical', RIGID, FIXED],
  ['physical', RIGID, SCRIPTED],
  ['physical', RIGID, LINK],
  ['physical', FIXED, LINK],
  ['physical', SCRIPTED, LINK],
  ['physical', LINK, LINK],
];

/** All kinds of edge, by number. */
export const EDGE_KINDS: readonly EdgeKind[] = PAIRS.map(([category, a, b]) => ({
  category,
  name: `${NODE_KINDS[a]} vs. ${NODE_KINDS[b]}`,
}));

const KIND_COUNT = NODE_KINDS.length;
const kindOfPair = new Int32Array(KIND_COUNT * KIND_COUNT).fill(-1);
PAIRS.forEach(([, a, b], kind) => {
  kindOfPair[a * KIND_COUNT + b] = kind;
  kindOfPair[b * KIND_COUNT + a] = kind;
});
const FIRST_STRUCTURAL = PAIRS.findIndex(([category]) => category === 'structural');
const FIRST_GEOMETRIC = PAIRS.findIndex(([category]) => category === 'geometric');
const FIRST_PHYSICAL = PAIRS.findIndex(([category]) => category === 'physical');

/** The kind of edge between two kinds of node, -1 for a pair that makes no sense. */
export function edgeKindOf(nodeKindA: number, nodeKindB: number): number {
  return kindOfPair[nodeKindA * KIND_COUNT + nodeKindB];
}
export function isLogical(edgeKind: number): boolean {
  return edgeKind < FIRST_STRUCTURAL;
}
export function isStructural(edgeKind: number): boolean {
  return edgeKind >= FIRST_STRUCTURAL && edgeKind < FIRST_GEOMETRIC;
}
export function isGeometric(edgeKind: number): boolean {
  return edgeKind >= FIRST_GEOMETRIC && edgeKind < FIRST_PHYSICAL;
}
export function isPhysicalEdge(edgeKind: number): boolean {
  return edgeKind >= FIRST_PHYSICAL;
}
