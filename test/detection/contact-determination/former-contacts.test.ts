import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormerContacts } from '../../../src/detection/contact-determination/determine-contacts.js';
import { ContactGraph } from '../../../src/detection/contact-graph/contact-graph.js';
import { World } from '../../../src/index.js';
import { Joints } from '../../../src/joints/joints.js';
import { Memory } from '../../../src/table/memory.js';
import { runs } from '../narrow-phase/placing.js';

/** A graph with one edge that has contacts of these names: shape of A, shape of B, feature. */
function graphWith(names: readonly (readonly [number, number, number])[]): { graph: ContactGraph; edge: number } {
  const world = new World();
  world.createBody({ shapes: [{ kind: 'sphere', radius: 1 }] });
  world.createBody({ shapes: [{ kind: 'sphere', radius: 1 }] });
  const graph = new ContactGraph(new Memory(), world.store, new Joints(new Memory(), world.store));
  const edge = graph.insert(0, 1);
  graph.reserveContacts(edge, names.length);
  graph.edges.columns.contactCount[edge] = names.length;
  const { shapes, feature, load, impulse } = graph.contacts.columns;
  names.forEach(([a, b, name], i) => {
    const contact = graph.edges.columns.firstContact[edge] + i;
    shapes.set([a, b], 2 * contact);
    feature[contact] = name;
    load.set([i, i + 0.25, i + 0.5, i + 0.75], 4 * contact);
    impulse[4 * contact] = i % 3 === 0 ? 0 : i;
  });
  return { graph, edge };
}

const name = fc.tuple(fc.nat(3), fc.nat(3), fc.oneof(fc.integer(), fc.integer({ min: 0, max: 40 })));

describe('former contacts', () => {
  it('are found by name, few or many, with what they bore', () => {
    const before = new FormerContacts();
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { maxLength: 120, selector: String }),
        fc.array(name, { maxLength: 20 }),
        (names, others) => {
          const { graph, edge } = graphWith(names);
          before.remember(graph, edge);
          expect(before.count).toBe(names.length);
          names.forEach(([a, b, feature], i) => {
            expect(before.find(a, b, feature)).toBe(i);
            expect([...before.loads.subarray(4 * i, 4 * i + 4)]).toEqual([i, i + 0.25, i + 0.5, i + 0.75]);
            expect(before.wasBearing[i]).toBe(i % 3 === 0 ? 0 : 1);
          });
          for (const [a, b, feature] of others) {
            const expected = names.findIndex((each) => each[0] === a && each[1] === b && each[2] === feature);
            expect(before.find(a, b, feature)).toBe(expected);
          }
        },
      ),
      runs(100),
    );
  });
});
