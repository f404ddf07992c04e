// Fields: declarations of the values that users may give. Body descriptors, settings, scene files and the published
// schema are made of them.
//
// A field checks a value, and names in one sentence the field, the value and what is allowed. It also writes itself as
// JSON Schema.

/**
 * Thrown for input that is not allowed. The message is a sentence that names the field, the value and what is allowed.
 */
export class InputError extends Error {
  override name = 'InputError';
}

export interface Field {
  /** Throws an InputError unless the value is allowed; `path` names the value, e.g. "bodies[3].mass". */
  check(value: unknown, path: string): void;
  /** The field as JSON Schema (draft 2020-12). */
  schema(): Record<string, unknown>;
}

/** Characters that control a terminal or change the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]/gu;

/** The text with such characters and line ends escaped, e.g. \u001b. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A short text of a value for error sentences. Unlike JSON, it tells NaN from null. */
export function show(value: unknown): string {
  if (typeof value === 'string') return printable(JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value));
  if (typeof value === 'number' || value === undefined || value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value))
    return value.length > 6 || value.some(Array.isArray) ? `a list of ${value.length}` : `[${value.map(show).join(', ')}]`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A list of names for error sentences; of many names, only the first. */
export function listNames(names: readonly string[]): string {
  const most = 20;
  const shown = names.slice(0, most).map(show).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

export function refuse(path: string, value: unknown, allowed: string): never {
  throw new InputError(`${path} is ${show(value)}, but must be ${allowed}.`);
}

/** Largest allowed magnitude: products of a few larger quantities would overflow. */
const LARGEST = 1e15;

export interface NumberLimits {
  /** Smallest allowed value. */
  min?: number;
  /** The value must be larger than this. */
  above?: number;
  /** Largest allowed value. */
  max?: number;
  /** Only whole numbers. */
  integer?: boolean;
}

function describeLimits(limits: NumberLimits): string {
  const noun = limits.integer ? 'a whole number' : 'a finite number';
  const bounds: string[] = [];
  if (limits.above !== undefined) bounds.push(`above ${limits.above}`);
  if (limits.min !== undefined) bounds.push(`of at least ${limits.min}`);
  if (limits.max !== undefined) bounds.push(`of at most ${limits.max}`);
  return bounds.length > 0 ? `${noun} ${bounds.join(' and ')}` : noun;
}

function isOutside(value: number, { integer, above, min, max }: NumberLimits): boolean {
  return (
    !Number.isFinite(value) ||
    (integer === true && !Number.isInteger(value)) ||
    (above !== undefined && value <= above) ||
    (min !== undefined && value < min) ||
    (max !== undefined && value > max)
  );
}

export function number(doc: string, limits: NumberLimits = {}): Field {
  return {
    check(value, path) {
      if (typeof value !== 'number' || isOutside(value, limits)) return refuse(path, value, describeLimits(limits));
      if (Math.abs(value) > LARGEST) refuse(path, value, `a number of at most ${LARGEST.toExponential()} in size`);
    },
    schema: () => ({
      type: limits.integer ? 'integer' : 'number',
      description: doc,
      ...(limits.above === undefined || limits.min !== undefined ? { minimum: limits.min ?? -LARGEST } : {}),
      ...(limits.above !== undefined && { exclusiveMinimum: limits.above }),
      maximum: limits.max ?? LARGEST,
    }),
  };
}

/**
 * Checks a number without limits but that of magnitude. It is fast for valid numbers, since targets are set every step.
 */
export function checkPlainNumber(value: unknown, path: string): void {
  if (typeof value !== 'number' || !(Math.abs(value) <= LARGEST)) PLAIN_NUMBER.check(value, path);
}

export function boolean(doc: string): Field {
  return {
    check(value, path) {
      if (typeof value !== 'boolean') refuse(path, value, 'true or false');
    },
    schema: () => ({ type: 'boolean', description: doc }),
  };
}

export function text(doc: string): Field {
  return {
    check(value, path) {
      if (typeof value !== 'string' || value === '') refuse(path, value, 'a text that is not empty');
    },
    schema: () => ({ type: 'string', minLength: 1, description: doc }),
  };
}

export function oneOf(doc: string, names: readonly (string | number)[]): Field {
  return {
    check(value, path) {
      if (!names.includes(value as string)) refuse(path, value, `one of ${names.map(show).join(', ')}`);
    },
    schema: () => ({ enum: [...names], description: doc }),
  };
}

/** The given word, or any value that the field allows. */
export function either(doc: string, word: string, field: Field): Field {
  return {
    check(value, path) {
      if (value === word) return;
      if (typeof value === 'string') refuse(path, value, `${show(word)} or a number`);
      field.check(value, path);
    },
    schema: () => ({ description: doc, anyOf: [{ const: word }, field.schema()] }),
  };
}

/** A list of `length` finite numbers; all are above `above` if it is given. */
export function tuple(doc: string, length: number, above?: number): Field {
  const limits = above === undefined ? {} : { above };
  const one = number('', limits);
  return {
    check(value, path) {
      if (!Array.isArray(value) || value.length !== length)
        return refuse(path, value, `a list of ${length} finite numbers${above === undefined ? '' : ` above ${above}`}`);
      for (let i = 0; i < length; i++) checkEntry(one, value[i], limits, path, i);
    },
    schema: () => ({
      type: 'array',
      items: { type: 'number', ...(above === undefined ? { minimum: -LARGEST } : { exclusiveMinimum: above }), maximum: LARGEST },
      minItems: length,
      maxItems: length,
      description: doc,
    }),
  };
}

/** A list of numbers of any length: an array, or also a typed array if `isPlain` is false. */
export function numbers(doc: string, isPlain: boolean, limits: NumberLimits = {}): Field {
  const one = number('', limits);
  return {
    check(value, path) {
      if (!Array.isArray(value) && (isPlain || !isTypedArray(value))) return refuse(path, value, 'a list of numbers');
      const entries = value as ArrayLike<unknown>;
      for (let i = 0; i < entries.length; i++) checkEntry(one, entries[i], limits, path, i);
    },
    schema: () => ({ type: 'array', items: one.schema(), description: doc }),
  };
}

/** Checks number i of a list. The path is built only for errors, since lists can be long or checked often. */
function checkEntry(one: Field, entry: unknown, limits: NumberLimits, path: string, i: number): void {
  if (typeof entry !== 'number' || !(Math.abs(entry) <= LARGEST) || isOutside(entry, limits)) one.check(entry, `${path}[${i}]`);
}

function isTypedArray(value: unknown): boolean {
  return ArrayBuffer.isView(value) && 'length' in value;
}

export function vec3(doc: string, above?: number): Field {
  return tuple(doc, 3, above);
}

/** A rotation [x, y, z, w] of any length but zero; it is normalised later. */
export function quaternion(doc: string): Field {
  const four = tuple(doc, 4);
  return {
    check(value, path) {
      four.check(value, path);
      const q = value as number[];
      const squared = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
      if (!(squared > 1e-12 && squared < 1e12))
        refuse(path, value, 'a quaternion [x, y, z, w] of a length between 1e-6 and 1e6, not zero');
    },
    schema: four.schema,
  };
}

export function list(doc: string, item: Field, minItems = 0): Field {
  return {
    check(value, path) {
      if (!Array.isArray(value)) return refuse(path, value, 'a list');
      if (value.length < minItems) refuse(path, value, `a list of at least ${minItems}`);
      for (let i = 0; i < value.length; i++) item.check(value[i], `${path}[${i}]`);
    },
    schema: () => ({ type: 'array', items: item.schema(), ...(minItems > 0 && { minItems }), description: doc }),
  };
}

/** A plain object that has only these fields. */
export function object<T>(doc: string, noun: string, required: Partial<Fields<T>>, optional: Partial<Fields<T>> = {}): Field {
  const all = { ...required, ...optional } as Record<string, Field>;
  return {
    check(value, path) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(path, value, `an object: ${noun}`);
      for (const key of Object.keys(value)) {
        if (!Object.hasOwn(all, key))
          throw new InputError(`${join(path, key)} is not a field of ${noun}; ${nameAllowed(Object.keys(all))}.`);
      }
      for (const [key, field] of Object.entries(all)) {
        const entry = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
        if (entry !== undefined) field.check(entry, join(path, key));
        else if (Object.hasOwn(required, key)) throw new InputError(`${join(path, key)} is missing; ${noun} needs it.`);
      }
    },
    schema: () => ({
      type: 'object',
      description: doc,
      properties: Object.fromEntries(Object.entries(all).map(([key, field]) => [key, field.schema()])),
      required: Object.keys(required),
      additionalProperties: false,
    }),
  };
}
function nameAllowed(names: readonly string[]): string {
  return names.length === 0 ? 'there are none' : `allowed are ${names.join(', ')}`;
}
export type Fields<T> = { [K in keyof T]-?: Field };

