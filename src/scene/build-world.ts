// Builds the world of a scene. The world itself checks that the parts fit together (names, materials, kinds of body,
// composites). Its errors are passed on with their place in the scene.

import type { CharacterControl } from '../character/character.js';
import { Character } from '../character/character.js';
import { InputError, show } from '../input/fields.js';
import type { MethodName, SchedulerName, SolverName } from '../methods.js';
import { METHODS, SCHEDULERS, SOLVERS } from '../methods.js';
import type { Multibody, MultibodyControl } from '../multibody.js';
import type { Settings } from '../settings.js';
import type { Body, WorldOptions } from '../world.js';
import { World } from '../world.js';
import type { Addition, Scene, SceneMesh, SceneMultibody, SceneSurface } from './scene.js';

/** A control that a scene refers to by name: of a multibody or of a character. */
export type SceneControl = MultibodyControl | CharacterControl;

/** The choices of a world by name, as in a scene. The library's default is used for each that is left out. */
export interface WorldChoices {
  /** Name of the time-stepping method. */
  method?: MethodName;
  /** Name of the scheduler, which advances time. */
  scheduler?: SchedulerName;
  /** Name of the solver. */
  solver?: SolverName;
  settings?: Partial<Settings>;
  /** Controls of multibodies and characters, by the names that the scene uses. */
  controls?: Readonly<Record<string, SceneControl>>;
  /** The memory for the tables of the world. */
  memory?: WorldOptions['memory'];
  /** The threads that step the world together. */
  threads?: WorldOptions['threads'] | undefined;
}

/**
 * Builds a scene's world at time 0 with the given choices, not the scene's. The scene's fields must have been checked.
 */
export function buildWorld(scene: Scene, choices: WorldChoices): World {
  const world = makeWorld(choices);
  fillWorld(world, scene, choices.controls);
  return world;
}

/** Makes an empty world. */
export function makeWorld({ method, scheduler, solver, settings, memory, threads }: WorldChoices): World {
  return new World({
    ...(settings !== undefined && { settings }),
    ...(method !== undefined && { stepper: METHODS[method] }),
    ...(scheduler !== undefined && { scheduler: SCHEDULERS[scheduler] }),
    ...(solver !== undefined && { solver: SOLVERS[solver] }),
    ...(memory !== undefined && { memory }),
    threads,
  });
}

/**
 * Creates the contents of a scene in an empty world. If `controls` is undefined, multibodies get no controls: the world
 * is for inspection only.
 */
export function fillWorld(world: World, scene: Scene, controls?: WorldChoices['controls']): void {
  createEach('materials', Object.entries(scene.materials ?? {}), ([name, material]) => world.createMaterial(name, material));
  refusePairsGivenTwice(scene);
  createEach('materialPairs', scene.materialPairs, ({ between: [a, b], ...pair }) => world.setMaterialPair(a, b, pair));
  for (const [name, mesh] of Object.entries(scene.meshes ?? {})) createMesh(world, name, mesh);
  for (const [name, surface] of Object.entries(scene.surfaces ?? {})) createSurface(world, name, surface);
  createEach('bodies', scene.bodies, (body) => world.createBody(body));
  createEach('composites', scene.composites, (composite) => world.createComposite(composite));
  createEach('multibodies', scene.multibodies, (multibody) => createMultibody(world, multibody, controls));
  createEach('joints', scene.joints, (joint) => world.createJoint(joint));
  createEach('couplings', scene.couplings, (coupling) => world.createCoupling(coupling));
  createEach('rules', scene.rules, (rule) => world.createRule(rule));
  createEach('triggers', scene.triggers, (trigger) => world.createTrigger(trigger));
  createEach('timers', scene.timers, (timer) => world.createTimer(timer));
}

/** The additions whose time is in [from, to) [s], in the order of time, each with its index in the scene. */
export function additionsWithin({ additions = [] }: Scene, from: number, to: number): [number, Addition][] {
  const due = [...additions.entries()].filter(([, { at }]) => at >= from && at < to);
  return due.sort(([, a], [, b]) => a.at - b.at);
}

