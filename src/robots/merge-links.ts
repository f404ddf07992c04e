// Merges links: a link fixed to another one becomes a part of it, and a link without mass becomes a part of a joint.

import { combineMassProperties } from '../bodies/mass-properties.js';
import type { Pose } from '../math/vector.js';
import { composePoses, invertPose, rotate, transformPoint } from '../math/vector.js';
import type { Axis, Link } from './link.js';
import { moveMass, moveShape, NOWHERE_ELSE } from './link.js';
import { describe, refuseElement } from './xml.js';

type Places = Map<Link, { owner: Link | null; pose: Pose }>;

export interface MergedLinks {
  /** The links that stay, parents before children. */
  readonly links: readonly Link[];
  /** By link of the file: the link that it is a part of (null: the world), and its pose on it. */
  readonly places: ReadonlyMap<Link, { readonly owner: Link | null; readonly pose: Pose }>;
}

/** Merges links, which must be given parents before children. Links that stay are changed in place. */
export function mergeLinks(links: readonly Link[], fixedLinks: 'merge' | 'keep', notes: string[]): MergedLinks {
  const places: Places = new Map();
  const staying: Link[] = [];
  for (const link of links) {
    const held = (link.parent !== null && places.get(link.parent)) || { owner: null, pose: NOWHERE_ELSE };
    link.pose = composePoses(held.pose, link.pose);
    link.parent = held.owner;
    const isFixed = link.axes.length === 0 && link.freeJoint === undefined;
    const isOfWorld = isFixed && (held.owner === null || isStatic(held.owner));
    if (isFixed && held.owner !== null && !isOfWorld && (fixedLinks === 'merge' || link.mass === null)) {
      addTo(held.owner, link, notes);
      places.set(link, { owner: held.owner, pose: link.pose });
      continue;
    }
    places.set(link, { owner: link, pose: NOWHERE_ELSE });
    staying.push(link);
  }
  const moving = dropEnds(staying, places, notes);
  return { links: moving.filter((link) => !handOver(link, moving, places)), places };
}

/** Whether a link never moves. */
export function isStatic({ parent, axes, freeJoint }: Link): boolean {
  return axes.length === 0 && freeJoint === undefined && (parent === null || isStatic(parent));
}

function addTo(owner: Link, { pose, mass, shapes, masks, element, gravityScale }: Link, notes: string[]): void {
  if (mass !== null) {
    const moved = moveMass(pose, mass);
    if (owner.mass !== null && gravityScale !== owner.gravityScale)
      notes.push(`${describe(element)} is a part of ${owner.name}, so gravity acts on it as on that link.`);
    owner.mass = owner.mass === null ? moved : combineMassProperties([owner.mass, moved]);
  }
  owner.masks.push(...masks);
  owner.shapes.push(...shapes.map((shape) => moveShape(pose, shape)));
}

/** Drops end links that have neither mass nor shape, since their joints would move nothing. */
function dropEnds(links: readonly Link[], places: Places, notes: string[]): Link[] {
  const kept = new Set(links);
  for (const link of [...links].reverse()) {
    const isEmpty = link.mass === null && link.shapes.length === 0 && !isStatic(link);
    if (!isEmpty || links.some((other) => other.parent === link && kept.has(other))) continue;
    notes.push(`${describe(link.element)} has neither mass nor shape, and is left out with its joint.`);
    kept.delete(link);
    for (const [other, { owner }] of places) if (owner === link) places.delete(other);
  }
  return [...kept];
}

/** Moves the axes of a movable link without mass to its only child. Returns whether the link was such a link. */
function handOver(link: Link, all: readonly Link[], places: Places): boolean {
  if (link.mass !== null || isStatic(link)) return false;
  const behind = all.filter(({ parent }) => parent === link);
  const [child] = behind;
  if (behind.length !== 1 || link.shapes.length > 0 || link.freeJoint !== undefined || child.freeJoint !== undefined)
    refuseElement(link.element, 'moves but has no mass, and is not a mere step between two links: it needs a mass.');
  const within = child.pose;
  child.axes = [...link.axes.map((axis) => moveAxis(invertPose(within), axis)), ...child.axes];
  child.pose = composePoses(link.pose, within);
  child.parent = link.parent;
  // The place in the pose of the file: the motion between the two links is no longer represented.
  for (const [other, { owner, pose }] of places)
    if (owner === link) places.set(other, { owner: child, pose: composePoses(invertPose(within), pose) });
  return true;
}

function moveAxis(pose: Pose, axis: Axis): Axis {
  return {
    ...axis,
    direction: rotate(pose.orientation, axis.direction),
    anchor: transformPoint(pose, axis.anchor),
  };
}
