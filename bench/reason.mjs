// Why something failed, in a line.

/** Engines throw errors, strings and objects of their own. */
export function reasonOf(/** @type {any} */ error) {
  return String(error?.message ?? error).split('\n')[0];
}
