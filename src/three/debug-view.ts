// Debug drawing of a world, as lines over the scene: shapes, bounding boxes, contacts with their impulses, the contact
// graph, joints. All is read from the state of the engine itself.

import type { BufferGeometry } from 'three';
import {
  BufferAttribute,
  Color,
  DynamicDrawUsage,
  EdgesGeometry,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Quaternion,
  Vector3,
} from 'three';
import { isPhysical } from '../bodies/node-kinds.js';
import type { Body } from '../handles.js';
import { boolean, number, object } from '../input/fields.js';
import { placeFrames } from '../joints/joint-frames.js';
import type { Vec3 } from '../math/vector.js';
import { add, length, scale } from '../math/vector.js';
import type { EdgeView } from '../world/graph-view.js';
import type { World } from '../world.js';
import { checkWorld } from './checks.js';
import { hasEnd } from './has-end.js';
import { geometryOf } from './shape-geometry.js';
import { trianglesOf } from './shape-triangles.js';

export interface DebugViewOptions {
  /** Edges of all shapes; default true. */
  shapes?: boolean;
  /** Contact points, normals and the impulses of the last step; default true. */
  contacts?: boolean;
  /** The contact graph: a line for each pair that touches; default false. */
  graph?: boolean;
  /** Anchors of joints, and their axes; default true. */
  joints?: boolean;
  /** Bounding boxes of bodies; default false. */
  bounds?: boolean;
  /** Length of the lines of normals, crosses and axes [m]; default 0.1. */
  size?: number;
  /** Length of impulse lines per newton second [m/(N s)]; default makes the largest ten times `size` long. */
  impulseScale?: number;
}

const makePalette = () => ({
  moving: new Color(0xd7ccb4),
  fixed: new Color(0x6f777d),
  asleep: new Color(0x4f6f9f),
  contact: new Color(0xffc93c),
  impulse: new Color(0xff4d4d),
  graph: new Color(0x3fc1c9),
  joint: new Color(0xc77dff),
  bounds: new Color(0x4caf50),
  axes: [new Color(0xe63946), new Color(0x2a9d4a), new Color(0x2f6fde)],
});
const SIZE = 0.1;
/** Length of the line of the largest impulse, as a multiple of `size` [1]. */
const LARGEST_IMPULSE = 10;
/** No edge is drawn between faces that meet at less than this angle [degrees]. */
const FLAT = 20;

const flag = boolean('');
const lengthField = number('[m]', { above: 0 });
const optionsField = object<DebugViewOptions>(
  '',
  'what is drawn of a world',
  {},
  {
    shapes: flag,
    contacts: flag,
    graph: flag,
    joints: flag,
    bounds: flag,
    size: lengthField,
    impulseScale: number('[m/(N s)]', { above: 0 }),
  },
);

/** Debug lines of a world, drawn over everything else. The properties can be changed at any time. */
export class DebugView extends LineSegments {
  readonly world: World;
  shapes: boolean;
  contacts: boolean;
  graph: boolean;
  joints: boolean;
  bounds: boolean;
  size: number;
  impulseScale: number | undefined;
  readonly #palette = makePalette();
  /** Edges of geometries by key: two end points per line, in the frame of the geometry. */
  readonly #edges = new Map<string, ArrayLike<number>>();
  #positions = new Float32Array(0);
  #colours = new Float32Array(0);
  /** Number of end points of lines so far. */
  #count = 0;

