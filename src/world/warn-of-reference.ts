// Warning for platforms that cannot compile the kernel, where worlds use the reference sweeps: given once per process.
// The setting that forces the compiled kernel is refused there.

import { InputError } from '../input/fields.js';
import { canCompile } from '../kernels/kernel.js';
import type { Settings } from '../settings.js';

/** Exists in browsers and Node; declared here so that the library needs no DOM types. */
declare const console: { warn(text: string): void } | undefined;

/** One per process, so that a program with a thousand worlds gets the warning once. */
const said = { hasWarned: false };

export function warnOfReference(): void {
  if (said.hasWarned || typeof console === 'undefined') return;
  said.hasWarned = true;
  console.warn(
    'drystone: nothing can be compiled here (no WebAssembly with vectors, or a content security policy without wasm-unsafe-eval), so worlds sweep by the reference in TypeScript: slower, and with other bits than elsewhere. Their hashes begin with "reference-".',
  );
}

/** Throws if the setting forces the compiled kernel where it cannot be compiled. */
export function checkKernel(kernel: Settings['kernel']): void {
  if (kernel !== 'compiled' || canCompile()) return;
  throw new InputError(
    `settings.kernel is "compiled", but nothing can be compiled here, for want of WebAssembly with vectors or by a content security policy; allowed are "auto", "reference".`,
  );
}
