// Materials of a world. Coefficients are tabulated for each pair of materials, to be looked up for each contact.

import { InputError, listNames, show } from '../input/fields.js';
import type { MaterialDescriptor, MaterialPairDescriptor } from './descriptors.js';

export const DEFAULT_FRICTION = 0.5;
export const DEFAULT_RESTITUTION = 0;

/** Largest number of materials. A pair takes 56 bytes, so all pairs of this many materials take 59 MB. */
const MOST_MATERIALS = 1024;

export class Materials {
  readonly #names: string[] = [];
  readonly #indices = new Map<string, number>();
  readonly #descriptors: Required<MaterialDescriptor>[] = [];
  readonly #overrides = new Map<string, MaterialPairDescriptor>();
  /** Number of pairs with restitution above zero. */
  #bouncyPairs = 0;
  /** Number of pairs with rolling or spinning friction above zero. */
  #resistingPairs = 0;
  /** How often coefficients were changed. */
  changes = 0;
  /** Values of a pair of materials (i, j) are at i * stride + j of the arrays below. */
  stride = 0;
  friction = new Float64Array();
  restitution = new Float64Array();
  /** Coefficients of rolling and of spinning friction [m]. */
  rolling = new Float64Array();
  spinning = new Float64Array();
  /** Contact budget of a pair: contacts, nodes and error, three numbers; -1 for the value of the world's settings. */
  budget = new Float64Array();

  constructor() {
    this.define('default', {});
  }

  /** Whether there are contact hooks, which may change the coefficients of pairs. */
  isHooked = false;

  /** Whether any pair of materials can have restitution. */
  get areBouncy(): boolean {
    return this.#bouncyPairs > 0 || this.isHooked;
  }

  /** Whether a contact hook has given a pair rolling or spinning friction since hooks were last added or removed. */
  isResistanceHooked = false;

  /** Whether any pair of materials can have rolling or spinning friction. */
  get areResisting(): boolean {
    return this.#resistingPairs > 0 || this.isResistanceHooked;
  }

  /** Creates a material, or changes the material of that name. */
  define(name: string, descriptor: MaterialDescriptor): void {
    const { friction = DEFAULT_FRICTION, restitution = DEFAULT_RESTITUTION } = descriptor;
    const { rollingFriction = 0, spinningFriction = 0 } = descriptor;
    const index = this.#indices.get(name) ?? this.#add(name);
    this.#descriptors[index] = { friction, restitution, rollingFriction, spinningFriction };
    for (let other = 0; other < this.#descriptors.length; other++) this.#tabulate(index, other);
  }

  /** Sets coefficients of a pair of materials; fields left out still follow from the two materials. */
  override(a: string, b: string, descriptor: MaterialPairDescriptor): void {
    const i = this.indexOf(a, 'between[0]');
    const j = this.indexOf(b, 'between[1]');
    this.#overrides.set(pairKey(i, j), { ...descriptor, budget: { ...descriptor.budget } });
    this.#tabulate(i, j);
  }

  indexOf(name: string, path: string): number {
    const index = this.#indices.get(name);
    if (index === undefined) {
      throw new InputError(`${path} is ${show(name)}, but must be the name of a material; there are ${listNames(this.#names)}.`);
    }
    return index;
  }

  /** Names in the order of indices. */
  get names(): readonly string[] {
    return this.#names;
  }

  nameOf(index: number): string {
    return this.#names[index];
  }

  #add(name: string): number {
    const index = this.#names.length;
    if (index === MOST_MATERIALS) {
      throw new InputError(`The material ${show(name)} is one too many: a world has at most ${MOST_MATERIALS}.`);
    }
    this.#names.push(name);
    this.#indices.set(name, index);
    if (index === this.stride) this.#widen(Math.max(4, 2 * index));
    return index;
  }

  #widen(stride: number): void {
    this.stride = stride;
    this.friction = new Float64Array(stride * stride);
    this.restitution = new Float64Array(stride * stride);
    this.rolling = new Float64Array(stride * stride);
    this.spinning = new Float64Array(stride * stride);
    this.budget = new Float64Array(3 * stride * stride);
    this.#bouncyPairs = this.#resistingPairs = 0;
    for (let i = 0; i < this.#descriptors.length; i++) for (let j = i; j < this.#descriptors.length; j++) this.#tabulate(i, j);
  }

  /** Writes the coefficients of a pair of materials into the tables. */
  #tabulate(i: number, j: number): void {
    const { stride } = this;
    this.changes++;
    const a = this.#descriptors[i];
    const b = this.#descriptors[j];
    const pair = this.#overrides.get(pairKey(i, j));
    const friction = pair?.friction ?? Math.sqrt(a.friction * b.friction);
    const restitution = pair?.restitution ?? Math.max(a.restitution, b.restitution);
    const rolling = pair?.rollingFriction ?? Math.max(a.rollingFriction, b.rollingFriction);
    const spinning = pair?.spinningFriction ?? Math.max(a.spinningFriction, b.spinningFriction);
    const { contacts = -1, nodes = -1, error = -1 } = pair?.budget ?? {};
    this.#bouncyPairs += Number(restitution > 0) - Number(this.restitution[i * stride + j] > 0);
    const resisted = this.rolling[i * stride + j] > 0 || this.spinning[i * stride + j] > 0;
    this.#resistingPairs += Number(rolling > 0 || spinning > 0) - Number(resisted);
    for (const at of [i * stride + j, j * stride + i]) {
      this.friction[at] = friction;
      this.restitution[at] = restitution;
      this.rolling[at] = rolling;
      this.spinning[at] = spinning;
      this.budget.set([contacts, nodes, error], 3 * at);
    }
  }
}

function pairKey(i: number, j: number): string {
  return i < j ? `${i},${j}` : `${j},${i}`;
}
