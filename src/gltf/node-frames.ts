// The frames of the nodes of a glTF file: their matrices in the scene, and their poses and scales.

import { InputError, number, quaternion, tuple, vec3 } from '../input/fields.js';
import { quatOfMatrix } from '../math/symmetric.js';
import type { Pose, Vec3 } from '../math/vector.js';
import { rotate } from '../math/vector.js';

/** The parts of a node that are read. */
export interface GltfNode {
  readonly name?: unknown;
  readonly children?: readonly number[];
  readonly matrix?: unknown;
  readonly translation?: unknown;
  readonly rotation?: unknown;
  readonly scale?: unknown;
  readonly extensions?: Record<string, unknown>;
  readonly extras?: Record<string, unknown>;
}

/** The frame of a node in the scene: a pose, and a scale along the node's axes [1]. */
export interface Placed extends Pose {
  readonly scale: Vec3;
}

/** A 3 x 4 matrix, row-major. */
type Matrix = readonly number[];

/** Largest cosine between axes that count as perpendicular [1]. */
const SQUARE = 1e-6;
const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const position = vec3('');
const rotation = quaternion('');
const sixteen = tuple('', 16);
const anyNumber = number('');

/** The nodes of a file as a forest, with their matrices in the scene. */
export class NodeFrames {
  readonly nodes: readonly GltfNode[];
  readonly #parents: readonly (number | undefined)[];
  readonly #matrices: (Matrix | undefined)[] = [];

  /** The nodes must form a forest of limited depth, which the reader of meshes has checked. */
  constructor(nodes: readonly GltfNode[]) {
    this.nodes = nodes;
    const parents: (number | undefined)[] = nodes.map(() => undefined);
    nodes.forEach(({ children = [] }, i) => {
      for (const child of children) parents[child] = i;
    });
    this.#parents = parents;
  }

  /** A node and its ancestors up to the root. */
  *wayUp(node: number): Generator<number> {
    for (let up: number | undefined = node; up !== undefined; up = this.#parents[up]) yield up;
  }

  /** A node and its descendants. */
  *below(node: number): Generator<number> {
    yield node;
    for (const child of this.nodes[node].children ?? []) yield* this.below(child);
  }

  /** Matrix from the node's frame to the scene, sixteen numbers in column-major order. It may be skewed. */
  matrix(node: number): number[] {
    const m = this.#matrixOf(node);
    return [m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0, m[3], m[7], m[11], 1];
  }

  /** Whether the node has scale 0 in all axes, which disables its collider. */
  isNothing(node: number): boolean {
    const m = this.#matrixOf(node);
    return [0, 1, 2, 4, 5, 6, 8, 9, 10].every((k) => m[k] === 0);
  }

  /** The frame of a node. Refuses a skewed node, which cannot be the frame of a rigid body. */
  place(node: number): Placed {
    const m = this.#matrixOf(node);
    const scale = [0, 1, 2].map((k) => Math.sqrt(m[k] * m[k] + m[4 + k] * m[4 + k] + m[8 + k] * m[8 + k])) as Vec3;
    if (scale.some((s) => s === 0)) throw new InputError(`nodes[${node}] has a scale of 0, but must have one that is not.`);
    const axes = m.map((x, k) => (k % 4 === 3 ? x : x / scale[k % 4]));
    const across = (a: number, b: number) => Math.abs(axes[a] * axes[b] + axes[4 + a] * axes[4 + b] + axes[8 + a] * axes[8 + b]);
    if (across(0, 1) > SQUARE || across(0, 2) > SQUARE || across(1, 2) > SQUARE)
      throw new InputError(`nodes[${node}] is skewed by the nodes above it, but must not be: scale them evenly.`);
    if (determinant(axes) < 0) {
      // Mirrored: one axis is reversed, and its scale is negative.
      scale[0] = -scale[0];
      for (const k of [0, 4, 8]) axes[k] = -axes[k];
    }
    const turn = [axes[0], axes[1], axes[2], axes[4], axes[5], axes[6], axes[8], axes[9], axes[10]];
    return { position: [m[3], m[7], m[11]], orientation: quatOfMatrix(turn), scale };
  }

  #matrixOf(node: number): Matrix {
    const known = this.#matrices[node];
    if (known !== undefined) return known;
    const parent = this.#parents[node];
    const own = localMatrix(this.nodes[node], `nodes[${node}]`);
    const matrix = parent === undefined ? own : multiply(this.#matrixOf(parent), own);
    this.#matrices[node] = matrix;
    return matrix;
  }
}

function localMatrix(node: GltfNode, path: string): Matrix {
  const { matrix, translation = [0, 0, 0], rotation: turn = [0, 0, 0, 1], scale = [1, 1, 1] } = node;
  if (matrix !== undefined) {
    sixteen.check(matrix, `${path}.matrix`);
    const m = matrix as number[];
    return [m[0], m[4], m[8], m[12], m[1], m[5], m[9], m[13], m[2], m[6], m[10], m[14]];
  }
  position.check(translation, `${path}.translation`);
  rotation.check(turn, `${path}.rotation`);
  position.check(scale, `${path}.scale`);
  for (const s of scale as Vec3) anyNumber.check(s, `${path}.scale`);
  const [sx, sy, sz] = scale as Vec3;
  const q = turn as [number, number, number, number];
  const size = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const unit = q.map((x) => x / size) as [number, number, number, number];
  const [x, y, z] = [rotate(unit, [sx, 0, 0]), rotate(unit, [0, sy, 0]), rotate(unit, [0, 0, sz])];
  const [tx, ty, tz] = translation as Vec3;
  return [x[0], y[0], z[0], tx, x[1], y[1], z[1], ty, x[2], y[2], z[2], tz];
}

function multiply(a: Matrix, b: Matrix): Matrix {
  return IDENTITY.map((_, i) => {
    const [row, column] = [4 * Math.floor(i / 4), i % 4];
    return a[row] * b[column] + a[row + 1] * b[4 + column] + a[row + 2] * b[8 + column] + (column === 3 ? a[row + 3] : 0);
  });
}

function determinant(m: Matrix): number {
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) + m[2] * (m[4] * m[9] - m[5] * m[8]);
}
