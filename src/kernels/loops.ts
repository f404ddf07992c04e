// Loops of a step over the columns of a world's tables, as the compiled kernel has them. Addresses are byte offsets in the memory.

/** Loops of detection over candidates; detection-layout.ts says what `table` has. */
export interface DetectionKernel {
  /** Bytes that they work on beside the tables. */
  detectionBytes(): number;
  updateBounds(
    table: number,
    first: number,
    end: number,
    half: number,
    lookAhead: number,
    ahead: number,
    fall: number,
    pullX: number,
    pullY: number,
    pullZ: number,
  ): number;
  screenOverlaps(
    table: number,
    from: number,
    end: number,
    count: number,
    needed: number,
    isCoherent: boolean,
    share: number,
  ): number;
  readonly candidateCount: { readonly value: number };
  readonly unchangedCount: { readonly value: number };
  storeResults(table: number, count: number): number;
  testPairs(
    table: number,
    count: number,
    envelope: number,
    lookAhead: number,
    penetrationTolerance: number,
    ahead: number,
    isExact: boolean,
  ): void;
  determineContacts(table: number, from: number, count: number, maxContacts: number): number;
}

/** Loops over contacts and overlaps: place-points.ts, list-uncertain.ts and find-pulls.ts of shared/ say what each does. */
export interface ContactKernel {
  isAnyPulled(
    edges: number,
    firstEdge: number,
    edgeCount: number,
    rows: number,
    firstBody: number,
    bodyCount: number,
    movers: number,
    firstContact: number,
    contactCount: number,
    impulse: number,
    worldNormal: number,
    worldPoint: number,
    bounces: number,
    bouncing: number,
    position: number,
    pulls: number,
  ): number;
  placePoints(
    edges: number,
    firstEdge: number,
    edgeCount: number,
    ends: number,
    firstContact: number,
    contactCount: number,
    anchorA: number,
    anchorB: number,
    normal: number,
    gaps: number,
    worldPoint: number,
    worldNormal: number,
    position: number,
    rotation: number,
  ): number;
  limitApproaches(
    edges: number,
    firstEdge: number,
    edgeCount: number,
    movers: number,
    firstContact: number,
    contactCount: number,
    shapes: number,
    passing: number,
    gaps: number,
    worldPoint: number,
    worldNormal: number,
    closings: number,
    bias: number,
    bounces: number,
    position: number,
    u: number,
    struck: number,
    thickness: number,
    dt: number,
    closed: number,
    strike: number,
  ): void;
  listUncertain(
    listed: number,
    count: number,
    nodes: number,
    edges: number,
    firstPair: number,
    shapes: number,
    gone: number,
    position: number,
    rotation: number,
    kind: number,
    owner: number,
    centred: number,
    thickness: number,
    reach: number,
    proximity: number,
    gap: number,
    travel: number,
    firstContact: number,
    contactCount: number,
    anchorA: number,
    anchorB: number,
    normal: number,
    envelope: number,
    lookAhead: number,
    deep: number,
    firstMesh: number,
    ball: number,
    atCentre: number,
  ): number;
}

/** Loops over bodies: bodies/move-bodies.ts says what each does. */
export interface BodyKernel {
  moveBodies(
    rows: number,
    first: number,
    count: number,
    dt: number,
    velocity: number,
    correction: number,
    position: number,
    orientation: number,
    principal: number,
    moments: number,
    carriedBy: number,
    spinning: number,
    locks: number,
    locked: number,
    spin: number,
    listed: number,
  ): number;
}
