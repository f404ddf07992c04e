// Converts MuJoCo's collision bits of shapes to rules: two shapes collide if the contype of one shares a bit with the
// conaffinity of the other.

import type { RuleDescriptor } from '../bodies/descriptors.js';
import { listNames } from '../input/fields.js';

export interface CollisionMask {
  readonly contype: number;
  readonly conaffinity: number;
}

/** Rules for bodies that do not collide, by the masks of their shapes. */
export function rulesOfMasks(bodies: ReadonlyMap<string, readonly CollisionMask[]>, notes: string[]): RuleDescriptor[] {
  const groups = new Map<string, { names: string[]; masks: readonly CollisionMask[] }>();
  for (const [name, masks] of bodies) {
    const key = [...new Set(masks.map(({ contype, conaffinity }) => `${contype} ${conaffinity}`))].sort().join(', ');
    const group = groups.get(key) ?? { names: [], masks };
    group.names.push(name);
    groups.set(key, group);
  }
  const all = [...groups.values()];
  const rules: RuleDescriptor[] = [];
  all.forEach((first, i) => {
    for (const second of all.slice(i)) {
      const meetings = first.masks.flatMap((a) => second.masks.map((b) => doTouch(a, b)));
      if (!meetings.includes(true)) {
        if (first !== second) rules.push({ kind: 'ignore', between: first.names, and: second.names });
        else if (first.names.length > 1) rules.push({ kind: 'ignore', between: first.names });
      } else if (meetings.includes(false) && (first !== second || first.names.length > 1)) {
        const names = [...new Set([...first.names, ...second.names])];
        notes.push(`Of ${listNames(names)} only some geoms touch each other; here all of them do.`);
      }
    }
  });
  return rules;
}

function doTouch(a: CollisionMask, b: CollisionMask): boolean {
  return (a.contype & b.conaffinity) !== 0 || (b.contype & a.conaffinity) !== 0;
}
