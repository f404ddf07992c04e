// Systems of colliders, which have names in glTF, as bits.

import { InputError } from '../input/fields.js';
import type { CollisionFilter } from './extension.js';
import { entryOf } from './extension.js';

const MOST_SYSTEMS = 31;
/** Of what belongs to no system. */
const NO_SYSTEM = 1;

export class FilterBits {
  readonly #filters: readonly CollisionFilter[];
  readonly #systems: readonly string[];

  constructor(filters: readonly CollisionFilter[]) {
    this.#filters = filters;
    const named = filters.flatMap((filter) => [
      ...(filter.collisionSystems ?? []),
      ...(filter.collideWithSystems ?? []),
      ...(filter.notCollideWithSystems ?? []),
    ]);
    this.#systems = [...new Set(named)];
    if (this.#systems.length > MOST_SYSTEMS)
      throw new InputError(`its collisionFilters name ${this.#systems.length} systems, but must name at most ${MOST_SYSTEMS}.`);
  }

  masksOf(filter: number, path: string): { category: number; mask: number } {
    const { collisionSystems, collideWithSystems, notCollideWithSystems } = entryOf(
      this.#filters,
      filter,
      path,
      'collisionFilters',
    );
    const category = collisionSystems === undefined ? NO_SYSTEM : this.#bitsOf(collisionSystems);
    const isOnly = collideWithSystems !== undefined;
    const mask = isOnly ? this.#bitsOf(collideWithSystems) : ~this.#bitsOf(notCollideWithSystems ?? []) >>> 0;
    return { category, mask };
  }

  #bitsOf(systems: readonly string[]): number {
    return systems.reduce((bits, system) => (bits | (2 << this.#systems.indexOf(system))) >>> 0, 0);
  }
}
