// Reads a scene from a glTF or GLB file with rigid bodies. A node with a motion is a body, with the colliders of its
// descendants down to the next motion. A collider without a motion above it is a fixed body of its own.

import type { KeyframeMotion, MaterialDescriptor } from '../bodies/descriptors.js';
import { InputError, refuse, show } from '../input/fields.js';
import type { JointDescriptor } from '../joints/descriptors.js';
import { rotateSym } from '../math/symmetric.js';
import type { Pose, Vec3 } from '../math/vector.js';
import { composePoses, invertPose, length, normalizeQuat, rotate, scale as times } from '../math/vector.js';
import { MOST_MESH_BYTES, type ResolveUri } from '../mesh-files/index.js';
import { readParts } from '../mesh-files/read-gltf.js';
import { checkScene } from '../scene/load-scene.js';
import type { MaterialPair, Scene, SceneBody, SceneMesh, SceneSurface } from '../scene/scene.js';
import { DrivenMasses } from './driven-masses.js';
import type { Combine, Motion, NodePhysics } from './extension.js';
import { entryOf, PHYSICS, pathOf, readExtensions, readNodePhysics } from './extension.js';
import { FilterBits } from './filter-bits.js';
import { jointOfLimits, seenFromOther } from './joint-of-limits.js';
import type { GltfNode, Placed } from './node-frames.js';
import { NodeFrames } from './node-frames.js';
import { ShapeReader } from './read-shapes.js';

/** Options of readGltfScene(). */
export interface GltfSceneOptions {
  /** The name of the file, for the scene and for error texts. */
  name?: string;
  /** Returns the bytes of other files that a glTF file refers to. Without it such a file is refused. */
  resolve?: ResolveUri;
}

const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
/** Duration of the motion of a kinematic body with constant velocity [s]. */
const LONG = 1e5;
const FULL_TURN = 2 * Math.PI;
/** Infinite moments of inertia are replaced by this multiple of a finite one [1]. */
const ENDLESS = 1e6;

/**
 * Reads the scene of a glTF or GLB file with KHR_physics_rigid_bodies and KHR_implicit_shapes: bodies, shapes, masses,
 * materials, filters, triggers and joints. Throws an InputError that names the file and its fault.
 */
export async function readGltfScene(bytes: Uint8Array | ArrayBuffer, options: GltfSceneOptions = {}): Promise<Scene> {
  if (typeof options !== 'object' || options === null) refuse('options', options, 'an object');
  const { name = 'scene.glb', resolve } = options;
  if (typeof name !== 'string') refuse('options.name', name, 'a text');
  if (!(bytes instanceof Uint8Array || bytes instanceof ArrayBuffer))
    throw new InputError(`The file ${name} is ${show(bytes)}, but must be a Uint8Array or an ArrayBuffer.`);
  if (bytes.byteLength > MOST_MESH_BYTES)
    throw new InputError(`The file ${name} has ${bytes.byteLength} bytes, but must have at most ${MOST_MESH_BYTES}.`);
  try {
    const { json, ...triangles } = await readParts(
      new Uint8Array(bytes instanceof ArrayBuffer ? bytes.slice(0) : bytes),
      resolve,
    );
    return checkScene(new SceneReader(json, triangles).read(name.replace(/^.*[\\/]/, '').replace(/\.(glb|gltf)$/i, '')));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`The file ${name} cannot be read as a scene: ${error.message}`);
  }
}

class SceneReader {
  readonly #file: ReturnType<typeof readExtensions>;
  readonly #frames: NodeFrames;
  readonly #physics: readonly (NodePhysics | undefined)[];
  readonly #shapes: ShapeReader;
  readonly #filters: FilterBits;
  readonly #names: readonly string[];

