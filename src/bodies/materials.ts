// Materials, and what two of them do together: one number for each pair, ready to be looked up for each contact.

import { InputError, show } from '../input/fields.js';
import type { MaterialDescriptor, MaterialPairDescriptor } from './descriptors.js';

export const DEFAULT_FRICTION = 0.5;
export const DEFAULT_RESTITUTION = 0;

export class Materials {
  readonly #names: string[] = [];
  readonly #descriptors: Required<MaterialDescriptor>[] = [];
  readonly #overrides = new Map<string, MaterialPairDescriptor>();
  /** Numbers of a pair of materials (i, j) are at i * count + j. */
  count = 0;
  friction = new Float64Array();
  restitution = new Float64Array();
  /** Whether any two of them bounce off each other. */
  areBouncy = false;
  /** The contact budget of a pair: contacts, nodes and error, three numbers; -1 where it is that of the world. */
  budget = new Float64Array();

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

  /** What the two materials do together, in place of what follows from the two; fields not given still do. */
  override(a: string, b: string, descriptor: MaterialPairDescriptor): void {
    const i = this.indexOf(a, 'between[0]');
    const j = this.indexOf(b, 'between[1]');
    this.#overrides.set(pairKey(i, j), { ...descriptor, budget: { ...descriptor.budget } });
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

  /** In the order of their numbers. */
  get names(): readonly string[] {
    return this.#names;
  }

  nameOf(index: number): string {
    return this.#names[index];
  }

  #tabulate(): void {
    const n = this.#names.length;
    this.count = n;
    this.friction = new Float64Array(n * n);
    this.restitution = new Float64Array(n * n);
    this.budget = new Float64Array(3 * n * n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const a = this.#descriptors[i];
        const b = this.#descriptors[j];
        const pair = this.#overrides.get(pairKey(i, j));
        this.friction[i * n + j] = pair?.friction ?? Math.sqrt(a.friction * b.friction);
        this.restitution[i * n + j] = pair?.restitution ?? Math.max(a.restitution, b.restitution);
        const { contacts = -1, nodes = -1, error = -1 } = pair?.budget ?? {};
        this.budget.set([contacts, nodes, error], 3 * (i * n + j));
      }
    }
    this.areBouncy = this.restitution.some((e) => e > 0);
  }
}

function pairKey(i: number, j: number): string {
  return i < j ? `${i},${j}` : `${j},${i}`;
}
