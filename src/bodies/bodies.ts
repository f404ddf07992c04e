// The nodes of a world and their shapes, as tables: creation, removal and change by row. The callers have checked the
// fields of descriptors; checkBody() checks how they fit together.

import { InputError, show } from '../input/fields.js';
import { clearLocked } from '../math/locked-axes.js';
import { invertSym, matrixOfQuat, principalAxes } from '../math/symmetric.js';
import type { Quat, Vec3 } from '../math/vector.js';
import { add, cross, IDENTITY, length, normalizeQuat, subtract, vectorAt } from '../math/vector.js';
import { boundingRadius } from '../shapes/bounds.js';
import { ConvexHull } from '../shapes/convex-hull.js';
import type { ShapeGeometry } from '../shapes/descriptor.js';
import { placeShape } from '../shapes/descriptor.js';
import { PlacedShape } from '../shapes/placed-shape.js';
import type { HullDescriptor, ShapeDescriptor } from '../shapes/shape-kinds.js';
import { BOX, CAPSULE, CYLINDER, HULL, MESH, SPHERE } from '../shapes/shape-kinds.js';
import type { Memory } from '../table/memory.js';
import { SlotTable } from '../table/slots.js';
import { checkBody, massOf, refuseSurfaces } from './check-body.js';
import type { BodyDescriptor, Motion, TriggerDescriptor } from './descriptors.js';
import { Turning, updateRotation } from './kinematics.js';
import { bitsOfLocks } from './locks.js';
import type { MassProperties } from './mass-properties.js';
import { shapeMassProperties } from './mass-properties.js';
import { Materials } from './materials.js';
import { Meshes } from './meshes.js';
import { centerFromOrigin } from './motion.js';
import { FIXED, RIGID, SCRIPTED, TRIGGER } from './node-kinds.js';
import { NODE_SCHEMA, SHAPE_SCHEMA } from './node-table.js';
import { Surfaces } from './surfaces.js';

export const BODY_KINDS = { rigid: RIGID, fixed: FIXED, scripted: SCRIPTED } as const;

export class Bodies {
  readonly nodes: SlotTable<typeof NODE_SCHEMA>;
  readonly shapes: SlotTable<typeof SHAPE_SCHEMA>;
  readonly materials = new Materials();
  readonly meshes = new Meshes();
  readonly surfaces = new Surfaces();
  /** Geometry of hulls, by the row of their shape. */
  readonly hulls: (ConvexHull | undefined)[] = [];
  /** Names by row, and rows by name. */
  readonly names: (string | undefined)[] = [];
  readonly rowsByName = new Map<string, number>();
  /** Data of user programs, by row of the body. */
  readonly userData: unknown[] = [];
  /** Numbers that users store with bodies and multibodies, by row. They are part of the state. */
  readonly slots: (Float64Array | undefined)[] = [];
  /** Motions of scripted bodies, by row; `setMotion` writes them. */
  readonly motions: (Motion | undefined)[] = [];
  /** Rows of bodies with a motion, in ascending order: the only rows that steps evaluate motions of. */
  readonly scripted: number[] = [];
  /** Workspace of the rotation of bodies. */
  readonly turning = new Turning();
  readonly #placed = new PlacedShape();
  /** Number of changes from outside, to detect that cached results are stale. */
  changes = 0;
  /** Whether changes from outside are forbidden: during a step, and while a motion is evaluated. */
  isLocked = false;
  /** Whether the world was disposed of: every further change is refused. */
  isOver = false;
  /** While an input is taken: the rows that may be changed, and the name of the target in error messages. */
  #inputOf: { readonly rows: readonly number[]; readonly target: string } | undefined;

  constructor(memory: Memory) {
    this.nodes = new SlotTable(memory, NODE_SCHEMA);
    this.shapes = new SlotTable(memory, SHAPE_SCHEMA);
  }

