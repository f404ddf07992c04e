// The parts of a world that its functions share: state, detection, events, handles, and the chosen method.

import type { Detection } from '../detection/detection.js';
import { disturbAll, stir } from '../detection/disturb.js';
import type { Events } from '../events/events.js';
import type { HandleBook } from '../handle-book.js';
import { Body, Handle, type HandlesWorld } from '../handles.js';
import { InputError, refuse } from '../input/fields.js';
import type { Scheduler, TimeScheduler } from '../schedulers/scheduler.js';
import type { State } from '../state/state.js';
import type { Stepper } from '../steppers/stepper.js';

export interface WorldParts {
  /** The facade, which handles refer to. */
  readonly world: HandlesWorld;
  readonly state: State;
  readonly detection: Detection;
  readonly events: Events;
  /** The handles of nodes, of joints and of couplings. */
  readonly nodeHandles: HandleBook<Handle>;
  readonly jointHandles: HandleBook<{ readonly id: number }>;
  readonly couplingHandles: HandleBook<{ readonly id: number }>;
  /** The descriptions of the method and of the scheduler. */
  readonly stepper: Stepper;
  readonly scheduler: Scheduler | TimeScheduler;
}

/** The handle of a body by its row. */
export function bodyAt({ world, state, nodeHandles }: WorldParts, row: number): Body {
  const id = state.bodies.nodes.idOf(row);
  return nodeHandles.of(row, id, Body, () => new Body(world, id));
}

/** The row of a handle of this world. */
export function ownRow({ world }: WorldParts, handle: Handle): number {
  if (!(handle instanceof Handle)) refuse('handle', handle, 'a body or another node of this world');
  if (handle.world !== world) throw new InputError(`The node of id ${handle.id} is of another world.`);
  return handle.row;
}

/**
 * Notes that a node has come to a new place. If no impulse moves it, resting bodies there may have no edge with it yet.
 */
export function noteObstacle({ state, detection }: WorldParts, row: number): void {
  if (state.bodies.nodes.columns.inverseMass[row] === 0) disturbAll(detection);
  stir(state, row);
}

/** Marks the contacts of all edges as stale, so that they are determined again even for unmoved pairs. */
export function forgetPlacements({ state }: WorldParts): void {
  state.graph.edges.columns.placementKnown.fill(0);
}

/** Forbids changes from outside until `state.bodies.isLocked` is false again. */
export function lock({ bodies }: State): void {
  bodies.refuseWithinStep();
  bodies.isLocked = true;
}
