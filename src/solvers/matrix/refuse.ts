// How the solvers on plain arrays refuse what makes no sense: by a sentence that names the field, the value and what is allowed.
//
// The sentences are those of the library's InputError, but the error is a plain RangeError: solvers import nothing but math.

export function refuse(field: string, value: unknown, allowed: string): never {
  throw new RangeError(`${field} is ${show(value)}, but must be ${allowed}.`);
}

/** Short, and safe for what has no text of its own. */
function show(value: unknown): string {
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return `a list of ${(value as ArrayLike<unknown>).length}`;
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Throws unless `value` is an object, as problems and options are. */
export function checkObject(field: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) refuse(field, value, 'an object');
}

/** Throws unless `value` is a list: a plain one or a typed array. */
export function checkList(field: string, value: unknown): asserts value is ArrayLike<unknown> {
  if (!Array.isArray(value) && !(ArrayBuffer.isView(value) && 'length' in value)) refuse(field, value, 'a list');
}

/** Throws unless `value` is a whole number of at least `least`. */
export function checkCount(field: string, value: unknown, least: number): void {
  if (!Number.isInteger(value) || (value as number) < least) refuse(field, value, `a whole number of at least ${least}`);
}

/** Throws unless `value` is a number that is allowed; `allowed` says what is. */
export function checkReal(field: string, value: unknown, allowed: string, isAllowed: (value: number) => boolean): void {
  if (typeof value !== 'number' || !isAllowed(value)) refuse(field, value, allowed);
}

/** Throws unless `value` is a finite number of at least 0. */
export function checkSize(field: string, value: unknown): void {
  checkReal(field, value, 'a finite number of at least 0', (size) => size >= 0 && size < Number.POSITIVE_INFINITY);
}
