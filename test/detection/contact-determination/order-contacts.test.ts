import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RIGID } from '../../../src/bodies/node-kinds.js';
import { orderContacts } from '../../../src/detection/contact-determination/contact-determination.js';
import { Pipeline } from '../contact-graph/parts.js';

/** Edges, listed as overlaps in some order, with these numbers of contacts; one that lost its contacts has room for them still. */
function contactsOf(counts: readonly number[], order: readonly number[]) {
  const { graph, bodies, detection } = new Pipeline();
  const nodes = Array.from({ length: counts.length + 1 }, () => bodies.addNode(RIGID));
  const edges = counts.map((count, i) => {
    const edge = graph.insert(nodes[0], nodes[i + 1]);
    graph.reserveContacts(edge, Math.max(1, count));
    graph.edges.columns.contactCount[edge] = count;
    const first = graph.edges.columns.firstContact[edge];
    for (let k = 0; k < count; k++) {
      graph.contacts.columns.feature[first + k] = 100 * i + k;
      graph.contacts.columns.load.fill(i + k / 10, 4 * (first + k), 4 * (first + k + 1));
    }
    return edge;
  });
  detection.overlaps.ensureCapacity(edges.length);
  detection.contactEdges.ensureCapacity(edges.length);
  for (const i of order) {
    detection.overlaps.columns.edge[detection.overlaps.size++] = edges[i];
    if (counts[i] > 0) detection.contactEdges.columns.edge[detection.contactEdges.size++] = edges[i];
  }
  return { graph, detection, edges };
}

describe('contacts out of order', () => {
  it('are moved with all they have behind those of the edge before', () => {
    const listed = fc
      .array(fc.constantFrom(0, 1, 1, 2, 4, 5, 8, 9), { minLength: 2, maxLength: 60 })
      .chain((counts) =>
        fc.tuple(
          fc.constant(counts),
          fc.shuffledSubarray([...counts.keys()], { minLength: counts.length, maxLength: counts.length }),
        ),
      );
    let moves = 0;
    fc.assert(
      fc.property(listed, ([counts, order]) => {
        const { graph, detection, edges } = contactsOf(counts, order);
        orderContacts(detection);
        moves += graph.contactMoves;
        const { firstContact, contactCount, contactRoom } = graph.edges.columns;
        const { feature, load } = graph.contacts.columns;
        let end = 0;
        let disorder = 0;
        for (const i of order) {
          const first = firstContact[edges[i]];
          expect(contactCount[edges[i]]).toBe(counts[i]);
          for (let k = 0; k < counts[i]; k++) {
            expect(feature[first + k]).toBe(100 * i + k);
            for (let j = 0; j < 4; j++) expect(load[4 * (first + k) + j]).toBe(i + k / 10);
          }
          if (counts[i] === 0) continue;
          if (first < end) disorder++;
          end = first + contactRoom[edges[i]];
          expect(end).toBeLessThanOrEqual(graph.contacts.size);
        }
        expect(disorder).toBeLessThanOrEqual(0.05 * order.length);
        // What was moved left no holes, and rows that come later are behind.
        if (graph.contactMoves > 0) expect(graph.contacts.size).toBe(end);
        const rows = graph.contacts.size;
        const edge = graph.insert(graph.edges.columns.nodes[1], graph.edges.columns.nodes[3]);
        graph.reserveContacts(edge, 64);
        expect(graph.edges.columns.firstContact[edge]).toBe(rows);
      }),
      { seed: 5, numRuns: 200 },
    );
    expect(moves).toBeGreaterThan(100);
  });
});
