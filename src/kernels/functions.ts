// The functions of the compiled kernel, and what they take: assembly/ says what each does.

/** Addresses are byte offsets in the memory. */
export interface Kernel
  extends FactorizationKernel,
    ForestKernel,
    TourKernel,
    FlightKernel,
    DetectionKernel,
    ContactKernel,
    BodyKernel {
  applyImpulses(
    manifolds: number,
    count: number,
    worldPoint: number,
    worldNormal: number,
    lambda: number,
    u: number,
    position: number,
    inverseMass: number,
    inverseInertia: number,
    share: number,
  ): void;
  prepare(
    manifolds: number,
    friction: number,
    packs: number,
    stream: number,
    worldPoint: number,
    worldNormal: number,
    position: number,
    roots: number,
    velocityBytes: number,
  ): number;
  start(
    manifolds: number,
    packs: number,
    stream: number,
    worldPoint: number,
    worldNormal: number,
    lambda: number,
    bias: number,
    u: number,
    position: number,
    share: number,
  ): void;
  solveContacts(
    manifolds: number,
    packs: number,
    stream: number,
    worldPoint: number,
    worldNormal: number,
    lambda: number,
    bias: number,
    u: number,
    position: number,
    inverseMass: number,
    inverseInertia: number,
    share: number,
    velocities: number,
    formers: number,
    movers: number,
    count: number,
    iterations: number,
    tolerance: number,
    longest: number,
    coarse: number,
    impulse: number,
    change: number,
  ): number;
  sweepVelocities(stream: number, packs: number, velocities: number, tolerance: number, further: number): number;
  beginSweeps(velocities: number, formers: number, movers: number, count: number): void;
  sweepPacks(stream: number, packs: number, velocities: number, tolerance: number, further: number, sums: number): number;
  addUp(sums: number, count: number): number;
  carryOn(velocities: number, formers: number, movers: number, count: number, further: number): void;
  finish(
    manifolds: number,
    packs: number,
    stream: number,
    worldNormal: number,
    lambda: number,
    share: number,
    impulse: number,
    change: number,
  ): void;
  predictGaps(
    manifolds: number,
    packs: number,
    stream: number,
    worldPoint: number,
    worldNormal: number,
    gap: number,
    bias: number,
    u: number,
    correction: number,
    position: number,
    dt: number,
    squares: number,
  ): number;
  readonly squareCount: { readonly value: number };
  sweepPositions(stream: number, packs: number, displacements: number, compliance: number): number;
  correctContacts(
    stream: number,
    packs: number,
    displacements: number,
    movers: number,
    count: number,
    roots: number,
    correction: number,
    iterations: number,
    compliance: number,
  ): void;
  addDisplacements(displacements: number, movers: number, count: number, roots: number, correction: number): void;
  overlapLeft(stream: number, packs: number, displacements: number, squares: number): number;
  meanMobility(manifolds: number, packs: number, stream: number): number;
  readonly residual: { readonly value: number };
  readonly deepestAhead: { readonly value: number };
}

/** L D L^T of a matrix of blocks of 6 or 12 rows: reference-factorization.ts says what the arrays are. */
export interface FactorizationKernel {
  factorizeBlocks(
    count: number,
    size: number,
    start: number,
    rows: number,
    diagonal: number,
    below: number,
    inverse: number,
    column: number,
    transposed: number,
    where: number,
  ): void;
  solveBlocks(
    count: number,
    size: number,
    start: number,
    rows: number,
    diagonal: number,
    below: number,
    inverse: number,
    x: number,
  ): void;
}

/**
 * The factorisation of the links from `from` to `to` of a forest, and solves with it: solvers/tree/kernels say what
 * each does, and forest-layout.ts what `table` has.
 */
export interface ForestKernel {
  factorLinks(table: number, from: number, to: number): void;
  respondLinks(table: number, from: number, to: number): void;
  solveLinks(table: number, from: number, to: number): void;
  missGoals(table: number, from: number, to: number): void;
  closeLinks(table: number, from: number, to: number, passes: number): void;
}

/**
 * Sweeps over the contacts of a forest: solvers/tree/kernels/sweep-tour.ts says what each does, and tour-layout.ts what
 * `table` has.
 */
export interface TourKernel {
  sweepTour(table: number, count: number, ground: number, pyramid: number, tolerance: number): number;
  sweepTourOfGaps(table: number, count: number, ground: number, tolerance: number): number;
}

/**
 * Trees in joint coordinates, by the addresses of their numbers and integers, and of the table of columns of their
 * world: shared/ and assembly/flight.ts say what each does, and flight-layout.ts what these are.
 */
export interface FlightKernel {
  placeTree(numbers: number, integers: number, count: number): number;
  beginTree(numbers: number, integers: number, count: number, isPlaced: number, open: number, dt: number, most: number): number;
  goOnTree(
    numbers: number,
    integers: number,
    count: number,
    sums: number,
    isFactored: number,
    asks: number,
    dt: number,
    most: number,
  ): number;
  endTree(numbers: number, integers: number, count: number, sums: number, dt: number): void;
  twiceEnergyOfTree(numbers: number, count: number): number;
  readTree(
    table: number,
    numbers: number,
    integers: number,
    count: number,
    isPlaced: number,
    gx: number,
    gy: number,
    gz: number,
    times: number,
  ): number;
  flyTree(
    table: number,
    numbers: number,
    integers: number,
    count: number,
    sums: number,
    isPlaced: number,
    isFactored: number,
    gx: number,
    gy: number,
    gz: number,
    times: number,
    open: number,
    dt: number,
    most: number,
  ): number;
  landTree(table: number, numbers: number, integers: number, count: number, scale: number, times: number): number;
}

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
  moveCandidates(table: number, from: number, count: number, to: number): void;
  storeResults(table: number, from: number, end: number): number;
  testPairs(
    table: number,
    from: number,
    end: number,
    envelope: number,
    lookAhead: number,
    penetrationTolerance: number,
    ahead: number,
    isExact: boolean,
  ): void;
  determineContacts(table: number, from: number, count: number, maxContacts: number): number;
  /** shared/far-movers.ts says what it does. */
  noteFarMovers(
    farthest: number,
    position: number,
    orientation: number,
    velocity: number,
    detected: number,
    width: number,
    thinness: number,
    slenderness: number,
    length: number,
    first: number,
    end: number,
  ): void;
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
