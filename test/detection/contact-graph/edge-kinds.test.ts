import { describe, expect, it } from 'vitest';
import { isInsulator, isPhysical, NODE_KINDS } from '../../../src/bodies/node-kinds.js';
import {
  EDGE_KINDS,
  edgeKindOf,
  isGeometric,
  isLogical,
  isPhysicalEdge,
  isStructural,
} from '../../../src/detection/contact-graph/edge-kinds.js';
import { Pipeline } from './parts.js';

/** Table 2 of the contact graph paper, typed in anew: this is what the code is checked against. */
const TABLE_2: readonly (readonly [string, string, string])[] = [
  ['logical', 'rule', 'rigid'],
  ['logical', 'rule', 'fixed'],
  ['logical', 'rule', 'scripted'],
  ['logical', 'rule', 'link'],
  ['structural', 'rigid', 'composite'],
  ['structural', 'link', 'multibody'],
  ['geometric', 'trigger', 'rigid'],
  ['geometric', 'trigger', 'fixed'],
  ['geometric', 'trigger', 'scripted'],
  ['geometric', 'trigger', 'link'],
  ['physical', 'rigid', 'rigid'],
  ['physical', 'rigid', 'fixed'],
  ['physical', 'rigid', 'scripted'],
  ['physical', 'rigid', 'link'],
  ['physical', 'fixed', 'link'],
  ['physical', 'scripted', 'link'],
  ['physical', 'link', 'link'],
];

const combinations = NODE_KINDS.flatMap((_, a) => NODE_KINDS.map((_, b) => [a, b] as const));
const inTable = (a: number, b: number) =>
  TABLE_2.find(([, p, q]) => (p === NODE_KINDS[a] && q === NODE_KINDS[b]) || (p === NODE_KINDS[b] && q === NODE_KINDS[a]));

describe('kinds of node', () => {
  it('are the nine of table 1', () => {
    expect([...NODE_KINDS].sort()).toEqual(
      ['composite', 'fixed', 'link', 'multibody', 'rigid', 'rule', 'scripted', 'timer', 'trigger'].sort(),
    );
    expect(NODE_KINDS.filter((_, kind) => isPhysical(kind))).toEqual(['rigid', 'fixed', 'link', 'scripted']);
    expect(NODE_KINDS.filter((_, kind) => isInsulator(kind))).toEqual(['fixed', 'scripted']);
  });
});

describe('kinds of edge', () => {
  it('are the seventeen of table 2, with their categories', () => {
    expect(EDGE_KINDS.map(({ category, name }) => `${category}: ${name}`)).toEqual(
      TABLE_2.map(([category, a, b]) => `${category}: ${a} vs. ${b}`),
    );
  });

  it('are found for either order of the nodes, and for no other of the 81 pairs', () => {
    expect(combinations).toHaveLength(81);
    const found = new Set<number>();
    for (const [a, b] of combinations) {
      const kind = edgeKindOf(a, b);
      expect(edgeKindOf(b, a)).toBe(kind);
      const expected = inTable(a, b);
      expect(kind < 0 ? undefined : EDGE_KINDS[kind].category).toBe(expected?.[0]);
      if (kind >= 0) found.add(kind);
    }
    expect(found.size).toBe(17);
  });

  it('belong to one category each', () => {
    EDGE_KINDS.forEach(({ category }, kind) => {
      expect([isLogical(kind), isStructural(kind), isGeometric(kind), isPhysicalEdge(kind)]).toEqual(
        ['logical', 'structural', 'geometric', 'physical'].map((name) => name === category),
      );
    });
  });

  it('an edge of any of the 81 pairs is made or refused in so many words', () => {
    for (const [a, b] of combinations) {
      const { graph, bodies } = new Pipeline();
      const nodeA = bodies.addNode(a);
      const nodeB = bodies.addNode(b);
      if (inTable(a, b) !== undefined) {
        const edge = graph.insert(nodeB, nodeA);
        expect([...graph.edges.columns.nodes.slice(2 * edge, 2 * edge + 2)]).toEqual([nodeA, nodeB]);
      } else {
        expect(() => graph.insert(nodeA, nodeB)).toThrow(
          `An edge between nodes 0 (${NODE_KINDS[a]}) and 1 (${NODE_KINDS[b]}) makes no sense.`,
        );
        expect(graph.edges.liveCount).toBe(0);
      }
    }
  });

  it('no edge runs from a node to itself, and none twice', () => {
    const { graph, bodies } = new Pipeline();
    const node = bodies.addNode(0);
    const other = bodies.addNode(0);
    expect(() => graph.insert(node, node)).toThrow('makes no sense');
    graph.insert(node, other);
    expect(() => graph.insert(other, node)).toThrow('Nodes 0 and 1 have an edge already.');
    expect(graph.edges.liveCount).toBe(1);
  });
});
