// The velocity problems of all islands as a stream for the compiled kernel: contacts in manifolds, manifolds in packs
// of four that share no moving body. pack-contacts.ts makes the packs, sweep-stream.ts and correct-stream.ts call the
// kernel. Here is the stream itself, and whether that of the last step is still good.

import type { Island } from '../../detection/contact-graph/island.js';
import type { Detection } from '../../detection/detection.js';
import type { Kernel } from '../../kernels/kernel.js';
import { makeKernel } from '../../kernels/kernel.js';
import * as layout from '../../kernels/layout.js';
import type { Memory } from '../../table/memory.js';
import { f32, f64, i32, Table } from '../../table/table.js';

const { MANIFOLD_WIDTH, ROOT_WIDTH, VELOCITY_WIDTH } = layout;

/** Most points of a manifold. */
export const MOST_POINTS = 4;
/** Manifolds of a pack. */
export const LANES = 4;
/** Colours that are told apart by the bits of one number; manifolds for which none is left have a pack of their own. */
export const COLORS = 31;

/** Manifolds in the order in which they were found. */
const FOUND_SCHEMA = { manifold: i32(MANIFOLD_WIDTH, 'scratch'), color: i32(1, 'scratch') } as const;
/** Manifolds in the order of the stream, four a pack; lanes without one have no points. */
const LANE_SCHEMA = { manifold: i32(MANIFOLD_WIDTH, 'scratch'), friction: f64(1, 'scratch') } as const;
const STREAM_SCHEMA = { quad: f32(4) } as const;
/** A row a node, and one more for lanes without a manifold. */
const BODY_SCHEMA = { velocity: f32(VELOCITY_WIDTH), root: f32(ROOT_WIDTH), colors: i32(1, 'scratch') } as const;

/**
 * A row a range of packs of one colour: no body that moves is in two packs of it, so they may be solved in any order, or side by
 * side. Manifolds for which no colour is left are a range each. Its lanes, its packs, where they start in the stream [bytes].
 */
const COLOR_SCHEMA = { firstLane: i32(1, 'scratch'), packCount: i32(1, 'scratch'), start: i32(1, 'scratch') } as const;

/** A row an island: its colours, its lanes, its packs, where they start in the stream [bytes], its contacts. */
const ISLAND_SCHEMA = {
  firstColor: i32(1, 'scratch'),
  colorCount: i32(1, 'scratch'),
  firstLane: i32(1, 'scratch'),
  packCount: i32(1, 'scratch'),
  start: i32(1, 'scratch'),
  contactCount: i32(1, 'scratch'),
  /** 1 while the island rests without anything to correct. */
  isFree: i32(1, 'scratch'),
  /** 1 where a step changed nothing of the island, and none will that begins as that one did. */
  isSettled: i32(1, 'scratch'),
  /** 1 where sweeps were not enough, and the step was solved at once. */
  isExact: i32(1, 'scratch'),
} as const;

const EDGE_SCHEMA = { edge: i32(1, 'scratch') } as const;

export class ContactStream {
  /** null where nothing can be compiled. */
  kernel: Kernel | null = null;
  readonly #memory: Memory;
  readonly found: Table<typeof FOUND_SCHEMA>;
  readonly lanes: Table<typeof LANE_SCHEMA>;
  readonly stream: Table<typeof STREAM_SCHEMA>;
  readonly bodies: Table<typeof BODY_SCHEMA>;
  /** Those of an island follow each other, in the order in which sweeps take them. */
  readonly colors: Table<typeof COLOR_SCHEMA>;
  readonly islands: Table<typeof ISLAND_SCHEMA>;
  /** The edges it was made of. */
  readonly edges: Table<typeof EDGE_SCHEMA>;
  /**
   * Of the island that is packed: counts of manifolds, then places in the stream, by colour and, within a colour, from
   * those of most points to those of fewest.
   */
  readonly counts = new Int32Array((COLORS + 1) * MOST_POINTS);
  /** The detection it was made for, by its number. */
  version = 0;
  /** Where its contacts are, by how often they were moved. */
  contactMoves = 0;
  /** Deepest penetration of these [m]. */
  penetration = 0;
  /** How often something had been changed from outside when it was last asked for, and the length of that step [s]. */
  changes = -1;
  dt = 0;
  /** Whether the step at hand begins as the one before did, as far as the bodies go that touch something. */
  isSameStep = false;

