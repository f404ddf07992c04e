// Runs a scene: steps its world, moves its characters, and adds its additions in time.

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

/** Options of a simulation. Each one overrides that of the scene. */
export interface SimulationOptions extends WorldChoices {
  /** Time step [s]. */
  dt?: number;
}

/** A running scene: its world, its characters, and its additions. */
export class Simulation {
  readonly scene: Scene;
  readonly world: World;
  readonly method: MethodName;
  readonly scheduler: SchedulerName;
  readonly solver: SolverName;
  /** Time step [s]. */
  readonly dt: number;
  /** The characters of the scene, in its order. */
  readonly characters: readonly Character[];
  readonly #walked: readonly WalkedCharacter[];
  readonly #controls: NonNullable<WorldChoices['controls']>;

  /**
   * Throws an InputError for a scene or options that are not allowed, and for a control that the scene names but
   * `controls` lacks. Programs that have a world for the scene replace `build`.
   */
  constructor(scene: Scene, options: SimulationOptions = {}, build = buildWorld) {
    if (typeof options !== 'object' || options === null) refuse('options', options, 'an object');
    this.scene = checkFields(scene);
    // Building the world below checks the scene. Only additions need a trial, so that they are not refused during the
    // run.
    if (scene.additions !== undefined) tryScene(scene);
    this.method = options.method ?? scene.method ?? DEFAULT_METHOD;
    this.scheduler = options.scheduler ?? scene.scheduler ?? DEFAULT_SCHEDULER;
    this.dt = options.dt ?? scene.dt ?? DEFAULT_DT;
    methodField.check(this.method, 'method');
    // The solver of the scene is used only with the scene's method.
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

  /** Takes so many steps at once if they would change nothing but the time, and returns how many it has taken (World.rest). */
  rest(steps: number): number {
    const isLeftAlone = this.scene.additions === undefined && this.#walked.length === 0;
    return isLeftAlone ? this.world.rest(this.dt, steps) : 0;
  }

  /**
   * Moves the active characters in the coming step by their `wish`, which controls set unless a character is by hand.
   */
  moveCharacters(): void {
    const { world, dt } = this;
    for (const { character, control } of this.#walked) {
      if (!character.body.isAlive || !character.body.active) continue;
      if (!character.isByHand) control?.(character, world.time, dt);
      character.move(character.wish, dt);
    }
  }

  /**
   * Adds the additions whose time is in the coming step, [t, t + dt). Returns their bodies. This depends on the world's
   * time only, so that a rewound world gets the same additions again.
   */
  addDueBodies(): Body[] {
    const { world, scene, dt } = this;
    if (scene.additions === undefined) return [];
    return additionsWithin(scene, world.time, world.time + dt).flatMap(([i, addition]) =>
      addLater(world, addition, i, this.#controls),
    );
  }
}
