// What a sweep is told to do: a scene, what is varied in it, what is measured, and how long a run may take. JSON holds all of it but
// functions, which a module may have in the place of a scene and of measures.

import type { Field } from '../../src/input/fields.js';
import { InputError, number, object, oneOf, record, refuse, text } from '../../src/input/fields.js';
import type { Scene } from '../../src/scene/scene.js';
import { secondsField } from '../../src/scene/scene-fields.js';
import type { Simulation } from '../../src/scene/simulation.js';
import type { World } from '../../src/world.js';

/** The version of the format that this program reads. */
export const STUDY_VERSION = 1;

/** What can be varied: as in JSON, but for lists in it. */
export type Value = number | string | boolean | readonly number[];

/** How the values of a parameter are chosen. */
export type Spread =
  | { readonly values: readonly Value[] }
  | { readonly from: number; readonly to: number; readonly count: number; readonly scale?: Scale }
  | { readonly random: readonly [number, number]; readonly scale?: Scale; readonly integer?: boolean }
  | { readonly latin: readonly [number, number]; readonly scale?: Scale; readonly integer?: boolean };
export type Scale = 'linear' | 'log';

export type Parameter = Spread & {
  /** What it changes, where its name does not say so: such as materials.stone.friction. */
  readonly path?: string;
};

/** What a run is, for functions of a module. */
export interface RunSoFar {
  readonly world: World;
  readonly simulation: Simulation;
  readonly scene: Scene;
  readonly parameters: Readonly<Record<string, Value>>;
  readonly seed: number;
}

export type SceneFunction = (parameters: Readonly<Record<string, Value>>, about: { readonly seed: number }) => Scene;
export type MeasureFunction = (run: RunSoFar) => number | boolean | null;

export type Measure =
  /** A number of the report, such as drift.max. */
  | string
  /** Position and orientation of a body at the end, in seven columns. */
  | { readonly pose: string }
  /** When two bodies touch for the first time [s]. */
  | { readonly firstContact: readonly [string, string] }
  | MeasureFunction
  /** A word or a sentence. */
  | { readonly text: (run: RunSoFar) => string | null };

export const KEEPS = ['none', 'failures', 'extremes', 'all'] as const;

export interface Study {
  readonly sweep: typeof STUDY_VERSION;
  readonly name: string;
  readonly description?: string;
  readonly scene: string | { readonly file: string } | SceneFunction;
  /** What is not varied, by the same names as parameters. */
  readonly fixed?: Readonly<Record<string, Value>>;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** Draws of random and latin parameters; all others are combined with each. */
  readonly samples?: number;
  /** Runs of each combination, with seeds one after the other. */
  readonly repetitions?: number;
  /** Where all that is random starts. */
  readonly seed?: number;
  /** Simulated time of a run [s]. */
  readonly seconds?: number;
  readonly measures?: Readonly<Record<string, Measure>>;
  /** The measure that tells the moment worth looking at [s]. */
  readonly moment?: string;
  readonly limits?: {
    /** Time that a run may take, by the clock [s]. */
    readonly seconds?: number;
    /** Memory of JavaScript that a process may take [MiB]. */
    readonly memory?: number;
  };
  /** Of which runs recordings are kept. */
  readonly keep?: (typeof KEEPS)[number];
}

export const DEFAULT_MEASURES: Readonly<Record<string, Measure>> = {
  penetration: 'penetration.max',
  drift: 'drift.max',
  energy: 'energy.end',
  contacts: 'contacts.max',
};
/** [s] */
export const DEFAULT_LIMIT = 600;
/** Runs of a study at the most: what is finished is kept track of by a bit each. */
const MOST_RUNS = 1e8;

/** Columns that every row has: nothing else may have these names. */
export const OWN_COLUMNS = {
  run: 'BIGINT',
  key: 'VARCHAR',
  sample: 'BIGINT',
  repetition: 'BIGINT',
  seed: 'BIGINT',
  status: 'VARCHAR',
  error: 'VARCHAR',
  hash: 'VARCHAR',
  steps: 'BIGINT',
  time: 'DOUBLE',
  moment: 'DOUBLE',
  milliseconds: 'DOUBLE',
  finished: 'TIMESTAMP',
  version: 'VARCHAR',
  build: 'VARCHAR',
  machine: 'VARCHAR',
} as const;

