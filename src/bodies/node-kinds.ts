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

/** Names by number. */
export const NODE_KINDS = ['rigid', 'fixed', 'link', 'scripted', 'composite', 'multibody', 'rule', 'trigger', 'timer'] as const;
export type NodeKind = (typeof NODE_KINDS)[number];
/** Of bodies: a link is a rigid body that is a part of a multibody. */
export type BodyKind = 'rigid' | 'fixed' | 'link' | 'scripted';

/** Rigid, fixed, link and scripted bodies interact physically. */
export function isPhysical(kind: number): boolean {
  return kind <= SCRIPTED;
}
/** Fixed and scripted bodies carry anything without being moved, and so part the contact groups. */
export function isInsulator(kind: number): boolean {
  return kind === FIXED || kind === SCRIPTED;
}
