// Checks that the method of a world supports a kind of block: joints, locked axes, rolling and spinning friction.

import type { BodyDescriptor, MaterialDescriptor } from '../bodies/descriptors.js';
import { InputError, show } from '../input/fields.js';
import { METHODS } from '../methods.js';
import type { BlockKind, Stepper } from '../steppers/stepper.js';

/** Names of blocks in error messages. */
const NAMES: Record<BlockKind, string> = {
  contact: 'contacts',
  joint: 'joints',
  lock: 'locked axes',
  resistance: 'rolling and spinning friction',
};

/** Throws unless a method supports a kind of block. */
export function refuseUnknowing({ name, blocks }: Stepper, block: BlockKind): void {
  if (blocks?.includes(block)) return;
  const methods: [string, Stepper][] = Object.entries(METHODS);
  const able = methods.filter(([, method]) => method.blocks?.includes(block));
  const names = able.map(([method]) => show(method)).join(', ');
  throw new InputError(`The method of this world is ${show(name)}, which knows no ${NAMES[block]}; those that do are ${names}.`);
}

/** Throws when axes of a body are locked and the method does not support locks. */
export function refuseUnknownLocks(stepper: Stepper, { locks = [] }: Pick<BodyDescriptor, 'locks'>): void {
  if (locks.length > 0) refuseUnknowing(stepper, 'lock');
}

/** Throws when a material has rolling or spinning friction and the method does not support them. */
export function refuseUnknownResistance(
  stepper: Stepper,
  { rollingFriction = 0, spinningFriction = 0 }: MaterialDescriptor,
): void {
  if (rollingFriction > 0 || spinningFriction > 0) refuseUnknowing(stepper, 'resistance');
}