  constructor(world: World, options: DebugViewOptions = {}) {
    super();
    checkWorld(world);
    optionsField.check(options, 'options');
    this.world = world;
    this.shapes = options.shapes ?? true;
    this.contacts = options.contacts ?? true;
    this.graph = options.graph ?? false;
    this.joints = options.joints ?? true;
    this.bounds = options.bounds ?? false;
    this.size = options.size ?? SIZE;
    this.impulseScale = options.impulseScale;
    this.name = 'drystone debug';
    this.material = new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true, toneMapped: false });
    this.frustumCulled = false;
    this.renderOrder = 1;
    this.update();
  }

  /** Draws the state as it is now. */
  update(): void {
    this.#count = 0;
    if (this.shapes) for (const body of this.world.bodies()) this.#addShapes(body);
    if (this.bounds) this.#addBounds();
    if (this.graph || this.contacts) this.#addEdges([...this.world.graph.edges()]);
    if (this.joints) this.#addJoints();
    this.#show();
  }

  override dispose(): void {
    this.geometry.dispose();
    (this.material as LineBasicMaterial).dispose();
    this.removeFromParent();
  }

  #addShapes(body: Body): void {
    const pose = new Matrix4().compose(new Vector3(...body.position), new Quaternion(...body.orientation), new Vector3(1, 1, 1));
    const isFixed = body.kind === 'fixed' || body.kind === 'scripted';
    const colour = isFixed
      ? this.#palette.fixed
      : body.sleep.asleep || body.isFrozen
        ? this.#palette.asleep
        : this.#palette.moving;
    for (const shape of body.shapes) {
      const geometry = geometryOf(shape, trianglesOf(this.world, shape));
      if (geometry === null) continue;
      const { position = [0, 0, 0], orientation = [0, 0, 0, 1] } = shape;
      const local = new Matrix4().compose(
        new Vector3(...position),
        new Quaternion(...orientation),
        new Vector3(...geometry.scale),
      );
      const edges = this.#edgesOf(geometry.key, geometry.make);
      const matrix = pose.clone().multiply(local);
      const corner = new Vector3();
      for (let k = 0; k < edges.length; k += 3) {
        corner.set(edges[k], edges[k + 1], edges[k + 2]).applyMatrix4(matrix);
        this.#addCorner(corner.x, corner.y, corner.z, colour);
      }
    }
  }

  #edgesOf(key: string, make: () => BufferGeometry): ArrayLike<number> {
    const known = this.#edges.get(key);
    if (known !== undefined) return known;
    const geometry = make();
    const edges = new EdgesGeometry(geometry, FLAT);
    const { array } = edges.getAttribute('position');
    geometry.dispose();
    this.#edges.set(key, array);
    return array;
  }

  #addBounds(): void {
    const { nodes } = this.world.store;
    const { bounds, kind } = nodes.columns;
    for (let row = 0; row < nodes.size; row++) {
      if (!nodes.isLive(row) || !isPhysical(kind[row])) continue;
      const box = bounds.subarray(6 * row, 6 * row + 6);
      if (hasEnd(box)) this.#addBox(box);
    }
  }

  #addBox(box: Float64Array): void {
    // Four edges along each axis, one for each combination of the limits of the other two axes.
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      for (const a of [0, 3]) {
        for (const b of [0, 3]) {
          const from: Vec3 = [0, 0, 0];
          from[u] = box[a + u];
          from[v] = box[b + v];
          const to: Vec3 = [...from];
          from[axis] = box[axis];
          to[axis] = box[3 + axis];
          this.#addLine(from, to, this.#palette.bounds);
        }
      }
    }
  }

  #addEdges(edges: readonly EdgeView[]): void {
    const impulses = edges.flatMap(({ contacts }) => contacts.map(({ impulseOnB }) => length(impulseOnB)));
    const largest = impulses.reduce((most, impulse) => Math.max(most, impulse), 0);
    const factor = this.impulseScale ?? (largest > 0 ? (LARGEST_IMPULSE * this.size) / largest : 0);
    for (const edge of edges) {
      if (this.graph && edge.contacts.length > 0) this.#addPair(edge);
      if (!this.contacts) continue;
      for (const { point, normal, impulseOnB } of edge.contacts) {
        this.#addCross(point, this.#palette.contact);
        this.#addLine(point, add(point, scale(normal, this.size)), this.#palette.contact);
        this.#addLine(point, add(point, scale(impulseOnB, factor)), this.#palette.impulse);
      }
    }
  }

  /**
   * Lines from the centres of both bodies to the mean contact point. Fixed bodies get none: their centre may be
   * anywhere.
   */
  #addPair({ a, b, contacts }: EdgeView): void {
    const middle = scale(
      contacts.reduce<Vec3>((sum, { point }) => add(sum, point), [0, 0, 0]),
      1 / contacts.length,
    );
    for (const id of [a, b]) {
      const body = this.world.body(id);
      if (body !== undefined && body.kind !== 'fixed') this.#addLine(body.centerOfMass, middle, this.#palette.graph);
    }
  }

  #addJoints(): void {
    const { jointStore, store } = this.world;
    const { table, frames } = jointStore;
    for (const joint of this.world.joints()) {
      if (joint.isBroken) continue;
      placeFrames(frames, table.columns, store.nodes.columns, joint.row);
      const ends = [
        { body: joint.bodyA, frame: frames.a },
        { body: joint.bodyB, frame: frames.b },
      ];
      for (const { body, frame } of ends) {
        const origin: Vec3 = [frame.origin[0], frame.origin[1], frame.origin[2]];
        if (body !== undefined) this.#addLine(body.centerOfMass, origin, this.#palette.joint);
        for (let axis = 0; axis < 3; axis++) {
          const along: Vec3 = [frame.axes[3 * axis], frame.axes[3 * axis + 1], frame.axes[3 * axis + 2]];
          this.#addLine(origin, add(origin, scale(along, this.size)), this.#palette.axes[axis]);
        }
      }
    }
  }

  #addCross(at: Readonly<Vec3>, colour: Color): void {
    for (let axis = 0; axis < 3; axis++) {
      const along: Vec3 = [0, 0, 0];
      along[axis] = this.size / 4;
      this.#addLine(add(at, scale(along, -1)), add(at, along), colour);
    }
  }

  #addLine(from: Readonly<Vec3>, to: Readonly<Vec3>, colour: Color): void {
    this.#addCorner(from[0], from[1], from[2], colour);
    this.#addCorner(to[0], to[1], to[2], colour);
  }

  #addCorner(x: number, y: number, z: number, colour: Color): void {
    const at = 3 * this.#count++;
    if (at + 3 > this.#positions.length) this.#grow(2 * at + 3072);
    this.#positions[at] = x;
    this.#positions[at + 1] = y;
    this.#positions[at + 2] = z;
    colour.toArray(this.#colours, at);
  }

  #grow(numbers: number): void {
    const [positions, colours] = [new Float32Array(numbers), new Float32Array(numbers)];
    positions.set(this.#positions);
    colours.set(this.#colours);
    this.#positions = positions;
    this.#colours = colours;
  }

  #show(): void {
    const { geometry } = this;
    if (geometry.getAttribute('position')?.array !== this.#positions) {
      // The buffers on the graphics card have the length of the old arrays, and must be made again.
      geometry.dispose();
      geometry.setAttribute('position', new BufferAttribute(this.#positions, 3).setUsage(DynamicDrawUsage));
      geometry.setAttribute('color', new BufferAttribute(this.#colours, 3).setUsage(DynamicDrawUsage));
    }
    geometry.getAttribute('position').needsUpdate = true;
    geometry.getAttribute('color').needsUpdate = true;
    geometry.setDrawRange(0, this.#count);
  }
}
