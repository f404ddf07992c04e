import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPOSITE, FIXED, RIGID, RULE, TRIGGER } from '../../../src/bodies/node-kinds.js';
import { blockSize } from '../../../src/detection/contact-graph/contact-graph.js';
import { edgeKindOf, isLogical, isStructural } from '../../../src/detection/contact-graph/edge-kinds.js';
import { PairMap } from '../../../src/detection/contact-graph/pair-map.js';
import { Random } from '../../../src/math/random.js';
import { Pipeline } from './parts.js';

/** The map under test beside a plain Map; edges are numbered as the edge table would. */
class MapPair {
  readonly map = new PairMap();
  readonly edgeOf = new Map<string, number>();
  readonly free = Array.from({ length: 4096 }, (_, i) => 4095 - i);
}

class Insert implements fc.Command<MapPair, MapPair> {
  constructor(
    readonly a: number,
    readonly b: number,
  ) {}
  check(): boolean {
    return this.a !== this.b;
  }
  run(model: MapPair, real: MapPair): void {
    const [a, b] = [Math.min(this.a, this.b), Math.max(this.a, this.b)];
    const key = `${a} ${b}`;
    expect(real.map.find(a, b)).toBe(model.edgeOf.get(key) ?? -1);
    if (model.edgeOf.has(key)) return;
    const edge = model.free.pop() as number;
    real.map.insert(a, b, edge);
    model.edgeOf.set(key, edge);
  }
  toString(): string {
    return `insert ${this.a}-${this.b}`;
  }
}

class Remove implements fc.Command<MapPair, MapPair> {
  constructor(readonly share: number) {}
  check(model: MapPair): boolean {
    return model.edgeOf.size > 0;
  }
  run(model: MapPair, real: MapPair): void {
    const entries = [...model.edgeOf];
    const [key, edge] = entries[Math.floor(this.share * entries.length)];
    const [a, b] = key.split(' ').map(Number);
    real.map.remove(a, b);
    model.edgeOf.delete(key);
    model.free.push(edge);
    // Removal moves others back: every one of them must still be found.
    for (const [other, number] of model.edgeOf) {
      const [otherA, otherB] = other.split(' ').map(Number);
      expect(real.map.find(otherA, otherB)).toBe(number);
    }
    expect(real.map.find(a, b)).toBe(-1);
  }
  toString(): string {
    return `remove ${this.share}`;
  }
}

class Clear implements fc.Command<MapPair, MapPair> {
  check(): boolean {
    return true;
  }
  run(model: MapPair, real: MapPair): void {
    for (const edge of model.edgeOf.values()) model.free.push(edge);
    model.edgeOf.clear();
    real.map.clear();
  }
  toString(): string {
    return 'clear';
  }
}

describe('the map of pairs', () => {
  it('behaves like a Map under any sequence of insertions, lookups and removals', () => {
    // Up to 66 pairs of 12 nodes over 64 to 256 slots: runs of collisions are the rule.
    const node = fc.nat(11);
    const commands = fc.commands(
      [
        fc.tuple(node, node).map(([a, b]) => new Insert(a, b)),
        fc.tuple(node, node).map(([a, b]) => new Insert(a, b)),
        fc.double({ min: 0, max: 0.999, noNaN: true }).map((share) => new Remove(share)),
        fc.constant(new Clear()),
      ],
      { maxCommands: 120, size: 'max' },
    );
    fc.assert(
      fc.property(commands, (sequence) => {
        const pair = new MapPair();
        fc.modelRun(() => ({ model: pair, real: pair }), sequence);
      }),
      { numRuns: 60 },
    );
  });

  it('stays right over many thousand changes at the fullest it gets', () => {
    const random = new Random(5);
    const map = new PairMap();
    const edgeOf = new Map<number, number>();
    const free = Array.from({ length: 512 }, (_, i) => i);
    for (let i = 0; i < 40000; i++) {
      const a = Math.floor(random.uniform(0, 30));
      const b = a + 1 + Math.floor(random.uniform(0, 30));
      const key = 100 * a + b;
      const edge = edgeOf.get(key);
      if (map.find(a, b) !== (edge ?? -1)) throw new Error(`Pair ${a}, ${b} is lost after ${i} changes.`);
      if (edge !== undefined) {
        map.remove(a, b);
        edgeOf.delete(key);
        free.push(edge);
      } else if (free.length > 0) {
        const fresh = free.shift() as number;
        map.insert(a, b, fresh);
        edgeOf.set(key, fresh);
      }
    }
    for (let a = 0; a < 30; a++) {
      for (let b = a + 1; b < 61; b++) expect(map.find(a, b)).toBe(edgeOf.get(100 * a + b) ?? -1);
    }
  });
});

