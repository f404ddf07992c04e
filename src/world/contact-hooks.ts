// Contact hooks as users give them: functions that are asked about each pair of bodies with contacts, before the contacts
// act in a step.

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

/** A pair of bodies with contacts, as a hook sees it. It is the same object for every pair: do not keep it. */
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

  /** Begins with an edge, of which nothing was said. */
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

  /** Where the bodies at hand are in time, at the beginning of the stretch to come [s]. */
  get time(): number {
    return this.#parts.detection.atHand.time;
  }

  /** Smallest signed distance of the two [m]. */
  get gap(): number {
    return this.#parts.state.graph.edges.columns.gap[this.#edge];
  }

  /** Unit normal of their first contact, from A to B, in the frame of A [1]. */
  get normalInA(): Vec3 {
    return vectorAt(this.#parts.state.graph.contacts.columns.normal, 3 * this.#contact);
  }

  /** Names of the materials of their first contact: of A's shape and of B's. */
  get materials(): [string, string] {
    const { bodies, graph } = this.#parts.state;
    const { shapes } = graph.contacts.columns;
    const { material } = bodies.shapes.columns;
    const nameOf = (side: number): string => bodies.materials.nameOf(material[shapes[2 * this.#contact + side]]);
    return [nameOf(0), nameOf(1)];
  }

  /** Coulomb's coefficient of all contacts of the pair in this step [1]; until it is set, that of the materials of the first. */
  get friction(): number {
    return this.#answer.friction < 0 ? this.#ofMaterials('friction') : this.#answer.friction;
  }
  set friction(coefficient: number) {
    frictionField.check(coefficient, 'friction');
    this.#answer.friction = coefficient;
  }

  /** Newton's coefficient [1], alike. */
  get restitution(): number {
    return this.#answer.restitution < 0 ? this.#ofMaterials('restitution') : this.#answer.restitution;
  }
  set restitution(coefficient: number) {
    restitutionField.check(coefficient, 'restitution');
    this.#answer.restitution = coefficient;
  }

  /** Coefficient of rolling friction [m], alike. */
  get rollingFriction(): number {
    return this.#answer.rolling < 0 ? this.#ofMaterials('rolling') : this.#answer.rolling;
  }
  set rollingFriction(coefficient: number) {
    frictionField.check(coefficient, 'rollingFriction');
    if (coefficient > 0) refuseUnknowing(this.#parts.stepper, 'resistance');
    this.#answer.rolling = coefficient;
  }

  /** Coefficient of spinning friction [m], alike. */
  get spinningFriction(): number {
    return this.#answer.spinning < 0 ? this.#ofMaterials('spinning') : this.#answer.spinning;
  }
  set spinningFriction(coefficient: number) {
    frictionField.check(coefficient, 'spinningFriction');
    if (coefficient > 0) refuseUnknowing(this.#parts.stepper, 'resistance');
    this.#answer.spinning = coefficient;
  }

  /**
   * How fast the surface of the fixed body of the pair moves in this step [m/s]; until it is set, the body's own. Only a pair with
   * a fixed body has one.
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

  /** The two do not touch in this step: they pass through each other. */
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

/** Throws where hooks cannot be asked: where pairs are followed without their contacts. */
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

/** The hooks of a world, asked in the order in which they came. */
export class ContactHooks {
  readonly #parts: WorldParts;
  readonly #pair: ContactPair;
  #hooks: readonly ContactHook[] = [];

  constructor(parts: WorldParts) {
    this.#parts = parts;
    this.#pair = new ContactPair(parts);
  }

  /** The function returned takes it away. */
  add(hook: ContactHook): () => void {
    if (typeof hook !== 'function') refuse('hook', hook, 'a function');
    checkHooks(this.#parts, this.#parts.state.settings, true);
    // The same function may be given twice.
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