  /**
   * Must be called before each change from outside; `row` is the changed node, -1 if the change concerns no single
   * node.
   */
  beginChange(row = -1): void {
    if (this.isLocked || this.isOver || this.#inputOf === undefined) this.refuseWithinStep();
    else if (!this.#inputOf.rows.includes(row))
      throw new InputError(`An input of ${this.#inputOf.target} may change that alone, and nothing else of the world.`);
    this.changes++;
  }

  /** Whether an input is being taken, during which only some rows may be changed. */
  get isTakingInput(): boolean {
    return this.#inputOf !== undefined;
  }

  refuseWithinStep(): void {
    if (this.isOver) throw new InputError('The world was disposed of; nothing can be done with it any more.');
    if (this.isLocked) throw new Error('The world is in the middle of a step; change it between steps.');
    if (this.#inputOf !== undefined)
      throw new InputError(`An input of ${this.#inputOf.target} is being taken; do this after it.`);
  }

  /** Restricts changes to these rows until endInput(); `target` names them in error messages. */
  beginInput(rows: readonly number[], target: string): void {
    this.#inputOf = { rows, target };
  }

  endInput(): void {
    this.#inputOf = undefined;
  }

  /** Adds a node of a kind, with default columns and no shapes; returns its row. */
  addNode(kind: number, name?: string): number {
    if (name !== undefined && this.rowsByName.has(name)) {
      throw new InputError(`name is ${show(name)}, but must be unique, and there is one of that name already.`);
    }
    const row = this.nodes.allocate();
    const columns = this.nodes.columns;
    columns.kind[row] = kind;
    columns.active[row] = 1;
    columns.mover[row] = row;
    columns.firstShape[row] = -1;
    columns.firstStaticEdge[row] = -1;
    columns.firstDynamicEdge[row] = -1;
    columns.firstJoint[row] = -1;
    columns.orientation[4 * row + 3] = 1;
    columns.principal[4 * row + 3] = 1;
    columns.memberPose[7 * row + 6] = 1;
    columns.initialPose[7 * row + 6] = 1;
    columns.gravityScale[row] = 1;
    columns.category[row] = 1;
    columns.mask[row] = -1;
    columns.group[row] = -1;
    this.names[row] = name;
    this.userData[row] = undefined;
    if (name !== undefined) this.rowsByName.set(name, row);
    updateRotation(columns, row);
    return row;
  }

  /** Removes a node and its shapes. The caller has removed its edges. */
  removeNode(row: number): void {
    this.#releaseShapes(row);
    const name = this.names[row];
    if (name !== undefined) this.rowsByName.delete(name);
    this.names[row] = undefined;
    this.setMotion(row, undefined);
    this.userData[row] = undefined;
    if (row < this.slots.length) this.slots[row] = undefined;
    this.nodes.release(row);
  }

  setMotion(row: number, motion: Motion | undefined): void {
    const wasScripted = this.motions[row] !== undefined;
    this.motions[row] = motion;
    if (wasScripted !== (motion !== undefined)) this.listScripted();
  }

  /** Must be called after `motions` was written directly, as by a restore. */
  listScripted(): void {
    this.scripted.length = 0;
    for (let row = 0; row < this.motions.length; row++) if (this.motions[row] !== undefined) this.scripted.push(row);
  }

  #releaseShapes(row: number): void {
    const { firstShape } = this.nodes.columns;
    for (let shape = firstShape[row]; shape >= 0; ) {
      const next = this.shapes.columns.next[shape];
      this.hulls[shape] = undefined;
      this.shapes.release(shape);
      shape = next;
    }
    firstShape[row] = -1;
  }

  /**
   * Throws where addBody() or redefine() would, except for a taken name. Returns geometries, material and mass that
   * follow from the descriptor.
   */
  checkBody(descriptor: BodyDescriptor) {
    checkBody(descriptor);
    const geometries = this.#geometriesOf(descriptor.shapes);
    const material = this.materials.indexOf(descriptor.material ?? 'default', 'material');
    const shapeMaterials = this.#materialsOf(descriptor.shapes, material);
    const isRigid = (descriptor.kind ?? 'rigid') === 'rigid';
    return { geometries, material, shapeMaterials, mass: isRigid ? massOf(descriptor, geometries) : undefined };
  }

  /** Adds a body; returns its row. All checks are made before anything is changed. */
  addBody(descriptor: BodyDescriptor): number {
    const kind = BODY_KINDS[descriptor.kind ?? 'rigid'];
    const { geometries, material, shapeMaterials, mass } = this.checkBody(descriptor);
    const center: Vec3 = mass?.center ?? [0, 0, 0];
    this.shapes.reserve(descriptor.shapes.length);

    const row = this.addNode(kind, descriptor.name);
    const columns = this.nodes.columns;
    const position = descriptor.position ?? [0, 0, 0];
    const orientation = normalizeQuat(descriptor.orientation ?? IDENTITY);
    columns.active[row] = descriptor.active === false ? 0 : 1;
    columns.material[row] = material;
    columns.center.set(center, 3 * row);
    columns.initialPose.set(position, 7 * row);
    columns.initialPose.set(orientation, 7 * row + 3);
    columns.velocity.set(descriptor.velocity ?? [0, 0, 0], 6 * row);
    columns.surfaceVelocity.set(descriptor.surfaceVelocity ?? [0, 0, 0], 3 * row);
    columns.velocity.set(descriptor.angularVelocity ?? [0, 0, 0], 6 * row + 3);
    columns.linearDamping[row] = descriptor.linearDamping ?? 0;
    columns.angularDamping[row] = descriptor.angularDamping ?? 0;
    columns.gravityScale[row] = descriptor.gravityScale ?? 1;
    columns.locks[row] = bitsOfLocks(descriptor.locks ?? []);
    if (kind === RIGID) clearLocked(columns.velocity, 6 * row, columns.locks[row]);
    columns.category[row] = descriptor.category ?? 1;
    columns.mask[row] = descriptor.mask ?? -1;
    if (mass !== undefined) this.setMass(row, mass);
    this.setPose(row, position, orientation);
    if (descriptor.motion !== undefined) this.setMotion(row, copyMotion(descriptor.motion));
    if (descriptor.slots !== undefined) this.slots[row] = Float64Array.from(descriptor.slots);
    this.#addShapes(row, descriptor.shapes, geometries, shapeMaterials, center);
    return row;
  }

  /**
   * Gives a body shapes, mass and motion of a checked descriptor. It keeps its row and its pose. Its material points
   * keep their velocities, even if the centre of mass moves. Its edges must fit its new kind and have no contacts.
   */
  redefine(row: number, descriptor: BodyDescriptor): void {
    const { geometries, shapeMaterials, mass } = this.checkBody(descriptor);
    const { position = [0, 0, 0], orientation = IDENTITY, velocity = [0, 0, 0], angularVelocity = [0, 0, 0] } = descriptor;
    const center: Vec3 = mass?.center ?? [0, 0, 0];
    this.shapes.reserve(descriptor.shapes.length);
    this.#releaseShapes(row);
    const columns = this.nodes.columns;
    const former = vectorAt(columns.position, 3 * row);
    columns.center.set(center, 3 * row);
    columns.initialPose.set(position, 7 * row);
    columns.initialPose.set(orientation, 7 * row + 3);
    if (descriptor.kind !== 'fixed') columns.surfaceVelocity.fill(0, 3 * row, 3 * row + 3);
    if (mass !== undefined) this.setMass(row, mass);
    else this.#takeMass(row);
    this.setPose(row, position, orientation);
    const arm = subtract(vectorAt(columns.position, 3 * row), former);
    columns.velocity.set(add(velocity, cross(angularVelocity, arm)), 6 * row);
    columns.velocity.set(angularVelocity, 6 * row + 3);
    if (mass !== undefined) clearLocked(columns.velocity, 6 * row, columns.locks[row]);
    this.setMotion(row, descriptor.motion === undefined ? undefined : copyMotion(descriptor.motion));
    this.#addShapes(row, descriptor.shapes, geometries, shapeMaterials, center);
  }

  /** Sum of the volumes of shapes; overlaps count twice [m^3]. */
  volumeOf(shapes: readonly ShapeDescriptor[]): number {
    const geometries = this.#geometriesOf(shapes);
    return shapes.reduce((sum, shape, i) => sum + shapeMassProperties(shape, 1, geometries[i]).mass, 0);
  }

  /** Clears mass, inertia and force of a row that impulses no longer move. */
  #takeMass(row: number): void {
    const columns = this.nodes.columns;
    columns.mass[row] = columns.inverseMass[row] = 0;
    columns.moments.fill(0, 3 * row, 3 * row + 3);
    columns.principal.set(IDENTITY, 4 * row);
    columns.bodyInverseInertia.fill(0, 6 * row, 6 * row + 6);
    columns.force.fill(0, 6 * row, 6 * row + 6);
  }

  addTrigger(descriptor: TriggerDescriptor): number {
    refuseSurfaces('trigger', descriptor.shapes);
    const geometries = this.#geometriesOf(descriptor.shapes);
    const shapeMaterials = this.#materialsOf(descriptor.shapes, 0);
    this.shapes.reserve(descriptor.shapes.length);
    const row = this.addNode(TRIGGER, descriptor.name);
    const { active, category, mask } = this.nodes.columns;
    active[row] = descriptor.active === false ? 0 : 1;
    category[row] = descriptor.category ?? 1;
    mask[row] = descriptor.mask ?? -1;
    this.setPose(row, descriptor.position ?? [0, 0, 0], normalizeQuat(descriptor.orientation ?? IDENTITY));
    this.#addShapes(row, descriptor.shapes, geometries, shapeMaterials, [0, 0, 0]);
    return row;
  }

  /** Sets the pose of the user's origin of a body. */
  setPose(row: number, position: Readonly<Vec3>, orientation: Readonly<Quat>): void {
    const columns = this.nodes.columns;
    const center: Vec3 = [columns.center[3 * row], columns.center[3 * row + 1], columns.center[3 * row + 2]];
    columns.position.set(centerFromOrigin(position, orientation, center), 3 * row);
    columns.orientation.set(orientation, 4 * row);
    updateRotation(columns, row);
  }

  /** Sets the locks of a body, as bits. The velocity of a rigid body along and about locked axes becomes zero. */
  setLocks(row: number, locks: number): void {
    const columns = this.nodes.columns;
    columns.locks[row] = locks;
    if (columns.inverseMass[row] > 0) clearLocked(columns.velocity, 6 * row, locks);
    updateRotation(columns, row);
  }

  /** Sets the mass [kg], and scales the inertia by the same factor. */
  scaleMass(row: number, mass: number): void {
    const columns = this.nodes.columns;
    const share = mass / columns.mass[row];
    columns.mass[row] = mass;
    columns.inverseMass[row] = 1 / mass;
    for (let k = 3 * row; k < 3 * row + 3; k++) columns.moments[k] *= share;
    for (let k = 6 * row; k < 6 * row + 6; k++) columns.bodyInverseInertia[k] /= share;
    updateRotation(columns, row);
  }

  setMass(row: number, { mass, inertia }: MassProperties): void {
    const columns = this.nodes.columns;
    const { moments, orientation } = principalAxes(inertia);
    columns.mass[row] = mass;
    columns.inverseMass[row] = 1 / mass;
    columns.moments.set(moments, 3 * row);
    columns.principal.set(orientation, 4 * row);
    columns.bodyInverseInertia.set(invertSym(inertia), 6 * row);
    updateRotation(columns, row);
  }

  /** Indices of the shapes' materials, `fallback` for shapes without one. Throws for unknown names. */
  #materialsOf(shapes: readonly ShapeDescriptor[], fallback: number): number[] {
    return shapes.map((shape, i) =>
      shape.material === undefined ? fallback : this.materials.indexOf(shape.material, `shapes[${i}].material`),
    );
  }

