// What the method of a world must know before the world takes it: joints, locked axes, and friction against rolling and spinning.

import type { BodyDescriptor, MaterialDescriptor } from '../bodies/descriptors.js';
import { InputError, show } from '../input/fields.js';
import { METHODS } from '../methods.js';
import type { BlockKind, Stepper } from '../steppers/stepper.js';

/** How sentences call blocks. */
const NAMES: Record<BlockKind, string> = {
  contact: 'contacts',
  joint: 'joints',
  lock: 'locked axes',
  resistance: 'rolling and spinning friction',
};

/** Throws unless a method knows a kind of block. */
export function refuseUnknowing({ name, blocks }: Stepper, block: BlockKind): void {
  if (blocks?.includes(block)) return;
  const methods: [string, Stepper][] = Object.entries(METHODS);
  const able = methods.filter(([, method]) => method.blocks?.includes(block));
  const names = able.map(([method]) => show(method)).join(', ');
  throw new InputError(`The method of this world is ${show(name)}, which knows no ${NAMES[block]}; those that do are ${names}.`);
}

/** Throws where axes of a body are locked and the method does not know how. */
export function refuseUnknownLocks(stepper: Stepper, { locks = [] }: Pick<BodyDescriptor, 'locks'>): void {
  if (locks.length > 0) refuseUnknowing(stepper, 'lock');
}

/** Throws where a material resists rolling or spinning and the method does not know how. */
export function refuseUnknownResistance(
  stepper: Stepper,
  { rollingFriction = 0, spinningFriction = 0 }: MaterialDescriptor,
): void {
  if (rollingFriction > 0 || spinningFriction > 0) refuseUnknowing(stepper, 'resistance');
}
