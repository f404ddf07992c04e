// Options of queries: which bodies a query considers, how far it looks, and whether shapes around its start count.

import { categoryField } from '../bodies/descriptors.js';
import type { BodyKind } from '../bodies/node-kinds.js';
import { FIXED, LINK, RIGID, SCRIPTED, TRIGGER } from '../bodies/node-kinds.js';
import type { Body, OtherNode } from '../handles.js';
import { Handle } from '../handles.js';
import { InputError, refuse, show } from '../input/fields.js';
import type { QueryFilter, RowList } from '../queries/filter.js';
import { ALL_BODIES } from '../queries/filter.js';

export interface QueryOptions {
  /** Only these bodies are considered; default all. */
  only?: Body | readonly Body[];
  /** Bodies to ignore; default none. */
  except?: Body | readonly Body[];
  /** Only bodies of these kinds are considered; default all. */
  kinds?: readonly BodyKind[];
  /** Only bodies in one of these categories are considered: bits of a whole number from 0 to 2^32 - 1; default all. */
  category?: number;
  /** Queries on behalf of this body: the body itself and bodies that masks keep apart from it are ignored. */
  as?: Body;
  /** Whether triggers are considered too; default false. */
  triggers?: boolean;
  /**
   * Called last, for each shape that would be a result: with the body or trigger, and the index of the shape in its
   * shapes. The shape is ignored if it returns false. It must neither query nor change the world.
   */
  filter?: (body: Body | OtherNode, shape: number) => boolean;
  /** Whether a shape that contains the start of the query is a hit at distance 0 or is ignored; default 'hit'. */
  inside?: 'hit' | 'pass';
  /** Largest distance of hits [m]; default infinite. Segments and shape casts also end at their own end. */
  maxDistance?: number;
}

const BITS: Readonly<Record<BodyKind, number>> = {
  rigid: 1 << RIGID,
  fixed: 1 << FIXED,
  link: 1 << LINK,
  scripted: 1 << SCRIPTED,
};
const NAMES: readonly string[] = ['only', 'except', 'kinds', 'category', 'as', 'triggers', 'filter', 'inside', 'maxDistance'];

/** The handle of the node of a row. */
export type NodeOf = (row: number) => Body | OtherNode;
/**
 * The row of a body in the queried state, -1 when it is not there. Throws for no body of this world; see nameOfGiven().
 */
export type RowOf = (body: Body, path: string, place: number) => number;

/** Checks options and sets the filter by them; returns `maxDistance`. It allocates only for a filter function. */
export function readOptions(options: QueryOptions | undefined, filter: QueryFilter, rowOf: RowOf, nodeOf: NodeOf): number {
  filter.clear();
  if (options === undefined) return Number.POSITIVE_INFINITY;
  if (!isPlain(options)) refuse('options', options, 'an object');
  for (const name in options) {
    if (!NAMES.includes(name)) {
      throw new InputError(`options.${name.slice(0, 60)} is not a field of a query's options; allowed are ${NAMES.join(', ')}.`);
    }
  }
  const { only, except, kinds, category, as, triggers = false, filter: accept, inside = 'hit', maxDistance } = options;
  if (typeof triggers !== 'boolean') refuse('options.triggers', triggers, 'true or false');
  if (inside !== 'hit' && inside !== 'pass') refuse('options.inside', inside, 'one of "hit", "pass"');
  if (accept !== undefined && typeof accept !== 'function') refuse('options.filter', accept, 'a function');
  const limit = maxDistance === undefined ? Number.POSITIVE_INFINITY : maxDistance;
  if (typeof limit !== 'number' || !(limit >= 0)) refuse('options.maxDistance', limit, 'a number of at least 0');
  filter.kinds = (kinds === undefined ? ALL_BODIES : bitsOf(kinds)) | (triggers ? 1 << TRIGGER : 0);
  if (category !== undefined) {
    categoryField.check(category, 'options.category');
    filter.category = category;
  }
  if (as !== undefined) filter.looker = rowOf(as, 'options.as', -1);
  filter.isSome = only !== undefined;
  if (only !== undefined) listRows(only, 'options.only', rowOf, filter.only);
  if (except !== undefined) listRows(except, 'options.except', rowOf, filter.except);
  filter.passesInside = inside === 'pass';
  if (accept !== undefined) filter.accept = (row, place) => says(accept(nodeOf(row), place));
  return limit;
}

/** Whether options are a plain object: arrays and others have functions with names of our fields, as `filter`. */
function isPlain(options: unknown): boolean {
  if (typeof options !== 'object' || options === null) return false;
  const prototype: unknown = Object.getPrototypeOf(options);
  return prototype === Object.prototype || prototype === null;
}

function says(answer: unknown): boolean {
  if (typeof answer !== 'boolean') refuse('what options.filter returns', answer, 'true or false');
  return answer;
}

function bitsOf(kinds: readonly BodyKind[]): number {
  if (!Array.isArray(kinds)) refuse('options.kinds', kinds, 'a list of kinds of body');
  let bits = 0;
  kinds.forEach((kind, i) => {
    if (typeof kind !== 'string' || !Object.hasOwn(BITS, kind))
      refuse(`options.kinds[${i}]`, kind, `one of ${Object.keys(BITS).map(show).join(', ')}`);
    bits |= BITS[kind as BodyKind];
  });
  return bits;
}

function listRows(bodies: Body | readonly Body[], path: string, rowOf: RowOf, out: RowList): void {
  if (bodies instanceof Handle) {
    out.add(rowOf(bodies, path, -1));
    return;
  }
  if (!Array.isArray(bodies)) refuse(path, bodies, 'a body or a list of bodies');
  for (let i = 0; i < bodies.length; i++) out.add(rowOf(bodies[i], path, i));
}

/** Name of a given body in error messages: with its index in a list, or without where `place` is -1. */
export function nameOfGiven(path: string, place: number): string {
  return place < 0 ? path : `${path}[${place}]`;
}
