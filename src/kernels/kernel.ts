// The compiled kernel: a few kilobytes of WebAssembly inside a module, instantiated at once over the memory of a world's tables, or that
// of a factorization, so that it works on the very bytes that TypeScript sees. assembly/ says what each function does; layout.ts what
// those of contacts work on.

import { KERNEL_BASE64 } from './kernel-bytes.js';

/** Addresses are byte offsets in the memory. */
export interface Kernel extends FactorizationKernel {
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
  sweepVelocities(stream: number, packs: number, velocities: number, tolerance: number): number;
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
  penetrates(
    manifolds: number,
    count: number,
    worldPoint: number,
    worldNormal: number,
    gap: number,
    bias: number,
    u: number,
    correction: number,
    position: number,
    dt: number,
    slop: number,
  ): number;
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
  sweepPositions(stream: number, packs: number, displacements: number, compliance: number): void;
  meanMobility(manifolds: number, packs: number, stream: number): number;
  readonly residual: { readonly value: number };
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

interface BlockOfMemory {
  readonly buffer: ArrayBuffer;
}
/** The part of the WebAssembly interface that is used; spelt out so that the library needs no DOM types. */
interface Assembly {
  Memory: new (descriptor: { initial: number }) => BlockOfMemory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: unknown };
  validate(bytes: Uint8Array): boolean;
}
declare const WebAssembly: Assembly | undefined;

/** Compiled when first asked for, and null where nothing can be: always of the same bytes, so worlds that share it do not know of each other. */
const compiled: { module?: object | null } = {};

/** null where there are no vectors, or where a page's content security policy forbids to compile. */
function compile(assembly: Assembly): object | null {
  const bytes = decode(KERNEL_BASE64);
  try {
    return assembly.validate(bytes) ? new assembly.Module(bytes) : null;
  } catch {
    return null;
  }
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
  if (typeof WebAssembly === 'undefined') return false;
  if (compiled.module === undefined) compiled.module = compile(WebAssembly);
  return compiled.module !== null;
}

/** The kernel over a memory, or null where nothing can be compiled. */
export function makeKernel(memory: object): Kernel | null {
  if (typeof WebAssembly === 'undefined' || !canCompile()) return null;
  return new WebAssembly.Instance(compiled.module as object, { env: { memory } }).exports as Kernel;
}

const PAGE_BYTES = 65536;

/** A memory with room for some bytes, or null where there is none to be had. */
export function makeMemory(bytes: number): BlockOfMemory | null {
  if (typeof WebAssembly === 'undefined') return null;
  try {
    return new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  } catch {
    return null;
  }
}
