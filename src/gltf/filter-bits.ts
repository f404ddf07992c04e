// Converts the named collision systems of glTF to category and mask bits. A collider collides with another one if all
// systems of the other are in its collideWithSystems, and not all of them in its notCollideWithSystems. So a bit
// represents a set of systems that a collider belongs to, not a single system.

import { InputError } from '../input/fields.js';
import type { CollisionFilter } from './extension.js';
import { entryOf } from './extension.js';

const MOST_SETS = 31;
/** Category of colliders without systems. */
const NO_SYSTEM = 1;
const ALL = 0xffffffff;

export class FilterBits {
  readonly #filters: readonly CollisionFilter[];
  /** The sets of systems, by key. */
  readonly #sets = new Map<string, readonly string[]>();

  constructor(filters: readonly CollisionFilter[]) {
    this.#filters = filters;
    for (const { collisionSystems } of filters)
      if (collisionSystems !== undefined) this.#sets.set(keyOf(collisionSystems), collisionSystems);
    if (this.#sets.size > MOST_SETS)
      throw new InputError(
        `its collisionFilters have ${this.#sets.size} sets of collisionSystems, but must have at most ${MOST_SETS}.`,
      );
  }

  masksOf(at: number, path: string): { category: number; mask: number } {
    const filter = entryOf(this.#filters, at, path, 'collisionFilters');
    const { collisionSystems, collideWithSystems } = filter;
    const sets = [...this.#sets.keys()];
    const bitOf = (key: string) => 2 << sets.indexOf(key);
    // With collideWithSystems, the collider collides only with those systems.
    let mask = collideWithSystems === undefined ? ALL : 0;
    for (const [key, systems] of this.#sets) mask = meets(filter, systems) ? mask | bitOf(key) : mask & ~bitOf(key);
    return { category: collisionSystems === undefined ? NO_SYSTEM : bitOf(keyOf(collisionSystems)) >>> 0, mask: mask >>> 0 };
  }
}

function keyOf(systems: readonly string[]): string {
  return JSON.stringify([...new Set(systems)].sort());
}

function meets({ collideWithSystems, notCollideWithSystems = [] }: CollisionFilter, systems: readonly string[]): boolean {
  const areAllIn = (list: readonly string[]) => systems.every((system) => list.includes(system));
  return (collideWithSystems === undefined || areAllIn(collideWithSystems)) && !areAllIn(notCollideWithSystems);
}
