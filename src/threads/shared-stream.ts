// The loops over the stream of contacts, executed by several threads. Packs of one colour share no moving body, so
// threads execute them in parallel, with a barrier after every colour. Sums have the bits of one thread: terms are
// stored per point and added in the order of the points.

import type { Kernel, KernelMemory } from '../kernels/kernel.js';
import { MANIFOLD_WIDTH } from '../kernels/layout.js';
import type { Crew } from './crew.js';
import * as loops from './loops.js';
import { LANES, MANIFOLDS, PACKS, POINT_BYTES, QUAD_BYTES, QUADS, StreamParts } from './stream-parts.js';

/** Smallest number of movers per piece [1]. */
const LEAST_MOVERS = 256;
/** Largest number of pieces of loops that may execute packs in any order [1]. */
const MOST_PIECES = 32;
/** Bytes of the squares of the four gaps of a point, twice those of its term of the residual. */
const SQUARES_BYTES = 8 * LANES;
/** Initial value of the last residual, as in the kernel. */
const LARGEST_F32 = 3.4028234663852886e38;

export class SharedStream {
  /** Residual after the last sweep, as `residual` of the kernel. */
  readonly residual = { value: 0 };
  /** Deepest of the gaps predicted last, as `deepestAhead` of the kernel. */
  readonly deepestAhead = { value: 0 };
  readonly #own: Kernel;
  readonly #crew: Crew;
  readonly #index: number;
  readonly #memory: KernelMemory;
  readonly #parts: StreamParts;
  /** Address of the terms of sums, the number of points it has room for, and a view of it for squares of overlaps. */
  #sums = 0;
  #sumsRoom = 0;
  /** Number of pieces of the last loop that lists squares. */
  #pieces = 0;
  #squares: Float64Array = new Float64Array(0);

  constructor(own: Kernel, crew: Crew, index: number, memory: KernelMemory) {
    this.#own = own;
    this.#crew = crew;
    this.#index = index;
    this.#memory = memory;
    this.#parts = new StreamParts(memory.block);
  }