/** Creates the contents of an addition. Returns its new bodies, links included. */
export function addLater(world: World, addition: Addition, index: number, controls?: WorldChoices['controls']): Body[] {
  const { bodies, multibodies, joints, couplings } = addition;
  const path = `additions[${index}]`;
  const loose = createEach(`${path}.bodies`, bodies, (body) => world.createBody(body));
  const links = createEach(`${path}.multibodies`, multibodies, (multibody) => {
    const known = multibody.links.filter((link) => typeof link === 'string');
    return createMultibody(world, multibody, controls).links.filter(({ name }) => name === undefined || !known.includes(name));
  });
  createEach(`${path}.joints`, joints, (joint) => world.createJoint(joint));
  createEach(`${path}.couplings`, couplings, (coupling) => world.createCoupling(coupling));
  return [...loose, ...links.flat()];
}

/** Refuses additions that name a control that is not given, so that they are not refused in the middle of a run. */
export function checkControlsOfAdditions({ additions = [] }: Scene, controls: WorldChoices['controls']): void {
  additions.forEach(({ multibodies }, i) => {
    createEach(`additions[${i}].multibodies`, multibodies, ({ control }) => findControl(controls, control));
  });
}

function createMultibody(world: World, { control, ...multibody }: SceneMultibody, controls: WorldChoices['controls']): Multibody {
  const found = findControl(controls, control);
  return world.createMultibody(found === undefined ? multibody : { ...multibody, control: found as MultibodyControl });
}

/** The control with the given name; undefined without a name or without `controls`. */
function findControl(controls: WorldChoices['controls'], name: string | undefined): SceneControl | undefined {
  if (name === undefined || controls === undefined) return undefined;
  if (Object.hasOwn(controls, name)) return controls[name];
  const names = Object.keys(controls).map(show).join(', ');
  throw new InputError(`control is ${show(name)}, but must be one of ${names === '' ? 'those given, and none is' : names}.`);
}

/** Creates the characters of a scene, with their controls. The world must have all its other contents. */
export function createCharacters(world: World, { characters }: Scene, controls?: WorldChoices['controls']): WalkedCharacter[] {
  return createEach('characters', characters, ({ control, ...options }) => {
    const found = findControl(controls, control) as CharacterControl | undefined;
    return { character: new Character(world, options), control: found };
  });
}

export interface WalkedCharacter {
  readonly character: Character;
  readonly control: CharacterControl | undefined;
}

function createMesh(world: World, name: string, mesh: SceneMesh): void {
  if ('file' in mesh) refuseFile(`meshes.${name}`, mesh.file);
  else createNamed(`meshes.${name}`, 'mesh', () => world.createMesh(name, mesh));
}

function createSurface(world: World, name: string, surface: SceneSurface): void {
  if ('file' in surface) refuseFile(`surfaces.${name}`, surface.file);
  else createNamed(`surfaces.${name}`, 'surface', () => world.createSurface(name, surface));
}

function refuseFile(path: string, file: string): never {
  throw new InputError(`${path}.file is ${show(file)}, but must be read before the scene is built.`);
}

/** Prefixes errors with the path. The world's sentence begins with "mesh.depth is ...", or with "The mesh ...". */
function createNamed(path: string, noun: string, create: () => void): void {
  try {
    create();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const sentence = error.message.startsWith(`${noun}.`) ? error.message.slice(noun.length) : `: ${error.message}`;
    throw new InputError(`${path}${sentence}`);
  }
}

function createEach<T, R>(list: string, descriptors: readonly T[] = [], create: (descriptor: T) => R): R[] {
  return descriptors.map((descriptor, i) => {
    try {
      return create(descriptor);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      // The world's sentence begins with the field, as in "mass is ..." or "rule.between[0] is ...", or with "The method ...".
      const sentence = error.message.replace(/^(options|body|composite|multibody|joint|coupling|rule|trigger|timer)\./, '');
      throw new InputError(`${list}[${i}]${sentence.startsWith('The ') ? ': ' : '.'}${sentence}`);
    }
  });
}

/** Refuses a pair of materials that is given twice: the world would take the last one. */
function refusePairsGivenTwice({ materialPairs = [] }: Scene): void {
  const seen = new Set<string>();
  materialPairs.forEach(({ between }, i) => {
    const pair = JSON.stringify([...between].sort());
    if (seen.has(pair)) throw new InputError(`materialPairs[${i}].between is ${show(between)}, a pair that is given already.`);
    seen.add(pair);
  });
}
