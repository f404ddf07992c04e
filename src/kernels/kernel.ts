// The compiled kernel: a few kilobytes of WebAssembly inside a module, instantiated at once over the memory of a
// world's tables, or that of a factorization, so that it works on the very bytes that TypeScript sees. assembly/ says
// what each function does; layout.ts what those of contacts work on, detection-layout.ts what those of detection, and
// forest-layout.ts what those of joints do.

import { KERNEL_BASE64 } from './kernel-bytes.js';
import type { BodyKernel, ContactKernel, DetectionKernel } from './loops.js';

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
  ): number;
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
  overlapLeft(stream: number, packs: number, displacements: number): number;
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

export interface BlockOfMemory<Buffer extends ArrayBufferLike = ArrayBufferLike> {
  readonly buffer: Buffer;
}
/** The part of the WebAssembly interface that is used; spelt out so that the library needs no DOM types. */
interface Assembly {
  Memory: new (descriptor: { initial: number; maximum: number }) => BlockOfMemory<ArrayBuffer>;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: unknown };
  validate(bytes: Uint8Array): boolean;
}
declare const WebAssembly: Assembly | undefined;

/**
 * Compiled when first asked for, for memory of one thread and for shared memory, and null where nothing can be: always
 * of the same bytes, so worlds that share it do not know of each other.
 */
const compiled: { own?: object | null; shared?: object | null } = {};

/** null where there are no vectors, or where a page's content security policy forbids to compile. */
function compile(assembly: Assembly, bytes: Uint8Array): object | null {
  try {
    return assembly.validate(bytes) ? new assembly.Module(bytes) : null;
  } catch {
    return null;
  }
}

/**
 * The import of the memory in the bytes of the module: its two names, each after its length, and the kind of import, a
 * memory.
 */
const MEMORY_IMPORT = Array.from('\x03env\x06memory\x02', (character) => character.charCodeAt(0));
/** Of limits: both least and most are given, and the memory is shared. The module has 0x01, without the latter. */
const SHARED_LIMITS = 0x03;

/**
 * The module for shared memory. A module says in its import whether the memory is shared, in the flag that the limits begin with
 * (WebAssembly core specification, binary format, limits): all else is the same.
 */
function forSharedMemory(bytes: Uint8Array): Uint8Array {
  const shared = bytes.slice();
  const isAt = (at: number) => MEMORY_IMPORT.every((byte, i) => shared[at + i] === byte);
  shared[shared.findIndex((_, at) => isAt(at)) + MEMORY_IMPORT.length] = SHARED_LIMITS;
  return shared;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 by hand: not every place where WebAssembly runs has a decoder. */
function decode(text: string): Uint8Array {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let i = 0, at = 0; i < text.length; i += 4) {
    let bits = 0;
    for (let k = 0; k < 4; k++) bits = (bits << 6) | Math.max(0, DIGITS.indexOf(text[i + k]));
    for (let k = 16; k >= 0 && at < bytes.length; k -= 8) bytes[at++] = (bits >> k) & 255;
  }
  return bytes;
}

/** Whether a kernel can be had. */
export function canCompile(): boolean {
  return moduleFor('own') !== null;
}

function moduleFor(kind: keyof typeof compiled): object | null {
  if (typeof WebAssembly === 'undefined') return null;
  const known = compiled[kind];
  if (known !== undefined) return known;
  const bytes = decode(KERNEL_BASE64);
  const module = compile(WebAssembly, kind === 'shared' ? forSharedMemory(bytes) : bytes);
  compiled[kind] = module;
  return module;
}

/** The kernel over a memory, or null where nothing can be compiled. */
export function makeKernel(memory: BlockOfMemory): Kernel | null {
  // By name: a memory may be of another realm, as that of a frame is.
  const isShared = Object.prototype.toString.call(memory.buffer) === '[object SharedArrayBuffer]';
  const module = moduleFor(isShared ? 'shared' : 'own');
  if (typeof WebAssembly === 'undefined' || module === null) return null;
  return new WebAssembly.Instance(module, { env: { memory } }).exports as Kernel;
}

const PAGE_BYTES = 65536;

/** A memory with room for some bytes, or null where there is none to be had. */
export function makeMemory(bytes: number): BlockOfMemory<ArrayBuffer> | null {
  if (typeof WebAssembly === 'undefined') return null;
  const pages = Math.ceil(bytes / PAGE_BYTES);
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages });
  } catch {
    return null;
  }
}
