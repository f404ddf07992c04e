// The nine kinds of node of the contact graph (contact graph paper, table 1), by number and by name.

export const RIGID = 0;
export const FIXED = 1;
export const LINK = 2;
export const SCRIPTED = 3;
export const COMPOSITE = 4;
export const MULTIBODY = 5;
export const RULE = 6;
export const TRIGGER = 7;
export const TIMER = 8;

/** Names of the kinds, by number. */
export const NODE_KINDS = ['rigid', 'fixed', 'link', 'scripted', 'composite', 'multibody', 'rule', 'trigger', 'timer'] as const;
export type NodeKind = (typeof NODE_KINDS)[number];
/** Kinds of bodies. A link is a rigid body that is part of a multibody. */
export type BodyKind = 'rigid' | 'fixed' | 'link' | 'scripted';

/** Rigid, fixed, link and scripted bodies interact physically. */
export function isPhysical(kind: number): boolean {
  return kind <= SCRIPTED;
}
/** Impulses do not move fixed and scripted bodies, so contacts with them do not join contact groups. */
export function isInsulator(kind: number): boolean {
  return kind === FIXED || kind === SCRIPTED;
}
