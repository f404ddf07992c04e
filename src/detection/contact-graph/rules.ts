// Logical rules (contact graph paper, section 3.2): which pairs of bodies interact at all. A rule is a node; an edge from it to a
// body says on which side of the rule the body is.

import type { ContactGraph } from './contact-graph.js';
import { isLogical } from './edge-kinds.js';
import { isJoinedApart } from './joint-edges.js';

export const IGNORE = 0;
export const ONLY = 1;

/** Sides of a rule, as bits of `sides`. */
export const BETWEEN = 1;
export const AND = 2;

/** rule(e) of figure 4: true unless some rule forbids the two bodies to interact, or a joint of theirs. */
export function isAllowed(graph: ContactGraph, a: number, b: number): boolean {
  if (graph.joints.table.liveCount > 0) {
    const edge = graph.find(a, b);
    if (edge >= 0 && isJoinedApart(graph, edge)) return false;
  }
  const first = graph.bodies.nodes.columns.firstStaticEdge;
  if (first[a] < 0 && first[b] < 0) return true;
  return obeysRulesOf(graph, a, b) && obeysRulesOf(graph, b, a);
}

function obeysRulesOf(graph: ContactGraph, body: number, other: number): boolean {
  const { nodes, next, kind, sides } = graph.edges.columns;
  const { firstStaticEdge, ruleKind, active } = graph.bodies.nodes.columns;
  for (let entry = firstStaticEdge[body]; entry >= 0; entry = next[entry]) {
    const edge = entry >> 1;
    if (!isLogical(kind[edge])) continue;
    const rule = nodes[entry ^ 1];
    if (active[rule] === 0) continue;
    const otherEdge = graph.find(rule, other);
    const own = sides[edge];
    const others = otherEdge >= 0 ? sides[otherEdge] : 0;
    const opposed = ((own & BETWEEN) !== 0 && (others & AND) !== 0) || ((own & AND) !== 0 && (others & BETWEEN) !== 0);
    if (opposed === (ruleKind[rule] === IGNORE)) return false;
  }
  return true;
}
