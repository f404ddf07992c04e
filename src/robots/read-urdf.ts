// Reads URDF: a flat list of named links and joints. Lengths in metres, angles in radians, z up.

import type { MassProperties } from '../bodies/mass-properties.js';
import { combineMassProperties, shapeMassProperties } from '../bodies/mass-properties.js';
import { show } from '../input/fields.js';
import type { CoordinateDescriptor } from '../joints/descriptors.js';
import { rotateSym } from '../math/symmetric.js';
import type { Pose, Vec3 } from '../math/vector.js';
import { axisAngle, multiply, rotate } from '../math/vector.js';
import type { ShapeDescriptor } from '../shapes/shape-kinds.js';
import { assembleRobot, type Gear, type MotorOfJoint } from './assemble.js';
import { frameAbout } from './axis-frames.js';
import type { Axis, Link } from './link.js';
import { moveMass, moveShape, NOWHERE_ELSE, Y_TO_Z } from './link.js';
import { checkOptions, type Robot, type RobotOptions } from './robot.js';
import { RobotMeshes } from './robot-meshes.js';
import type { XmlElement } from './xml.js';
import {
  childOf,
  childrenOf,
  describe,
  directionOf,
  lengthsOf,
  neededChild,
  neededNumber,
  neededText,
  numberOf,
  parseXml,
  refuseElement,
  vectorOf,
  wordOf,
} from './xml.js';

const KINDS = ['revolute', 'continuous', 'prismatic', 'fixed', 'floating', 'planar'] as const;
const DEFAULT_DENSITY = 1000;

/** The children of elements that are read or silently ignored. All others are noted. */
const PASSED_OVER: Readonly<Record<string, readonly string[]>> = {
  robot: ['link', 'joint', 'material'],
  link: ['inertial', 'collision', 'visual'],
  joint: ['origin', 'parent', 'child', 'axis', 'limit', 'dynamics', 'mimic', 'calibration', 'safety_controller'],
  collision: ['origin', 'geometry', 'verbose'],
  inertial: ['origin', 'mass', 'inertia'],
};

/**
 * Reads the robot of a URDF text. Parts that are left out are listed in `notes`. Faults are thrown as an InputError
 * that names the element.
 */
export async function readUrdf(text: string, options: RobotOptions = {}): Promise<Robot> {
  checkOptions(options);
  const root = parseXml(text);
  if (root.name !== 'robot') refuseElement(root, 'is the root, but a URDF file has <robot>.');
  const notes: string[] = [];
  noteUnknown(root, notes);
  const meshes = new RobotMeshes(options, notes);
  const links = new Map<string, Link>();
  for (const element of childrenOf(root, 'link')) {
    const link = await readLink(element, options, meshes, notes);
    if (links.has(link.name)) refuseElement(element, 'has the name of another link, but must have one of its own.');
    links.set(link.name, link);
  }
  if (links.size === 0) refuseElement(root, 'has no <link>, but needs one.');
  const gears: Gear[] = [];
  const motors: MotorOfJoint[] = [];
  const joints = new Set<string>();
  for (const element of childrenOf(root, 'joint')) {
    const { name } = element.attributes;
    if (joints.has(name)) refuseElement(element, 'has the name of another joint, but must have one of its own.');
    joints.add(name);
    readJoint(element, links, gears, motors, notes);
  }
  const ordered = orderLinks(root, links, options, notes);
  checkGears(gears, ordered);
  return assembleRobot(
    {
      name: root.attributes.name || 'robot',
      gravity: [0, 0, -9.81],
      links: ordered,
      loops: [],
      gears,
      motors,
      touchesBase: false,
      ignored: [],
      materials: {},
      materialPairs: [],
      meshes: meshes.arrays,
      notes,
    },
    options,
  );
}

function noteUnknown(element: XmlElement, notes: string[]): void {
  const known = PASSED_OVER[element.name];
  for (const child of element.children) {
    if (child.name.startsWith('xacro:'))
      refuseElement(child, 'is a macro of xacro, but the file must be plain URDF: run xacro on it first.');
    if (!known.includes(child.name)) notes.push(`${describe(child)} is not a part of rigid bodies, and is left out.`);
  }
}

