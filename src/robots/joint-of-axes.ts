// Makes one joint of the axes between two links. The engine has no bodies without mass, so consecutive axes without a
// mass between them must form one kind of joint together.

import type { CoordinateDescriptor } from '../joints/descriptors.js';
import type { Pose, Vec3 } from '../math/vector.js';
import {
  add,
  composePoses,
  conjugate,
  cross,
  dot,
  invertPose,
  length,
  rotate,
  scale,
  subtract,
  transformPoint,
} from '../math/vector.js';
import type { Form, JointOfAxes } from './axis-frames.js';
import { areAcross, frameAbout, frameOf, NEAR, named } from './axis-frames.js';
import { genericOf } from './generic-of-axes.js';
import type { Axis, Link } from './link.js';
import { motionOf, NOWHERE_ELSE, poseAt } from './link.js';
import { refuseElement } from './xml.js';

/** A law that locks a coordinate. */
const LOCKED: CoordinateDescriptor = { limits: [0, 0] };

/** The joint of a link that has axes. */
export function jointOfAxes(link: Link): JointOfAxes {
  const axes = axesAtZero(link);
  const joint = FORMS[axes.map(({ kind }) => kind).join(' ')]?.(axes) ?? genericOf(axes, FORMS);
  if (joint === undefined) {
    const names = axes.map(({ kind, name }) => `${name} (${kind})`).join(', ');
    refuseElement(
      link.element,
      `moves by ${names} with no mass between, which together are no kind of joint: give each a link with a mass of its own.`,
    );
  }
  return joint;
}

/** Pose of the link in its parent's frame when all coordinates are 0. */
export function zeroPose(link: Link): Pose {
  return poseAt(link, () => 0);
}

/** The axes in the frame that the link has when all coordinates are 0. */
function axesAtZero({ axes }: Link): Axis[] {
  let behind = NOWHERE_ELSE;
  const seen: Axis[] = [];
  for (const axis of [...axes].reverse()) {
    const { orientation } = behind;
    seen.push({
      ...axis,
      direction: rotate(conjugate(orientation), axis.direction),
      anchor: transformPoint(invertPose(behind), axis.anchor),
    });
    behind = composePoses(motionOf(axis, -axis.reference), behind);
  }
  return seen.reverse();
}

const FORMS: Readonly<Record<string, Form>> = {
  hinge: ([a]) => ({ kind: 'revolute', frame: frameAbout(a.direction, a.anchor), coordinates: [named('angle', a)] }),
  slide: ([a]) => ({ kind: 'prismatic', frame: frameAbout(a.direction, a.anchor), coordinates: [named('slide', a)] }),
  ball: ([a]) => ballOf(a),
  'hinge hinge': universalOf,
  'hinge hinge hinge': threeHinges,
  'slide hinge': ([a, b]) => cylindricalOf(a, b) ?? wheelOf(a, undefined, b),
  'hinge slide': ([a, b]) => cylindricalOf(b, a),
  'slide slide': ([a, b]) => planarOf(a, b, undefined),
  'slide slide hinge': ([a, b, c]) => planarOf(a, b, c),
  'slide hinge hinge': ([a, b, c]) => wheelOf(a, b, c),
  'hinge slide hinge': ([a, b, c]) => wheelOf(b, a, c),
};

/**
 * A ball joint. A limit of the file is on the whole rotation; it is approximated by equal limits on twist and swing.
 */
function ballOf(axis: Axis): JointOfAxes {
  const { limits, ...rest } = axis.laws;
  const most = limits?.[1];
  return {
    kind: 'ball',
    frame: { position: axis.anchor, orientation: [0, 0, 0, 1] },
    coordinates: [
      { name: 'twist', laws: { ...rest, ...(most !== undefined && { limits: [-most, most] as const }) } },
      { name: 'swing', laws: { ...rest, ...coneOf(most) } },
      { name: 'roll', laws: lawsOfRoll(rest) },
    ],
    ...(most !== undefined && { loss: 'has a limit on its whole rotation, which is taken as one on twist and one on swing' }),
  };
}

/** Limits of a cone. Swing is at most half a turn, so a wider cone is no limit. */
function coneOf(halfAngle = Number.POSITIVE_INFINITY): CoordinateDescriptor {
  return halfAngle > Math.PI ? {} : { limits: [0, halfAngle] };
}

/** The laws of roll, which has damping and friction only. */
function lawsOfRoll({ damping, spring, friction }: CoordinateDescriptor): CoordinateDescriptor {
  const viscous = damping ?? spring?.damping ?? 0;
  return { ...(viscous > 0 && { damping: viscous }), ...(friction !== undefined && { friction }) };
}

