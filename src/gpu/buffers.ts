// The buffers of a world on the device, with the type of their elements.

export const BUFFERS = {
  /** Bodies: pose and velocity; two vectors of constants each; two vectors of inverse inertia in the world's frame. */
  bodies: 'Body',
  traits: 'vec4f',
  inertias: 'vec4f',
  colliders: 'Collider',
  /** Hulls, coefficients of pairs of materials, and the list of colliders that are half-spaces. */
  tables: 'u32',
  bounds: 'vec4f',
  cellEnds: 'u32',
  cellItems: 'u32',
  pairCounts: 'u32',
  pairs: 'vec2u',
  touching: 'u32',
  manifolds: 'Manifold',
  points: 'Point',
  oldManifolds: 'Manifold',
  oldPoints: 'Point',
  /** The end of each body's list of manifolds, and after all these the lists. */
  adjacency: 'u32',
  looseEntries: 'u32',
  /**
   * Per body, the pass of the gates that refused it, and the number of bodies on it; bodies in order of levels; begins
   * and sizes of levels.
   */
  refusedAt: 'u32',
  above: 'u32',
  order: 'u32',
  levels: 'u32',
  claims: 'u32',
  colourMasks: 'u32',
  newManifolds: 'u32',
  colourList: 'u32',
  states: 'u32',
  wants: 'vec4f',
  swept: 'vec4f',
  sweptImpulses: 'vec4f',
  heldImpulses: 'vec4f',
  corrections: 'vec2f',
  shifts: 'vec4f',
  counters: 'u32',
  /** Placeholder of the buffer to which a prefix sum is applied; sums of its blocks. */
  scanned: 'u32',
  blockSums: 'u32',
} as const;

export type BufferName = keyof typeof BUFFERS;

/** Bytes per element, by type. */
export const ELEMENT_BYTES: Readonly<Record<string, number>> = {
  u32: 4,
  vec2u: 8,
  vec2f: 8,
  vec4f: 16,
  Body: 96,
  Collider: 80,
  Manifold: 48,
  Point: 48,
};

export interface Rooms {
  bodies: number;
  colliders: number;
  pairs: number;
  manifolds: number;
  /** Number of slots of the hash table, a power of two. */
  cells: number;
  tables: number;
  /** Whether there are capsules or cylinders, whose contacts are found by a search. */
  isSearched: boolean;
}

/** Number of elements of each buffer. */
export function lengthsOf(rooms: Rooms): Record<Exclude<BufferName, 'scanned'>, number> {
  const { bodies, colliders, pairs, manifolds, cells, tables } = rooms;
  return {
    bodies,
    traits: 2 * bodies,
    inertias: 2 * bodies,
    colliders,
    tables,
    bounds: 2 * colliders,
    cellEnds: cells,
    cellItems: colliders,
    pairCounts: colliders,
    pairs,
    touching: pairs,
    manifolds,
    points: 4 * manifolds,
    oldManifolds: manifolds,
    oldPoints: 4 * manifolds,
    adjacency: bodies + 2 * manifolds,
    looseEntries: 2 * manifolds,
    above: bodies,
    refusedAt: bodies,
    order: bodies,
    levels: 2 * bodies + 4,
    claims: 2 * bodies,
    colourMasks: 2 * bodies,
    newManifolds: manifolds,
    colourList: manifolds,
    states: bodies,
    wants: 2 * bodies,
    swept: 2 * bodies,
    sweptImpulses: 4 * manifolds,
    heldImpulses: 4 * manifolds,
    corrections: 4 * manifolds,
    shifts: 2 * bodies,
    counters: 256,
    blockSums: Math.ceil(Math.max(cells, colliders, pairs, bodies) / 2048) + 1,
  };
}
