// The compiled kernel: a few kilobytes of WebAssembly inside a module, instantiated at once over the memory of a
// world's tables, or that of a factorization, so that it works on the very bytes that TypeScript sees. assembly/ says
// what each function does; layout.ts what those of contacts work on, detection-layout.ts what those of detection, and
// forest-layout.ts what those of joints do.

import type { Kernel } from './functions.js';
import { KERNEL_HEX } from './kernel-bytes.js';

export type { FactorizationKernel, FlightKernel, ForestKernel, Kernel, TourKernel } from './functions.js';

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

/** The value of a hexadecimal digit, 0 to 9 and a to f, by the code of its character. */
function digitOf(code: number): number {
  return code < 0x3a ? code - 0x30 : code - 0x57;
}

/** The bytes that a text names by two hexadecimal digits each. */
function decode(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = (digitOf(text.charCodeAt(2 * i)) << 4) | digitOf(text.charCodeAt(2 * i + 1));
  return bytes;
}

/** Whether a kernel can be had. */
export function canCompile(kind: keyof typeof compiled = 'own'): boolean {
  return moduleFor(kind) !== null;
}

function moduleFor(kind: keyof typeof compiled): object | null {
  if (typeof WebAssembly === 'undefined') return null;
  const known = compiled[kind];
  if (known !== undefined) return known;
  const bytes = decode(KERNEL_HEX);
  const module = compile(WebAssembly, kind === 'shared' ? forSharedMemory(bytes) : bytes);
  compiled[kind] = module;
  return module;
}

/** One for each memory: what a call leaves behind is read right after it. */
const kernels = new WeakMap<BlockOfMemory, Kernel>();

/** The module for a memory, or null where nothing can be compiled. It can be posted to other threads. */
export function kernelModule(memory: BlockOfMemory): object | null {
  // By name: a memory may be of another realm, as that of a frame is.
  const isShared = Object.prototype.toString.call(memory.buffer) === '[object SharedArrayBuffer]';
  return moduleFor(isShared ? 'shared' : 'own');
}

/** The kernel over a memory, or null where nothing can be compiled. */
export function makeKernel(memory: BlockOfMemory): Kernel | null {
  const known = kernels.get(memory);
  if (known !== undefined) return known;
  const module = kernelModule(memory);
  if (module === null) return null;
  const kernel = instantiate(module, memory);
  kernels.set(memory, kernel);
  return kernel;
}

/** The kernel of a module over a memory. */
export function instantiate(module: object, memory: BlockOfMemory): Kernel {
  const { Instance } = WebAssembly as Assembly;
  return new Instance(module, { env: { memory } }).exports as Kernel;
}

/** Memory of the tables of a world. */
export interface KernelMemory {
  readonly block: BlockOfMemory;
  readonly team: Team | undefined;
  allocate(bytes: number): number;
}

/** Threads that share the loops of kernels: src/threads/ has them. */
export interface Team {
  /** Threads, with that of the world [1]. */
  readonly count: number;
  kernelOver(memory: KernelMemory): Kernel | null;
}

/** The kernel of a world, whose loops its team does. */
export function makeKernelOf(memory: KernelMemory): Kernel | null {
  return memory.team === undefined ? makeKernel(memory.block) : memory.team.kernelOver(memory);
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
