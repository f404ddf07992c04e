// From a scene to a world. The world itself knows what fits together (names, materials, kinds of body, composites); what it
// refuses is passed on with its place in the scene.

import { InputError, show } from '../input/fields.js';
import type { MethodName, SchedulerName, SolverName } from '../methods.js';
import { METHODS, SCHEDULERS, SOLVERS } from '../methods.js';
import type { MultibodyControl } from '../multibody.js';
import type { Settings } from '../settings.js';
import type { Body, WorldOptions } from '../world.js';
import { World } from '../world.js';
import type { Addition, Scene, SceneMesh, SceneMultibody } from './scene.js';

/** How a world steps: by name, as in a scene. What is left out has the library's default. */
export interface WorldChoices {
  /** Name of the time-stepping method. */
  method?: MethodName;
  /** Name of the way time advances. */
  scheduler?: SchedulerName;
  /** Name of the solver. */
  solver?: SolverName;
  settings?: Partial<Settings>;
  /** What controls multibodies, by the names that the scene calls it. */
  controls?: Readonly<Record<string, MultibodyControl>>;
  /** Where the tables of the world lie. */
  memory?: WorldOptions['memory'];
}

/** The world as it is at the start. The scene's fields must have been checked; its own choices are not looked at. */
export function buildWorld(scene: Scene, { method, scheduler, solver, settings, controls, memory }: WorldChoices): World {
  const world = new World({
    ...(settings !== undefined && { settings }),
    ...(method !== undefined && { stepper: METHODS[method] }),
    ...(scheduler !== undefined && { scheduler: SCHEDULERS[scheduler] }),
    ...(solver !== undefined && { solver: SOLVERS[solver] }),
    ...(memory !== undefined && { memory }),
  });
  fillWorld(world, scene, controls);
  return world;
}

/** Creates all that a scene has in a world that is empty. Without controls no multibody has one: the world is there to look at. */
export function fillWorld(world: World, scene: Scene, controls?: WorldChoices['controls']): void {
  createEach('materials', Object.entries(scene.materials ?? {}), ([name, material]) => world.createMaterial(name, material));
  refusePairsGivenTwice(scene);
  createEach('materialPairs', scene.materialPairs, ({ between: [a, b], ...pair }) => world.setMaterialPair(a, b, pair));
  for (const [name, mesh] of Object.entries(scene.meshes ?? {})) createMesh(world, name, mesh);
  createEach('bodies', scene.bodies, (body) => world.createBody(body));
  createEach('composites', scene.composites, (composite) => world.createComposite(composite));
  createEach('multibodies', scene.multibodies, (multibody) => createMultibody(world, multibody, controls));
  createEach('joints', scene.joints, (joint) => world.createJoint(joint));
  createEach('couplings', scene.couplings, (coupling) => world.createCoupling(coupling));
  createEach('rules', scene.rules, (rule) => world.createRule(rule));
  createEach('triggers', scene.triggers, (trigger) => world.createTrigger(trigger));
  createEach('timers', scene.timers, (timer) => world.createTimer(timer));
}

/** Adds the bodies of one of the scene's additions. */
export function addBodies(world: World, { bodies }: Addition, index: number): Body[] {
  return createEach(`additions[${index}].bodies`, bodies, (body) => world.createBody(body));
}

function createMultibody(world: World, { control, ...multibody }: SceneMultibody, controls: WorldChoices['controls']): void {
  if (control === undefined || controls === undefined) world.createMultibody(multibody);
  else if (Object.hasOwn(controls, control)) world.createMultibody({ ...multibody, control: controls[control] });
  else {
    const names = Object.keys(controls).map(show).join(', ');
    throw new InputError(`control is ${show(control)}, but must be one of ${names === '' ? 'those given, and none is' : names}.`);
  }
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
