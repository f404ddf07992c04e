// The contact problem of a step is the same to the bit, whether the compiled kernel makes it or TypeScript.

import { describe, expect, it } from 'vitest';
import { ContactPlacing, placeContacts } from '../../src/contact-problem/place-contacts.js';
import type { Settings } from '../../src/index.js';
import { Random } from '../../src/index.js';
import type { Kernel } from '../../src/kernels/kernel.js';
import * as loops from '../../src/kernels/shared/slides.js';
import { normalizeQuat } from '../../src/math/vector.js';
import { ContactStream, compareSteps, packContacts } from '../../src/steppers/gsp/contact-stream.js';
import { keepLoads, turnLoads } from '../../src/steppers/gsp/keep-loads.js';
import { findSupports, SupportGraph } from '../../src/steppers/gsp/support/support-graph.js';
import { Pipeline } from '../detection/contact-graph/parts.js';

const DT = 0.01;

/** Boxes and balls in two heaps on a ground, and some in the air; what follows their detection is by that kernel. */
function makeHeaps(seed: number, kernel: Settings['kernel']): Pipeline {
  const pipeline = new Pipeline();
  const random = new Random(seed);
  const { bodies } = pipeline;
  bodies.addBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  for (let i = 0; i < 90; i++) {
    const middle = 6 * (i % 3) + random.uniform(-1, 1);
    const angle = random.uniform(-1, 1);
    bodies.addBody({
      shapes: [i % 4 === 0 ? { kind: 'sphere', radius: 0.25 } : { kind: 'box', size: [0.6, 0.3, 0.5] }],
      position: [middle, random.uniform(0.1, 1.2) + (i % 3 === 2 ? 5 : 0), random.uniform(-1, 1)],
      orientation: normalizeQuat([random.uniform(-1, 1), angle, random.uniform(-1, 1), 1]),
      velocity: [random.uniform(-1, 1), random.uniform(-3, 0), random.uniform(-1, 1)],
    });
  }
  pipeline.detect();
  // Where contacts have come to lie is a matter of detection.
  pipeline.detection.state.settings.kernel = kernel;
  return pipeline;
}

/** Impulses or loads of all contacts: one in five carries nothing. */
function fill(to: Float64Array, contacts: number, random: Random): void {
  for (let c = 0; c < contacts; c++) {
    const size = c % 5 === 0 ? 0 : random.uniform(0, 2);
    to[4 * c] = size;
    for (let k = 1; k < 4; k++) to[4 * c + k] = size * random.uniform(-0.6, 0.6);
  }
}

/** All that is made of the contacts of a step, as lists of numbers by name. */
function problemOf({ detection, settings, memory }: Pipeline, seed: number): Record<string, number[]> {
  const support = new SupportGraph(memory);
  const stream = new ContactStream(memory);
  const random = new Random(seed);
  const { size } = detection.graph.contacts;
  fill(detection.graph.contacts.columns.load, size, random);
  placeContacts(new ContactPlacing(), detection, DT, settings);
  turnLoads(detection, stream.friction);
  findSupports(support, detection, settings.gravity);
  compareSteps(stream, detection, false, DT);
  packContacts(stream, detection);
  const { load, impulse, passing } = detection.graph.contacts.columns;
  const turned = [...load.subarray(0, 4 * size)];
  fill(impulse, size, random);
  for (let i = 0; i < detection.groups.count; i++) keepLoads(support, detection, detection.groups.list[i], 1, 0.1);
  const rows = detection.rowCount;
  const { rank, level, firstEntry, entryCount, aboveCount } = support.standing.columns;
  const { flatContacts, closedContacts } = detection.bodies.shapes.columns;
  const { manifold, friction } = stream.lanes.columns;
  const { firstLane, packCount } = stream.colors.columns;
  const listed = (column: ArrayLike<number>, count: number) => Array.from(column).slice(0, count);
  return {
    turned,
    kept: listed(load, 4 * size),
    passing: listed(passing, size),
    struck: listed(detection.bodies.nodes.columns.struck, rows),
    flat: listed(flatContacts, detection.bodies.shapes.size),
    closed: listed(closedContacts, detection.bodies.shapes.size),
    rank: listed(rank, rows),
    level: listed(level, rows),
    firstEntry: listed(firstEntry, rows),
    entryCount: listed(entryCount, rows),
    aboveCount: listed(aboveCount, rows),
    order: listed(support.order.columns.body, detection.groups.moverCount),
    manifold: listed(manifold, 4 * stream.lanes.size),
    friction: listed(friction, stream.lanes.size),
    firstLane: listed(firstLane, stream.colors.size),
    packCount: listed(packCount, stream.colors.size),
  };
}

describe('the contact problem', () => {
  it.each([1, 2, 3, 4])('is that of TypeScript, to the bit (seed %i)', (seed) => {
    const mine = problemOf(makeHeaps(seed, 'compiled'), seed);
    expect(mine).toEqual(problemOf(makeHeaps(seed, 'reference'), seed));
    expect(Math.max(...mine.level)).toBeGreaterThan(2);
    expect(Math.max(...mine.flat)).toBeGreaterThan(1);
    expect(mine.packCount.length).toBeGreaterThan(6);
    // Friction has been laid across normals, and cut to its cone; what was struck keeps less than its impulse.
    expect(mine.turned).not.toEqual(mine.kept);
    expect(mine.struck.some((struck) => struck !== 0)).toBe(true);
  });

  it.each([1, 2, 3, 4])('has slides and depths as TypeScript finds them, to the bit (seed %i)', (seed) => {
    const { detection, settings } = makeHeaps(seed, 'compiled');
    placeContacts(new ContactPlacing(), detection, DT, settings);
    const kernel = detection.compiled.kernel as Kernel;
    const random = new Random(seed);
    const { correction, velocity, position } = detection.bodies.nodes.columns;
    for (let k = 6; k < 6 * detection.rowCount; k++) correction[k] = random.uniform(-0.01, 0.01);
    const { movers, firstContact, contactCount } = detection.graph.edges.columns;
    const { gap, bias, worldPoint, worldNormal } = detection.graph.contacts.columns;
    const { edge: edges } = detection.contactEdges.columns;
    const { size } = detection.contactEdges;
    const ofPoints = [worldPoint, position, correction] as const;
    const slide = loops.longestSlide(edges, 0, size, movers, firstContact, contactCount, ...ofPoints);
    const ends = [movers, firstContact, contactCount].map(({ byteOffset }) => byteOffset) as [number, number, number];
    const places = ofPoints.map(({ byteOffset }) => byteOffset) as [number, number, number];
    expect(kernel.longestSlide(edges.byteOffset, 0, size, ...ends, ...places)).toBe(slide);
    // Of two bodies corrected by a centimetre at the most along each axis.
    expect(slide).toBeGreaterThan(0.01);
    expect(slide).toBeLessThan(0.1);
    const of = [gap, bias, worldPoint, worldNormal, position, velocity, correction] as const;
    const depth = loops.depthAhead(edges, 0, size, movers, firstContact, contactCount, ...of, DT);
    const at = of.map(({ byteOffset }) => byteOffset) as [number, number, number, number, number, number, number];
    expect(kernel.depthAhead(edges.byteOffset, 0, size, ...ends, ...at, DT)).toBe(depth);
    expect(depth).toBeGreaterThan(0);
  });
});
