// Contact groups, and with them the whole graph, against searches that share no code with the engine's.

import { describe, expect, it, vi } from 'vitest';
import { edgeKindOf, isGeometric } from '../../../src/detection/contact-graph/edge-kinds.js';
import { PrincipalContact } from '../../../src/detection/narrow-phase/principal-contact.js';
import { placeInWorld } from '../../../src/detection/place-shape.js';
import { Random } from '../../../src/math/random.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { axisAngle } from '../../../src/math/vector.js';
import { METHODS } from '../../../src/methods.js';
import { placedBounds } from '../../../src/shapes/bounds.js';
import { PlacedShape } from '../../../src/shapes/placed-shape.js';
import type { ShapeDescriptor } from '../../../src/shapes/shape-kinds.js';
import type { EdgeView } from '../../../src/world/graph-view.js';
import type { Body, Handle, WorldOptions } from '../../../src/world.js';
import { World } from '../../../src/world.js';
import { ball, cube, difference, GROUND, motion } from '../contact-graph/parts.js';
import { closest } from '../narrow-phase/placing.js';

vi.setConfig({ testTimeout: 60_000 });
const STEP = 1 / 60;

/** Sets of ids of what moves, one set a group, by breadth-first search over the edges as users see them. */
function searchGroups(world: World): string[] {
  const nodes = new Map([...world.graph.nodes()].map((node) => [node.id, node]));
  const isBarrier = (id: number) => ['fixed', 'scripted'].includes(nodes.get(id)?.kind ?? '');
  const edges = [...world.graph.edges()];
  const usable = edges.filter(({ category, contacts }) => category === 'structural' || contacts.length > 0);
  const neighbours = new Map<number, number[]>();
  const inContact = new Set<number>();
  for (const { a, b, category } of usable) {
    if (category !== 'structural') for (const id of [a, b]) inContact.add(id);
    if (isBarrier(a) || isBarrier(b)) continue;
    neighbours.set(a, [...(neighbours.get(a) ?? []), b]);
    neighbours.set(b, [...(neighbours.get(b) ?? []), a]);
  }
  const memberOf = new Set(edges.filter(({ category }) => category === 'structural').flatMap(({ a, b }) => [a, b]));
  const moves = (id: number) => {
    const kind = nodes.get(id)?.kind;
    return kind === 'composite' || (kind === 'rigid' && !memberOf.has(id));
  };
  const seen = new Set<number>();
  const groups: string[] = [];
  for (const start of nodes.keys()) {
    if (seen.has(start) || isBarrier(start)) continue;
    const group: number[] = [];
    const queue = [start];
    seen.add(start);
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      group.push(id);
      for (const other of neighbours.get(id) ?? []) {
        if (seen.has(other)) continue;
        seen.add(other);
        queue.push(other);
      }
    }
    if (!group.some((id) => inContact.has(id))) continue;
    const movers = group.filter(moves).sort((a, b) => a - b);
    groups.push(movers.join(' '));
  }
  return groups.sort();
}

function listedGroups(world: World): string[] {
  return world.graph
    .groups()
    .map(({ bodies }) => [...bodies].sort((a, b) => a - b).join(' '))
    .sort();
}