  constructor(json: Record<string, unknown>, triangles: ConstructorParameters<typeof ShapeReader>[2]) {
    const nodes = (json.nodes ?? []) as GltfNode[];
    this.#file = readExtensions(json);
    this.#frames = new NodeFrames(nodes);
    this.#physics = nodes.map(({ extensions }, i) => readNodePhysics(extensions, i));
    if (this.#physics.every((physics) => physics === undefined))
      throw new InputError(`no node of it has ${PHYSICS}, so it has no bodies; as a mesh it can be part of a scene file.`);
    this.#names = namesOf(nodes);
    this.#shapes = new ShapeReader(this.#file.shapes, this.#frames, triangles, this.#names);
    this.#filters = new FilterBits(this.#file.collisionFilters);
  }

  read(name: string): Scene {
    const materials = this.#readMaterials();
    const bodies = this.#physics.flatMap((physics, node) => this.#readBody(physics, node));
    const { meshes, surfaces } = this.#shapes;
    const still: Scene = {
      drystone: 1,
      name: name === '' ? 'scene' : name,
      materials,
      ...(this.#pairs().length > 0 && { materialPairs: this.#pairs() }),
      ...(Object.keys(meshes).length > 0 && { meshes: meshes as Record<string, SceneMesh> }),
      ...(Object.keys(surfaces).length > 0 && { surfaces: surfaces as Record<string, SceneSurface> }),
      bodies,
    };
    const masses = new DrivenMasses(still);
    const joints = this.#physics.flatMap((physics, node) =>
      physics?.joint === undefined ? [] : [this.#readJoint(node, physics, masses)],
    );
    return { ...still, joints, triggers: this.#physics.flatMap((physics, node) => this.#readTrigger(physics, node)) };
  }

  /** The node of the body that a node belongs to: the node itself or its nearest ancestor that is a body. */
  #bodyOf(node: number): number | undefined {
    for (const up of this.#frames.wayUp(node)) if (this.#physics[up]?.motion !== undefined || this.#isFixed(up)) return up;
    return undefined;
  }

  /** Whether writeGltfScene() has written the node as a fixed body. */
  #isFixed(node: number): boolean {
    return (this.#frames.nodes[node].extras?.drystone as { kind?: unknown } | undefined)?.kind === 'fixed';
  }

  #readBody(physics: NodePhysics | undefined, node: number): SceneBody[] {
    const isFixed = this.#isFixed(node);
    if (physics?.motion === undefined && !isFixed) return physics?.collider === undefined ? [] : this.#readFixed(node);
    const placed = this.#frames.place(node);
    const own = [...this.#frames.below(node)].filter(
      (below) => this.#physics[below]?.collider !== undefined && !this.#frames.isNothing(below) && this.#bodyOf(below) === node,
    );
    if (own.length === 0)
      throw new InputError(`${pathOf(node)}.motion is of a node without colliders, but a body must have one.`);
    const shapes = own.map((below) => this.#shapeOf(below, placed, isFixed ? 'open' : 'solid'));
    const { material, ...masks } = this.#lookOf(own[0]);
    this.#checkFilters(own);
    const motion = physics?.motion === undefined ? { kind: 'fixed' as const } : motionOf(physics.motion, placed, pathOf(node));
    return [{ ...this.#poseOf(node, placed), shapes, material, ...masks, ...motion, ...this.#extrasOf(node) }];
  }

  /** Refuses a body whose colliders have different filters, since bodies have masks, not shapes. */
  #checkFilters([first, ...others]: readonly number[]): void {
    const filterOf = (node: number) => this.#physics[node]?.collider?.collisionFilter;
    for (const other of others)
      if (filterOf(other) !== filterOf(first))
        throw new InputError(
          `${pathOf(other)}.collider.collisionFilter is ${filterOf(other)}, but must be that of the body's other colliders, ${filterOf(first)}.`,
        );
  }

  /** Properties without a place in glTF, which writeGltfScene() writes to `extras`. */
  #extrasOf(node: number): Partial<SceneBody> {
    const { linearDamping, angularDamping, locks } = (this.#frames.nodes[node].extras?.drystone ?? {}) as Partial<SceneBody>;
    return {
      ...(linearDamping !== undefined && { linearDamping }),
      ...(angularDamping !== undefined && { angularDamping }),
      ...(locks !== undefined && { locks }),
    };
  }

  /** The fixed body of a collider that belongs to no other body. */
  #readFixed(node: number): SceneBody[] {
    if (this.#bodyOf(node) !== undefined || this.#frames.isNothing(node)) return [];
    const placed = this.#frames.place(node);
    const { material, ...masks } = this.#lookOf(node);
    return [{ ...this.#poseOf(node, placed), kind: 'fixed', shapes: [this.#shapeOf(node, placed, 'open')], material, ...masks }];
  }

  #poseOf(node: number, { position, orientation }: Placed): Pick<SceneBody, 'name' | 'position' | 'orientation'> {
    return { name: this.#names[node], position, orientation };
  }

  #shapeOf(node: number, body: Pose, form: 'solid' | 'open') {
    const collider = this.#physics[node]?.collider;
    const shape = this.#shapes.read(collider?.geometry ?? {}, node, body, form, `${pathOf(node)}.collider.geometry`);
    return { ...shape, material: this.#lookOf(node).material };
  }

  /** Material and masks of a collider. */
  #lookOf(node: number): { material: string; category?: number; mask?: number } {
    const { physicsMaterial, collisionFilter } = this.#physics[node]?.collider ?? {};
    const path = `${pathOf(node)}.collider`;
    if (physicsMaterial !== undefined)
      entryOf(this.#file.physicsMaterials, physicsMaterial, `${path}.physicsMaterial`, 'physicsMaterials');
    const masks = collisionFilter === undefined ? {} : this.#filters.masksOf(collisionFilter, `${path}.collisionFilter`);
    return { material: physicsMaterial === undefined ? 'default' : this.#materialName(physicsMaterial), ...masks };
  }

  #materialName(i: number): string {
    const { name } = this.#file.physicsMaterials[i];
    const isUnique = this.#file.physicsMaterials.filter((other) => other.name === name).length === 1;
    return typeof name === 'string' && name !== '' && isUnique ? name : `material ${i}`;
  }

  /**
   * Reads the materials. Of the two friction coefficients the dynamic one is used, since Coulomb's law has only one.
   */
  #readMaterials(): Record<string, MaterialDescriptor> {
    return Object.fromEntries(
      this.#file.physicsMaterials.map(({ dynamicFriction = 0.6, restitution = 0 }, i) => [
        this.#materialName(i),
        { friction: dynamicFriction, restitution },
      ]),
    );
  }

  /** Pairs of materials that define how they combine. The library combines all others by its own rules. */
  #pairs(): MaterialPair[] {
    const all = this.#file.physicsMaterials;
    return all.flatMap((a, i) =>
      all.slice(i).flatMap((b, k): MaterialPair[] => {
        const friction = combine(a.dynamicFriction ?? 0.6, b.dynamicFriction ?? 0.6, [a.frictionCombine, b.frictionCombine]);
        const restitution = combine(a.restitution ?? 0, b.restitution ?? 0, [a.restitutionCombine, b.restitutionCombine]);
        if (friction === undefined && restitution === undefined) return [];
        const between = [this.#materialName(i), this.#materialName(i + k)] as const;
        return [{ between, ...(friction !== undefined && { friction }), ...(restitution !== undefined && { restitution }) }];
      }),
    );
  }

  #readJoint(node: number, { joint }: NodePhysics, masses: DrivenMasses): JointDescriptor<string> {
    const { connectedNode, joint: at, enableCollision = false } = joint as NonNullable<NodePhysics['joint']>;
    const path = `${pathOf(node)}.joint`;
    entryOf(this.#frames.nodes, connectedNode, `${path}.connectedNode`, 'nodes');
    const law = entryOf(this.#file.physicsJoints, at, `${path}.joint`, 'physicsJoints');
    const ends = [this.#endOf(node), this.#endOf(connectedNode)];
    const { orientation } = this.#frames.place(node);
    const made = jointOfLimits(law, `extensions.${PHYSICS}.physicsJoints[${at}]`, (type, axis) =>
      masses.between(ends, type, rotate(orientation, AXES[axis])),
    );
    if (ends.every(({ body }) => body === undefined))
      throw new InputError(`${path} joins two nodes of which none moves, but one must.`);
    // In the library, only body A of a joint can be the world.
    const isTurned = ends[1].body === undefined;
    const [a, b] = isTurned ? ends.reverse() : ends;
    const joined = isTurned ? seenFromOther(made) : made;
    if (joined === undefined)
      throw new InputError(
        `${path} is a ${made.kind} joint to the world, which must be the node of the joint, not the connectedNode.`,
      );
    const { kind, turn, coordinates } = joined;
    const frames = [a, b].map(({ frame }) => composePoses(frame, { position: [0, 0, 0], orientation: turn }));
    return {
      name: `joint of ${this.#names[node]}`,
      kind,
      ...(a.body !== undefined && { bodyA: a.body }),
      bodyB: b.body as string,
      frameA: frames[0],
      frameB: frames[1],
      ...(Object.keys(coordinates).length > 0 && { coordinates }),
      collide: enableCollision,
    };
  }

  /** The frame of a node on its body, or on the world. */
  #endOf(node: number): { body?: string; frame: Pose } {
    const placed = this.#frames.place(node);
    const body = this.#bodyOf(node);
    if (body === undefined) return { frame: placed };
    return { body: this.#names[body], frame: composePoses(invertPose(this.#frames.place(body)), placed) };
  }

  /** Reads the trigger of a node. A part of a compound trigger is read with the compound. */
  #readTrigger(physics: NodePhysics | undefined, node: number): NonNullable<Scene['triggers']>[number][] {
    const { trigger } = physics ?? {};
    if (
      trigger === undefined ||
      this.#frames.isNothing(node) ||
      this.#physics.some((other) => other?.trigger?.nodes?.includes(node))
    )
      return [];
    const placed = this.#frames.place(node);
    const parts = trigger.nodes ?? [node];
    const shapes = parts.map((part) => {
      entryOf(this.#frames.nodes, part, `${pathOf(node)}.trigger.nodes`, 'nodes');
      const geometry = this.#physics[part]?.trigger?.geometry ?? {};
      return this.#shapes.read(geometry, part, placed, 'solid', `${pathOf(part)}.trigger.geometry`);
    });
    const masks =
      trigger.collisionFilter === undefined
        ? {}
        : this.#filters.masksOf(trigger.collisionFilter, `${pathOf(node)}.trigger.collisionFilter`);
    return [{ name: this.#names[node], position: placed.position, orientation: placed.orientation, shapes, ...masks }];
  }
}

/** Unique names of nodes, for bodies, joints and triggers. */
function namesOf(nodes: readonly GltfNode[]): string[] {
  const taken = new Set<string>();
  return nodes.map(({ name }, i) => {
    const stem = typeof name === 'string' && name !== '' ? name : `node ${i}`;
    let free = stem;
    for (let k = 2; taken.has(free); k++) free = `${stem} ${k}`;
    taken.add(free);
    return free;
  });
}

/** Combines two coefficients; undefined if neither material defines how. */
function combine(a: number, b: number, ways: readonly (Combine | undefined)[]): number | undefined {
  if (ways.includes('average')) return (a + b) / 2;
  if (ways.includes('minimum')) return Math.min(a, b);
  if (ways.includes('maximum')) return Math.max(a, b);
  return ways.includes('multiply') ? a * b : undefined;
}

/** Reads the motion of a node. Velocities are given in the node's frame. A mass of 0 means infinite. */
function motionOf(motion: Motion, { orientation, position }: Pose, path: string): Partial<SceneBody> {
  const { mass, centerOfMass, inertiaDiagonal, inertiaOrientation = [0, 0, 0, 1], gravityFactor } = motion;
  const velocity = rotate(orientation, motion.linearVelocity ?? [0, 0, 0]);
  const angularVelocity = rotate(orientation, motion.angularVelocity ?? [0, 0, 0]);
  if (motion.isKinematic || mass === 0)
    return { kind: 'scripted', motion: straightMotion({ position, orientation }, velocity, angularVelocity, path) };
  const isLocked = inertiaDiagonal?.every((moment) => moment === 0) ?? false;
  return {
    velocity,
    angularVelocity,
    ...(mass !== undefined && { mass }),
    ...(centerOfMass !== undefined && { centerOfMass }),
    ...(inertiaDiagonal !== undefined &&
      !isLocked && { inertia: rotateSym(normalizeQuat(inertiaOrientation), [...momentsOf(inertiaDiagonal, path), 0, 0, 0]) }),
    ...(isLocked && { locks: ['rx', 'ry', 'rz'] }),
    ...(gravityFactor !== undefined && { gravityScale: gravityFactor }),
  };
}

/** Replaces moments of 0, which mean infinite, by large ones. A single one is refused: no body has such moments. */
function momentsOf(diagonal: Vec3, path: string): Vec3 {
  const given = diagonal.filter((moment) => moment > 0);
  if (given.length === 2)
    throw new InputError(
      `${path}.motion.inertiaDiagonal is ${show(diagonal)}, but must be 0, which stands for no end, about no axis, two or all.`,
    );
  return diagonal.map((moment) => (moment > 0 ? moment : ENDLESS * given[0])) as Vec3;
}

/** The motion of a kinematic body with constant velocity: along a line, or a repeated rotation. */
function straightMotion({ position, orientation }: Pose, velocity: Vec3, spin: Vec3, path: string): KeyframeMotion {
  const speed = length(velocity);
  const rate = length(spin);
  const start = { time: 0, position, orientation };
  if (speed === 0 && rate === 0) return { kind: 'keyframes', keyframes: [start] };
  if (rate === 0) {
    const end = [0, 1, 2].map((k) => position[k] + LONG * velocity[k]) as Vec3;
    return { kind: 'keyframes', keyframes: [start, { time: LONG, position: end, orientation }] };
  }
  if (speed > 0) throw new InputError(`${path}.motion moves and turns by itself, but a kinematic body must do one or the other.`);
  const axis = times(spin, 1 / rate);
  const half = Math.SQRT1_2;
  const quarter: Pose = { position: [0, 0, 0], orientation: [axis[0] * half, axis[1] * half, axis[2] * half, half] };
  const keyframes = [start];
  for (let k = 1; k <= 4; k++) {
    const turned = composePoses(quarter, { position: [0, 0, 0], orientation: keyframes[k - 1].orientation });
    keyframes.push({ time: (k * FULL_TURN) / (4 * rate), position, orientation: turned.orientation });
  }
  return { kind: 'keyframes', keyframes, repeat: true };
}
