// A scene at work: the world built from it, and the bodies that join on the way.

import { InputError } from '../input/fields.js';
import { DEFAULT_METHOD, DEFAULT_SCHEDULER, DEFAULT_SOLVER, METHODS, SCHEDULERS, SOLVERS } from '../methods.js';
import type { Settings } from '../settings.js';
import type { Body } from '../world.js';
import { World } from '../world.js';
import { checkScene } from './load-scene.js';
import type { Scene } from './scene.js';
import { DEFAULT_DT } from './scene.js';
import { dtField, methodField, schedulerField, solverField } from './scene-fields.js';

/** Each of these goes before what the scene says. */
export interface SimulationOptions {
  /** Name of the time-stepping method. */
  method?: string;
  /** Name of the way time advances. */
  scheduler?: string;
  /** Name of the solver. */
  solver?: string;
  settings?: Partial<Settings>;
  /** Time step [s]. */
  dt?: number;
}

export class Simulation {
  readonly scene: Scene;
  readonly world: World;
  readonly method: string;
  readonly scheduler: string;
  readonly solver: string;
  /** Time step [s]. */
  readonly dt: number;

  /** Throws an InputError, and leaves nothing behind, for a scene or options that are not allowed. */
  constructor(scene: Scene, options: SimulationOptions = {}) {
    this.scene = checkScene(scene);
    this.method = options.method ?? scene.method ?? DEFAULT_METHOD;
    this.scheduler = options.scheduler ?? scene.scheduler ?? DEFAULT_SCHEDULER;
    this.solver = options.solver ?? scene.solver ?? DEFAULT_SOLVER;
    this.dt = options.dt ?? scene.dt ?? DEFAULT_DT;
    methodField.check(this.method, 'method');
    schedulerField.check(this.scheduler, 'scheduler');
    solverField.check(this.solver, 'solver');
    dtField.check(this.dt, 'dt');
    this.world = new World({
      settings: { ...scene.settings, ...options.settings },
      stepper: METHODS[this.method],
      scheduler: SCHEDULERS[this.scheduler],
      solver: SOLVERS[this.solver],
    });
    buildWorld(this.world, scene);
    rehearseAdditions(scene);
  }

  step(): void {
    this.addDueBodies();
    this.world.step(this.dt);
  }

  /**
   * Adds the bodies whose time lies in the step to come, [t, t + dt). The world's time alone decides, so that the same bodies
   * join again after a rewind. Returns those that joined.
   */
  addDueBodies(): Body[] {
    const { world, scene, dt } = this;
    const due = (scene.additions ?? []).filter(({ at }) => at >= world.time && at < world.time + dt);
    return due.flatMap(({ bodies }) => bodies.map((body) => world.createBody(body)));
  }
}

function buildWorld(world: World, scene: Scene): void {
  buildMaterials(world, scene);
  buildEach('bodies', scene.bodies, (body) => world.createBody(body));
  buildEach('composites', scene.composites, (composite) => world.createComposite(composite));
  buildEach('rules', scene.rules, (rule) => world.createRule(rule));
  buildEach('triggers', scene.triggers, (trigger) => world.createTrigger(trigger));
  buildEach('timers', scene.timers, (timer) => world.createTimer(timer));
}

function buildMaterials(world: World, scene: Scene): void {
  for (const [name, material] of Object.entries(scene.materials ?? {})) world.createMaterial(name, material);
  for (const { between, ...pair } of scene.materialPairs ?? []) world.setMaterialPair(between[0], between[1], pair);
}

/** Creates each in turn; what the world refuses is named by its place in the scene. */
function buildEach<T>(list: string, descriptors: readonly T[] | undefined, create: (descriptor: T) => void): void {
  descriptors?.forEach((descriptor, i) => {
    try {
      create(descriptor);
    } catch (error) {
      throw error instanceof InputError ? new InputError(`${list}[${i}]: ${error.message}`) : error;
    }
  });
}

/** Creates the bodies to come in a world that is thrown away: a flat hull must be refused now, not when its time has come. */
function rehearseAdditions(scene: Scene): void {
  if (scene.additions === undefined) return;
  const world = new World();
  buildMaterials(world, scene);
  scene.additions.forEach(({ bodies }, i) => {
    buildEach(`additions[${i}].bodies`, bodies, (body) => world.createBody(body));
  });
}
