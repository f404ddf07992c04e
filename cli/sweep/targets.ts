// Where the values of a run go: to options of a built-in scene, to settings of the world, to method, scheduler, solver, step and duration,
// or to a place in the scene itself.

import type { BuiltInScene } from '../../scenes/index.js';
import { SCENES, seedField } from '../../scenes/index.js';
import type { Field } from '../../src/input/fields.js';
import { InputError, listNames, show } from '../../src/input/fields.js';
import type { Scene } from '../../src/scene/scene.js';
import { DEFAULT_SECONDS } from '../../src/scene/scene.js';
import { dtField, methodField, schedulerField, secondsField, solverField } from '../../src/scene/scene-fields.js';
import type { SimulationOptions } from '../../src/scene/simulation.js';
import { checkSetting, refuseOldName, SETTINGS } from '../../src/settings.js';
import { obtainTrees } from '../tree-cache.js';
import type { PlannedRun } from './plan.js';
import { valueAt } from './plan.js';
import type { Parameter, SceneFunction, Study, Value } from './study.js';

/** A study with its scene at hand: the name of a built-in one, a scene that was read, or a function. */
export interface ReadyStudy {
  readonly study: Study;
  readonly scene: BuiltInScene | SceneFunction | Scene;
}

/** What a run is made of. */
export interface Setup {
  readonly scene: Scene;
  readonly choices: SimulationOptions;
  /** Simulated time [s]. */
  readonly seconds: number;
  /** What a built-in scene was made with; undefined where the scene was changed beyond that. */
  readonly builtIn?: { readonly name: string; readonly options: Readonly<Record<string, Value>> };
}

const CHOICES: Readonly<Record<string, Field>> = {
  method: methodField,
  scheduler: schedulerField,
  solver: solverField,
  dt: dtField,
  seconds: secondsField,
  seed: seedField,
};

type Target =
  | { readonly kind: 'option' | 'setting' | 'choice' | 'own'; readonly name: string }
  | { readonly kind: 'place'; readonly path: string };

export function isBuiltIn(scene: ReadyStudy['scene']): scene is BuiltInScene {
  return typeof scene === 'object' && 'make' in scene && typeof scene.make === 'function';
}