  /** Prepares ranges of packs of one colour. */
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
  ): void {
    const integers = new Int32Array(this.#memory.block.buffer);
    let end = stream;
    for (let i = 0; i < count; i++) {
      integers[start / 4 + i] = end - stream;
      const lane = integers[firstLane / 4 + i];
      end = this.#prepare(
        manifolds + 4 * MANIFOLD_WIDTH * lane,
        friction + 8 * lane,
        integers[packCount / 4 + i],
        end,
        worldPoint,
        worldNormal,
        position,
        roots,
        velocityBytes,
      );
    }
    integers[start / 4 + count] = end - stream;
  }

  #prepare(
    manifolds: number,
    friction: number,
    packs: number,
    stream: number,
    worldPoint: number,
    worldNormal: number,
    position: number,
    roots: number,
    velocityBytes: number,
  ): number {
    const { numbers, count } = this.#crew;
    const end = this.#parts.add(manifolds, packs, stream, count);
    numbers[0] = manifolds;
    numbers[1] = friction;
    numbers[2] = worldPoint;
    numbers[3] = worldNormal;
    numbers[4] = position;
    numbers[5] = roots;
    numbers[6] = velocityBytes;
    this.#doInAnyOrder(loops.PREPARE, stream, packs);
    return end;
  }

  #start(
    packs: number,
    stream: number,
    worldPoint: number,
    worldNormal: number,
    lambda: number,
    bias: number,
    u: number,
    position: number,
    share: number,
  ): void {
    const { numbers } = this.#crew;
    numbers[0] = worldPoint;
    numbers[1] = worldNormal;
    numbers[2] = lambda;
    numbers[3] = bias;
    numbers[4] = u;
    numbers[5] = position;
    numbers[6] = share;
    this.#doInAnyOrder(loops.START, stream, packs);
  }

  #finish(
    first: number,
    end: number,
    worldPoint: number,
    worldNormal: number,
    lambda: number,
    u: number,
    position: number,
    inverseMass: number,
    inverseInertia: number,
    share: number,
    impulse: number,
  ): void {
    const { numbers } = this.#crew;
    numbers[0] = worldPoint;
    numbers[1] = worldNormal;
    numbers[2] = lambda;
    numbers[3] = u;
    numbers[4] = position;
    numbers[5] = inverseMass;
    numbers[6] = inverseInertia;
    numbers[7] = share;
    numbers[8] = impulse;
    this.#doByColour(loops.FINISH, first, end);
  }

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
  ): void {
    if (count === 0) return;
    const { numbers } = this.#crew;
    numbers[0] = worldPoint;
    numbers[1] = worldNormal;
    numbers[2] = lambda;
    numbers[3] = u;
    numbers[4] = position;
    numbers[5] = inverseMass;
    numbers[6] = inverseInertia;
    numbers[7] = share;
    const first = this.#parts.find(MANIFOLDS, manifolds);
    this.#doByColour(loops.APPLY_IMPULSES, first, this.#parts.endOf(first, count / LANES));
  }

  /** correctContacts() in kernels/assembly/positions.ts. */
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
  ): void {
    const own = this.#own;
    const first = this.#parts.find(QUADS, stream);
    const end = this.#parts.endOf(first, packs);
    if (this.#isAlone(first, end)) {
      own.correctContacts(stream, packs, displacements, movers, count, roots, correction, iterations, compliance);
      return;
    }
    own.beginSweeps(displacements, displacements, movers, count);
    const { numbers } = this.#crew;
    numbers[0] = displacements;
    numbers[1] = compliance;
    for (let i = 0; i < iterations; i++) if (this.#doByColour(loops.SWEEP_POSITIONS, first, end) === 0) break;
    own.addDisplacements(displacements, movers, count, roots, correction);
  }

  overlapLeft(stream: number, packs: number, displacements: number): number {
    this.#crew.numbers[0] = displacements;
    return this.#sumSquares(loops.OVERLAP_LEFT, stream, packs);
  }

  predictGaps(
    _manifolds: number,
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
  ): number {
    const { numbers } = this.#crew;
    numbers[0] = worldPoint;
    numbers[1] = worldNormal;
    numbers[2] = gap;
    numbers[3] = bias;
    numbers[4] = u;
    numbers[5] = correction;
    numbers[6] = position;
    numbers[7] = dt;
    const sum = this.#sumSquares(loops.PREDICT_GAPS, stream, packs);
    let deepest = 0;
    for (let k = 0; k < this.#pieces; k++) deepest = Math.max(deepest, numbers[loops.firstOfPiece(k) + loops.DEEPEST]);
    this.deepestAhead.value = deepest;
    return sum;
  }

  /** Half the sum of the squares that a loop lists, added in the order of the packs. */
  #sumSquares(loop: number, stream: number, packs: number): number {
    const { numbers } = this.#crew;
    const first = this.#parts.find(QUADS, stream);
    this.#reserveSums(stream, this.#parts.endOf(first, packs));
    this.#pieces = this.#doInAnyOrder(loop, stream, packs);
    let sum = 0;
    for (let k = 0; k < this.#pieces; k++) {
      const from = (numbers[loops.firstOfPiece(k) + loops.SUMS] - this.#sums) / 8;
      const end = from + this.#crew.resultOf(k);
      for (let i = from; i < end; i++) sum += this.#squares[i];
    }
    return 0.5 * sum;
  }

  /** Whether none of the parts [first .. end) can be executed in parallel, or there are no helpers. */
  #isAlone(first: number, end: number): boolean {
    return this.#crew.count === 1 || !this.#parts.areShared(first, end);
  }

  /** solveContacts() in kernels/assembly/solve-contacts.ts. */
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
  ): number {
    const first = this.#parts.find(QUADS, stream);
    const end = this.#parts.endOf(first, packs);
    if (this.#isAlone(first, end)) {
      // biome-ignore format: as many as these
      const sweeps = this.#own.solveContacts(
        manifolds, packs, stream, worldPoint, worldNormal, lambda, bias, u, position, inverseMass, inverseInertia, share,
        velocities, formers, movers, count, iterations, tolerance, longest, coarse, impulse,
      );
      this.residual.value = this.#own.residual.value;
      return sweeps;
    }
    this.#start(packs, stream, worldPoint, worldNormal, lambda, bias, u, position, share);
    const done = this.#sweepUntil(first, end, velocities, formers, movers, count, iterations, tolerance, longest, coarse);
    this.#finish(first, end, worldPoint, worldNormal, lambda, u, position, inverseMass, inverseInertia, share, impulse);
    return done;
  }

  /** The loop of sweepUntil() in kernels/assembly/sweep-velocities.ts. */
  #sweepUntil(
    first: number,
    end: number,
    velocities: number,
    formers: number,
    movers: number,
    count: number,
    iterations: number,
    tolerance: number,
    longest: number,
    coarse: number,
  ): number {
    const own = this.#own;
    const stream = this.#parts.at(first, QUADS);
    const terms = this.#reserveSums(stream, end);
    // Places without a point must be zero.
    this.#squares.fill(0, 0, Math.ceil((QUAD_BYTES * terms) / 8));
    own.beginSweeps(velocities, formers, movers, count);
    let further = 0;
    let last = LARGEST_F32;
    let done = 0;
    while (done < longest) {
      done++;
      const isChanged = this.#sweep(first, end, velocities, done < iterations ? tolerance : coarse, further);
      const residual = own.addUp(this.#sums, terms);
      this.residual.value = residual;
      if (!isChanged) break;
      further = residual < last ? Math.fround(Math.sqrt(Math.fround(residual / last))) : 0;
      last = residual;
      this.#carryOn(velocities, formers, movers, count, further);
    }
    return done;
  }

  #sweep(first: number, end: number, velocities: number, tolerance: number, further: number): boolean {
    const { numbers } = this.#crew;
    numbers[0] = velocities;
    numbers[1] = tolerance;
    numbers[2] = further;
    return this.#doByColour(loops.SWEEP, first, end) > 0;
  }

  #carryOn(velocities: number, formers: number, movers: number, count: number, further: number): void {
    const { numbers } = this.#crew;
    numbers[0] = velocities;
    numbers[1] = formers;
    numbers[2] = movers;
    numbers[3] = further;
    this.#crew.shareRange(loops.CARRY_ON, this.#index, 0, count, LEAST_MOVERS);
  }

  /** Reserves memory for the terms of all points of the parts up to `end`; returns the number of places. */
  #reserveSums(stream: number, end: number): number {
    const parts = this.#parts;
    const points = parts.countPoints(parts.at(end - 1, MANIFOLDS), parts.at(end - 1, PACKS));
    const places = Math.floor((parts.at(end - 1, QUADS) - stream) / POINT_BYTES) + points;
    if (places > this.#sumsRoom) {
      this.#sumsRoom = 2 * places;
      this.#sums = this.#memory.allocate(SQUARES_BYTES * this.#sumsRoom);
      this.#squares = new Float64Array(this.#memory.block.buffer, this.#sums, LANES * this.#sumsRoom);
    }
    return places;
  }

  /**
   * Executes a loop over packs of the stream in any order; returns the number of pieces. The caller has written the
   * arguments.
   */
  #doInAnyOrder(loop: number, stream: number, packs: number): number {
    if (packs === 0) return 0;
    const parts = this.#parts;
    const first = parts.find(QUADS, stream);
    const end = parts.endOf(first, packs);
    const isShared = this.#crew.count > 1 && parts.areShared(first, end);
    const pieces = isShared ? Math.min(MOST_PIECES, end - first) : 1;
    for (let k = 0, part = first; k < pieces; k++) {
      const next = first + Math.floor(((end - first) * (k + 1)) / pieces);
      this.#writePiece(k, part, next, stream, SQUARES_BYTES);
      part = next;
    }
    this.#crew.share(loop, this.#index, pieces);
    return pieces;
  }

  /** Executes a loop over parts, colour by colour; returns the largest result. The caller has written the arguments. */
  #doByColour(loop: number, first: number, end: number): number {
    const parts = this.#parts;
    const crew = this.#crew;
    const stream = parts.at(first, QUADS);
    let largest = 0;
    for (let part = first; part < end; ) {
      const next = crew.count === 1 ? end : parts.endOfRun(part, end);
      const isShared = crew.count > 1 && parts.isShared(part);
      const pieces = isShared ? next - part : 1;
      if (isShared) for (let k = 0; k < pieces; k++) this.#writePiece(k, part + k, part + k + 1, stream, QUAD_BYTES);
      else this.#writePiece(0, part, next, stream, QUAD_BYTES);
      crew.share(loop, this.#index, pieces);
      largest = Math.max(largest, crew.largestOf(pieces));
      part = next;
    }
    return largest;
  }

  /** Writes the numbers of a piece with the parts [first .. end); each point has `bytes` bytes for its terms. */
  #writePiece(k: number, first: number, end: number, stream: number, bytes: number): void {
    const parts = this.#parts;
    const { numbers } = this.#crew;
    const p = loops.firstOfPiece(k);
    const quads = parts.at(first, QUADS);
    numbers[p + loops.QUADS] = quads;
    numbers[p + loops.PACKS] = parts.packsOf(first, end);
    numbers[p + loops.MANIFOLDS] = parts.at(first, MANIFOLDS);
    // Every point has its own place, in the order of the points.
    numbers[p + loops.SUMS] = this.#sums + bytes * Math.floor((quads - stream) / POINT_BYTES);
  }
}
