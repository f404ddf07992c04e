// The handle of a multibody: its links and joints, what controls it, and its own numbers.

import { ArticulatedHandle } from './articulated-handle.js';
import type { Body, HandlesWorld } from './handles.js';
import { refuse } from './input/fields.js';
import type { Joint } from './joint-handles.js';
import { jointAt } from './joint-handles.js';
import type { WorldParts } from './world/parts.js';
import { bodyAt } from './world/parts.js';

/**
 * Called before each step from time t by dt [s]. It may read everything, and set motors, targets, limits, springs and
 * friction of the joints of this multibody. What it wants to remember belongs into `slots`: then going back in time
 * takes that back as well.
 */
export type MultibodyControl = (multibody: Multibody, t: number, dt: number) => void;

export class Multibody extends ArticulatedHandle {
  readonly #parts: WorldParts;
  /** The joints, as they were after so many changes. */
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

  /** Its links, in the order of their indices. */
  override get links(): Body[] {
    return this.#parts.state.graph.structuralNeighbours(this.row).map((row) => bodyAt(this.#parts, row));
  }

  /** The joints of its tree, in the order of their indices. */
  override get joints(): readonly Joint[] {
    this.#listJoints();
    return this.#tree;
  }

  /** The joints that close rings. */
  override get loops(): readonly Joint[] {
    this.#listJoints();
    return this.#loops;
  }

  /** The joint of a name; undefined when it has none of that name. */
  findJoint(name: string): Joint | undefined {
    this.#listJoints();
    return this.#all.find((joint) => joint.name === name);
  }

  /** Called before each step; undefined for none. */
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

/** The handle of a multibody by its row. It is frozen: what is no body has no velocity, and no property may seem to be one. */
export function multibodyAt(parts: WorldParts, row: number): Multibody {
  const id = parts.state.bodies.nodes.idOf(row);
  return parts.nodeHandles.of(row, id, Multibody, () => Object.freeze(new Multibody(parts, parts.world, id)) as Multibody);
}
