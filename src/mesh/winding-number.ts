// The winding number of a surface around a point: the sum of the solid angles of its triangles, over that of a whole
// sphere (Jacobson, Kavan and Sorkine-Hornung, Robust inside-outside segmentation using generalized winding numbers,
// 2013). It is exact without visiting every triangle. From outside a box, all surfaces in it with the same border have
// the same solid angle. So each node of the tree keeps a fan over the border of its triangles, which is empty if they
// form a closed surface.

import { halfSolidAngle } from './solid-angle.js';
import type { TriangleMesh } from './triangle-mesh.js';
import { TriangleTree } from './triangle-tree.js';

export class WindingNumber {
  readonly #mesh: TriangleMesh;
  readonly #tree: TriangleTree;
  /**
   * By node: the fan over the border of its triangles, three vertices for each. Undefined if the border has at least as
   * many edges as the node has triangles.
   */
  readonly #fans: (Uint32Array | undefined)[] = [];
  readonly #stack: number[] = [];

  constructor(mesh: TriangleMesh) {
    this.#mesh = mesh;
    this.#tree = new TriangleTree(mesh);
    this.#addFans(0);
  }

  /**
   * The winding number at a point [1]: for a closed surface that faces outward, 0 outside, 1 inside, and a half on it.
   */
  at(x: number, y: number, z: number): number {
    const { bounds, links, counts, order } = this.#tree;
    const { triangles } = this.#mesh;
    const stack = this.#stack;
    stack.length = 0;
    stack.push(0);
    let sum = 0;
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const k = 6 * node;
      const fan = this.#fans[node];
      const isBeside =
        x < bounds[k] || y < bounds[k + 1] || z < bounds[k + 2] || x > bounds[k + 3] || y > bounds[k + 4] || z > bounds[k + 5];
      if (isBeside && fan !== undefined) {
        for (let i = 0; i < fan.length; i += 3) sum += this.#angle(fan[i], fan[i + 1], fan[i + 2], x, y, z);
      } else if (counts[node] === 0) {
        stack.push(links[node], node + 1);
      } else {
        const start = -1 - links[node];
        for (let i = start; i < start + counts[node]; i++) {
          const t = 3 * order[i];
          sum += this.#angle(triangles[t], triangles[t + 1], triangles[t + 2], x, y, z);
        }
      }
    }
    return sum / (2 * Math.PI);
  }

  #angle(a: number, b: number, c: number, x: number, y: number, z: number): number {
    const p = this.#mesh.positions;
    const [i, j, k] = [3 * a, 3 * b, 3 * c];
    return halfSolidAngle(
      p[i] - x,
      p[i + 1] - y,
      p[i + 2] - z,
      p[j] - x,
      p[j + 1] - y,
      p[j + 2] - z,
      p[k] - x,
      p[k + 1] - y,
      p[k + 2] - z,
    );
  }

  /** Makes the fans of a subtree. Returns the directed border edges of its root, by key, and its triangle count. */
  #addFans(node: number): { border: Map<number, number>; triangles: number } {
    const { links, counts, order } = this.#tree;
    const { triangles } = this.#mesh;
    const vertices = this.#mesh.positions.length / 3;
    let border = new Map<number, number>();
    let count = counts[node];
    if (count === 0) {
      const first = this.#addFans(node + 1);
      const second = this.#addFans(links[node]);
      const [large, small] = first.border.size >= second.border.size ? [first, second] : [second, first];
      border = large.border;
      for (const [key, times] of small.border) add(border, key, times);
      count = first.triangles + second.triangles;
    } else {
      const start = -1 - links[node];
      for (let i = start; i < start + count; i++)
        for (let e = 0; e < 3; e++) {
          const from = triangles[3 * order[i] + e];
          const to = triangles[3 * order[i] + ((e + 1) % 3)];
          // An edge and its reverse cancel each other.
          add(border, Math.min(from, to) * vertices + Math.max(from, to), from < to ? 1 : -1);
        }
    }
    if (border.size < count) this.#fans[node] = fanOver(border, vertices);
    return { border, triangles: count };
  }
}

function add(border: Map<number, number>, key: number, times: number): void {
  const sum = (border.get(key) ?? 0) + times;
  if (sum === 0) border.delete(key);
  else border.set(key, sum);
}

/** Triangles with the given border, all at one of its vertices. */
function fanOver(border: Map<number, number>, vertices: number): Uint32Array {
  const fan: number[] = [];
  let apex = -1;
  for (const [key, times] of border) {
    const high = key % vertices;
    const low = (key - high) / vertices;
    if (apex < 0) apex = low;
    if (low === apex || high === apex) continue;
    for (let i = 0; i < Math.abs(times); i++) fan.push(apex, ...(times > 0 ? [low, high] : [high, low]));
  }
  return Uint32Array.from(fan);
}
