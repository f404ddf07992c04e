// The buffers of a world on the device: what each is an array of.

export const BUFFERS = {
  /** Bodies: where they are and how they move; what else is theirs, two vectors; inverse inertia in the world's frame. */
  bodies: 'Body',
  traits: 'vec4f',
  inertias: 'vec4f',
  colliders: 'Collider',
  /** Hulls, what pairs of materials do, and which colliders are half-spaces. */
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
  /** Of every body, where its list ends, and after all these the lists of manifolds. */
  adjacency: 'u32',
  looseEntries: 'u32',
  /** In which pass of the gates a body was refused; how many stand on it; bodies by levels, and where levels begin and how large they are. */
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
  /** Whatever is summed up, and sums of its blocks. */
  scanned: 'u32',
  blockSums: 'u32',
} as const;

export type BufferName = keyof typeof BUFFERS;

/** Bytes of an element. */
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
  /** Slots of the hash table, a power of two. */
  cells: number;
  tables: number;
  /** Whether there are shapes whose contacts need a search: capsules and cylinders. */
  isSearched: boolean;
}

/** How many elements each buffer has. */
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