/** Walks the chain of a node from its head, checking the links back, and lists its edges. */
function chain({ graph, bodies }: Pipeline, node: number, which: 'firstStaticEdge' | 'firstDynamicEdge'): number[] {
  const { next, previous, nodes } = graph.edges.columns;
  const found: number[] = [];
  let before = -1;
  for (let entry = bodies.nodes.columns[which][node]; entry >= 0; entry = next[entry]) {
    if (found.length > graph.edges.size) throw new Error(`The chain of node ${node} has no end.`);
    expect(previous[entry]).toBe(before);
    expect(nodes[entry]).toBe(node);
    found.push(entry >> 1);
    before = entry;
  }
  return found.sort((a, b) => a - b);
}

function expectChainsToHold(pipeline: Pipeline): void {
  const { nodes, kind } = pipeline.graph.edges.columns;
  const edges = pipeline.edges();
  for (let node = 0; node < pipeline.bodies.nodes.size; node++) {
    if (!pipeline.bodies.nodes.isLive(node)) continue;
    const own = edges.filter((edge) => nodes[2 * edge] === node || nodes[2 * edge + 1] === node);
    const isStatic = (edge: number) => isLogical(kind[edge]) || isStructural(kind[edge]);
    expect(chain(pipeline, node, 'firstStaticEdge')).toEqual(own.filter(isStatic));
    expect(chain(pipeline, node, 'firstDynamicEdge')).toEqual(own.filter((edge) => !isStatic(edge)));
  }
  for (const edge of edges) {
    expect(pipeline.graph.find(nodes[2 * edge], nodes[2 * edge + 1])).toBe(edge);
    expect(pipeline.graph.find(nodes[2 * edge + 1], nodes[2 * edge])).toBe(edge);
  }
}

describe('the chains of edges', () => {
  it('list exactly the edges of each node while edges and nodes come and go', () => {
    const kinds = [RIGID, RIGID, RIGID, FIXED, RULE, TRIGGER, COMPOSITE];
    const action = fc.tuple(fc.nat(9), fc.nat(1000), fc.nat(1000));
    fc.assert(
      fc.property(fc.array(action, { maxLength: 150, size: 'max' }), (actions) => {
        const pipeline = new Pipeline();
        const { graph, bodies } = pipeline;
        const alive = Array.from({ length: 14 }, (_, i) => bodies.addNode(kinds[i % kinds.length]));
        for (const [what, first, second] of actions) {
          if (what === 0 && alive.length > 4) {
            const [node] = alive.splice(first % alive.length, 1);
            graph.removeEdgesOf(node);
            bodies.removeNode(node);
          } else if (what === 1) alive.push(bodies.addNode(kinds[first % kinds.length]));
          else if (what < 4) {
            const edges = pipeline.edges();
            if (edges.length > 0) graph.remove(edges[first % edges.length]);
          } else {
            const a = alive[first % alive.length];
            const b = alive[second % alive.length];
            const { kind } = bodies.nodes.columns;
            if (a !== b && edgeKindOf(kind[a], kind[b]) >= 0 && graph.find(a, b) < 0) graph.insert(a, b);
          }
        }
        expectChainsToHold(pipeline);
      }),
      { numRuns: 60 },
    );
  });

  it('and the map are right again after the map was made anew', () => {
    const pipeline = new Pipeline();
    const nodes = Array.from({ length: 40 }, () => pipeline.bodies.addNode(RIGID));
    for (const a of nodes) for (const b of nodes) if (a < b && (a * b) % 3 === 1) pipeline.graph.insert(a, b);
    for (const edge of pipeline.edges()) if (edge % 4 === 0) pipeline.graph.remove(edge);
    pipeline.graph.rebuildMap();
    expectChainsToHold(pipeline);
  });

  it('an edge made in a freed row starts from nothing', () => {
    const { graph, bodies } = new Pipeline();
    const [a, b, c] = [0, 1, 2].map(() => bodies.addNode(RIGID));
    const edge = graph.insert(a, b);
    graph.reserveContacts(edge, 5);
    graph.edges.columns.contactCount[edge] = 5;
    graph.edges.columns.contactState[edge] = 2;
    graph.edges.columns.placementKnown[edge] = 1;
    graph.remove(edge);
    const fresh = graph.insert(b, c);
    expect(fresh).toBe(edge);
    const { contactCount, contactRoom, contactState, placementKnown, firstContact } = graph.edges.columns;
    expect([contactCount[fresh], contactRoom[fresh], contactState[fresh], placementKnown[fresh], firstContact[fresh]]).toEqual([
      0, 0, 0, 0, -1,
    ]);
  });
});