async function readLink(element: XmlElement, options: RobotOptions, meshes: RobotMeshes, notes: string[]): Promise<Link> {
  const name = neededText(element, 'name');
  noteUnknown(element, notes);
  const density = options.density ?? DEFAULT_DENSITY;
  const inertial = childOf(element, 'inertial');
  const shapes: ShapeDescriptor[] = [];
  const masses: MassProperties[] = [];
  for (const collision of childrenOf(element, 'collision')) {
    noteUnknown(collision, notes);
    const pose = readOrigin(collision);
    const { shape, mass } = await readGeometry(neededChild(collision, 'geometry'), density, meshes);
    shapes.push(moveShape(pose, shape));
    if (inertial === undefined) masses.push(moveMass(pose, mass()));
  }
  const ofShapes = masses.length > 0 ? combineMassProperties(masses) : null;
  if (ofShapes !== null && name !== 'world')
    notes.push(`${describe(element)} has no <inertial>: its mass is that of its shapes at ${density} kg/m^3.`);
  const mass = inertial === undefined ? ofShapes : readInertial(inertial, notes);
  return { name, element, parent: null, pose: NOWHERE_ELSE, axes: [], mass, shapes, masks: [], gravityScale: 1 };
}

function readInertial(element: XmlElement, notes: string[]): MassProperties | null {
  noteUnknown(element, notes);
  const pose = readOrigin(element);
  const mass = neededNumber(neededChild(element, 'mass'), 'value', { min: 0 });
  const tensor = neededChild(element, 'inertia');
  const entry = (name: string): number => numberOf(tensor, name) ?? 0;
  if (mass === 0) return null;
  const inertia = rotateSym(pose.orientation, [
    entry('ixx'),
    entry('iyy'),
    entry('izz'),
    entry('ixy'),
    entry('ixz'),
    entry('iyz'),
  ]);
  return { mass, center: [...pose.position], inertia };
}

/** Reads <origin>. Roll, pitch and yaw are rotations about the fixed axes x, y and z, in this order. */
export function readOrigin(element: XmlElement): Pose {
  const origin = childOf(element, 'origin');
  if (origin === undefined) return NOWHERE_ELSE;
  const [roll, pitch, yaw] = vectorOf(origin, 'rpy') ?? [0, 0, 0];
  const orientation = multiply(axisAngle([0, 0, 1], yaw), multiply(axisAngle([0, 1, 0], pitch), axisAngle([1, 0, 0], roll)));
  return { position: vectorOf(origin, 'xyz') ?? [0, 0, 0], orientation };
}

async function readGeometry(
  element: XmlElement,
  density: number,
  meshes: RobotMeshes,
): Promise<{ shape: ShapeDescriptor; mass: () => MassProperties }> {
  const [geometry, second] = element.children;
  if (geometry === undefined || second !== undefined) refuseElement(element, 'must have one shape in it.');
  if (geometry.name === 'mesh') {
    const scale = (vectorOf(geometry, 'scale') ?? [1, 1, 1]) as Vec3;
    if (scale.includes(0)) refuseElement(geometry, 'has a scale of 0 along an axis, but needs a volume.');
    const mesh = await meshes.read(neededText(geometry, 'filename'), scale, geometry);
    return { shape: meshes.shapeOf(mesh, geometry), mass: () => meshes.massOf(mesh, density, geometry) };
  }
  const shape = primitiveOf(geometry);
  return { shape, mass: () => shapeMassProperties(shape, density) };
}

