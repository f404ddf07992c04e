// Writes a world as a GLB file with rigid bodies: geometry to draw, and physics by KHR_physics_rigid_bodies and
// KHR_implicit_shapes. As in the file of a run, each body is a node, with a child node for each shape, which is also
// its collider.

import type { Body } from '../handles.js';
import { refuse } from '../input/fields.js';
import type { Joint } from '../joint-handles.js';
import { WORLD_END } from '../joints/joint-table.js';
import type { Pose } from '../math/vector.js';
import { add, conjugate, quatAt, rotate, vectorAt } from '../math/vector.js';
import type { ShapeDescriptor } from '../shapes/shape-kinds.js';
import { defaultColour, GROUND_WIDTH } from '../three/default-look.js';
import { trianglesOf } from '../three/shape-triangles.js';
import { POSE_SIZE } from '../world/poses.js';
import { World } from '../world.js';
import { changeGlbJson } from './change-glb.js';
import type {
  Collider,
  CollisionFilter,
  Geometry,
  ImplicitShape,
  NodePhysics,
  PhysicsJoint,
  PhysicsMaterial,
} from './extension.js';
import { PHYSICS, SHAPES } from './extension.js';
import type { GlbOptions } from './glb-recorder.js';
import { checkColour, glbOptionsField } from './glb-recorder.js';
import { limitsOfJoint } from './joint-of-limits.js';
import { writeGlb } from './libraries.js';
import type { ModelBody } from './model.js';
import { Track } from './tracks.js';

/** Thickness of the plate that represents a half-space [m]. */
const PLATE = 10;
const EVERY_CATEGORY = 0xffffffff;

/** The parts of a node that are written here. */
interface FileNode {
  name?: string;
  mesh?: number;
  children?: number[];
  translation?: readonly number[];
  rotation?: readonly number[];
  extensions?: Record<string, unknown>;
  extras?: Record<string, unknown>;
}

/** The parts of a glTF file that are written here. */
interface File {
  nodes: FileNode[];
  scenes: { nodes: number[] }[];
  extensionsUsed?: string[];
  extensions?: Record<string, unknown>;
}

/**
 * Writes the current state of a world as a GLB file: bodies with their shapes, masses, velocities, materials, masks and
 * joints. Composites, couplings, controls of multibodies, pairs of materials, friction of joints and breaking loads
 * have no place in the format.
 */
export async function writeGltfScene(world: World, options: GlbOptions = {}): Promise<Uint8Array> {
  if (!(world instanceof World)) refuse('world', world, 'a World');
  glbOptionsField.check(options, 'options');
  const { name = 'drystone', colour = defaultColour, groundWidth = GROUND_WIDTH } = options;
  const bodies = [...world.bodies()];
  const poses = new Float32Array(POSE_SIZE);
  const models = bodies.map((body): ModelBody => {
    const track = new Track();
    track.add(0, poses, 0);
    track.poses.splice(0, POSE_SIZE, ...body.position, ...body.orientation);
    const shapes = body.shapes.map((shape) => ({ shape, triangles: trianglesOf(world, shape) }));
    return { name: body.name ?? `body ${body.id}`, colour: checkColour(colour(body)), shapes, track };
  });
  const bytes = await writeGlb({ name, groundWidth, bodies: models });
  return changeGlbJson(bytes, (json) => new PhysicsWriter(world, bodies, groundWidth).write(json as unknown as File));
}

class PhysicsWriter {
  readonly #world: World;
  readonly #bodies: readonly Body[];
  readonly #groundWidth: number;
  readonly #shapes: ImplicitShape[] = [];
  readonly #filters: CollisionFilter[] = [];
  readonly #joints: PhysicsJoint[] = [];
  /** The node of each body in the file. */
  readonly #nodeOf = new Map<number, number>();
  #file: File = { nodes: [], scenes: [] };

  constructor(world: World, bodies: readonly Body[], groundWidth: number) {
    this.#world = world;
    this.#bodies = bodies;
    this.#groundWidth = groundWidth;
  }