/** What the graph should say of every pair: boxes for proximity, closest points for gap and state, rules not in play. */
function expectGraphToBeTrue(world: World): void {
  const { nodes, shapes } = world.store;
  const { kind, mover, active, firstShape } = nodes.columns;
  const { next, thickness } = shapes.columns;
  const envelopeShare = world.settings['detection.envelope'];
  const placedA = new PlacedShape();
  const placedB = new PlacedShape();
  const principal = new PrincipalContact();
  const boxes = new Float64Array(12);
  // A half-space keeps the share of the thickest shape that it could meet.
  const thickest = Math.max(0, ...thickness.slice(0, shapes.size).filter(Number.isFinite));
  const margin = (shape: number) => 0.5 * envelopeShare * Math.min(thickness[shape], thickest);
  for (let a = 0; a < nodes.size; a++) {
    for (let b = a + 1; b < nodes.size; b++) {
      if (!nodes.isLive(a) || !nodes.isLive(b) || firstShape[a] < 0 || firstShape[b] < 0) continue;
      const edge = world.graph.edgeBetween({ id: nodes.idOf(a) }, { id: nodes.idOf(b) });
      const edgeKind = edgeKindOf(kind[a], kind[b]);
      let near = false;
      let gap = Number.POSITIVE_INFINITY;
      let state: EdgeView['state'] = 'separated';
      for (let p = firstShape[a]; p >= 0; p = next[p]) {
        for (let q = firstShape[b]; q >= 0; q = next[q]) {
          placeInWorld(world.store, p, placedA);
          placeInWorld(world.store, q, placedB);
          placedBounds(placedA, boxes, 0);
          placedBounds(placedB, boxes, 6);
          const both = margin(p) + margin(q);
          let overlap = true;
          for (let k = 0; k < 3; k++) {
            if (boxes[k] - both > boxes[9 + k] || boxes[6 + k] - both > boxes[3 + k]) overlap = false;
          }
          near ||= overlap;
          const envelope = isGeometric(edgeKind) ? 0 : envelopeShare * Math.min(thickness[p], thickness[q]);
          if (!closest(placedA, placedB, envelope, principal) || principal.gap > envelope) continue;
          gap = Math.min(gap, principal.gap);
          if (state === 'separated') state = 'touching';
          if (principal.gap < -envelope * world.settings['detection.penetrationTolerance']) state = 'penetrating';
        }
      }
      const apart = edgeKind < 0 || mover[a] === mover[b] || active[a] === 0 || active[b] === 0;
      if (apart) {
        if (edge !== undefined) expect([edge.proximity, edge.state, edge.contacts.length]).toEqual([false, 'separated', 0]);
        continue;
      }
      expect(edge?.proximity ?? false).toBe(near);
      expect(edge?.state ?? 'separated').toBe(state);
      if (state === 'separated') expect(edge?.contacts ?? []).toEqual([]);
      else {
        expect(Math.abs((edge as EdgeView).gap - gap)).toBeLessThan(1e-9);
        expect((edge as EdgeView).contacts.length > 0).toBe(!isGeometric(edgeKind));
      }
    }
  }
}

const SHAPES: readonly ShapeDescriptor[] = [
  { kind: 'sphere', radius: 0.5 },
  { kind: 'box', size: [1, 0.7, 0.8] },
  { kind: 'capsule', radius: 0.3, length: 0.6 },
  { kind: 'cylinder', radius: 0.4, height: 0.7 },
];

/** A world in which anything may happen between steps. */
class Turmoil {
  readonly random: Random;
  readonly world: World;
  readonly bodies: Body[] = [];
  readonly composites: Handle[] = [];

  constructor(seed: number) {
    this.random = new Random(seed);
    // Poses are compared with the graph of a detection at these very poses, so nothing may be skipped within a tolerance or found
    // ahead.
    this.world = new World({ settings: { 'detection.coherence': 'exact', 'detection.lookAhead': 0 } });
    this.world.createBody(GROUND);
    for (let i = 0; i < 14; i++) this.add();
    this.world.createTrigger({ shapes: [{ kind: 'box', size: [3, 3, 3] }], position: [0, 1, 0] });
  }

  add(): void {
    const { random, world } = this;
    const shape = SHAPES[Math.floor(random.uniform(0, SHAPES.length))];
    const shapes = random.uniform() < 0.2 ? [shape, { ...SHAPES[1], position: [0.9, 0, 0] as Vec3 }] : [shape];
    const orientation = axisAngle([random.uniform(-1, 1), 1, random.uniform(-1, 1)], random.uniform(0, 3));
    const place = { position: this.place(), orientation, shapes };
    const chance = random.uniform();
    if (chance < 0.1) this.bodies.push(world.createBody({ ...place, kind: 'fixed' }));
    else if (chance < 0.2) {
      const motionOf = { kind: 'oscillation', translation: [0.5, 0, 0.2], frequency: 1 } as const;
      this.bodies.push(world.createBody({ ...place, kind: 'scripted', motion: motionOf }));
    } else this.bodies.push(world.createBody(place));
  }

