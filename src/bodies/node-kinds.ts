// The nine kinds of node of the contact graph (contact graph paper, table 1), by number and by name. Links and
// multibodies have their place here, but cannot be made yet.

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
/** Of the bodies that can be made. */
export type BodyKind = 'rigid' | 'fixed' | 'scripted';

/** Rigid, fixed, link and scripted bodies interact physically. */
export function isPhysical(kind: number): boolean {
  return kind <= SCRIPTED;
}
/** Fixed and scripted bodies carry anything without being moved, and so part the contact groups. */
export function isInsulator(kind: number): boolean {
  return kind === FIXED || kind === SCRIPTED;
}
