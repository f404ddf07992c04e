// Flags that are numbers.

import type { Field } from '../src/input/fields.js';
import { number } from '../src/input/fields.js';

/** Field of the flag --jobs. */
export const jobsField: Field = number('Runs at the same time [1]', { min: 1, max: 256, integer: true });

/** Parses the text of a flag as a number; throws unless the field allows it. */
export function parseNumber(flag: string, text: string, field: Field): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  field.check(Number.isNaN(value) ? text : value, flag);
  return value;
}