  place(): Vec3 {
    return [this.random.uniform(-2.5, 2.5), this.random.uniform(0.4, 3), this.random.uniform(-2.5, 2.5)];
  }

  change(): void {
    const { random, world, bodies, composites } = this;
    const free = bodies.filter((body) => world.store.nodes.columns.mover[body.row] === body.row);
    const any = free[Math.floor(random.uniform(0, free.length))];
    const chance = random.uniform();
    if (chance < 0.25) this.add();
    else if (chance < 0.45) {
      const index = Math.floor(random.uniform(0, bodies.length));
      bodies[index].remove();
      bodies.splice(index, 1);
    } else if (chance < 0.6) any.position = this.place();
    else if (chance < 0.75) any.active = !any.active;
    else if (chance < 0.9) {
      const members = free.filter((body) => body.kind === 'rigid' && body.active).slice(0, 2 + Math.floor(random.uniform(0, 2)));
      if (members.length > 1) composites.push(world.createComposite({ members }));
    } else {
      const alive = composites.filter((composite) => composite.isAlive);
      if (alive.length > 0) alive[Math.floor(random.uniform(0, alive.length))].remove();
    }
  }
}

describe('the graph of random scenes', () => {
  it.each([1, 2, 3, 4, 5, 6])('has the nodes, edges, states and groups that a search of everything finds (seed %i)', (seed) => {
    const turmoil = new Turmoil(seed);
    const { world } = turmoil;
    let groupsSeen = 0;
    for (let step = 0; step < 40; step++) {
      turmoil.change();
      // The graph speaks of the poses at the beginning of a step: take them there again to compare.
      const before = world.snapshot();
      world.step(STEP);
      const groups = listedGroups(world);
      expect(groups).toEqual(searchGroups(world));
      groupsSeen += groups.length;
      const after = world.snapshot();
      const poses = poseColumns(world);
      world.restore(before);
      const start = poseColumns(world);
      world.restore(after);
      setPoseColumns(world, start);
      expectGraphToBeTrue(world);
      setPoseColumns(world, poses);
    }
    expect(groupsSeen).toBeGreaterThan(20);
  });

  it('lists all nodes, each once', () => {
    const turmoil = new Turmoil(9);
    for (let step = 0; step < 30; step++) turmoil.change();
    const { world } = turmoil;
    const ids = [...world.graph.nodes()].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(world.graph.nodeCount).toBe(ids.length);
    for (const body of turmoil.bodies) expect(ids).toContain(body.id);
    const physical = [...world.graph.nodes()].filter(({ kind }) => ['rigid', 'fixed', 'scripted'].includes(kind));
    expect(physical.map(({ id }) => id)).toEqual([...world.bodies()].map(({ id }) => id));
  });
});

function poseColumns(world: World): { position: Float64Array; rotation: Float64Array } {
  const { position, rotation } = world.store.nodes.columns;
  return { position: position.slice(), rotation: rotation.slice() };
}
function setPoseColumns(world: World, { position, rotation }: ReturnType<typeof poseColumns>): void {
  world.store.nodes.columns.position.set(position);
  world.store.nodes.columns.rotation.set(rotation);
}