function primitiveOf(geometry: XmlElement): ShapeDescriptor {
  const length = (name: string): number => neededNumber(geometry, name, { above: 0 });
  switch (geometry.name) {
    case 'box': {
      const size = lengthsOf(geometry, 'size', 3) ?? refuseElement(geometry, 'has no size, but needs one.');
      return { kind: 'box', size: size as Vec3 };
    }
    case 'sphere':
      return { kind: 'sphere', radius: length('radius') };
    case 'cylinder':
      return { kind: 'cylinder', radius: length('radius'), height: length('length'), orientation: Y_TO_Z };
    case 'capsule':
      return { kind: 'capsule', radius: length('radius'), length: length('length'), orientation: Y_TO_Z };
    default:
      return refuseElement(geometry, 'is no shape that is known; there are <box>, <sphere>, <cylinder>, <capsule> and <mesh>.');
  }
}

/** Reads a joint: connects the child link to its parent, and adds motor and gear. */
function readJoint(
  element: XmlElement,
  links: ReadonlyMap<string, Link>,
  gears: Gear[],
  motors: MotorOfJoint[],
  notes: string[],
): void {
  const name = neededText(element, 'name');
  noteUnknown(element, notes);
  neededText(element, 'type');
  const kind = wordOf(element, 'type', KINDS);
  const linkOf = (end: string): Link => {
    const child = neededChild(element, end);
    const link = links.get(neededText(child, 'link'));
    return link ?? refuseElement(child, `names the link ${show(child.attributes.link)}, which the file does not have.`);
  };
  const child = linkOf('child');
  if (child.parent !== null || child.freeJoint !== undefined)
    refuseElement(element, `has the child ${show(child.name)}, which another joint has as its child already.`);
  const link = child as { -readonly [K in keyof Link]: Link[K] };
  link.parent = linkOf('parent');
  link.pose = readOrigin(element);
  if (kind === 'floating') link.freeJoint = name;
  if (kind === 'planar') {
    link.axes = planarAxes(element, name, notes);
    link.jointName = name;
  }
  if (kind === 'revolute' || kind === 'continuous' || kind === 'prismatic') link.axes = [readAxis(element, name, kind)];
  readMotor(element, name, motors);
  const mimic = childOf(element, 'mimic');
  if (mimic !== undefined) {
    const ratio = numberOf(mimic, 'multiplier') ?? 1;
    const first = neededText(mimic, 'joint');
    gears.push({ name: `${name} mimic`, element: mimic, first, second: name, ratio, offset: numberOf(mimic, 'offset') ?? 0 });
  }
}

function readAxis(element: XmlElement, name: string, kind: 'revolute' | 'continuous' | 'prismatic'): Axis {
  const dynamics = childOf(element, 'dynamics');
  const limit = kind === 'continuous' ? undefined : neededChild(element, 'limit');
  const damping = dynamics === undefined ? 0 : (numberOf(dynamics, 'damping', { min: 0 }) ?? 0);
  const friction = dynamics === undefined ? 0 : (numberOf(dynamics, 'friction', { min: 0 }) ?? 0);
  const laws: CoordinateDescriptor = {
    ...(limit !== undefined && { limits: readLimits(limit) }),
    ...(damping > 0 && { damping }),
    ...(friction > 0 && { friction }),
  };
  const direction = directionOfAxis(element);
  return { name, kind: kind === 'prismatic' ? 'slide' : 'hinge', direction, anchor: [0, 0, 0], reference: 0, laws };
}

function directionOfAxis(element: XmlElement): Vec3 {
  const axis = childOf(element, 'axis');
  return (axis === undefined ? undefined : directionOf(axis, 'xyz')) ?? [1, 0, 0];
}

function readLimits(limit: XmlElement): [number, number] {
  const lower = numberOf(limit, 'lower') ?? 0;
  const upper = numberOf(limit, 'upper') ?? 0;
  if (lower > upper) refuseElement(limit, `has the lower limit ${lower} above the upper, ${upper}.`);
  return [lower, upper];
}

