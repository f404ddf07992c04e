// Assembles the scene of a robot from its links: bodies at their poses, joints between them, and the places of the
// file's links and joints in the scene. Both readers, URDF and MJCF, use it.

import type { RuleDescriptor } from '../bodies/descriptors.js';
import type { MassProperties } from '../bodies/mass-properties.js';
import { InputError, listNames, show } from '../input/fields.js';
import type { CoordinateDescriptor, CouplingDescriptor, JointDescriptor, MotorDescriptor } from '../joints/descriptors.js';
import { principalAxes } from '../math/symmetric.js';
import type { Pose, Quat, Vec3 } from '../math/vector.js';
import { composePoses, IDENTITY, normalizeQuat, rotate } from '../math/vector.js';
import type { MaterialPair, Scene, SceneBody, SceneMesh } from '../scene/scene.js';
import { SCENE_VERSION } from '../scene/scene.js';
import type { JointOfAxes } from './axis-frames.js';
import { rulesOfMasks } from './collision-masks.js';
import { jointOfAxes, zeroPose } from './joint-of-axes.js';
import type { Link } from './link.js';
import { NOWHERE_ELSE, poseAt } from './link.js';
import { isStatic, mergeLinks } from './merge-links.js';
import { multibodiesOf } from './multibodies.js';
import type { Actuator, CoordinatePlace, LinkPlace, Robot, RobotOptions } from './robot.js';
import type { XmlElement } from './xml.js';
import { describe, refuseElement } from './xml.js';

/** A joint between two links, or a link and the world, that closes a loop. */
export interface Loop {
  readonly name: string;
  readonly element: XmlElement;
  readonly kind: 'ball' | 'fixed';
  readonly linkA: Link | null;
  readonly linkB: Link;
  /** The joint's frames, each in the frame of its link. */
  readonly frameA: Pose;
  readonly frameB: Pose;
}

/** The joint `second` follows the joint `first`: second = ratio * first + offset. */
export interface Gear {
  readonly name: string;
  readonly element: XmlElement;
  readonly first: string;
  readonly second: string;
  readonly ratio: number;
  readonly offset: number;
}

/** A motor of a joint of the file. */
export interface MotorOfJoint {
  readonly name: string;
  readonly element: XmlElement;
  readonly joint: string;
  readonly motor: MotorDescriptor;
  readonly range?: readonly [number, number];
  readonly maxVelocity?: number;
}

/** The contents of a file, in a form common to both formats. */
export interface RobotModel {
  readonly name: string;
  readonly gravity: Vec3;
  readonly dt?: number;
  /** Parents before children. */
  readonly links: readonly Link[];
  readonly loops: readonly Loop[];
  readonly gears: readonly Gear[];
  readonly motors: readonly MotorOfJoint[];
  /** Whether links collide with the immovable links that they are joined to. */
  readonly touchesBase: boolean;
  /** Pairs of links, by name, that never collide. */
  readonly ignored: readonly (readonly [string, string])[];
  readonly materials: Readonly<Record<string, { friction: number }>>;
  readonly materialPairs: readonly MaterialPair[];
  readonly meshes: Readonly<Record<string, SceneMesh>>;
  readonly notes: string[];
}

/** A joint whose motors are not added yet. */
type UnfinishedJoint = JointDescriptor<string> & { readonly coordinates: Record<string, CoordinateDescriptor> };

/** Rotation from z up to y up: a quarter turn about x. */
const Y_UP: Quat = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];

export function assembleRobot(model: RobotModel, options: RobotOptions): Robot {
  const assembly = new Assembly(model, options);
  assembly.addBodies();
  assembly.addJoints();
  assembly.addGears();
  assembly.addMotors();
  return assembly.finish();
}

