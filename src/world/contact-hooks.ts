// Contact hooks: functions of the user that are called for each pair of bodies with contacts, before the contacts act
// in a step. A hook may change friction, restitution and surface velocity of the pair, or disable the pair.

import { forgetAnswers, HookError } from '../detection/ask-hooks.js';
import { disturbAll } from '../detection/disturb.js';
import type { PairAnswer } from '../detection/pair-answer.js';
import type { Body } from '../handles.js';
import { InputError, number, refuse, sentenceOf, vec3 } from '../input/fields.js';
import type { Vec3 } from '../math/vector.js';
import { vectorAt } from '../math/vector.js';
import type { Settings } from '../settings.js';
import { refuseUnknowing } from './known-blocks.js';
import type { WorldParts } from './parts.js';
import { bodyAt } from './parts.js';

const frictionField = number('', { min: 0 });
const restitutionField = number('', { min: 0, max: 1 });

/** A pair of bodies with contacts, as given to a hook. The same object is used for every pair: do not keep it. */
export class ContactPair {
  readonly #parts: WorldParts;
  readonly #answer: PairAnswer = {
    friction: -1,
    restitution: -1,
    rolling: -1,
    spinning: -1,
    isRefused: false,
    isBelt: false,
    surfaceVelocity: new Float64Array(3),
  };
  #edge = -1;

  constructor(parts: WorldParts) {
    this.#parts = parts;
  }

  /** Points the object at an edge, with an empty answer. */
  begin(edge: number): PairAnswer {
    this.#edge = edge;
    this.#answer.friction = this.#answer.restitution = this.#answer.rolling = this.#answer.spinning = -1;
    this.#answer.isRefused = this.#answer.isBelt = false;
    this.#answer.surfaceVelocity.fill(0);
    return this.#answer;
  }

  /** The body of the smaller index. */
  get bodyA(): Body {
    return bodyAt(this.#parts, this.#parts.state.graph.edges.columns.nodes[2 * this.#edge]);
  }

  get bodyB(): Body {
    return bodyAt(this.#parts, this.#parts.state.graph.edges.columns.nodes[2 * this.#edge + 1]);
  }

  /**
   * Time of the two bodies: that of the beginning of the step, or of the part of a step, in which the contacts act [s].
   */
  get time(): number {
    return this.#parts.detection.atHand.time;
  }

  /** Smallest signed distance between the two bodies, below 0 when they penetrate [m]. */
  get gap(): number {
    return this.#parts.state.graph.edges.columns.gap[this.#edge];
  }

  /** Unit normal of the pair's first contact, from A to B, in the frame of A [1]. */
  get normalInA(): Vec3 {
    return vectorAt(this.#parts.state.graph.contacts.columns.normal, 3 * this.#contact);
  }

  /** Names of the materials at the pair's first contact: of A's shape and of B's shape. */
  get materials(): [string, string] {
    const { bodies, graph } = this.#parts.state;
    const { shapes } = graph.contacts.columns;
    const { material } = bodies.shapes.columns;
    const nameOf = (side: number): string => bodies.materials.nameOf(material[shapes[2 * this.#contact + side]]);
    return [nameOf(0), nameOf(1)];
  }

  /** Coefficient of Coulomb friction of all contacts of the pair in this step [1]. Until set, that of `materials`. */
  get friction(): number {
    return this.#answer.friction < 0 ? this.#ofMaterials('friction') : this.#answer.friction;
  }
  set friction(coefficient: number) {
    frictionField.check(coefficient, 'friction');
    this.#answer.friction = coefficient;
  }

  /**
   * Newton's coefficient of restitution of all contacts of the pair in this step [1]. Until set, that of `materials`.
   */
  get restitution(): number {
    return this.#answer.restitution < 0 ? this.#ofMaterials('restitution') : this.#answer.restitution;
  }
  set restitution(coefficient: number) {
    restitutionField.check(coefficient, 'restitution');
    this.#answer.restitution = coefficient;
  }

  /** Coefficient of rolling friction of all contacts of the pair in this step [m]. Until set, that of `materials`. */
  get rollingFriction(): number {
    return this.#answer.rolling < 0 ? this.#ofMaterials('rolling') : this.#answer.rolling;
  }
  set rollingFriction(coefficient: number) {
    frictionField.check(coefficient, 'rollingFriction');
    if (coefficient > 0) refuseUnknowing(this.#parts.stepper, 'resistance');
    this.#answer.rolling = coefficient;
  }

  /** Coefficient of spinning friction of all contacts of the pair in this step [m]. Until set, that of `materials`. */
  get spinningFriction(): number {
    return this.#answer.spinning < 0 ? this.#ofMaterials('spinning') : this.#answer.spinning;
  }
  set spinningFriction(coefficient: number) {
    frictionField.check(coefficient, 'spinningFriction');
    if (coefficient > 0) refuseUnknowing(this.#parts.stepper, 'resistance');
    this.#answer.spinning = coefficient;
  }

  /**
   * Velocity of the surface of the pair's fixed body in this step, as of a conveyor belt [m/s]. Until set, that of the
   * body. It can be set only for a pair with a fixed body.
   */
  get surfaceVelocity(): Vec3 {
    if (this.#answer.isBelt) return vectorAt(this.#answer.surfaceVelocity, 0);
    return this.#fixedBody?.surfaceVelocity ?? [0, 0, 0];
  }
  set surfaceVelocity(velocity: Readonly<Vec3>) {
    vec3('').check(velocity, 'surfaceVelocity');
    if (this.#fixedBody === undefined)
      throw new InputError('surfaceVelocity is given to a pair without a fixed body, but only fixed bodies have one.');
    this.#answer.isBelt = true;
    this.#answer.surfaceVelocity.set(velocity);
  }

  /** Disables the contacts of the pair in this step: the bodies pass through each other. */
  refuse(): void {
    this.#answer.isRefused = true;
  }

  get #fixedBody(): Body | undefined {
    return this.bodyA.kind === 'fixed' ? this.bodyA : this.bodyB.kind === 'fixed' ? this.bodyB : undefined;
  }

  get #contact(): number {
    return this.#parts.state.graph.edges.columns.firstContact[this.#edge];
  }

  #ofMaterials(what: 'friction' | 'restitution' | 'rolling' | 'spinning'): number {
    const { materials, shapes } = this.#parts.state.bodies;
    const { shapes: ends } = this.#parts.state.graph.contacts.columns;
    const { material } = shapes.columns;
    return materials[what][material[ends[2 * this.#contact]] * materials.stride + material[ends[2 * this.#contact + 1]]];
  }
}

export type ContactHook = (pair: ContactPair) => void;

/** Throws when hooks would be bypassed: time schedulers and followed impacts resolve pairs without asking hooks. */
export function checkHooks(
  { scheduler, detection }: WorldParts,
  settings: Settings,
  isHooked = detection.ask !== undefined,
): void {
  if (!isHooked) return;
  if (scheduler.name !== 'fixed')
    throw new InputError(
      `A contact hook cannot be used with the scheduler ${scheduler.name}, which meets pairs without asking; use fixed.`,
    );
  if (settings['detection.continuous'] > 1)
    throw new InputError(
      'A contact hook cannot be used where detection.continuous is above 1: impacts are followed without asking.',
    );
}

/** The hooks of a world, called in the order in which they were added. */
export class ContactHooks {
  readonly #parts: WorldParts;
  readonly #pair: ContactPair;
  #hooks: readonly ContactHook[] = [];

  constructor(parts: WorldParts) {
    this.#parts = parts;
    this.#pair = new ContactPair(parts);
  }

  /** Adds a hook; the returned function removes it. */
  add(hook: ContactHook): () => void {
    if (typeof hook !== 'function') refuse('hook', hook, 'a function');
    checkHooks(this.#parts, this.#parts.state.settings, true);
    // A wrapper of its own, since the same function may be added twice and removed once.
    const own: ContactHook = (pair) => hook(pair);
    this.#set([...this.#hooks, own]);
    return () => {
      if (this.#hooks.includes(own)) this.#set(this.#hooks.filter((other) => other !== own));
    };
  }

  #set(hooks: readonly ContactHook[]): void {
    const { state, detection } = this.#parts;
    state.bodies.beginChange();
    disturbAll(detection);
    this.#hooks = hooks;
    state.bodies.materials.isHooked = hooks.length > 0;
    state.bodies.materials.isResistanceHooked = false;
    detection.ask = hooks.length > 0 ? (edge) => this.#ask(edge) : undefined;
    if (hooks.length === 0) forgetAnswers(detection);
  }

  #ask(edge: number): PairAnswer {
    const answer = this.#pair.begin(edge);
    for (const hook of this.#hooks) {
      try {
        hook(this.#pair);
      } catch (error) {
        const { stepCount } = this.#parts.state;
        throw new HookError(`A contact hook has thrown in step ${stepCount + 1}, which is not taken: ${sentenceOf(error)}`, {
          cause: error,
        });
      }
    }
    return answer;
  }
}