describe('groups', () => {
  it('are parted by fixed and scripted bodies and held together by composites', () => {
    const world = new World();
    world.createBody(GROUND);
    const apart = [world.createBody(cube([0, 0.5, 0])), world.createBody(cube([10, 0.5, 0]))];
    const table = world.createBody({
      kind: 'scripted',
      shapes: [{ kind: 'box', size: [6, 1, 1] }],
      position: [20, 0.5, 0],
      motion: { kind: 'oscillation', translation: [0, 0, 0.1], frequency: 1 },
    });
    const onTable = [world.createBody(cube([18, 1.5, 0])), world.createBody(cube([22, 1.5, 0]))];
    const bridge = [world.createBody(cube([30, 0.5, 0])), world.createBody(cube([34, 0.5, 0]))];
    const composite = world.createComposite({ members: bridge });
    const onBridge = [world.createBody(cube([30, 1.5, 0])), world.createBody(cube([34, 1.5, 0]))];
    const inAir = world.createBody(ball([0, 50, 0]));
    world.step(STEP);
    expect(listedGroups(world)).toEqual(
      [[apart[0].id], [apart[1].id], [onTable[0].id], [onTable[1].id], [composite.id, onBridge[0].id, onBridge[1].id]]
        .map((ids) => ids.sort((a, b) => a - b).join(' '))
        .sort(),
    );
    expect(world.report.groups).toBe(5);
    const groupOf = new Map([...world.graph.nodes()].map(({ id, group }) => [id, group]));
    expect(groupOf.get(table.id)).toBe(-1);
    expect(groupOf.get(inAir.id)).toBe(-1);
    expect(groupOf.get(bridge[0].id)).toBe(groupOf.get(onBridge[1].id));
  });

  it('a node that has not been through a step is in none', () => {
    const world = new World();
    world.createBody(ball([0, 0, 0]));
    expect([...world.graph.nodes()].map(({ group }) => group)).toEqual([-1]);
  });

  it('do not speak of bodies that have been removed since', () => {
    const world = new World();
    world.createBody(GROUND);
    const [lower] = [0.5, 1.5].map((y) => world.createBody(cube([0, y, 0])));
    world.step(STEP);
    expect(world.graph.groups()).toHaveLength(1);
    lower.remove();
    const alive = new Set([...world.graph.nodes()].map(({ id }) => id));
    for (const { bodies, edges } of world.graph.groups()) {
      for (const id of [...bodies, ...edges.flatMap(({ a, b }) => [a, b])]) expect(alive.has(id)).toBe(true);
    }
  });

  // Enough sweeps to solve what there is: the two ways sweep in different orders. They then differ by the precision of the sweeps.
  const SOLVED = { 'ncp.iterations': 3000, 'ncp.tolerance': 0, 'gsp.iterations': 3000, 'gsp.tolerance': 0 };
  const WAYS: [string, WorldOptions, number][] = [
    ['ncp', { stepper: METHODS.ncp, settings: SOLVED }, 1e-12],
    ['gsp, whose reference sweeps in f64', { settings: { ...SOLVED, kernel: 'reference' } }, 1e-12],
    ['gsp, whose kernel sweeps in f32', { settings: { ...SOLVED, kernel: 'compiled' } }, 2e-6],
  ];

  it.each(WAYS)('all in one is one, and gives the same velocities once solved: %s', (_, options, most) => {
    const build = (groups: 'by-group' | 'all-in-one') => {
      const world = new World({ ...options, settings: { ...options.settings, groups } });
      world.createBody(GROUND);
      for (let pile = 0; pile < 4; pile++) {
        for (let i = 0; i < 3; i++) world.createBody(cube([6 * pile + 0.1 * i, 0.5 + i, 0]));
        world.createBody(ball([6 * pile + 1.2, 0.5, 0], { velocity: [-1, 0, 0] }));
      }
      return world;
    };
    const apart = build('by-group');
    const together = build('all-in-one');
    for (let step = 0; step < 20; step++) {
      apart.step(STEP);
      together.step(STEP);
      expect(difference(motion(apart), motion(together))).toBeLessThan(most);
    }
    expect(apart.report.groups).toBeGreaterThanOrEqual(4);
    expect(together.report.groups).toBe(1);
    expect(together.report.contacts).toBe(apart.report.contacts);
  });
});