/** What a name stands for; throws a sentence that begins with `said` where it stands for nothing. */
function targetOf(name: string, scene: ReadyStudy['scene'], said: string): Target {
  if (isBuiltIn(scene) && Object.hasOwn(scene.options, name)) return { kind: 'option', name };
  if (Object.hasOwn(CHOICES, name)) return { kind: 'choice', name };
  if (Object.hasOwn(SETTINGS, name)) return { kind: 'setting', name };
  refuseOldName(name, said);
  if (typeof scene === 'function') return { kind: 'own', name };
  if (/[.[]/.test(name)) return { kind: 'place', path: name };
  const own = isBuiltIn(scene) ? Object.keys(scene.options) : [];
  const options = own.length === 0 ? '' : `an option of the scene (${own.join(', ')}), `;
  throw new InputError(
    `${said} is not known: it must be ${options}one of ${Object.keys(CHOICES).join(', ')}, a setting of the world, or a place in the scene such as materials.stone.friction.`,
  );
}

/** All names of a study stand for something, and the values that can be told are allowed; throws a sentence else. */
export function checkTargets({ study, scene }: ReadyStudy): void {
  for (const [name, parameter] of Object.entries(study.parameters)) {
    const said = `parameters.${name}`;
    const target = parameter.path === undefined ? targetOf(name, scene, said) : placeOf(parameter.path);
    for (const [value, path] of endsOf(parameter, said)) checkValue(target, value, path, scene);
  }
  for (const [name, value] of Object.entries(study.fixed ?? {})) {
    checkValue(targetOf(name, scene, `fixed.${name}`), value, `fixed.${name}`, scene);
  }
}

function placeOf(path: string): Target {
  return { kind: 'place', path };
}

/** The values that are allowed if all are: of a range its ends. */
function endsOf(parameter: Parameter, path: string): [Value, string][] {
  if ('values' in parameter) return parameter.values.map((value, i) => [value, `${path}[${i}]`]);
  if ('from' in parameter) return [0, parameter.count - 1].map((k) => [valueAt(parameter, k), path]);
  const [low, high] = 'random' in parameter ? parameter.random : parameter.latin;
  return (parameter.integer === true ? [Math.ceil(low), Math.floor(high)] : [low, high]).map((value) => [value, path]);
}

function checkValue(target: Target, value: Value, path: string, scene: ReadyStudy['scene']): void {
  if (target.kind === 'option') (scene as BuiltInScene).options[target.name].check(value, path);
  else if (target.kind === 'choice') CHOICES[target.name].check(value, path);
  else if (target.kind === 'setting') {
    try {
      checkSetting(target.name, value);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw new InputError(error.message.replace(`settings.${target.name}`, path));
    }
  }
}

/** The scene and the choices of a run; throws an InputError for what is not allowed. */
export function setUp({ study, scene }: ReadyStudy, { parameters, seed }: PlannedRun): Setup {
  const options: Record<string, Value> = {};
  const settings: Record<string, Value> = {};
  const choices: Record<string, Value> = {};
  const places: [string, Value][] = [];
  const own: Record<string, Value> = {};
  const into = { option: options, setting: settings, choice: choices, own };
  for (const [name, value] of Object.entries({ ...study.fixed, ...parameters })) {
    const path = study.parameters[name]?.path;
    const target = path === undefined ? targetOf(name, scene, name) : placeOf(path);
    if (target.kind === 'place') places.push([target.path, value]);
    else into[target.kind][target.name] = value;
  }
  const { seconds, seed: _, ...named } = choices;
  const made = makeScene(scene, options, { ...study.fixed, ...parameters }, seed);
  const placed = places.reduce((whole, [path, value]) => withValue(whole, path, value), made);
  return {
    scene: placed,
    choices: { ...named, settings },
    seconds: (seconds as number | undefined) ?? study.seconds ?? placed.seconds ?? DEFAULT_SECONDS,
    ...(isBuiltIn(scene) && places.length === 0 && { builtIn: { name: scene.name, options } }),
  };
}

function makeScene(
  scene: ReadyStudy['scene'],
  options: Readonly<Record<string, Value>>,
  all: Readonly<Record<string, Value>>,
  seed: number,
): Scene {
  if (typeof scene === 'function') {
    const made = scene(all, { seed });
    if (typeof made !== 'object' || made === null)
      throw new InputError(`scene() returned ${show(made)}, but must return a scene.`);
    obtainTrees(made);
    return made;
  }
  if (!isBuiltIn(scene)) return scene;
  const made = scene.make({ ...options, seed });
  obtainTrees(made);
  return made;
}

/** The built-in scene of this name. */
export function builtInOf(name: string): BuiltInScene {
  if (Object.hasOwn(SCENES, name)) return SCENES[name];
  const hint = /\.json$/.test(name) ? ` A scene file is given as { "file": ${show(name)} }.` : '';
  throw new InputError(`scene is ${show(name)}, but must be one of ${Object.keys(SCENES).join(', ')}.${hint}`);
}

// --- Places ---

/** A copy of the scene with another value at a place: "materials.stone.friction", "bodies[3].mass", or by name "bodies.top.mass". */
export function withValue(scene: Scene, path: string, value: Value): Scene {
  const parts = path.split(/[.[\]]+/).filter((part) => part !== '');
  return changed(scene, parts, value, path) as Scene;
}

function changed(whole: unknown, [part, ...rest]: readonly string[], value: Value, path: string): unknown {
  if (part === undefined) return value;
  if (Array.isArray(whole)) {
    const at = indexOf(whole, part, path);
    return whole.map((entry, i) => (i === at ? changed(entry, rest, value, path) : entry));
  }
  if (typeof whole !== 'object' || whole === null) {
    throw new InputError(`The place ${path} is not in the scene: there is nothing that could have ${show(part)}.`);
  }
  const fields = whole as Readonly<Record<string, unknown>>;
  // Of a record by name, and of what holds the last field, anything may be left out that has a default.
  if (rest.length > 0 && !Object.hasOwn(fields, part)) {
    throw new InputError(`The place ${path} is not in the scene: ${show(part)} is not among ${listNames(Object.keys(fields))}.`);
  }
  return { ...fields, [part]: changed(fields[part], rest, value, path) };
}

/** Of an entry by its number or by its name. */
function indexOf(list: readonly unknown[], part: string, path: string): number {
  const byName = list.findIndex((entry) => (entry as { name?: unknown } | null)?.name === part);
  const at = byName >= 0 ? byName : /^\d+$/.test(part) ? Number(part) : -1;
  if (at >= 0 && at < list.length) return at;
  throw new InputError(
    `The place ${path} is not in the scene: ${show(part)} is neither a name nor a number in a list of ${list.length}.`,
  );
}
