// What is drawn over the scene: the contact graph, contact points with their impulses, and bounding boxes.

import type { Scene, Vector3 } from 'three';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  CylinderGeometry,
  DynamicDrawUsage,
  IcosahedronGeometry,
  InstancedBufferAttribute,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  MeshBasicMaterial,
  Vector4,
} from 'three';
import type { Frame } from '../protocol.js';
import { BOX_WIDTH, CONTACT_WIDTH, EDGE_WIDTH, POSE_WIDTH } from '../protocol.js';
import { fadeWithDepth } from './shaders.js';

/** Of EDGE_STATES. */
export const EDGE_COLOURS = ['#9aa4ad', '#1f9d8f', '#e2572b', '#8e4fc2'];
export const NORMAL_COLOUR = '#e8a200';
export const FRICTION_COLOUR = '#c2378e';
const POINT_COLOUR = '#4a90c2';
const NODE_COLOUR = '#2b6cb0';
const BOX_COLOUR = '#5b7fa6';
/** Over everything else, nodes over edges. */
const ORDER = 10;

export class Overlays {
  /** Length that an impulse of 1 N s is drawn with [m]; 0 while there are none. */
  impulseScale = 0;
  readonly #rods: Instances;
  readonly #arrows: Instances;
  readonly #dots: Instances;
  readonly #points: Instances;
  readonly #boxes: LineSegments;
  readonly #depth = { value: new Vector4() };
  #size = 1;

  constructor(scene: Scene) {
    const rod = new CylinderGeometry(1, 1, 1, 6, 1, true).translate(0, 0.5, 0);
    const ball = new IcosahedronGeometry(1, 2);
    this.#rods = new Instances(scene, rod, ORDER, this.#depth);
    this.#dots = new Instances(scene, ball, ORDER + 1, this.#depth);
    this.#arrows = new Instances(scene, rod, ORDER + 2, this.#depth);
    this.#points = new Instances(scene, ball, ORDER + 3, this.#depth);
    this.#boxes = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color: BOX_COLOUR }));
    this.#boxes.frustumCulled = false;
    scene.add(this.#boxes);
  }

  /** Smallest extent of a typical body: what thickness and length go by [m]. */
  setSize(size: number): void {
    this.#size = size;
    this.impulseScale = 0;
  }

  /** What is behind a plane n.x + d = 0 is fainter, most where n.x + d is 1 [1/m], [1]. */
  setFading(n: Vector3, d: number): void {
    this.#depth.value.set(n.x, n.y, n.z, d);
  }

  show({ edges, contacts, boxes, poses }: Frame, isRigid: readonly boolean[]): void {
    this.#showGraph(edges, poses, isRigid);
    this.#showContacts(contacts);
    this.#showBoxes(boxes);
  }

  #showGraph(edges: Float32Array | null, poses: Float32Array, isRigid: readonly boolean[]): void {
    const count = edges === null ? 0 : edges.length / EDGE_WIDTH;
    this.#rods.begin(count);
    for (let i = 0; i < count; i++) {
      const e = edges as Float32Array;
      const at = EDGE_WIDTH * i;
      const state = e[at + 6];
      this.#rods.addRod(e, at, e, at + 3, 1, this.#size * (state === 0 ? 0.02 : 0.045), EDGE_COLOURS[state]);
    }
    this.#rods.end();
    const nodes = edges === null ? 0 : isRigid.length;
    this.#dots.begin(nodes);
    for (let i = 0; i < nodes; i++) if (isRigid[i]) this.#dots.addDot(poses, POSE_WIDTH * i, this.#size * 0.13, NODE_COLOUR);
    this.#dots.end();
  }

  #showContacts(contacts: Float32Array | null): void {
    const count = contacts === null ? 0 : contacts.length / CONTACT_WIDTH;
    this.#points.begin(count);
    this.#arrows.begin(2 * count);
    if (contacts !== null) this.#chooseScale(contacts, count);
    for (let i = 0; i < count; i++) {
      const c = contacts as Float32Array;
      const at = CONTACT_WIDTH * i;
      const normal = c[at + 9] * this.impulseScale;
      this.#points.addDot(c, at, this.#size * 0.045, POINT_COLOUR);
      // What B got; A got the opposite.
      this.#arrows.addRod(c, at, c, at + 3, normal, this.#size * 0.024, NORMAL_COLOUR, true);
      this.#arrows.addRod(c, at, c, at + 6, this.impulseScale, this.#size * 0.024, FRICTION_COLOUR, true);
    }
    this.#points.end();
    this.#arrows.end();
  }

  /** Impulses are about half as long as a body on average; the scale is a round number and changes only when it must. */
  #chooseScale(contacts: Float32Array, count: number): void {
    let sum = 0;
    let acting = 0;
    for (let i = 0; i < count; i++) {
      const impulse = contacts[CONTACT_WIDTH * i + 9];
      sum += impulse;
      if (impulse > 0) acting++;
    }
    if (acting === 0) return;
    const mean = sum / acting;
    const length = mean * this.impulseScale;
    if (length > 0.15 * this.#size && length < 1.2 * this.#size) return;
    const perMetre = mean / (0.5 * this.#size);
    const decade = 10 ** Math.floor(Math.log10(perMetre));
    this.impulseScale = 1 / ([1, 2, 5].findLast((k) => k * decade <= perMetre) as number) / decade;
  }

  #showBoxes(boxes: Float32Array | null): void {
    this.#boxes.visible = boxes !== null;
    if (boxes === null) return;
    const count = boxes.length / BOX_WIDTH;
    const lines = new Float32Array(72 * count);
    for (let i = 0; i < count; i++) writeBox(boxes, BOX_WIDTH * i, lines, 72 * i);
    this.#boxes.geometry.dispose();
    this.#boxes.geometry = new BufferGeometry();
    this.#boxes.geometry.setAttribute('position', new BufferAttribute(lines, 3));
  }
}