describe('blocks of contacts', () => {
  it('are a single row, or the next power of two of at least four', () => {
    expect([0, 1, 4, 5, 8, 9, 64, 65].map(blockSize)).toEqual([1, 1, 4, 8, 8, 16, 64, 128]);
  });

  it('are never shared by two edges, keep what fits, and are used again', () => {
    const action = fc.tuple(fc.nat(19), fc.constantFrom(0, 1, 3, 4, 5, 8, 9, 16, 17, 40), fc.nat(3));
    fc.assert(
      fc.property(fc.array(action, { maxLength: 200, size: 'max' }), (actions) => {
        const pipeline = new Pipeline();
        const { graph, bodies } = pipeline;
        // As a step does: the rows that may be needed are there beforehand.
        graph.contacts.ensureCapacity(20 * 2 * 64);
        const nodes = Array.from({ length: 21 }, () => bodies.addNode(RIGID));
        const edges = nodes.slice(1).map((node) => graph.insert(nodes[0], node));
        /** Rows each edge has written its own number to. */
        const written = new Map<number, number>();
        /** Most room in use at once, by size of block: no more rows than that may ever be taken. */
        const inUse = new Map<number, number>();
        const mostInUse = new Map<number, number>();
        const roomOf = new Map<number, number>();
        const setRoom = (edge: number, room: number) => {
          const before = roomOf.get(edge) ?? 0;
          if (before > 0) inUse.set(before, (inUse.get(before) ?? 0) - 1);
          if (room > 0) inUse.set(room, (inUse.get(room) ?? 0) + 1);
          mostInUse.set(room, Math.max(mostInUse.get(room) ?? 0, inUse.get(room) ?? 0));
          roomOf.set(edge, room);
        };
        for (const [which, count, what] of actions) {
          const edge = edges[which];
          if (what === 0) {
            graph.clearContacts(edge);
            written.delete(edge);
            setRoom(edge, 0);
            continue;
          }
          const had = roomOf.get(edge) ?? 0;
          const { firstContact } = graph.edges.columns;
          const firstBefore = firstContact[edge];
          graph.reserveContacts(edge, count);
          if (count > had) setRoom(edge, blockSize(count));
          else expect(graph.edges.columns.firstContact[edge]).toBe(firstBefore);
          expect(graph.edges.columns.contactRoom[edge]).toBe(roomOf.get(edge) ?? 0);
          if (count === 0) continue;
          const { feature } = graph.contacts.columns;
          const first = graph.edges.columns.firstContact[edge];
          for (let i = 0; i < count; i++) feature[first + i] = edge;
          graph.edges.columns.contactCount[edge] = count;
          written.set(edge, Math.max(count, count > had ? 0 : (written.get(edge) ?? 0)));
        }
        const { firstContact, contactRoom } = graph.edges.columns;
        const owner = new Map<number, number>();
        for (const [edge, count] of written) {
          for (let i = 0; i < contactRoom[edge]; i++) {
            expect(owner.has(firstContact[edge] + i)).toBe(false);
            owner.set(firstContact[edge] + i, edge);
          }
          for (let i = 0; i < count; i++) expect(graph.contacts.columns.feature[firstContact[edge] + i]).toBe(edge);
          expect(firstContact[edge] + contactRoom[edge]).toBeLessThanOrEqual(graph.contacts.size);
        }
        let rows = 0;
        for (const [room, most] of mostInUse) rows += room * most;
        expect(graph.contacts.size).toBeLessThanOrEqual(rows);
      }),
      { numRuns: 60 },
    );
  });

  it('are handed out right even when the table of contacts has to grow for them, which moves all storage', () => {
    const { graph, bodies } = new Pipeline();
    const nodes = Array.from({ length: 200 }, () => bodies.addNode(RIGID));
    const edges = nodes.slice(1).map((node) => graph.insert(nodes[0], node));
    const starts = edges.map((edge) => {
      graph.reserveContacts(edge, 64);
      return graph.edges.columns.firstContact[edge];
    });
    expect(starts).toEqual(edges.map((_, i) => 64 * i));
    expect(edges.every((edge) => graph.edges.columns.contactRoom[edge] === 64)).toBe(true);
  });

  it('of an edge that is removed are free for others', () => {
    const { graph, bodies } = new Pipeline();
    const [a, b] = [bodies.addNode(RIGID), bodies.addNode(RIGID)];
    for (let i = 0; i < 100; i++) {
      const edge = graph.insert(a, b);
      graph.reserveContacts(edge, 8);
      graph.remove(edge);
    }
    expect(graph.contacts.size).toBe(8);
  });
});
