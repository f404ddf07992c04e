// Materials, and what two of them do together: one number for each pair, ready to be looked up for each contact.

import { InputError, show } from '../input/fields.js';
import type { MaterialDescriptor } from './descriptors.js';

export const DEFAULT_FRICTION = 0.5;
export const DEFAULT_RESTITUTION = 0;

export class Materials {
  readonly #names: string[] = [];
  readonly #descriptors: Required<MaterialDescriptor>[] = [];
  readonly #overrides = new Map<string, MaterialDescriptor>();
  /** Numbers of a pair of materials (i, j) are at i * count + j. */
  count = 0;
  friction = new Float64Array();
  restitution = new Float64Array();

  constructor() {
    this.define('default', {});
  }

  /** Makes a material, or changes the one of that name. */
  define(name: string, { friction = DEFAULT_FRICTION, restitution = DEFAULT_RESTITUTION }: MaterialDescriptor): void {
    let index = this.#names.indexOf(name);
    if (index < 0) index = this.#names.push(name) - 1;
    this.#descriptors[index] = { friction, restitution };
    this.#tabulate();
  }

  /** What the two materials do together, in place of the mean of their own; fields not given keep the mean. */
  override(a: string, b: string, descriptor: MaterialDescriptor): void {
    const i = this.indexOf(a, 'between[0]');
    const j = this.indexOf(b, 'between[1]');
    this.#overrides.set(pairKey(i, j), { ...descriptor });
    this.#tabulate();
  }

  indexOf(name: string, path: string): number {
    const index = this.#names.indexOf(name);
    if (index < 0) {
      throw new InputError(
        `${path} is ${show(name)}, but must be the name of a material; there are ${this.#names.map(show).join(', ')}.`,
      );
    }
    return index;
  }

  nameOf(index: number): string {
    return this.#names[index];
  }

  #tabulate(): void {
    const n = this.#names.length;
    this.count = n;
    this.friction = new Float64Array(n * n);
    this.restitution = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const a = this.#descriptors[i];
        const b = this.#descriptors[j];
        const pair = this.#overrides.get(pairKey(i, j));
        this.friction[i * n + j] = pair?.friction ?? Math.sqrt(a.friction * b.friction);
        this.restitution[i * n + j] = pair?.restitution ?? Math.max(a.restitution, b.restitution);
      }
    }
  }
}

function pairKey(i: number, j: number): string {
  return i < j ? `${i},${j}` : `${j},${i}`;
}