/** The axes of a planar joint: two slides in the plane and a rotation about its normal. */
function planarAxes(element: XmlElement, name: string, notes: string[]): Axis[] {
  if (childOf(element, 'limit') !== undefined || childOf(element, 'dynamics') !== undefined)
    notes.push(`${describe(element)} is planar: its limit and dynamics, which have one number for three motions, are left out.`);
  const { orientation } = frameAbout(directionOfAxis(element), [0, 0, 0]);
  const along = (kind: Axis['kind'], direction: Vec3, ending: string): Axis => ({
    name: `${name} ${ending}`,
    kind,
    direction: rotate(orientation, direction),
    anchor: [0, 0, 0],
    reference: 0,
    laws: {},
  });
  return [along('slide', [0, 1, 0], 'slide1'), along('slide', [0, 0, 1], 'slide2'), along('hinge', [1, 0, 0], 'angle')];
}

/** Adds a force motor with target 0 to a joint with an effort limit. */
function readMotor(element: XmlElement, joint: string, motors: MotorOfJoint[]): void {
  const limit = childOf(element, 'limit');
  if (limit === undefined) return;
  const maxForce = numberOf(limit, 'effort', { min: 0 }) ?? 0;
  const maxVelocity = numberOf(limit, 'velocity', { min: 0 });
  const isDriven = ['revolute', 'continuous', 'prismatic'].includes(element.attributes.type);
  if (maxForce === 0 || !isDriven || childOf(element, 'mimic') !== undefined) return;
  motors.push({
    name: joint,
    element,
    joint,
    motor: { kind: 'force', target: 0, maxForce },
    range: [-maxForce, maxForce],
    ...(maxVelocity !== undefined && { maxVelocity }),
  });
}

function checkGears(gears: readonly Gear[], links: readonly Link[]): void {
  const leaders = new Map(gears.map(({ first, second }) => [second, first]));
  const joints = links.flatMap(({ axes }) => axes.map(({ name }) => name));
  for (const { element, first, second } of gears) {
    if (first === second) refuseElement(element, 'names its own joint, but must name another.');
    if (!joints.includes(first)) refuseElement(element, `names the joint ${show(first)}, which is none that can be followed.`);
    if (followsItself(second, leaders)) refuseElement(element, 'follows itself, by way of other joints.');
  }
}

/** Whether a joint follows itself through other joints. `leaders`: by follower, the joint that it follows. */
function followsItself(joint: string, leaders: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  let at = leaders.get(joint);
  for (; at !== undefined && at !== joint && !seen.has(at); at = leaders.get(at)) seen.add(at);
  return at === joint;
}

/** Orders links, parents before children, and makes the root fixed or free. */
function orderLinks(root: XmlElement, links: ReadonlyMap<string, Link>, options: RobotOptions, notes: string[]): Link[] {
  const roots = [...links.values()].filter(({ parent }) => parent === null);
  if (roots.length !== 1) {
    const names = roots.map(({ name }) => show(name)).join(', ');
    const found = roots.length === 0 ? 'none: its joints go in a circle' : `${roots.length}: ${names}`;
    refuseElement(root, `must have one link that is no joint's child, but has ${found}.`);
  }
  const base = roots[0] as { -readonly [K in keyof Link]: Link[K] };
  const behind = new Map<Link | null, Link[]>();
  for (const link of links.values()) behind.set(link.parent, [...(behind.get(link.parent) ?? []), link]);
  const ordered: Link[] = [base];
  for (let i = 0; i < ordered.length; i++) ordered.push(...(behind.get(ordered[i]) ?? []));
  if (ordered.length < links.size) {
    const lost = [...links.values()].find((link) => !ordered.includes(link)) as Link;
    refuseElement(lost.element, 'is not connected to the root: its joints go in a circle.');
  }
  const isFixed = options.isFixed ?? (base.name === 'world' || base.mass === null);
  if (!isFixed && base.mass === null) refuseElement(base.element, 'is the root and has no mass, but must float: give it a mass.');
  if (!isFixed) base.freeJoint = `${base.name} free`;
  if (options.isFixed === undefined) {
    const state = isFixed ? 'is fixed to the world' : 'floats';
    notes.push(`${describe(base.element)} is the root and ${state}: options.isFixed says otherwise.`);
  }
  return ordered;
}