/** The twelve edges of a box, each from the end where two coordinates are given to the other. */
function writeBox(boxes: Float32Array, from: number, lines: Float32Array, to: number): void {
  let at = to;
  for (let axis = 0; axis < 3; axis++) {
    for (let side = 0; side < 4; side++) {
      for (const end of [0, 3]) {
        lines[at + axis] = boxes[from + axis + end];
        lines[at + ((axis + 1) % 3)] = boxes[from + ((axis + 1) % 3) + 3 * (side & 1)];
        lines[at + ((axis + 2) % 3)] = boxes[from + ((axis + 2) % 3) + 3 * (side >> 1)];
        at += 3;
      }
    }
  }
}

/** Many of one geometry in one draw call, as many as are added between begin and end. */
class Instances {
  readonly #scene: Scene;
  readonly #geometry: BufferGeometry;
  readonly #order: number;
  readonly #depth: { value: Vector4 };
  readonly #colours = new Map<string, Color>();
  #mesh: InstancedMesh | null = null;
  #count = 0;

  constructor(scene: Scene, geometry: BufferGeometry, order: number, depth: { value: Vector4 }) {
    this.#depth = depth;
    this.#scene = scene;
    this.#geometry = geometry;
    this.#order = order;
  }

  /** At most `room` are to come. */
  begin(room: number): void {
    this.#count = 0;
    if (room <= (this.#mesh?.instanceMatrix.count ?? 0)) return;
    if (this.#mesh !== null) {
      this.#scene.remove(this.#mesh);
      this.#mesh.dispose();
    }
    const capacity = Math.ceil(1.5 * room);
    const material = new MeshBasicMaterial({
      depthTest: false,
      depthWrite: false,
      transparent: true,
      toneMapped: false,
      fog: false,
    });
    fadeWithDepth(material, this.#depth);
    const mesh = new InstancedMesh(this.#geometry, material, capacity);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * capacity), 3);
    mesh.frustumCulled = false;
    mesh.renderOrder = this.#order;
    this.#scene.add(mesh);
    this.#mesh = mesh;
  }

  end(): void {
    const mesh = this.#mesh;
    if (mesh === null) return;
    mesh.count = this.#count;
    mesh.visible = this.#count > 0;
    mesh.instanceMatrix.needsUpdate = true;
    (mesh.instanceColor as InstancedBufferAttribute).needsUpdate = true;
  }

  addDot(point: Float32Array, at: number, radius: number, colour: string): void {
    const m = this.#add(colour, point, at);
    const o = 16 * (this.#count - 1);
    m[o] = m[o + 5] = m[o + 10] = radius;
    m[o + 1] = m[o + 2] = m[o + 4] = m[o + 6] = m[o + 8] = m[o + 9] = 0;
  }

  /** From a point to another, or along a vector times `factor`. */
  addRod(
    from: Float32Array,
    at: number,
    to: Float32Array,
    toAt: number,
    factor: number,
    radius: number,
    colour: string,
    isVector = false,
  ): void {
    const start = isVector ? 0 : 1;
    const x = factor * (to[toAt] - start * from[at]);
    const y = factor * (to[toAt + 1] - start * from[at + 1]);
    const z = factor * (to[toAt + 2] - start * from[at + 2]);
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 1e-6)) return;
    // Any two directions across.
    const isUpright = Math.abs(y) > 0.9 * length;
    const ux = isUpright ? 0 : z;
    const uy = isUpright ? -z : 0;
    const uz = isUpright ? y : -x;
    const across = radius / Math.sqrt(ux * ux + uy * uy + uz * uz);
    const m = this.#add(colour, from, at);
    const o = 16 * (this.#count - 1);
    m[o] = ux * across;
    m[o + 1] = uy * across;
    m[o + 2] = uz * across;
    m[o + 4] = x;
    m[o + 5] = y;
    m[o + 6] = z;
    m[o + 8] = ((uy * z - uz * y) * across) / length;
    m[o + 9] = ((uz * x - ux * z) * across) / length;
    m[o + 10] = ((ux * y - uy * x) * across) / length;
  }

  /** One more, at a place and of a colour; its axes are for the caller to write to the matrices that are returned. */
  #add(css: string, origin: Float32Array, at: number): Float32Array {
    const mesh = this.#mesh as InstancedMesh;
    let colour = this.#colours.get(css);
    if (colour === undefined) {
      colour = new Color(css);
      this.#colours.set(css, colour);
    }
    const m = mesh.instanceMatrix.array as Float32Array;
    const o = 16 * this.#count;
    m[o + 12] = origin[at];
    m[o + 13] = origin[at + 1];
    m[o + 14] = origin[at + 2];
    m[o + 15] = 1;
    colour.toArray((mesh.instanceColor as InstancedBufferAttribute).array, 3 * this.#count);
    this.#count++;
    return m;
  }
}
