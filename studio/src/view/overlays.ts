// The overlays of the scene: the contact graph, contact points with their impulses, bounding boxes, joints and cells.

import type { Scene, Vector3 } from 'three';
import {
  BufferAttribute,
  BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  IcosahedronGeometry,
  LineBasicMaterial,
  LineSegments,
  Vector4,
} from 'three';
import type { Frame } from '../protocol.js';
import { BOX_WIDTH, CONTACT_WIDTH, EDGE_WIDTH, POSE_WIDTH } from '../protocol.js';
import { CellsView } from './cells-view.js';
import { Instances, overlayMaterial } from './instances.js';
import { JointsView } from './joints-view.js';
import { chooseScale, largeOf } from './scale.js';

/** Colours of EDGE_STATES. */
export const EDGE_COLOURS = ['#9aa4ad', '#1f9d8f', '#e2572b', '#8e4fc2'];
export const NORMAL_COLOUR = '#e8a200';
export const FRICTION_COLOUR = '#c2378e';
const POINT_COLOUR = '#4a90c2';
const NODE_COLOUR = '#2b6cb0';
const BOX_COLOUR = '#5b7fa6';
/** Length of a large impulse, and thickness of an arrow, relative to the size of a body [1]. */
const LONGEST = 0.6;
const THICKNESS = 0.022;
/**
 * Length and width of an arrow's head as multiples of its thickness, and the head's largest fraction of its length [1].
 */
const HEAD_LENGTH = 7;
const HEAD_WIDTH = 2.6;
const HEAD_SHARE = 0.5;
/** Render order: over everything else, nodes over edges. */
const ORDER = 10;

export class Overlays {
  /** Drawn length of an impulse of 1 N s [m]; 0 while there are none. */
  impulseScale = 0;
  readonly joints: JointsView;
  readonly cells: CellsView;
  readonly #rods: Instances;
  readonly #arrows: Instances;
  readonly #heads: Instances;
  readonly #dots: Instances;
  readonly #points: Instances;
  readonly #boxes: LineSegments;
  readonly #depth = { value: new Vector4() };
  #size = 1;

  constructor(scene: Scene) {
    const rod = new CylinderGeometry(1, 1, 1, 6, 1, true).translate(0, 0.5, 0);
    const ball = new IcosahedronGeometry(1, 2);
    const material = overlayMaterial(this.#depth);
    this.#rods = new Instances(scene, rod, ORDER, material);
    this.#dots = new Instances(scene, ball, ORDER + 1, material);
    this.#arrows = new Instances(scene, rod, ORDER + 2, material);
    const head = new ConeGeometry(1, 1, 8).translate(0, 0.5, 0);
    this.#heads = new Instances(scene, head, ORDER + 2, material);
    this.#points = new Instances(scene, ball, ORDER + 3, material);
    this.joints = new JointsView(scene, { rod, ball }, ORDER + 4, material);
    this.cells = new CellsView(scene, ball, ORDER + 3, material);
    this.#boxes = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color: BOX_COLOUR }));
    this.#boxes.frustumCulled = false;
    scene.add(this.#boxes);
  }

  /** Sets the smallest and middle extent of a typical body, which determine thickness and length [m]. */
  setSize(size: number, middle: number): void {
    this.#size = size;
    this.impulseScale = 0;
    this.joints.setSize(middle);
  }

  /** Makes overlays behind the plane n.x + d = 0 fainter, fully at n.x + d = 1 [1/m], [1]. */
  setFading(n: Vector3, d: number): void {
    this.#depth.value.set(n.x, n.y, n.z, d);
  }

  show({ edges, contacts, boxes, cells, poses }: Frame, areMoved: readonly boolean[]): void {
    this.cells.show(cells);
    this.#showGraph(edges, poses, areMoved);
    this.#showContacts(contacts);
    this.#showBoxes(boxes);
  }

  #showGraph(edges: Float32Array | null, poses: Float32Array, areMoved: readonly boolean[]): void {
    const count = edges === null ? 0 : edges.length / EDGE_WIDTH;
    this.#rods.begin(count);
    for (let i = 0; i < count; i++) {
      const e = edges as Float32Array;
      const at = EDGE_WIDTH * i;
      const state = e[at + 6];
      this.#rods.addRod(e, at, e, at + 3, 1, this.#size * (state === 0 ? 0.02 : 0.045), EDGE_COLOURS[state]);
    }
    this.#rods.end();
    const nodes = edges === null ? 0 : areMoved.length;
    this.#dots.begin(nodes);
    for (let i = 0; i < nodes; i++) if (areMoved[i]) this.#dots.addDot(poses, POSE_WIDTH * i, this.#size * 0.13, NODE_COLOUR);
    this.#dots.end();
  }

  #showContacts(contacts: Float32Array | null): void {
    const count = contacts === null ? 0 : contacts.length / CONTACT_WIDTH;
    this.#points.begin(count);
    this.#arrows.begin(2 * count);
    this.#heads.begin(2 * count);
    if (contacts !== null) this.#chooseScale(contacts, count);
    for (let i = 0; i < count; i++) {
      const c = contacts as Float32Array;
      const at = CONTACT_WIDTH * i;
      const normal = c[at + 9] * this.impulseScale;
      this.#points.addDot(c, at, this.#size * 0.045, POINT_COLOUR);
      // The impulse on B; that on A is opposite.
      this.#addArrow(c, at, at + 3, normal, NORMAL_COLOUR);
      this.#addArrow(c, at, at + 6, this.impulseScale, FRICTION_COLOUR);
    }
    this.#points.end();
    this.#arrows.end();
    this.#heads.end();
  }

  /** Adds an arrow from a contact along a vector times `factor`: a rod with a head, which is part of the length. */
  #addArrow(contacts: Float32Array, at: number, vectorAt: number, factor: number, colour: string): void {
    const [x, y, z] = [0, 1, 2].map((k) => factor * contacts[vectorAt + k]);
    const length = Math.hypot(x, y, z);
    if (!(length > 0)) return;
    const thickness = THICKNESS * this.#size;
    const shaft = 1 - Math.min(HEAD_LENGTH * thickness, HEAD_SHARE * length) / length;
    this.#arrows.addRod(contacts, at, contacts, vectorAt, factor * shaft, thickness, colour, true);
    const [cx, cy, cz] = contacts.subarray(at, at + 3);
    const neck = [cx + shaft * x, cy + shaft * y, cz + shaft * z];
    const tip = [cx + x, cy + y, cz + z];
    this.#heads.addRod(neck, 0, tip, 0, 1, HEAD_WIDTH * thickness, colour);
  }

  /** Makes large impulses a little shorter than a body, so that they do not overlap those of the next body. */
  #chooseScale(contacts: Float32Array, count: number): void {
    const impulses = Array.from({ length: count }, (_, i) => contacts[CONTACT_WIDTH * i + 9]);
    this.impulseScale = chooseScale(this.impulseScale, largeOf(impulses), LONGEST * this.#size);
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

/** Writes the twelve edges of a box: four along each axis, one for each combination of limits of the other axes. */
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
