// The handle of a multibody: its links, its joints and its control.

import { ArticulatedHandle } from './articulated-handle.js';
import type { Body, HandlesWorld } from './handles.js';
import { refuse } from './input/fields.js';
import type { Joint } from './joint-handles.js';
import { jointAt } from './joint-handles.js';
import type { WorldParts } from './world/parts.js';
import { bodyAt } from './world/parts.js';

/**
 * A controller, called before each step from time t by dt [s]. It may read everything, and set motors, targets, limits,
 * springs and friction of the joints of this multibody. It must keep its memory in `slots`: only then does going back
 * in time restore that memory as well.
 */
export type MultibodyControl = (multibody: Multibody, t: number, dt: number) => void;

export class Multibody extends ArticulatedHandle {
  readonly #parts: WorldParts;
  /** The joints, listed when the world's joints had changed `#changes` times. */
  #all: readonly Joint[] = [];
  #tree: readonly Joint[] = [];
  #loops: readonly Joint[] = [];
  #changes = -1;

  /** Made by the world's create functions. */
  constructor(parts: WorldParts, world: HandlesWorld, id: number) {
    super(parts, world, id);
    this.#parts = parts;
  }

  override get kind(): 'multibody' {
    return 'multibody';
  }

  /** The links, in the order of their rows. */
  override get links(): Body[] {
    return this.#parts.state.graph.structuralNeighbours(this.row).map((row) => bodyAt(this.#parts, row));
  }

  /** The joints of the tree, in the order of their rows. */
  override get joints(): readonly Joint[] {
    this.#listJoints();
    return this.#tree;
  }

  /** The joints that close loops. */
  override get loops(): readonly Joint[] {
    this.#listJoints();
    return this.#loops;
  }

  /** The joint with the given name; undefined when there is none. */
  findJoint(name: string): Joint | undefined {
    this.#listJoints();
    return this.#all.find((joint) => joint.name === name);
  }

  /** The controller, called before each step; undefined for none. */
  get control(): MultibodyControl | undefined {
    return this.#parts.state.joints.controls[this.row] as MultibodyControl | undefined;
  }
  set control(control: MultibodyControl | undefined) {
    if (control !== undefined && typeof control !== 'function') refuse('control', control, 'a function, or undefined');
    const { bodies, joints } = this.#parts.state;
    bodies.beginChange();
    joints.controls[this.row] = control;
    joints.changes++;
  }

  #listJoints(): void {
    const { table, changes } = this.#parts.state.joints;
    const owner = this.row + 1;
    if (this.#changes === changes) return;
    const { multibody, closesLoop } = table.columns;
    const rows = Array.from({ length: table.size }, (_, joint) => joint);
    const own = rows.filter((joint) => multibody[joint] === owner && table.isLive(joint));
    this.#all = own.map((joint) => jointAt(this.#parts, joint));
    this.#tree = Object.freeze(this.#all.filter((_, i) => closesLoop[own[i]] === 0));
    this.#loops = Object.freeze(this.#all.filter((_, i) => closesLoop[own[i]] !== 0));
    this.#changes = changes;
  }
}

/**
 * The handle of the multibody in a row. It is frozen, so that setting a property of bodies, such as velocity, throws.
 */
export function multibodyAt(parts: WorldParts, row: number): Multibody {
  const id = parts.state.bodies.nodes.idOf(row);
  return parts.nodeHandles.of(row, id, Multibody, () => Object.freeze(new Multibody(parts, parts.world, id)) as Multibody);
}
