// A scene at work: its world, and what joins on the way.

import type { Character } from '../character/character.js';
import { refuse } from '../input/fields.js';
import type { MethodName, SchedulerName, SolverName } from '../methods.js';
import { DEFAULT_METHOD, DEFAULT_SCHEDULER, defaultSolverOf, METHODS } from '../methods.js';
import { refuseUnknowing, refuseUnknownLocks } from '../world/known-blocks.js';
import type { Body, World } from '../world.js';
import type { WalkedCharacter, WorldChoices } from './build-world.js';
import { additionsWithin, addLater, buildWorld, checkControlsOfAdditions, createCharacters } from './build-world.js';
import { checkFields, tryScene } from './load-scene.js';
import type { Scene } from './scene.js';
import { DEFAULT_DT } from './scene.js';
import { dtField, methodField, schedulerField, solverField } from './scene-fields.js';

/** Each of these goes before what the scene says. */
export interface SimulationOptions extends WorldChoices {
  /** Time step [s]. */
  dt?: number;
}

export class Simulation {
  readonly scene: Scene;
  readonly world: World;
  readonly method: MethodName;
  readonly scheduler: SchedulerName;
  readonly solver: SolverName;
  /** Time step [s]. */
  readonly dt: number;
  /** Those of the scene, in its order. */
  readonly characters: readonly Character[];
  readonly #walked: readonly WalkedCharacter[];
  readonly #controls: NonNullable<WorldChoices['controls']>;

  /**
   * Throws an InputError for a scene or options that are not allowed, and for a control that the scene names and nobody
   * gives. `build` is for who has a world at hand that the scene may be built in.
   */
  constructor(scene: Scene, options: SimulationOptions = {}, build = buildWorld) {
    if (typeof options !== 'object' || options === null) refuse('options', options, 'an object');
    this.scene = checkFields(scene);
    // The world of this simulation is a trial itself, but for what joins in the middle of a run.
    if (scene.additions !== undefined) tryScene(scene);
    this.method = options.method ?? scene.method ?? DEFAULT_METHOD;
    this.scheduler = options.scheduler ?? scene.scheduler ?? DEFAULT_SCHEDULER;
    this.dt = options.dt ?? scene.dt ?? DEFAULT_DT;
    methodField.check(this.method, 'method');
    // A solver that the scene names is meant for its own method.
    const named = options.method === undefined || options.method === scene.method ? scene.solver : undefined;
    this.solver = options.solver ?? named ?? defaultSolverOf(METHODS[this.method]);
    schedulerField.check(this.scheduler, 'scheduler');
    solverField.check(this.solver, 'solver');
    dtField.check(this.dt, 'dt');
    const { method, scheduler, solver } = this;
    const settings = { ...scene.settings, ...options.settings };
    const { memory, threads, controls = {} } = options;
    if (typeof controls !== 'object' || controls === null) refuse('controls', controls, 'an object of functions by their names');
    this.#controls = controls;
    checkControlsOfAdditions(scene, controls);
    if (scene.additions?.some(({ multibodies, joints }) => multibodies ?? joints)) refuseUnknowing(METHODS[method], 'joint');
    for (const { bodies = [] } of scene.additions ?? []) for (const body of bodies) refuseUnknownLocks(METHODS[method], body);
    const shared = { threads, ...(memory !== undefined && { memory }) };
    this.world = build(scene, { method, scheduler, solver, settings, controls, ...shared });
    this.#walked = createCharacters(this.world, scene, controls);
    this.characters = this.#walked.map(({ character }) => character);
  }

  step(): void {
    this.addDueBodies();
    this.moveCharacters();
    this.world.step(this.dt);
  }

  /** Lets the characters that are in the world move in the step to come, as their controls or hands say. */
  moveCharacters(): void {
    const { world, dt } = this;
    for (const { character, control } of this.#walked) {
      if (!character.body.isAlive || !character.body.active) continue;
      if (!character.isByHand) control?.(character, world.time, dt);
      character.move(character.wish, dt);
    }
  }

  /**
   * Adds what the scene adds in the step to come, [t, t + dt), and returns the bodies of it. The world's time alone
   * decides, so that the same joins again after a rewind.
   */
  addDueBodies(): Body[] {
    const { world, scene, dt } = this;
    if (scene.additions === undefined) return [];
    return additionsWithin(scene, world.time, world.time + dt).flatMap(([i, addition]) =>
      addLater(world, addition, i, this.#controls),
    );
  }
}