class Assembly {
  readonly #model: RobotModel;
  readonly #options: RobotOptions;
  readonly #prefix: string;
  /** Pose of the file's origin in the scene. */
  readonly #origin: Pose;
  readonly #links: readonly Link[];
  readonly #merged: ReturnType<typeof mergeLinks>;
  /** Poses in the scene of the links that stay after merging. */
  readonly #poses = new Map<Link, Pose>();
  /** The bodies by name. */
  readonly #bodies = new Map<string, SceneBody>();
  readonly #joints: UnfinishedJoint[] = [];
  readonly #loops: JointDescriptor<string>[] = [];
  readonly #couplings: CouplingDescriptor<string>[] = [];
  readonly #actuators: Actuator[] = [];
  /** The coordinates in the scene, by the names of the file's joints. */
  readonly #coordinates = new Map<string, CoordinatePlace>();

  constructor(model: RobotModel, options: RobotOptions) {
    this.#model = model;
    this.#options = options;
    this.#prefix = options.prefix ?? '';
    const turned = options.upAxis === 'y' ? Y_UP : IDENTITY;
    this.#origin = composePoses(
      { position: options.position ?? [0, 0, 0], orientation: normalizeQuat(options.orientation ?? IDENTITY) },
      { position: [0, 0, 0], orientation: turned },
    );
    this.#checkCoordinates();
    this.#merged = mergeLinks(model.links, options.fixedLinks ?? 'merge', model.notes);
    this.#links = this.#merged.links;
  }

  addBodies(): void {
    // A map, since a joint may have the name of an object's built-in property, such as "constructor".
    const given = new Map(Object.entries(this.#options.coordinates ?? {}));
    for (const link of this.#links) {
      const within = poseAt(link, ({ name, reference }) => given.get(name) ?? reference);
      const parent = link.parent === null ? this.#origin : (this.#poses.get(link.parent) as Pose);
      const pose = composePoses(parent, within);
      this.#poses.set(link, pose);
      const { shapes, element, name } = link;
      if (isStatic(link)) {
        if (shapes.length > 0) this.#addBody({ kind: 'fixed', name: this.#named(name), ...pose, shapes });
        continue;
      }
      checkMass(element, link.mass);
      const { mass, center, inertia } = link.mass;
      this.#addBody({
        name: this.#named(name),
        ...pose,
        shapes,
        mass,
        centerOfMass: center,
        inertia,
        ...(link.gravityScale !== 1 && { gravityScale: link.gravityScale }),
      });
    }
  }

  #addBody(body: SceneBody & { name: string }): void {
    this.#bodies.set(body.name, body);
  }

  addJoints(): void {
    for (const link of this.#links) {
      const bodyB = this.#named(link.name);
      if (isStatic(link)) continue;
      if (link.freeJoint === undefined) this.#addJoint(link);
      else this.#joints.push({ name: this.#named(link.freeJoint), kind: 'free', bodyB, coordinates: {} });
    }
    for (const loop of this.#model.loops) this.#addLoop(loop);
  }

  #addLoop({ name, kind, linkA, linkB, frameA, frameB, element }: Loop): void {
    const a = linkA === null ? this.#onWorld(frameA) : this.#onBody(linkA, frameA, element);
    const b = this.#onBody(linkB, frameB, element);
    // bodyB must be a body that moves.
    const [first, second] = this.#moves(b.body) ? [a, b] : [b, a];
    if (!this.#moves(second.body) || first.body === second.body)
      refuseElement(element, 'joins two things of which neither moves against the other.');
    this.#loops.push({
      name: this.#unusedJoint(this.#named(name)),
      kind,
      ...(first.body !== undefined && { bodyA: first.body }),
      bodyB: second.body as string,
      frameA: frameOf(first),
      frameB: frameOf(second),
    });
  }

  /** A name that no joint has. An equality and a joint of a file may have the same name, joints of a scene may not. */
  #unusedJoint(name: string): string {
    const isUsed = [...this.#joints, ...this.#loops].some((joint) => joint.name === name);
    return isUsed ? this.#unusedJoint(`${name} loop`) : name;
  }

  #moves(name: string | undefined): boolean {
    const body = name === undefined ? undefined : this.#bodies.get(name);
    return body !== undefined && body.kind !== 'fixed';
  }

  #addJoint(link: Link): void {
    const { name, element, axes, parent, jointName = axes.map((axis) => axis.name).join('+') } = link;
    const { kind, frame, coordinates, loss }: JointOfAxes =
      axes.length === 0 ? { kind: 'fixed', frame: NOWHERE_ELSE, coordinates: [] } : jointOfAxes(link);
    if (loss !== undefined) this.#model.notes.push(`${describe(element)} ${loss}.`);
    const joint = this.#named(axes.length === 0 ? `${name} fixed` : jointName);
    const laws: Record<string, CoordinateDescriptor> = {};
    for (const { name: coordinate, laws: own, axis } of coordinates) {
      // A generic joint locks all coordinates that it does not name.
      if (kind === 'generic' || Object.keys(own).length > 0) laws[coordinate] = own;
      if (axis !== undefined) this.#coordinates.set(axis.name, { joint, coordinate });
    }
    const frameA = composePoses(zeroPose(link), frame);
    const a = parent === null ? this.#onWorld(frameA) : this.#onBody(parent, frameA, element);
    const touches = this.#model.touchesBase && parent !== null && isStatic(parent);
    this.#joints.push({
      name: joint,
      kind,
      ...(a.body !== undefined && { bodyA: a.body }),
      bodyB: this.#named(name),
      frameA: frameOf(a),
      frameB: frame,
      ...(touches && a.body !== undefined && { collide: true }),
      coordinates: laws,
    });
  }

  addGears(): void {
    for (const { name, first, second, ratio, offset, element } of this.#model.gears) {
      if (ratio === 0) refuseElement(element, 'couples by a ratio of 0, but must have another: equal limits hold a joint.');
      const a = this.#coordinateOf(first, element);
      const b = this.#coordinateOf(second, element);
      if (a !== undefined && b !== undefined)
        this.#couplings.push({ name: this.#named(name), first: a, second: b, ratio, ...(offset !== 0 && { offset }) });
    }
  }

  addMotors(): void {
    for (const { name, element, joint, motor, range, maxVelocity } of this.#model.motors) {
      const place = this.#coordinateOf(joint, element);
      if (place === undefined) continue;
      const { coordinates } = this.#joints.find((other) => other.name === place.joint) as UnfinishedJoint;
      const laws = coordinates[place.coordinate];
      if (laws?.motor !== undefined) {
        this.#model.notes.push(`${describe(element)} is the second on ${joint}, and is left out: a coordinate has one motor.`);
        continue;
      }
      coordinates[place.coordinate] = { ...laws, motor };
      this.#actuators.push({
        name: this.#named(name),
        kind: motor.kind,
        ...place,
        ...(range !== undefined && { range }),
        ...(maxVelocity !== undefined && { maxVelocity }),
      });
    }
  }

  /** The coordinate of a joint of the file. Undefined, with a note, if the joint has no coordinate of its own. */
  #coordinateOf(joint: string, element: XmlElement): CoordinatePlace | undefined {
    const place = this.#coordinates.get(joint);
    if (place === undefined)
      this.#model.notes.push(`${describe(element)} is left out: ${joint} has no coordinate of its own in the scene.`);
    return place;
  }

  finish(): Robot {
    const { name, gravity, dt, materials, materialPairs, meshes, notes } = this.#model;
    const rules = this.#rules();
    const bodies = [...this.#bodies.values()];
    const multibodies = multibodiesOf(bodies, this.#joints.map(withoutEmptyLaws), this.#loops, this.#named(name));
    const scene: Scene = {
      drystone: SCENE_VERSION,
      name,
      ...(dt !== undefined && { dt }),
      settings: { gravity: this.#gravity(gravity) },
      ...(Object.keys(materials).length > 0 && { materials }),
      ...(materialPairs.length > 0 && { materialPairs }),
      ...(Object.keys(meshes).length > 0 && { meshes }),
      bodies,
      ...(multibodies.length > 0 && { multibodies }),
      ...(this.#couplings.length > 0 && { couplings: this.#couplings }),
      ...(rules.length > 0 && { rules }),
    };
    return {
      scene,
      coordinates: Object.fromEntries(this.#coordinates),
      links: this.#places(),
      actuators: this.#actuators,
      notes,
    };
  }

  /** The rules of the pairs that the file names, and of the masks of shapes. */
  #rules(): RuleDescriptor[] {
    const rules: RuleDescriptor[] = [];
    for (const [first, second] of this.#model.ignored) {
      const [a, b] = [this.#bodyOf(first), this.#bodyOf(second)];
      if (a !== undefined && b !== undefined && a !== b) rules.push({ kind: 'ignore', between: [a], and: [b] });
    }
    const withShapes = this.#links.filter(({ masks }) => masks.length > 0);
    const masks = new Map(withShapes.map((link) => [this.#named(link.name), link.masks]));
    return [...rules, ...rulesOfMasks(masks, this.#model.notes)];
  }

  /** Name of the body that contains a link; undefined if none does. */
  #bodyOf(name: string): string | undefined {
    const link = this.#model.links.find((other) => other.name === name) as Link;
    const owner = this.#merged.places.get(link)?.owner;
    const body = owner && this.#named(owner.name);
    return body && this.#isBody(body) ? body : undefined;
  }

  #gravity([x, y, z]: Readonly<Vec3>): Vec3 {
    return rotate(normalizeQuat(this.#options.orientation ?? IDENTITY), this.#options.upAxis === 'y' ? [x, z, -y] : [x, y, z]);
  }

  #places(): Record<string, LinkPlace> {
    const places: [string, LinkPlace][] = [];
    for (const [link, { owner, pose }] of this.#merged.places)
      places.push([link.name, owner === null ? this.#onWorld(pose) : this.#onBody(owner, pose, link.element)]);
    return Object.fromEntries(places);
  }

  #named(name: string): string {
    return `${this.#prefix}${name}`;
  }

  #isBody(name: string): boolean {
    return this.#bodies.has(name);
  }

  #onWorld(frame: Pose): LinkPlace {
    return composePoses(this.#origin, frame);
  }

  /**
   * A frame of a link of the file, on the body that contains the link. An immovable link without shapes is the world.
   */
  #onBody(link: Link, frame: Pose, element: XmlElement): LinkPlace {
    const place = this.#merged.places.get(link);
    if (place === undefined) refuseElement(element, `needs ${link.name}, which has neither mass nor shape and is left out.`);
    const { owner, pose } = place;
    const within = composePoses(pose, frame);
    if (owner === null) return this.#onWorld(within);
    const body = this.#named(owner.name);
    if (this.#isBody(body)) return { body, ...within };
    return composePoses(this.#poses.get(owner) as Pose, within);
  }

  #checkCoordinates(): void {
    const known = this.#model.links.flatMap(({ axes }) => axes.filter(({ kind }) => kind !== 'ball').map(({ name }) => name));
    for (const name of Object.keys(this.#options.coordinates ?? {})) if (!known.includes(name)) throw unknownJoint(name, known);
  }
}

function unknownJoint(name: string, known: readonly string[]): InputError {
  return new InputError(
    `options.coordinates.${name} is not a hinge or slide of the robot; there are ${known.length === 0 ? 'none' : listNames(known)}.`,
  );
}

function frameOf({ position, orientation }: LinkPlace): Pose {
  return { position, orientation };
}

function withoutEmptyLaws(joint: JointDescriptor<string>): JointDescriptor<string> {
  const { coordinates = {}, ...rest } = joint;
  return Object.keys(coordinates).length === 0 ? rest : joint;
}

/** Moments below this share of the largest count as zero: the body would be a rod or a point [1]. */
const THINNEST = 1e-12;

function checkMass(element: XmlElement, mass: MassProperties | null): asserts mass is MassProperties {
  if (mass === null || !(mass.mass > 0)) refuseElement(element, 'moves but has no mass; it needs one above 0.');
  const { moments } = principalAxes(mass.inertia);
  const [i, j, k] = moments;
  if (!(i > THINNEST * k && i > 0 && i + j >= k * (1 - 1e-9)))
    refuseElement(
      element,
      `has an inertia with the principal moments ${show(moments)}, but these must be above 0 and none larger than the sum of the others.`,
    );
}