  /** Geometries of hulls, meshes and surfaces, null for other shapes. Throws for invalid hulls and unknown names. */
  #geometriesOf(shapes: readonly ShapeDescriptor[]): ShapeGeometry[] {
    return shapes.map((shape, i) => {
      if (shape.kind === 'mesh') return this.meshes.list[this.meshes.indexOf(shape.mesh, `shapes[${i}].mesh`)].tree;
      if (shape.kind === 'surface')
        return this.surfaces.list[this.surfaces.indexOf(shape.surface, `shapes[${i}].surface`)].surface;
      return shape.kind === 'hull' ? hullOf(shape, i) : null;
    });
  }

  /** Value of the column `geometry` of a shape. */
  #numberOf(row: number, shape: ShapeDescriptor): number {
    if (shape.kind === 'hull') return row;
    if (shape.kind === 'surface') return this.surfaces.indexOf(shape.surface, 'surface');
    return shape.kind === 'mesh' ? this.meshes.indexOf(shape.mesh, 'mesh') : -1;
  }

  #addShapes(
    row: number,
    shapes: readonly ShapeDescriptor[],
    geometries: readonly ShapeGeometry[],
    materials: readonly number[],
    center: Readonly<Vec3>,
  ): void {
    // Rows are allocated in the given order; the chain is linked from the last shape to the first, so that it runs in
    // that order.
    const rows = shapes.map(() => this.shapes.allocate());
    let next = -1;
    for (let i = shapes.length - 1; i >= 0; i--) {
      const shape = rows[i];
      const placed = this.#placed;
      placeShape(shapes[i], placed, geometries[i]);
      const orientation = normalizeQuat(shapes[i].orientation ?? IDENTITY);
      const position = subtract([placed.x, placed.y, placed.z], center);
      const columns = this.shapes.columns;
      columns.owner[shape] = row;
      columns.next[shape] = next;
      columns.kind[shape] = placed.kind;
      columns.material[shape] = materials[i];
      columns.geometry[shape] = this.#numberOf(shape, shapes[i]);
      const geometry = geometries[i];
      this.hulls[shape] = geometry instanceof ConvexHull ? geometry : undefined;
      columns.dimensions.set([placed.a, placed.b, placed.c], 3 * shape);
      columns.position.set(position, 3 * shape);
      columns.orientation.set(orientation, 4 * shape);
      columns.rotation.set(matrixOfQuat(orientation), 9 * shape);
      columns.thickness[shape] = halfThickness(placed);
      columns.reach[shape] = length(position) + boundingRadius(placed);
      next = shape;
    }
    this.nodes.columns.firstShape[row] = next;
  }
}

