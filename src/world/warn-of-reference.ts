// Says, once a process, that worlds sweep by the reference here.

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
