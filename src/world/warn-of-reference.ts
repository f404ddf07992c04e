// Where nothing can be compiled, worlds sweep by the reference: says so, once a process, and refuses to be told otherwise.

import { InputError } from '../input/fields.js';
import { canCompile } from '../kernels/kernel.js';
import type { Settings } from '../settings.js';

/** Of pages and Node; spelt out so that the library needs no DOM types. */
declare const console: { warn(text: string): void } | undefined;

/** Of the process, not of a world: whoever makes a thousand worlds reads the warning once. */
const said = { hasWarned: false };

export function warnOfReference(): void {
  if (said.hasWarned || typeof console === 'undefined') return;
  said.hasWarned = true;
  console.warn(
    'drystone: nothing can be compiled here (no WebAssembly with vectors, or a content security policy without wasm-unsafe-eval), so worlds sweep by the reference in TypeScript: slower, and with other bits than elsewhere. Their hashes begin with "reference-".',
  );
}

/** Refuses the compiled kernel where there is none. */
export function checkKernel(kernel: Settings['kernel']): void {
  if (kernel !== 'compiled' || canCompile()) return;
  throw new InputError(
    `settings.kernel is "compiled", but nothing can be compiled here, for want of WebAssembly with vectors or by a content security policy; allowed are "auto", "reference".`,
  );
}
