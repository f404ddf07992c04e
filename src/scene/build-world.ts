// From a scene to a world. The world itself knows what fits together (names, materials, kinds of body, composites); what it
// refuses is passed on with its place in the scene.

import { InputError, show } from '../input/fields.js';
import type { MethodName, SchedulerName, SolverName } from '../methods.js';
import { METHODS, SCHEDULERS, SOLVERS } from '../methods.js';
import type { Settings } from '../settings.js';
import type { Body, WorldOptions } from '../world.js';
import { World } from '../world.js';
import type { Addition, Scene, SceneMesh } from './scene.js';

/** How a world steps: by name, as in a scene. What is left out has the library's default. */
export interface WorldChoices {
  /** Name of the time-stepping method. */
  method?: MethodName;
  /** Name of the way time advances. */
  scheduler?: SchedulerName;
  /** Name of the solver. */
  solver?: SolverName;
  settings?: Partial<Settings>;
  /** Where the tables of the world lie. */
  memory?: WorldOptions['memory'];
}

/** The world as it is at the start. The scene's fields must have been checked; its own choices are not looked at. */
export function buildWorld(scene: Scene, { method, scheduler, solver, settings, memory }: WorldChoices): World {
  const world = new World({
    ...(settings !== undefined && { settings }),
    ...(method !== undefined && { stepper: METHODS[method] }),
    ...(scheduler !== undefined && { scheduler: SCHEDULERS[scheduler] }),
    ...(solver !== undefined && { solver: SOLVERS[solver] }),
    ...(memory !== undefined && { memory }),
  });
  fillWorld(world, scene);
  return world;
}

/** Creates all that a scene has in a world that is empty. */
export function fillWorld(world: World, scene: Scene): void {
  createEach('materials', Object.entries(scene.materials ?? {}), ([name, material]) => world.createMaterial(name, material));
  refusePairsGivenTwice(scene);
  createEach('materialPairs', scene.materialPairs, ({ between: [a, b], ...pair }) => world.setMaterialPair(a, b, pair));
  for (const [name, mesh] of Object.entries(scene.meshes ?? {})) createMesh(world, name, mesh);
  createEach('bodies', scene.bodies, (body) => world.createBody(body));
  createEach('composites', scene.composites, (composite) => world.createComposite(composite));
  createEach('multibodies', scene.multibodies, (multibody) => world.createMultibody(multibody));
  createEach('joints', scene.joints, (joint) => world.createJoint(joint));
  createEach('couplings', scene.couplings, (coupling) => world.createCoupling(coupling));
  createEach('rules', scene.rules, (rule) => world.createRule(rule));
  createEach('triggers', scene.triggers, (trigger) => world.createTrigger(trigger));
  createEach('timers', scene.timers, (timer) => world.createTimer(timer));
}

/** The additions whose time is in [from, to) [s], in the order in which they join, with their places in the scene. */
export function additionsWithin({ additions = [] }: Scene, from: number, to: number): [number, Addition][] {
  const due = [...additions.entries()].filter(([, { at }]) => at >= from && at < to);
  return due.sort(([, a], [, b]) => a.at - b.at);
}

/** Adds what one of the scene's additions has; returns the bodies, links among them. */
export function addLater(world: World, { bodies, multibodies, joints, couplings }: Addition, index: number): Body[] {
  const path = `additions[${index}]`;
  const loose = createEach(`${path}.bodies`, bodies, (body) => world.createBody(body));
  const links = createEach(`${path}.multibodies`, multibodies, (multibody) => {
    const known = multibody.links.filter((link) => typeof link === 'string');
    return world.createMultibody(multibody).links.filter(({ name }) => name === undefined || !known.includes(name));
  });
  createEach(`${path}.joints`, joints, (joint) => world.createJoint(joint));
  createEach(`${path}.couplings`, couplings, (coupling) => world.createCoupling(coupling));
  return [...loose, ...links.flat()];
}

function createMesh(world: World, name: string, mesh: SceneMesh): void {
  if ('file' in mesh) {
    throw new InputError(`meshes.${name}.file is ${show(mesh.file)}, but must be read before the scene is built.`);
  }
  try {
    world.createMesh(name, mesh);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // The world's sentence begins with the field, as in "mesh.depth is ...", or with "The mesh ...".
    const sentence = error.message.startsWith('mesh.') ? error.message.slice('mesh'.length) : `: ${error.message}`;
    throw new InputError(`meshes.${name}${sentence}`);
  }
}

function createEach<T, R>(list: string, descriptors: readonly T[] = [], create: (descriptor: T) => R): R[] {
  return descriptors.map((descriptor, i) => {
    try {
      return create(descriptor);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      // The world's sentence begins with the field, as in "mass is ..." or "rule.between[0] is ...", or with "The method ...".
      const sentence = error.message.replace(/^(body|composite|multibody|joint|coupling|rule|trigger|timer)\./, '');
      throw new InputError(`${list}[${i}]${sentence.startsWith('The ') ? ': ' : '.'}${sentence}`);
    }
  });
}

/** The world would let the last one win. */
function refusePairsGivenTwice({ materialPairs = [] }: Scene): void {
  const seen = new Set<string>();
  materialPairs.forEach(({ between }, i) => {
    const pair = JSON.stringify([...between].sort());
    if (seen.has(pair)) throw new InputError(`materialPairs[${i}].between is ${show(between)}, a pair that is given already.`);
    seen.add(pair);
  });
}
