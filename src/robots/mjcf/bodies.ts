// Reads the tree of bodies with their frames, joints, geoms and masses.

import type { MassProperties } from '../../bodies/mass-properties.js';
import { combineMassProperties } from '../../bodies/mass-properties.js';
import type { Sym3 } from '../../math/symmetric.js';
import { principalAxes, rotateSym, scaleSym } from '../../math/symmetric.js';
import type { Pose, Vec3 } from '../../math/vector.js';
import { composePoses } from '../../math/vector.js';
import type { Link } from '../link.js';
import { NOWHERE_ELSE } from '../link.js';
import type { XmlElement } from '../xml.js';
import { childOf, describe, flagOf, lengthsOf, neededNumber, numberOf, numbersOf, refuseElement, wordOf } from '../xml.js';
import { type Compiler, readPose } from './compiler.js';
import type { MjcfContext } from './context.js';
import { readGeom } from './geoms.js';
import { JOINT_KINDS, readAxis } from './joints.js';
import { checkAttributes, isRead } from './words.js';

export interface Bodies {
  /** The links, parents before children. The first is the world itself, with its own geoms. */
  readonly links: Link[];
  readonly sites: Map<string, { readonly link: Link | null; readonly pose: Pose }>;
}

/** The position of the reader: the link, a frame on it, and the default class. */
interface Place {
  readonly link: Unfinished;
  readonly frame: Pose;
  readonly className: string | undefined;
}

type Unfinished = { -readonly [K in keyof Link]: Link[K] } & {
  readonly masses: MassProperties[];
  readonly inertial: XmlElement | undefined;
};

export async function readBodies(worlds: readonly XmlElement[], context: MjcfContext): Promise<Bodies> {
  const reader = new BodyReader(context);
  for (const world of worlds) await reader.readWorld(world);
  reader.finish();
  return reader;
}

class BodyReader implements Bodies {
  readonly links: Link[] = [];
  readonly sites: Bodies['sites'] = new Map();
  readonly #context: MjcfContext;
  readonly #unfinished: Unfinished[] = [];
  readonly #names = new Set<string>();
  readonly #joints = new Set<string>();
  #world: Unfinished | undefined;

  constructor(context: MjcfContext) {
    this.#context = context;
  }

  async readWorld(element: XmlElement): Promise<void> {
    this.#world ??= this.#addLink(element, 'world', null, NOWHERE_ELSE, 1);
    await this.#readContent(element, { link: this.#world, frame: NOWHERE_ELSE, className: element.attributes.childclass });
  }

  #addLink(element: XmlElement, name: string, parent: Link | null, pose: Pose, gravityScale: number): Unfinished {
    if (this.#names.has(name)) refuseElement(element, 'has the name of another body, but must have one of its own.');
    this.#names.add(name);
    const common = { name, element, parent, pose, axes: [], mass: null, shapes: [], masks: [], gravityScale };
    const inertial = childOf(element, 'inertial');
    if (inertial !== undefined) checkAttributes(inertial);
    const link: Unfinished = { ...common, masses: [], inertial };
    this.links.push(link);
    this.#unfinished.push(link);
    return link;
  }

  async #readContent(element: XmlElement, place: Place): Promise<void> {
    this.#context.defaults.check(element, place.className);
    for (const child of element.children) {
      if (child.name === 'site') this.#readSite(child, place);
      if (isRead(element, child, this.#context.notes)) await this.#readChild(child, place);
    }
  }

  async #readChild(child: XmlElement, place: Place): Promise<void> {
    const { link, frame, className } = place;
    const { defaults, compiler } = this.#context;
    const inner = child.attributes.childclass ?? className;
    if (child.name === 'frame') checkAttributes(child);
    switch (child.name) {
      case 'frame':
        await this.#readContent(child, { link, frame: composePoses(frame, readPose(child, compiler)), className: inner });
        break;
      case 'body':
        await this.#readBody(child, place, inner);
        break;
      case 'geom':
        await this.#readGeom(defaults.apply(child, className), place);
        break;
      case 'joint':
      case 'freejoint':
        this.#readJoint(defaults.apply(child, className), place);
    }
  }