// --- Checks ---

const wholeField = (doc: string, max: number) => number(doc, { min: 1, max, integer: true });
const scaleField = oneOf('How values lie between the ends', ['linear', 'log']);
const endField = number('An end of the range', {});
const pathField = text('What the parameter changes');
const integerField: Field = {
  check(value, path) {
    if (typeof value !== 'boolean') refuse(path, value, 'true or false');
  },
  schema: () => ({ type: 'boolean' }),
};

const valueField: Field = {
  check(value, path) {
    const isPlain = ['string', 'boolean'].includes(typeof value) || (typeof value === 'number' && Number.isFinite(value));
    const isNumbers = Array.isArray(value) && value.every((entry) => typeof entry === 'number' && Number.isFinite(entry));
    if (!isPlain && !isNumbers) refuse(path, value, 'a number, a text, true, false or a list of numbers');
  },
  schema: () => ({}),
};

const valuesField: Field = {
  check(value, path) {
    if (!Array.isArray(value)) return refuse(path, value, 'a list of values');
    if (value.length === 0) throw new InputError(`${path} is an empty list, but must have at least one value.`);
    value.forEach((entry, i) => {
      valueField.check(entry, `${path}[${i}]`);
      const before = value.findIndex((other) => JSON.stringify(other) === JSON.stringify(entry));
      if (before < i) throw new InputError(`${path}[${i}] is the same as ${path}[${before}], but each value must be given once.`);
    });
  },
  schema: () => ({ type: 'array', items: valueField.schema(), minItems: 1 }),
};

const rangeField: Field = {
  check(value, path) {
    if (!Array.isArray(value) || value.length !== 2) return refuse(path, value, 'a list of two numbers: from and to');
    value.forEach((entry, i) => {
      endField.check(entry, `${path}[${i}]`);
    });
    if (!(value[0] < value[1])) throw new InputError(`${path} is ${value.join(' to ')}, which is empty: from must be below to.`);
  },
  schema: () => ({ type: 'array', items: endField.schema(), minItems: 2, maxItems: 2 }),
};

const SPREADS: Readonly<Record<string, Field>> = {
  values: object<Record<string, unknown>>('', 'a parameter by values', { values: valuesField }, { path: pathField }),
  from: object<Record<string, unknown>>(
    '',
    'a parameter by a range',
    { from: endField, to: endField, count: wholeField('Values from the first to the last [1]', 1e6) },
    { scale: scaleField, path: pathField },
  ),
  random: object<Record<string, unknown>>(
    '',
    'a random parameter',
    { random: rangeField },
    { scale: scaleField, integer: integerField, path: pathField },
  ),
  latin: object<Record<string, unknown>>(
    '',
    'a parameter of a Latin hypercube',
    { latin: rangeField },
    { scale: scaleField, integer: integerField, path: pathField },
  ),
};

const parameterField: Field = {
  check(value, path) {
    if (Array.isArray(value)) return valuesField.check(value, path);
    const isObject = typeof value === 'object' && value !== null;
    const kind = isObject ? Object.keys(SPREADS).find((key) => Object.hasOwn(value, key)) : undefined;
    if (kind === undefined) refuse(path, value, 'a list of values or an object with values, from and to, random or latin');
    SPREADS[kind as string].check(value, path);
    checkEnds(value as Parameter, path);
  },
  schema: () => ({ anyOf: [valuesField.schema(), ...Object.values(SPREADS).map((field) => field.schema())] }),
};