  /** Makes the kernel anew over the memory as it is now. */
  bindViews(): void {
    this.kernel = makeKernel(this.#memory.block);
  }

  /** What is left to do, as the last sweep found it: theta (38) of the diagonally scaled problem (39) [J]. */
  get residual(): number {
    return this.kernel === null ? 0 : this.kernel.residual.value;
  }

  constructor(memory: Memory) {
    this.#memory = memory;
    memory.register(this);
    this.bindViews();
    this.found = new Table(memory, FOUND_SCHEMA);
    this.lanes = new Table(memory, LANE_SCHEMA);
    this.stream = new Table(memory, STREAM_SCHEMA);
    this.bodies = new Table(memory, BODY_SCHEMA);
    this.colors = new Table(memory, COLOR_SCHEMA);
    this.islands = new Table(memory, ISLAND_SCHEMA);
    this.edges = new Table(memory, EDGE_SCHEMA);
  }
}

/** Whether the contacts are those that the stream was made of, and none of their bodies has changed since. */
export function isStreamCurrent(stream: ContactStream, detection: Detection): boolean {
  const { stillness, contactEdges, candidates, bodies, graph } = detection;
  if (stream.version === stillness.version) return true;
  // What was made for the detection before this one may still be good.
  if (!stillness.isComparable || stream.version !== stillness.version - 1 || stream.contactMoves !== graph.contactMoves)
    return false;
  if (stream.edges.size !== contactEdges.size) return false;
  const { moved, mover } = bodies.nodes.columns;
  const { nodes: ends, contactCount } = graph.edges.columns;
  const { edge: before } = stream.edges.columns;
  // What was found anew, although nothing moved, has to be placed anew.
  for (let i = 0; i < candidates.size; i++) if (contactCount[candidates.columns.edge[i]] > 0) return false;
  for (let i = 0; i < contactEdges.size; i++) {
    const edge = contactEdges.columns.edge[i];
    const a = ends[2 * edge];
    const b = ends[2 * edge + 1];
    if (edge !== before[i] || (moved[a] | moved[b] | moved[mover[a]] | moved[mover[b]]) !== 0) return false;
  }
  return true;
}

/**
 * Notes whether a step of dt [s] begins as the one before did: with the same contacts between the same bodies, none of
 * which has changed, and with nothing changed from outside, be it a force or a setting.
 */
export function compareSteps(stream: ContactStream, { bodies, groups }: Detection, isCurrent: boolean, dt: number): void {
  stream.isSameStep = isCurrent && stream.changes === bodies.changes && stream.dt === dt;
  if (!stream.isSameStep) stream.islands.columns.isSettled.fill(0, 0, groups.count + 1);
  stream.changes = bodies.changes;
  stream.dt = dt;
}

/** Notes which contacts the stream is made of. */
export function rememberEdges(stream: ContactStream, { contactEdges, graph }: Detection): void {
  const { edges } = stream;
  stream.contactMoves = graph.contactMoves;
  edges.ensureCapacity(contactEdges.size);
  edges.size = contactEdges.size;
  for (let i = 0; i < contactEdges.size; i++) edges.columns.edge[i] = contactEdges.columns.edge[i];
}

/** Address of the island's part of the stream. */
export function quadsOf({ stream, islands }: ContactStream, island: Island): number {
  return stream.columns.quad.byteOffset + islands.columns.start[island.number];
}

/** Address of the island's manifolds. */
export function manifoldsOf({ lanes, islands }: ContactStream, island: Island): number {
  return lanes.columns.manifold.byteOffset + 4 * MANIFOLD_WIDTH * islands.columns.firstLane[island.number];
}

/** Sets the changes of velocities, or of positions, that sweeps have made to the bodies of an island to zero. */
export function clearVelocities({ bodies }: ContactStream, { groups }: Detection, island: Island): void {
  const { velocity } = bodies.columns;
  const { firstBody, bodyCount } = island;
  const { member } = groups.movers.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    const first = VELOCITY_WIDTH * member[i];
    for (let k = first; k < first + VELOCITY_WIDTH; k++) velocity[k] = 0;
  }
}
