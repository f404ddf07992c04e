// The functions of the compiled kernel, and what they take: assembly/ says what each does.

import type { countFlatContacts } from './shared/count-flat-contacts.js';
import type { fillLanes, findManifolds } from './shared/find-manifolds.js';
import type { isAnyPulled } from './shared/find-pulls.js';
import type { countEntries, listEntries, rankIslands } from './shared/find-supports.js';
import type { keepLoads, passStrikesDown } from './shared/keep-loads.js';
import type { limitApproaches, placePoints } from './shared/place-points.js';
import type { depthAhead, longestSlide } from './shared/slides.js';
import type { turnLoads } from './shared/turn-loads.js';

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
  prepareRanges(
    firstLane: number,
    packCount: number,
    start: number,
    count: number,
    manifolds: number,
    friction: number,
    stream: number,
    worldPoint: number,
    worldNormal: number,
    position: number,
    roots: number,
    velocityBytes: number,
  ): void;
  forgetSwept(swept: number, count: number, roots: number, velocities: number): void;
  writeRoots(
    rows: number,
    count: number,
    orientation: number,
    principal: number,
    moments: number,
    stiffMoments: number,
    spinning: number,
    inverseMass: number,
    roots: number,
    swept: number,
  ): void;
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
    worldPoint: number,
    worldNormal: number,
    lambda: number,
    u: number,
    position: number,
    inverseMass: number,
    inverseInertia: number,
    share: number,
    impulse: number,
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
  /** Loops over islands; stepping-layout.ts says what `table` has. */
  sweepIslands(table: number, count: number): void;
  moveIslands(table: number, count: number): number;
  readonly leftBodies: { readonly value: number };
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
  /** shared/mark-moved.ts says what it does, here of all rows to before `end`. */
  markMoved(table: number, width: number, end: number, known: number): number;
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
  determineContacts(table: number, from: number, count: number, maxContacts: number, isTolerant: boolean): number;
  /** shared/next-to-vanish.ts says what it does. */
  nextToVanish(
    first: number,
    end: number,
    stamp: number,
    seen: number,
    generation: number,
    nodes: number,
    bounds: number,
    proximity: number,
    contactState: number,
    placementKnown: number,
    still: number,
    reportedProximity: number,
    reportedTouching: number,
    contactRoom: number,
    contactCount: number,
  ): number;
  /** detection/time-of-impact/far-movers.ts says what it does. */
  noteFarMovers(
    squares: number,
    far: number,
    room: number,
    farCount: number,
    position: number,
    orientation: number,
    velocity: number,
    detected: number,
    width: number,
    thinness: number,
    slenderness: number,
    length: number,
    enough: number,
    first: number,
    end: number,
  ): number;
}

/** A loop that both compilers compile, as the kernel has it: in place of arrays it takes their addresses. */
type Compiled<Loop> = Loop extends (...given: infer Given) => infer Result
  ? (...given: { [K in keyof Given]: number }) => Result extends boolean ? number : Result
  : never;

/** Loops over contacts and overlaps: the files of shared/ that export them say what each does. */
export interface ContactKernel {
  readonly countEntries: Compiled<typeof countEntries>;
  readonly listEntries: Compiled<typeof listEntries>;
  readonly rankIslands: Compiled<typeof rankIslands>;
  readonly turnLoads: Compiled<typeof turnLoads>;
  readonly keepLoads: Compiled<typeof keepLoads>;
  readonly passStrikesDown: Compiled<typeof passStrikesDown>;
  readonly countFlatContacts: Compiled<typeof countFlatContacts>;
  readonly findManifolds: Compiled<typeof findManifolds>;
  readonly fillLanes: Compiled<typeof fillLanes>;
  readonly depthAhead: Compiled<typeof depthAhead>;
  readonly longestSlide: Compiled<typeof longestSlide>;
  readonly isAnyPulled: Compiled<typeof isAnyPulled>;
  readonly placePoints: Compiled<typeof placePoints>;
  readonly limitApproaches: Compiled<typeof limitApproaches>;
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
