// Which runs a study has. What run i varies follows from the study's seed and from i alone, wherever it is done.

import type { Parameter, Scale, Study, Value } from './study.js';
import { countOf, isSampled } from './study.js';

export interface PlannedRun {
  readonly index: number;
  /** Which draw of the random and latin parameters it has. */
  readonly sample: number;
  readonly repetition: number;
  /** Of its scene. */
  readonly seed: number;
  readonly parameters: Readonly<Record<string, Value>>;
}

const DEFAULT_SEED = 1;
/** Digits that values of ranges have: 0.3, and not 0.30000000000000004. */
const DIGITS = 12;

export class Plan {
  readonly total: number;
  readonly #study: Study;
  readonly #samples: number;
  /** Combinations of the parameters that are not drawn. */
  readonly #grid: number;
  readonly #seed: number;
  /** By name of a latin parameter, the stratum of each sample. */
  readonly #strata = new Map<string, Uint32Array>();

  constructor(study: Study) {
    this.#study = study;
    this.#seed = study.seed ?? DEFAULT_SEED;
    this.#samples = study.samples ?? 1;
    this.#grid = Object.values(study.parameters).reduce((product, parameter) => product * countOf(parameter), 1);
    this.total = this.#grid * this.#samples * (study.repetitions ?? 1);
  }

  /** The combinations vary fastest, the last parameter first; then samples, then repetitions. */
  at(index: number): PlannedRun {
    const sample = Math.floor(index / this.#grid) % this.#samples;
    const repetition = Math.floor(index / (this.#grid * this.#samples));
    const values: [string, Value][] = [];
    let rest = index % this.#grid;
    for (const [name, parameter] of Object.entries(this.#study.parameters).reverse()) {
      if (isSampled(parameter)) values.push([name, this.#draw(name, parameter, sample)]);
      else {
        const count = countOf(parameter);
        values.push([name, valueAt(parameter, rest % count)]);
        rest = Math.floor(rest / count);
      }
    }
    const parameters = Object.fromEntries(values.reverse());
    const { fixed = {} } = this.#study;
    const given = parameters.seed ?? fixed.seed;
    const seed = (typeof given === 'number' ? given : this.#seed) + repetition;
    return { index, sample, repetition, seed, parameters };
  }

  #draw(name: string, parameter: Parameter, sample: number): number {
    const stream = streamOf(name);
    const [low, high] = 'random' in parameter ? parameter.random : (parameter as { latin: [number, number] }).latin;
    const { scale = 'linear', integer = false } = parameter as { scale?: Scale; integer?: boolean };
    const own = uniformAt(this.#seed, stream, sample);
    const share = 'random' in parameter ? own : (this.#stratumOf(name, stream, sample) + own) / this.#samples;
    if (!integer) return round(between(low, high, share, scale));
    const [first, last] = [Math.ceil(low), Math.floor(high)];
    return Math.min(last, Math.floor(between(first, last + 1, share, scale)));
  }

  #stratumOf(name: string, stream: number, sample: number): number {
    let strata = this.#strata.get(name);
    if (strata === undefined) {
      strata = shuffle(this.#samples, (k) => uniformAt(this.#seed, stream ^ 0x5bd1e995, k));
      this.#strata.set(name, strata);
    }
    return strata[sample];
  }
}

/** Value k of a list or a range. */
export function valueAt(parameter: Parameter, k: number): Value {
  if ('values' in parameter) return parameter.values[k];
  const { from, to, count, scale = 'linear' } = parameter as { from: number; to: number; count: number; scale?: Scale };
  if (k === count - 1 && count > 1) return to;
  return round(between(from, to, count === 1 ? 0 : k / (count - 1), scale));
}

function round(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

function between(low: number, high: number, share: number, scale: Scale): number {
  return scale === 'linear' ? low + (high - low) * share : low * power(high / low, share);
}

/** base^share for a share in [0, 1), by roots and products alone: these are the same bits on every machine. */
function power(base: number, share: number): number {
  let result = 1;
  let root = base;
  for (let rest = share, k = 0; k < 53 && rest > 0; k++) {
    root = Math.sqrt(root);
    rest *= 2;
    if (rest < 1) continue;
    result *= root;
    rest -= 1;
  }
  return result;
}

/** 0, 1, ..., count - 1 in an order by chance (Fisher and Yates). */
function shuffle(count: number, chance: (k: number) => number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, k) => k);
  for (let k = count - 1; k > 0; k--) {
    const other = Math.floor(chance(k) * (k + 1));
    [order[k], order[other]] = [order[other], order[k]];
  }
  return order;
}

/** A number of its own for each name (FNV-1a). */
function streamOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** A number in [0, 1) that follows from the three alone: so that any run can be known without those before it. */
function uniformAt(seed: number, stream: number, index: number): number {
  const low = mix(mix(mix(seed >>> 0, Math.floor(seed / 2 ** 32)), stream), index >>> 0);
  const high = mix(low, 0x9e3779b9 ^ stream);
  return (high * 2 ** 21 + (low >>> 11)) / 2 ** 53;
}

/** Two words become one whose every bit depends on all of theirs (the finish of MurmurHash3). */
function mix(a: number, b: number): number {
  let h = (Math.imul(a, 0x85ebca6b) + Math.imul(b ^ (b >>> 15), 0xc2b2ae35) + 0x27d4eb2f) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
