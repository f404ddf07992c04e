// What a run is measured by: numbers of the report, final poses, first contacts, and functions of a module.

import { InputError, refuse, sentenceOf, show } from '../../src/input/fields.js';
import { Measurement } from '../measurement.js';
import type { Measure, MeasureFunction, RunSoFar, Study } from './study.js';
import { measuresOf, POSE_PARTS } from './study.js';

export type Cell = number | string | boolean | null;

/** The numbers of a report of fixed steps by their paths: "drift.max". */
const REPORT_NUMBERS = [
  'bodies',
  'steps',
  'dt',
  'seconds',
  'stepMs.median',
  'stepMs.p99',
  'stepMs.mean',
  'stepMs.total',
  'contacts.mean',
  'contacts.max',
  'groups.mean',
  'groups.max',
  'penetration.max',
  'penetration.settled',
  'penetration.end',
  'drift.max',
  'kineticEnergy.end',
  'energy.start',
  'energy.end',
  'residual.median',
  'residual.max',
  'narrowPhase.tests',
  'narrowPhase.skipped',
  'asleep',
  'hanging',
] as const;

/** These two have as many numbers as there are phases and statistics of schedulers. */
const FAMILIES = ['phasesMs.', 'time.'];

/** Throws a sentence for a number that no report has. */
export function checkMeasures(study: Study): void {
  for (const [name, what] of Object.entries(measuresOf(study))) {
    if (typeof what !== 'string') continue;
    const isKnown = (REPORT_NUMBERS as readonly string[]).includes(what) || FAMILIES.some((family) => what.startsWith(family));
    if (!isKnown) refuse(`measures.${name}`, what, `one of ${REPORT_NUMBERS.join(', ')}, phasesMs.NAME or time.NAME`);
  }
}

/** Whether any measure is a function, which is given the world. */
export function hasFunctions(study: Study): boolean {
  return Object.values(measuresOf(study)).some(
    (what) => typeof what === 'function' || (typeof what === 'object' && 'text' in what),
  );
}

/** Measures of one run on its way. */
export class Measures {
  readonly #run: RunSoFar;
  readonly #measures: readonly [string, Measure][];
  readonly #measurement: Measurement;
  /** By the name of a measure, when two bodies have first touched [s]. */
  readonly #touched = new Map<string, number>();
  /** Take subscriptions away: the world may be that of the next run. */
  readonly #stops: (() => void)[] = [];

  constructor(study: Study, run: RunSoFar) {
    this.#run = run;
    this.#measures = Object.entries(measuresOf(study));
    const words = this.#measures.flatMap(([, what]) => (typeof what === 'string' ? [what] : []));
    const isTimed = words.some((word) => /^(stepMs|phasesMs|time)\b/.test(word));
    this.#measurement = new Measurement(run.simulation, isTimed ? () => performance.now() : null);
    for (const [name, what] of this.#measures) {
      if (typeof what === 'object' && 'firstContact' in what) this.#hear(name, what.firstContact);
    }
  }

  step(): void {
    const { simulation } = this.#run;
    this.#measurement.noteBodies(simulation.addDueBodies());
    simulation.moveCharacters();
    this.#measurement.step();
  }

  /** Takes so many steps at once if they would change nothing but the time; returns how many it has taken. */
  rest(steps: number): number {
    return this.#measurement.rest(steps);
  }

  /** Cells by column, and what went wrong with the measures that have none. */
  finish(): { cells: Record<string, Cell>; faults: string[] } {
    for (const stop of this.#stops) stop();
    const faults: string[] = [];
    const cells: Record<string, Cell> = {};
    const parts = new Map<string, unknown>();
    for (const [name, what] of this.#measures) {
      try {
        if (typeof what === 'string') {
          cells[name] = this.#numberAt(what, name, parts);
        } else Object.assign(cells, this.#value(name, what));
      } catch (error) {
        faults.push(error instanceof InputError ? error.message : `measures.${name} threw: ${sentenceOf(error)}`);
      }
    }
    return { cells, faults };
  }

  #value(name: string, what: Exclude<Measure, string>): Record<string, Cell> {
    if (typeof what === 'function') return { [name]: plainNumber(what(this.#run), name) };
    if ('text' in what) return { [name]: plainText(what.text(this.#run), name) };
    if ('firstContact' in what) return { [name]: this.#touched.get(name) ?? null };
    return this.#pose(name, what.pose);
  }

  /** The number at a path of the report; null where this run has none. Of the report, the parts that are asked for are found, once. */
  #numberAt(path: string, name: string, parts: Map<string, unknown>): number | null {
    const [first, ...rest] = path.split('.');
    if (!parts.has(first)) parts.set(first, this.#measurement.part(first));
    const value = rest.reduce<unknown>((whole, part) => (whole as Record<string, unknown> | undefined)?.[part], parts.get(first));
    if (value === undefined && first !== 'time')
      throw new InputError(`measures.${name} is ${show(path)}, which the report does not have.`);
    return finite(value);
  }

  #pose(name: string, bodyName: string): Record<string, Cell> {
    const { position, orientation } = bodyOf(this.#run, bodyName, `measures.${name}.pose`);
    const numbers = [...position, ...orientation];
    return Object.fromEntries(POSE_PARTS.map((part, k) => [`${name}.${part}`, numbers[k]]));
  }

  /** Bodies that join later are known by their names when they are there. */
  #hear(name: string, [a, b]: readonly [string, string]): void {
    const { world, scene } = this.#run;
    const known = namesOf(scene);
    for (const [i, wanted] of [a, b].entries()) {
      if (!known.has(wanted) && world.find(wanted) === undefined) {
        throw new InputError(`measures.${name}.firstContact[${i}] is ${show(wanted)}, but the scene has no body of that name.`);
      }
    }
    const stop = world.events.on('new-touching', ({ nodeA, nodeB, time }) => {
      const names = [nodeA?.name, nodeB?.name];
      if (this.#touched.has(name) || !names.includes(a) || !names.includes(b)) return;
      this.#touched.set(name, time);
      stop();
    });
    this.#stops.push(stop);
  }
}

function namesOf({ additions = [] }: RunSoFar['scene']): Set<string | undefined> {
  return new Set(additions.flatMap(({ bodies = [] }) => bodies.map(({ name }) => name)));
}

function bodyOf({ world }: RunSoFar, name: string, path: string) {
  const found = [...world.bodies()].find((body) => body.name === name);
  if (found === undefined) throw new InputError(`${path} is ${show(name)}, but at the end there is no body of that name.`);
  return found;
}

function finite(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function plainNumber(value: ReturnType<MeasureFunction>, name: string): number | null {
  if (typeof value === 'boolean') return Number(value);
  if (value === null || typeof value === 'number') return finite(value);
  throw new InputError(
    `measures.${name} returned ${show(value)}, but must return a number, true, false or null; { text: ... } returns words.`,
  );
}

function plainText(value: string | null, name: string): string | null {
  if (value === null || typeof value === 'string') return value;
  throw new InputError(`measures.${name}.text returned ${show(value)}, but must return a text or null.`);
}