  async #readBody(element: XmlElement, { link: parent, frame }: Place, className: string | undefined): Promise<void> {
    checkAttributes(element);
    const { compiler, notes } = this.#context;
    const name = element.attributes.name ?? `body ${this.links.length}`;
    const pose = composePoses(frame, readPose(element, compiler));
    const gravityScale = 1 - (numberOf(element, 'gravcomp') ?? 0);
    if (flagOf(element, 'mocap')) notes.push(`${describe(element)} is moved from outside, and stands still here.`);
    const link = this.#addLink(element, name, parent, pose, gravityScale);
    await this.#readContent(element, { link, frame: NOWHERE_ELSE, className });
  }

  async #readGeom(element: XmlElement, { link, frame }: Place): Promise<void> {
    const geom = await readGeom(element, frame, this.#weighsByGeoms(link), this.#context);
    if (geom === undefined) return;
    const { shape, mass, ...mask } = geom;
    if (mass !== undefined) link.masses.push(mass);
    if (shape === undefined) return;
    link.shapes.push(shape);
    link.masks.push(mask);
  }

  /** Whether geoms give a link its mass. The world has no mass. */
  #weighsByGeoms(link: Unfinished): boolean {
    return link !== this.#world && isWeighedByGeoms(link, this.#context.compiler);
  }

  #readSite(child: XmlElement, { link, frame, className }: Place): void {
    const { defaults, compiler } = this.#context;
    const element = defaults.apply(child, className);
    const { name } = element.attributes;
    if (name !== undefined) this.sites.set(name, { link, pose: composePoses(frame, readPose(element, compiler)) });
  }

  #readJoint(element: XmlElement, { link, frame }: Place): void {
    const name = element.attributes.name ?? `${link.name} joint ${link.axes.length}`;
    if (link.parent === null) refuseElement(element, 'is in <worldbody> itself, which does not move.');
    const isFree = element.name === 'freejoint' || wordOf(element, 'type', JOINT_KINDS) === 'free';
    if (link.freeJoint !== undefined || (isFree && link.axes.length > 0))
      refuseElement(element, 'is beside another joint of a body that is free, which needs no other.');
    if (this.#joints.has(name)) refuseElement(element, 'has the name of another joint, but must have one of its own.');
    this.#joints.add(name);
    if (!isFree) link.axes = [...link.axes, readAxis(element, name, frame, this.#context)];
    else if (link.parent !== this.#world) refuseElement(element, 'is free, but only a body in <worldbody> itself may be.');
    else link.freeJoint = name;
  }

  finish(): void {
    const { compiler } = this.#context;
    const moving = this.#unfinished.filter((link) => link !== this.#world);
    for (const link of moving) link.mass = massOf(link, compiler);
    const sum = moving.reduce((total, { mass }) => total + (mass?.mass ?? 0), 0);
    if (compiler.totalMass !== undefined && sum > 0)
      for (const link of moving) link.mass = scaleMass(link.mass, compiler.totalMass / sum);
    for (const { element, shapes, axes, freeJoint } of moving)
      if (shapes.some(({ kind }) => kind === 'half-space') && (axes.length > 0 || freeJoint !== undefined))
        refuseElement(element, 'moves but has a plane, which is without end and has no mass.');
  }
}

function isWeighedByGeoms({ inertial }: Pick<Unfinished, 'inertial'>, { inertiaFromGeom }: Compiler): boolean {
  return inertiaFromGeom ?? inertial === undefined;
}

function massOf({ inertial, masses }: Unfinished, compiler: Compiler): MassProperties | null {
  if (!isWeighedByGeoms({ inertial }, compiler))
    return inertial === undefined ? null : bounded(readInertial(inertial, compiler), compiler);
  return masses.length > 0 ? bounded(combineMassProperties(masses), compiler) : null;
}

function readInertial(element: XmlElement, compiler: Compiler): MassProperties | null {
  const { position, orientation } = readPose(element, compiler);
  const mass = neededNumber(element, 'mass', { min: 0 });
  const full = numbersOf(element, 'fullinertia', 6) as Sym3 | undefined;
  const diagonal = lengthsOf(element, 'diaginertia', 3);
  if (full === undefined && diagonal === undefined && mass > 0)
    refuseElement(element, 'has neither diaginertia nor fullinertia, but needs one.');
  if (mass === 0) return null;
  const [a, b, c] = diagonal ?? [0, 0, 0];
  return { mass, center: [...position] as Vec3, inertia: rotateSym(orientation, full ?? [a, b, c, 0, 0, 0]) };
}

function scaleMass(mass: MassProperties | null, factor: number): MassProperties | null {
  return mass && { ...mass, mass: mass.mass * factor, inertia: scaleSym(mass.inertia, factor) };
}

/**
 * If the file asks for it, raises masses and moments that are too small, and makes moments equal that no body can have.
 */
function bounded(mass: MassProperties | null, { leastMass, leastInertia, balancesInertia }: Compiler): MassProperties | null {
  if (mass === null || (leastMass === 0 && leastInertia === 0 && !balancesInertia)) return mass;
  const { moments, orientation } = principalAxes(mass.inertia);
  let [a, b, c] = moments.map((moment) => Math.max(moment, leastInertia));
  if (balancesInertia && a + b < c) a = b = c = (a + b + c) / 3;
  return { mass: Math.max(mass.mass, leastMass), center: mass.center, inertia: rotateSym(orientation, [a, b, c, 0, 0, 0]) };
}