/** Empty ranges, and logarithms of what has none. */
function checkEnds(parameter: Parameter, path: string): void {
  if ('values' in parameter) return;
  const ends = 'from' in parameter ? [parameter.from, parameter.to] : 'random' in parameter ? parameter.random : parameter.latin;
  if ('from' in parameter) {
    const isEmpty = parameter.count === 1 ? ends[0] > ends[1] : ends[0] >= ends[1];
    if (isEmpty) throw new InputError(`${path} is from ${ends[0]} to ${ends[1]}, which is empty: from must be below to.`);
  }
  if (parameter.scale === 'log' && !(ends[0] > 0)) {
    throw new InputError(`${path} is from ${ends[0]}, but must be from above 0 where its scale is "log".`);
  }
  const isWhole = !('from' in parameter) && parameter.integer === true;
  if (isWhole && Math.floor(ends[1]) < Math.ceil(ends[0])) {
    throw new InputError(`${path} is from ${ends[0]} to ${ends[1]}, which is empty: there is no whole number in it.`);
  }
}

const twoNames: Field = {
  check(value, path) {
    const areNames = Array.isArray(value) && value.length === 2 && value.every((name) => typeof name === 'string' && name !== '');
    if (!areNames) refuse(path, value, 'a list of the names of two bodies');
  },
  schema: () => ({ type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 }),
};
const functionField: Field = {
  check(value, path) {
    if (typeof value !== 'function') refuse(path, value, 'a function');
  },
  schema: () => ({}),
};
const MEASURES: Readonly<Record<string, Field>> = {
  pose: object<Record<string, unknown>>('', 'a pose', { pose: text('Name of a body') }),
  firstContact: object<Record<string, unknown>>('', 'a first contact', { firstContact: twoNames }),
  text: object<Record<string, unknown>>('', 'a measure of text', { text: functionField }),
};
const measureField: Field = {
  check(value, path) {
    if (typeof value === 'function' || (typeof value === 'string' && value !== '')) return;
    const isObject = typeof value === 'object' && value !== null;
    const kind = isObject ? Object.keys(MEASURES).find((key) => Object.hasOwn(value, key)) : undefined;
    if (kind === undefined) {
      refuse(path, value, 'a number of the report such as "drift.max", a pose, a firstContact or, in a module, a function');
    }
    MEASURES[kind as string].check(value, path);
  },
  schema: () => ({ anyOf: [{ type: 'string' }, MEASURES.pose.schema(), MEASURES.firstContact.schema()] }),
};

const sceneField: Field = {
  check(value, path) {
    if (typeof value === 'function' || (typeof value === 'string' && value !== '')) return;
    const isFile = typeof value === 'object' && value !== null && Object.hasOwn(value, 'file');
    if (!isFile) refuse(path, value, 'the name of a built-in scene, { "file": "scene.json" } or, in a module, a function');
    object<Record<string, unknown>>('', 'a scene file', { file: text('Path') }).check(value, path);
  },
  schema: () => ({ anyOf: [{ type: 'string' }, { type: 'object' }] }),
};

const studyField = object<Study>(
  'A study',
  'a study',
  { sweep: { check: () => {}, schema: () => ({ const: STUDY_VERSION }) }, name: text('Its name'), scene: sceneField },
  {
    description: text('What it is to show'),
    fixed: record('What is not varied', valueField),
    parameters: record('What is varied', parameterField),
    samples: wholeField('Draws of random and latin parameters [1]', 1e8),
    repetitions: wholeField('Runs of each combination [1]', 1e6),
    seed: number('Where all that is random starts', { min: 0, max: Number.MAX_SAFE_INTEGER, integer: true }),
    seconds: secondsField,
    measures: record('What is measured', measureField),
    moment: text('The measure that tells the moment worth looking at'),
    limits: object<Record<string, unknown>>(
      '',
      'the limits of a run',
      {},
      {
        seconds: number('Time that a run may take [s]', { above: 0, max: 1e6 }),
        memory: number('Memory that a process may take [MiB]', { min: 64, max: 1e6, integer: true }),
      },
    ),
    keep: oneOf('Of which runs recordings are kept', KEEPS),
  } as Partial<Record<keyof Study, Field>>,
);

/** The same value, as a study; parameters that are lists become what they stand for. */
export function checkStudy(value: unknown): Study {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse('The study', value, 'an object');
  const { sweep } = value as { sweep?: unknown };
  if (sweep === undefined) {
    throw new InputError(`sweep is missing; a study needs it, and it must be ${STUDY_VERSION}, the version of the format.`);
  }
  if (sweep !== STUDY_VERSION) refuse('sweep', sweep, `${STUDY_VERSION}, the version of the format`);
  studyField.check(value, '');
  const study = value as Study;
  const parameters = Object.fromEntries(
    Object.entries(study.parameters ?? {}).map(([name, spread]) => [name, Array.isArray(spread) ? { values: spread } : spread]),
  );
  const whole = { ...study, parameters };
  checkNames(whole);
  checkSize(whole);
  return whole;
}

