// Lookup of the contents that shapes refer to by name: meshes and surfaces.

import { InputError, listNames, show } from '../input/fields.js';

interface Named {
  readonly name: string;
}

/** Throws if an item of the list has this name; `noun` names the kind of items in error messages. */
export function refuseNameTwice(list: readonly Named[], name: string, noun: string): void {
  if (!list.some((other) => other.name === name)) return;
  throw new InputError(`name is ${show(name)}, but must be unique, and there is a ${noun} of that name already.`);
}

/** Index of the item with a name in a list; throws if there is none. */
export function placeOfName(list: readonly Named[], name: string, path: string, noun: string): number {
  const index = list.findIndex((named) => named.name === name);
  if (index >= 0) return index;
  const known = list.length === 0 ? 'there is none' : `there are ${listNames(list.map((named) => named.name))}`;
  throw new InputError(`${path} is ${show(name)}, but must be the name of a ${noun}; ${known}.`);
}