  write(file: File): void {
    this.#file = file;
    let node = 0;
    for (const body of this.#bodies) {
      this.#nodeOf.set(body.id, node);
      this.#addBody(body, node);
      // The nodes of a body's shapes follow its own node.
      node += 1 + body.shapes.length;
    }
    for (const joint of this.#world.joints()) this.#addJoint(joint);
    const physics = {
      physicsMaterials: this.#materials(),
      ...(this.#filters.length > 0 && { collisionFilters: this.#filters }),
      ...(this.#joints.length > 0 && { physicsJoints: this.#joints }),
    };
    file.extensionsUsed = [PHYSICS, ...(this.#shapes.length > 0 ? [SHAPES] : [])];
    file.extensions = { [PHYSICS]: physics, ...(this.#shapes.length > 0 && { [SHAPES]: { shapes: this.#shapes } }) };
  }

  #addBody(body: Body, node: number): void {
    const { nodes } = this.#file;
    if (body.kind === 'fixed') nodes[node].extras = { drystone: { kind: 'fixed' } };
    else this.#say(node, { motion: this.#motionOf(body) });
    const { linearDamping, angularDamping, locks } = body;
    if (body.kind !== 'fixed' && (linearDamping !== 0 || angularDamping !== 0 || locks.length > 0))
      nodes[node].extras = { drystone: { linearDamping, angularDamping, locks } };
    const filter = this.#filterOf(body);
    body.shapes.forEach((shape, i) => {
      const { material = body.material } = shape;
      const physicsMaterial = this.#world.store.materials.indexOf(material, 'material');
      const rest = { physicsMaterial, ...(filter !== undefined && { collisionFilter: filter }) };
      this.#addCollider(shape, node + 1 + i, rest);
    });
  }

  #addCollider(shape: ShapeDescriptor, node: number, rest: Omit<Collider, 'geometry'>): void {
    if (shape.kind !== 'half-space') {
      this.#say(node, { collider: { geometry: this.#geometryOf(shape, node), ...rest } });
      return;
    }
    // The drawn square has no thickness, and its node is scaled. So the plate is a separate node with the same
    // orientation.
    const up = rotate(shape.orientation ?? [0, 0, 0, 1], [0, -PLATE / 2, 0]);
    const box: ImplicitShape = { type: 'box', box: { size: [this.#groundWidth, PLATE, this.#groundWidth] } };
    const plate = this.#addNode(
      { position: add(shape.position ?? [0, 0, 0], up), orientation: [...(shape.orientation ?? [0, 0, 0, 1])] },
      this.#parentOf(node),
    );
    this.#file.nodes[plate].extras = { drystone: { kind: 'half-space' } };
    this.#say(plate, { collider: { geometry: { shape: this.#implicit(box) }, ...rest } });
  }

  /**
   * The geometry of a shape. Nodes are scaled to the size of the shape, except those of capsules, hulls and triangles.
   */
  #geometryOf(shape: ShapeDescriptor, node: number): Geometry {
    switch (shape.kind) {
      case 'sphere':
        return { shape: this.#implicit({ type: 'sphere', sphere: { radius: 1 } }) };
      case 'box':
        return { shape: this.#implicit({ type: 'box', box: { size: [1, 1, 1] } }) };
      case 'cylinder':
        return { shape: this.#implicit({ type: 'cylinder', cylinder: { height: 1, radiusTop: 1, radiusBottom: 1 } }) };
      case 'capsule': {
        const { radius, length } = shape;
        return {
          shape: this.#implicit({ type: 'capsule', capsule: { height: length, radiusTop: radius, radiusBottom: radius } }),
        };
      }
      case 'hull':
        return { mesh: this.#file.nodes[node].mesh as number, convexHull: true };
      default:
        return { mesh: this.#file.nodes[node].mesh as number };
    }
  }

  /** The index of a shape. Equal shapes are written once. */
  #implicit(shape: ImplicitShape): number {
    const text = JSON.stringify(shape);
    const known = this.#shapes.findIndex((other) => JSON.stringify(other) === text);
    return known >= 0 ? known : this.#shapes.push(shape) - 1;
  }

  #motionOf(body: Body): NonNullable<NodePhysics['motion']> {
    const { center, moments, principal } = this.#world.store.nodes.columns;
    const { row } = body;
    const toNode = conjugate(body.orientation);
    const linearVelocity = rotate(toNode, body.velocity);
    const angularVelocity = rotate(toNode, body.angularVelocity);
    if (body.kind === 'scripted') return { isKinematic: true, linearVelocity, angularVelocity };
    return {
      mass: body.mass,
      centerOfMass: vectorAt(center, 3 * row),
      inertiaDiagonal: vectorAt(moments, 3 * row),
      inertiaOrientation: quatAt(principal, 4 * row),
      linearVelocity,
      angularVelocity,
      ...(body.gravityScale !== 1 && { gravityFactor: body.gravityScale }),
    };
  }

  #materials(): PhysicsMaterial[] {
    const { names, friction, restitution, stride } = this.#world.store.materials;
    return names.map((name, i) => ({
      name,
      staticFriction: friction[i * stride + i],
      dynamicFriction: friction[i * stride + i],
      restitution: restitution[i * stride + i],
    }));
  }

  /** The index of the filter with the masks of a body; undefined if all bodies have default masks. */
  #filterOf({ category, mask }: Body): number | undefined {
    if (this.#bodies.every((body) => body.category === 1 && body.mask === EVERY_CATEGORY)) return undefined;
    const systems = (bits: number) =>
      Array.from({ length: 32 }, (_, bit) => bit).flatMap((bit) => (bits & (1 << bit) ? [`category ${bit}`] : []));
    const kept = systems(~mask);
    // A body in no category collides with none.
    const filter: CollisionFilter =
      category === 0
        ? { collideWithSystems: ['nobody'] }
        : { collisionSystems: systems(category), ...(kept.length > 0 && { notCollideWithSystems: kept }) };
    const text = JSON.stringify(filter);
    const known = this.#filters.findIndex((other) => JSON.stringify(other) === text);
    return known >= 0 ? known : this.#filters.push(filter) - 1;
  }

  /** Writes a joint. Its frames are separate nodes, children of the bodies' nodes. */
  #addJoint(joint: Joint): void {
    const { columns } = this.#world.jointStore.table;
    if (joint.isBroken || !joint.active) return;
    const [a, b] = [columns.frameA, columns.frameB].map((frames, end) => {
      const body = columns.nodes[2 * joint.row + end];
      const local = { position: vectorAt(frames, 7 * joint.row), orientation: quatAt(frames, 7 * joint.row + 3) };
      if (body === WORLD_END) return this.#addNode(local, undefined);
      // Joint frames are relative to the centre of mass, nodes of the file to the body's origin.
      const { nodes } = this.#world.store;
      const position = add(local.position, vectorAt(nodes.columns.center, 3 * body));
      return this.#addNode({ position, orientation: local.orientation }, this.#nodeOf.get(nodes.idOf(body)));
    });
    const coordinates = Object.fromEntries(
      joint.coordinates.map(({ name, limits, spring, motor, damping }) => [
        name,
        { ...(limits && { limits }), ...(spring && { spring }), ...(motor && { motor }), damping },
      ]),
    );
    this.#joints.push(limitsOfJoint({ kind: joint.kind, coordinates }));
    const { collide: enableCollision, name } = joint;
    if (name !== undefined) this.#file.nodes[a].name = name;
    this.#say(a, { joint: { connectedNode: b, joint: this.#joints.length - 1, enableCollision } });
  }

  #addNode({ position, orientation }: Pose, parent: number | undefined): number {
    const { nodes, scenes } = this.#file;
    const made = nodes.push({ translation: [...position], rotation: [...orientation] }) - 1;
    if (parent === undefined) scenes[0].nodes.push(made);
    else nodes[parent].children = [...(nodes[parent].children ?? []), made];
    return made;
  }

  #parentOf(node: number): number | undefined {
    const parent = this.#file.nodes.findIndex(({ children }) => children?.includes(node));
    return parent < 0 ? undefined : parent;
  }

  #say(node: number, physics: NodePhysics): void {
    this.#file.nodes[node].extensions = { [PHYSICS]: physics };
  }
}