/** Of all columns each name is given once. */
function checkNames(study: Study): void {
  const taken = new Map(Object.keys(OWN_COLUMNS).map((name) => [name.toLowerCase(), 'every row has a column of that name']));
  // The seed of a run may be varied: its column is the one that all rows have.
  taken.delete('seed');
  const take = (name: string, path: string) => {
    const before = taken.get(name.toLowerCase());
    if (before !== undefined) throw new InputError(`${path} cannot be called so: ${before}.`);
    taken.set(name.toLowerCase(), `${path} is called so`);
  };
  for (const name of Object.keys(study.parameters)) {
    take(name, `parameters.${name}`);
    if (Object.hasOwn(study.fixed ?? {}, name)) {
      throw new InputError(`fixed.${name} is given, but ${name} is among the parameters as well: give one of them.`);
    }
  }
  for (const column of measureColumns(study)) take(column.name, `measures.${column.measure}`);
  if (study.moment !== undefined && !Object.hasOwn(measuresOf(study), study.moment)) {
    const names = Object.keys(measuresOf(study)).join(', ');
    throw new InputError(`moment is ${JSON.stringify(study.moment)}, but must be one of the measures: ${names}.`);
  }
}

function checkSize(study: Study): void {
  const isDrawn = Object.values(study.parameters).some(isSampled);
  if (study.samples !== undefined && !isDrawn) {
    throw new InputError(`samples is ${study.samples}, but no parameter is random or latin: leave it out, or draw one.`);
  }
  if (isDrawn && study.samples === undefined) {
    throw new InputError('samples is missing; a study with random or latin parameters needs it.');
  }
  const runs = Object.values(study.parameters).reduce((product, parameter) => product * countOf(parameter), 1);
  const total = runs * (study.samples ?? 1) * (study.repetitions ?? 1);
  if (total > MOST_RUNS) throw new InputError(`The study has ${total} runs, but must have at most ${MOST_RUNS}.`);
}

export function measuresOf({ measures }: Study): Readonly<Record<string, Measure>> {
  return measures ?? DEFAULT_MEASURES;
}

export function isSampled(parameter: Parameter): boolean {
  return 'random' in parameter || 'latin' in parameter;
}

/** Values that are combined with all others [1]. */
export function countOf(parameter: Parameter): number {
  return 'values' in parameter ? parameter.values.length : 'from' in parameter ? parameter.count : 1;
}

// --- Columns ---

export interface Column {
  readonly name: string;
  /** Of SQL. */
  readonly type: 'DOUBLE' | 'VARCHAR' | 'BOOLEAN';
}

export function parameterColumns({ parameters }: Study): Column[] {
  return Object.entries(parameters)
    .filter(([name]) => name !== 'seed')
    .map(([name, parameter]) => ({ name, type: typeOfParameter(parameter) }));
}

function typeOfParameter(parameter: Parameter): Column['type'] {
  if (!('values' in parameter)) return 'DOUBLE';
  const kinds = new Set(parameter.values.map((value) => typeof value));
  if (kinds.size > 1) return 'VARCHAR';
  return kinds.has('number') ? 'DOUBLE' : kinds.has('boolean') ? 'BOOLEAN' : 'VARCHAR';
}

export const POSE_PARTS = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'] as const;

export function measureColumns(study: Study): (Column & { readonly measure: string })[] {
  return Object.entries(measuresOf(study)).flatMap(([measure, what]) => {
    if (typeof what === 'object' && 'pose' in what) {
      return POSE_PARTS.map((part) => ({ name: `${measure}.${part}`, type: 'DOUBLE' as const, measure }));
    }
    const type = typeof what === 'object' && 'text' in what ? 'VARCHAR' : 'DOUBLE';
    return [{ name: measure, type, measure }];
  });
}
