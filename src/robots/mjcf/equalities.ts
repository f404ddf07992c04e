// Reads equalities: joints that close loops, and couplings of two joints.

import { show } from '../../input/fields.js';
import type { Pose } from '../../math/vector.js';
import { composePoses, IDENTITY, invertPose, normalizeQuat } from '../../math/vector.js';
import type { Gear, Loop } from '../assemble.js';
import type { Axis, Link } from '../link.js';
import { NOWHERE_ELSE, poseAt } from '../link.js';
import type { XmlElement } from '../xml.js';
import { describe, neededText, numbersOf, refuseElement, vectorOf } from '../xml.js';
import type { MjcfContext } from './context.js';
import { checkAttributes, isRead } from './words.js';

/** The objects that equalities refer to by name. */
export interface Named {
  readonly links: readonly Link[];
  readonly axes: readonly Axis[];
  /** Sites: the link, null for the world, and the pose on it. */
  readonly sites: ReadonlyMap<string, { readonly link: Link | null; readonly pose: Pose }>;
}

export interface Equalities {
  readonly loops: Loop[];
  readonly gears: Gear[];
}

export function readEqualities(section: XmlElement, named: Named, context: MjcfContext): Equalities {
  const found: Equalities = { loops: [], gears: [] };
  section.children.forEach((element, i) => {
    if (!isRead(section, element, context.notes)) return;
    if (element.name !== 'joint') checkAttributes(element);
    if (element.attributes.active === 'false') {
      context.notes.push(`${describe(element)} is not active, and is left out.`);
      return;
    }
    const name = element.attributes.name ?? `${element.name} ${i}`;
    if (element.name === 'joint') readGear(element, name, named, found);
    else found.loops.push(readLoop(element, name, named));
  });
  return found;
}

type End = { readonly link: Link | null; readonly pose: Pose };

function readLoop(element: XmlElement, name: string, named: Named): Loop {
  const kind = element.name === 'connect' ? 'ball' : 'fixed';
  const hasSites = element.attributes.site1 !== undefined || element.attributes.site2 !== undefined;
  const [a, b] = hasSites ? [siteOf(element, 'site1', named), siteOf(element, 'site2', named)] : endsOf(element, named);
  const common = { name, element, kind } as const;
  if (b.link !== null) return { ...common, linkA: a.link, linkB: b.link, frameA: a.pose, frameB: b.pose };
  if (a.link === null) refuseElement(element, 'joins the world to itself.');
  return { ...common, linkA: null, linkB: a.link, frameA: b.pose, frameB: a.pose };
}

/**
 * The joint frames on both bodies. The anchor of <connect> is on the first body, that of <weld> on the second. Without
 * relpose the bodies are held at their relative pose in the file.
 */
function endsOf(element: XmlElement, named: Named): [End, End] {
  const first = linkOf(element, neededText(element, 'body1'), named);
  const second = element.attributes.body2 === undefined ? null : linkOf(element, element.attributes.body2, named);
  if (first === second) refuseElement(element, 'joins a body to itself.');
  const inFirst = composePoses(invertPose(worldPose(first)), worldPose(second));
  const anchor = vectorOf(element, 'anchor');
  if (element.name === 'connect') {
    const pose: Pose = { position: anchor ?? refuseElement(element, 'has no anchor, but needs one.'), orientation: IDENTITY };
    return [
      { link: first, pose },
      { link: second, pose: composePoses(invertPose(inFirst), pose) },
    ];
  }
  const [x, y, z, qw, qx, qy, qz] = numbersOf(element, 'relpose', 7) ?? [0, 1, 0, 0, 0, 0, 0];
  // A quaternion of zeros means that the bodies are held at their relative pose in the file.
  const isGiven = qw !== 0 || qx !== 0 || qy !== 0 || qz !== 0;
  const relative: Pose = isGiven ? { position: [x, y, z], orientation: normalizeQuat([qx, qy, qz, qw]) } : inFirst;
  const onSecond: Pose = { position: anchor ?? [0, 0, 0], orientation: IDENTITY };
  return [
    { link: first, pose: composePoses(relative, onSecond) },
    { link: second, pose: onSecond },
  ];
}

function siteOf(element: XmlElement, attribute: string, { sites }: Named): End {
  const name = neededText(element, attribute);
  return sites.get(name) ?? refuseElement(element, `names the site ${show(name)}, which the file does not have.`);
}

export function linkOf(element: XmlElement, name: string, { links }: Pick<Named, 'links'>): Link | null {
  if (name === 'world') return null;
  return (
    links.find((link) => link.name === name) ??
    refuseElement(element, `names the body ${show(name)}, which the file does not have.`)
  );
}

/** Pose of a link in the world, as in the file. */
function worldPose(link: Link | null): Pose {
  if (link === null) return NOWHERE_ELSE;
  return composePoses(
    worldPose(link.parent),
    poseAt(link, ({ reference }) => reference),
  );
}

/** Reads joint1 - reference1 = polynomial of (joint2 - reference2), of which only linear ones are supported. */
function readGear(element: XmlElement, name: string, { axes }: Named, { gears }: Equalities): void {
  const axisOf = (joint: string): Axis => {
    const axis = axes.find((other) => other.name === joint);
    if (axis === undefined || axis.kind === 'ball')
      refuseElement(element, `names the joint ${show(joint)}, which is no hinge or slide of the file.`);
    return axis;
  };
  const [c0, c1, ...higher] = numbersOf(element, 'polycoef', 1, 5) ?? [0, 1];
  if (higher.some((coefficient) => coefficient !== 0))
    refuseElement(element, 'couples by a polynomial of more than the first degree, which is not read.');
  const follower = axisOf(neededText(element, 'joint1'));
  if (element.attributes.joint2 === undefined) {
    const value = follower.reference + c0;
    (follower as { laws: Axis['laws'] }).laws = { ...follower.laws, limits: [value, value] };
    return;
  }
  const leader = axisOf(element.attributes.joint2);
  if (leader === follower) refuseElement(element, 'couples a joint to itself.');
  const ratio = c1 ?? 0;
  const offset = follower.reference + c0 - ratio * leader.reference;
  gears.push({ name, element, first: leader.name, second: follower.name, ratio, offset });
}