/** The hull of the shape with index i of a body. */
function hullOf({ points }: HullDescriptor, i: number): ConvexHull {
  try {
    return ConvexHull.fromPoints(points);
  } catch (error) {
    throw error instanceof InputError ? new InputError(`shapes[${i}].${error.message}`) : error;
  }
}

function halfThickness({ kind, a, b, c, hull, tree }: PlacedShape): number {
  if (kind === SPHERE || kind === CAPSULE) return a;
  if (kind === BOX) return Math.min(a, b, c);
  if (kind === CYLINDER) return Math.min(a, b);
  if (kind === HULL && hull !== null) return hullHalfThickness(hull);
  if (kind === MESH && tree !== null) return tree.halfThickness;
  return Number.POSITIVE_INFINITY;
}

/** Distance of the mean of the corners to the nearest face [m]. */
function hullHalfThickness({ vertices, facePlanes }: ConvexHull): number {
  const mean = [0, 0, 0];
  for (let k = 0; k < vertices.length; k++) mean[k % 3] += vertices[k] / (vertices.length / 3);
  let nearest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < facePlanes.length; k += 4) {
    const inside = facePlanes[k + 3] - (facePlanes[k] * mean[0] + facePlanes[k + 1] * mean[1] + facePlanes[k + 2] * mean[2]);
    nearest = Math.min(nearest, inside);
  }
  return nearest;
}

/** Copies a motion, so that the caller cannot change it afterwards. */
function copyMotion(motion: Motion): Motion {
  return motion.kind === 'function' ? { ...motion } : JSON.parse(JSON.stringify(motion));
}
