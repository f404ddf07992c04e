// Targets of inputs, for rollback: a body, a composite, a multibody or a joint, and the rows that the input may change.

import { COMPOSITE, LINK, MULTIBODY, NODE_KINDS, RIGID } from '../bodies/node-kinds.js';
import { Handle } from '../handles.js';
import { InputError, refuse, show } from '../input/fields.js';
import { Joint } from '../joint-handles.js';
import { WORLD_END } from '../joints/joint-table.js';
import { nameOfJoint } from './joint-changes.js';
import type { WorldParts } from './parts.js';
import { ownRow } from './parts.js';

export type InputTarget = Handle | Joint;

/**
 * Node rows that an input of a target may change, and its name in error messages. Throws if impulses do not move it.
 */
export function inputRows(parts: WorldParts, target: InputTarget): { readonly rows: readonly number[]; readonly name: string } {
  const { state, world } = parts;
  if (target instanceof Joint) {
    if (target.world !== world) throw new InputError(`The joint of id ${target.id} is of another world.`);
    const { nodes } = state.joints.table.columns;
    const ends = [nodes[2 * target.row], nodes[2 * target.row + 1]].filter((end) => end !== WORLD_END && moves(parts, end));
    return { rows: ends.map((end) => state.bodies.nodes.columns.mover[end]), name: nameOfJoint(state, target.row) };
  }
  if (!(target instanceof Handle)) refuse('target', target, 'a body, a composite, a multibody or a joint of this world');
  const row = ownRow(parts, target);
  const name = target.name === undefined ? `the node of id ${target.id}` : show(target.name);
  if (!moves(parts, row))
    throw new InputError(
      `target is ${name}, of kind ${NODE_KINDS[state.bodies.nodes.columns.kind[row]]}, but an input is of what moves: all that it touches would have to be redone.`,
    );
  return { rows: [row, ...partsOf(parts, row)], name };
}

function moves({ state }: WorldParts, row: number): boolean {
  return [RIGID, LINK, COMPOSITE, MULTIBODY].includes(state.bodies.nodes.columns.kind[row]);
}

/** The links of a multibody, or the members of a composite. */
function partsOf({ state }: WorldParts, row: number): readonly number[] {
  const kind = state.bodies.nodes.columns.kind[row];
  return kind === MULTIBODY || kind === COMPOSITE ? state.graph.structuralNeighbours(row) : [];
}
