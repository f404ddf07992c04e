import { describe, expect, it } from 'vitest';
import { ContactPlacing, placeContacts } from '../../src/contact-problem/place-contacts.js';
import { keepLoads } from '../../src/steppers/gsp/keep-loads.js';
import { findSupports, SupportGraph } from '../../src/steppers/gsp/support/support-graph.js';
import { ball, GROUND, Pipeline } from '../detection/contact-graph/parts.js';

const DT = 0.01;
/** What gravity adds to a velocity in a step [m/s]. */
const FALL = 0.1;

/** Three balls of 1, 2 and 4 kg on top of each other; the loads of their contacts [N s] after a step of these impulses [N s]. */
function loadsAfter(impulses: readonly number[], loads: readonly number[], struck: readonly number[], share = 1): number[][] {
  const pipeline = new Pipeline();
  const { detection, bodies, graph, settings, memory } = pipeline;
  bodies.addBody(GROUND);
  const rows = [1, 2, 4].map((mass, i) => bodies.addBody(ball([0, 0.5 + i, 0], { mass })));
  pipeline.detect();
  const support = new SupportGraph(memory);
  placeContacts(new ContactPlacing(), detection, DT, settings);
  findSupports(support, detection, settings.gravity);
  const { nodes, firstContact } = graph.edges.columns;
  const contactBelow = rows.map((row) => {
    const edge = Array.from({ length: graph.edges.size }, (_, k) => k).find((k) => nodes[2 * k + 1] === row) ?? -1;
    return firstContact[edge];
  });
  const { impulse, load } = graph.contacts.columns;
  contactBelow.forEach((contact, i) => {
    // Friction of half the normal impulse, along x.
    impulse.set([impulses[i], 0.5 * impulses[i], 0, 0], 4 * contact);
    load.set([loads[i], 0, 0, 0], 4 * contact);
  });
  for (const i of struck) bodies.nodes.columns.struck[rows[i]] = 1;
  keepLoads(support, detection, detection.groups.list[0], share, FALL);
  return contactBelow.map((contact) => [...load.slice(4 * contact, 4 * contact + 4)]);
}

describe('loads', () => {
  it('are the impulses where nothing was struck', () => {
    expect(loadsAfter([7, 60, 400], [1, 2, 3], [])).toEqual([
      [7, 3.5, 0, 0],
      [60, 30, 0, 0],
      [400, 200, 0, 0],
    ]);
  });

  it('of what was struck, and of what carries it, at most double, and grow by the weight of the lighter body', () => {
    // The middle one is struck: its contacts, and those of what it stands on.
    const [ground, middle, top] = loadsAfter([7, 60, 400], [1, 2, 0], [1]);
    expect(ground[0]).toBeCloseTo(2 * 1 + 1 * FALL, 12);
    expect(middle[0]).toBeCloseTo(2 * 2 + 1 * FALL, 12);
    expect(top[0]).toBeCloseTo(0 + 2 * FALL, 12);
    // Friction is cut with the load that bears it.
    for (const [normal, x, y, z] of [ground, middle, top]) expect([x / normal, y, z]).toEqual([expect.closeTo(0.5, 12), 0, 0]);
  });

  it('above what was struck are the impulses', () => {
    const [ground, middle, top] = loadsAfter([7, 60, 400], [1, 2, 0], [0]);
    expect(ground[0]).toBeCloseTo(2.1, 12);
    expect(middle[0]).toBeCloseTo(4.1, 12);
    expect(top[0]).toBe(400);
  });

  it('of what was struck fall at once', () => {
    expect(loadsAfter([0, 1, 0], [5, 5, 5], [1]).map(([normal]) => normal)).toEqual([0, 1, 0]);
  });

  it('of another length of step are taken in proportion', () => {
    expect(loadsAfter([50, 0, 0], [4, 0, 0], [0], 0.5)[0][0]).toBeCloseTo(2 * 0.5 * 4 + FALL, 12);
  });
});