function universalOf([a, b]: readonly Axis[]): JointOfAxes | undefined {
  const point = meetingOf(a, b);
  if (point === undefined || !areAcross(a, b)) return undefined;
  const frame = frameOf(a.direction, b.direction, point);
  return { kind: 'universal', frame, coordinates: [named('angle1', a), named('angle2', b)] };
}

/** Three hinges through a point become a ball joint, which moves as they do but has other coordinates. */
function threeHinges([a, b, c]: readonly Axis[]): JointOfAxes | undefined {
  const point = meetingOf(a, b);
  const other = meetingOf(b, c);
  if (point === undefined || other === undefined || length(subtract(point, other)) > NEAR) return undefined;
  if (!areAcross(a, b) || !areAcross(b, c)) return undefined;
  const reach = Math.max(...[a, b].map(({ laws }) => farthest(laws)));
  const sum = (key: 'damping' | 'friction' | 'armature') => {
    const most = Math.max(...[a, b, c].map(({ laws }) => laws[key] ?? 0));
    return most > 0 ? { [key]: most } : {};
  };
  const shared = { ...sum('damping'), ...sum('friction'), ...sum('armature') };
  const { limits } = c.laws;
  return {
    kind: 'ball',
    frame: frameAbout(c.direction, point),
    coordinates: [
      { name: 'twist', laws: { ...shared, ...(limits !== undefined && { limits }) } },
      { name: 'swing', laws: { ...shared, ...coneOf(reach) } },
      { name: 'roll', laws: lawsOfRoll(shared) },
    ],
    loss:
      'has three hinges through a point, which become a ball joint: the limits of the first two become a cone, ' +
      'and springs and motors of the three are left out',
  };
}

/** The largest magnitude within the limits of a coordinate; infinite without limits. */
function farthest({ limits }: CoordinateDescriptor): number {
  return limits === undefined ? Number.POSITIVE_INFINITY : Math.max(Math.abs(limits[0]), Math.abs(limits[1]));
}

function cylindricalOf(slide: Axis, hinge: Axis): JointOfAxes | undefined {
  if (length(subtract(slide.direction, hinge.direction)) > NEAR) return undefined;
  const frame = frameAbout(hinge.direction, hinge.anchor);
  return { kind: 'cylindrical', frame, coordinates: [named('slide', slide), named('angle', hinge)] };
}

/** A planar joint. The two slides come first: they are fixed to the parent, as in our planar joint. */
function planarOf(a: Axis, b: Axis, hinge: Axis | undefined): JointOfAxes | undefined {
  if (!areAcross(a, b)) return undefined;
  const normal = hinge?.direction ?? cross(a.direction, b.direction);
  if (Math.abs(dot(normal, a.direction)) > NEAR || Math.abs(dot(normal, b.direction)) > NEAR) return undefined;
  const [y, z] = dot(cross(normal, a.direction), b.direction) > 0 ? [a, b] : [b, a];
  return {
    kind: 'planar',
    frame: frameOf(normal, y.direction, hinge?.anchor ?? a.anchor),
    coordinates: [
      named('slide1', y),
      named('slide2', z),
      hinge === undefined ? { name: 'angle', laws: LOCKED } : named('angle', hinge),
    ],
  };
}

/** A wheel: a hinge perpendicular to a slide, with or without steering about the slide. */
function wheelOf(slide: Axis, steering: Axis | undefined, spin: Axis): JointOfAxes | undefined {
  if (!areAcross(slide, spin)) return undefined;
  if (steering !== undefined && length(subtract(slide.direction, steering.direction)) > NEAR) return undefined;
  const point = steering === undefined ? spin.anchor : meetingOf(steering, spin);
  if (point === undefined) return undefined;
  return {
    kind: 'wheel',
    frame: frameOf(spin.direction, slide.direction, point),
    coordinates: [
      named('suspension', slide),
      steering === undefined ? { name: 'steering', laws: LOCKED } : named('steering', steering),
      named('spin', spin),
    ],
  };
}

/** The intersection of two lines that are not parallel; undefined if there is none. */
function meetingOf(a: Axis, b: Axis): Vec3 | undefined {
  const across = cross(a.direction, b.direction);
  const squared = dot(across, across);
  if (squared < NEAR * NEAR) return undefined;
  const between = subtract(b.anchor, a.anchor);
  if (Math.abs(dot(between, across)) > NEAR * Math.sqrt(squared)) return undefined;
  return add(a.anchor, scale(a.direction, dot(cross(between, b.direction), across) / squared));
}
