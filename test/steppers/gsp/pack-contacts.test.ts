// Packs of one colour share no body that moves, so that they may be solved in any order, or side by side.

import { expect, it } from 'vitest';
import type { Detection } from '../../../src/detection/detection.js';
import type { World } from '../../../src/index.js';
import type { State } from '../../../src/state/state.js';
import { COLORS, ContactStream, LANES, packContacts, prepareStream } from '../../../src/steppers/gsp/contact-stream.js';
import type { Stepper } from '../../../src/steppers/stepper.js';
import { lookingOn, makeLadenPlate, makePile } from './pile.js';

/** What an island was packed into: the movers of each range of one colour, how many packs it has and where they start. */
interface Range {
  movers: number[];
  contacts: number;
  packs: number;
  start: number;
}

function rangesOf({ colors, islands, lanes }: ContactStream, { bodies }: Detection, island: number): Range[] {
  const { firstColor, colorCount, firstLane } = islands.columns;
  const { manifold } = lanes.columns;
  let lane = firstLane[island];
  return Array.from({ length: colorCount[island] }, (_, i) => {
    const row = firstColor[island] + i;
    const packs = colors.columns.packCount[row];
    expect(colors.columns.firstLane[row]).toBe(lane);
    const range: Range = { movers: [], contacts: 0, packs, start: colors.columns.start[row] };
    for (const end = lane + LANES * packs; lane < end; lane++) {
      const [a, b, , contacts] = manifold.subarray(4 * lane, 4 * lane + 4);
      range.contacts += contacts;
      if (contacts > 0) range.movers.push(...[a, b].filter((each) => bodies.nodes.columns.inverseMass[each] > 0));
    }
    return range;
  });
}

/** Contacts of an island that may act. */
function contactsOf({ groups, graph }: Detection, island: number): number {
  const { firstEdge, edgeCount } = groups.list[island];
  const { firstContact, contactCount } = graph.edges.columns;
  let count = 0;
  for (const edge of groups.edges.columns.member.subarray(firstEdge, firstEdge + edgeCount)) {
    const biases = graph.contacts.columns.bias.subarray(firstContact[edge], firstContact[edge] + contactCount[edge]);
    count += biases.filter((bias) => bias !== Number.POSITIVE_INFINITY).length;
  }
  return count;
}

/** Packs the contacts of every step once more, and looks at each island. */
function stepAndLook(make: (stepper: Stepper) => World, steps: number, look: (ranges: Range[], contacts: number) => void): void {
  const streams = new Map<State, ContactStream>();
  const world = make(
    lookingOn((detection, state) => {
      const stream = streams.get(state) ?? new ContactStream(state.memory);
      streams.set(state, stream);
      packContacts(stream, detection);
      prepareStream(stream, detection);
      const { packCount, start } = stream.islands.columns;
      for (let i = 0; i <= detection.groups.count; i++) {
        const ranges = rangesOf(stream, detection, i);
        expect(ranges.reduce((sum, { packs }) => sum + packs, 0)).toBe(packCount[i]);
        if (ranges.length > 0) expect(ranges[0].start).toBe(start[i]);
        look(ranges, contactsOf(detection, i));
      }
    }),
  );
  for (let step = 0; step < steps; step++) world.step(0.01);
}

it.each([1, 2, 3, 4, 5])('the colours of pile %d share no body that moves, and have all contacts between them', (seed) => {
  let most = 0;
  let widest = 0;
  stepAndLook(
    (stepper) => makePile(stepper, seed, 60),
    10,
    (ranges, contacts) => {
      for (const { movers, packs } of ranges) {
        expect(movers.length).toBeGreaterThan(0);
        expect(new Set(movers).size).toBe(movers.length);
        widest = Math.max(widest, packs);
      }
      expect(ranges.map(({ start }) => start)).toEqual(ranges.map(({ start }) => start).sort((a, b) => a - b));
      expect(new Set(ranges.map(({ start }) => start)).size).toBe(ranges.length);
      expect(ranges.reduce((sum, range) => sum + range.contacts, 0)).toBeGreaterThanOrEqual(contacts);
      most = Math.max(most, ranges.length);
    },
  );
  expect(most).toBeGreaterThan(3);
  expect(widest).toBeGreaterThan(2);
});

it('manifolds for which no colour is left are a range each', () => {
  stepAndLook(makeLadenPlate, 3, (ranges) => {
    if (ranges.length === 0) return;
    expect(ranges.length).toBe(50);
    for (const { movers } of ranges) expect(new Set(movers).size).toBe(movers.length);
    for (const { packs } of ranges.slice(COLORS)) expect(packs).toBe(1);
  });
});