/** An object whose fields depend on its `tag` field. */
export function tagged(doc: string, noun: string, tag: string, cases: Readonly<Record<string, Field>>): Field {
  return {
    check(value, path) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(path, value, `an object: ${noun}`);
      const name = (value as Record<string, unknown>)[tag];
      if (typeof name !== 'string' || !Object.hasOwn(cases, name)) {
        refuse(join(path, tag), name, `one of ${Object.keys(cases).map(show).join(', ')}`);
      }
      cases[name as string].check(value, path);
    },
    schema: () => ({ description: doc, oneOf: Object.values(cases).map((field) => field.schema()) }),
  };
}

/** A field that allows one value only. */
export function literal(value: string | number): Field {
  return {
    check(given, path) {
      if (given !== value) refuse(path, given, show(value));
    },
    schema: () => ({ const: value }),
  };
}

/** An object that maps names to values, e.g. materials by name. */
export function record(doc: string, item: Field): Field {
  return {
    check(value, path) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(path, value, 'an object');
      for (const [key, entry] of Object.entries(value)) item.check(entry, join(path, key));
    },
    schema: () => ({ type: 'object', additionalProperties: item.schema(), description: doc }),
  };
}

function join(path: string, key: string): string {
  const short = key.length > 60 ? `${key.slice(0, 57)}...` : key;
  return path === '' ? short : `${path}.${short}`;
}

/** The message of an error that a user's function has thrown, as the end of a sentence. */
export function sentenceOf(thrown: unknown): string {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return /[.!?]$/.test(why) ? why : `${why}.`;
}

const PLAIN_NUMBER = number('');
