// How the solvers on plain arrays refuse what makes no sense: by a sentence that names the field, the value and what is allowed.
//
// The sentences are those of the library's InputError, but the error is a plain RangeError: solvers import nothing but math.

export function refuse(field: string, value: unknown, allowed: string): never {
  throw new RangeError(`${field} is ${String(value)}, but must be ${allowed}.`);
}

/** Throws unless `value` is a whole number of at least `least`. */
export function checkCount(field: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least) refuse(field, value, `a whole number of at least ${least}`);
}
