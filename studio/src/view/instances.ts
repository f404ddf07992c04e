// Instances of a geometry, of which overlays and ropes are made.

import type { BufferGeometry, Material, Scene, Vector4 } from 'three';
import { Color, DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh, MeshBasicMaterial } from 'three';
import { fadeWithDepth } from './shaders.js';

/** The material of overlays: it ignores the depth buffer, and fades with distance. */
export function overlayMaterial(depth: { value: Vector4 }): Material {
  const look = { depthTest: false, depthWrite: false, transparent: true, toneMapped: false, fog: false };
  const material = new MeshBasicMaterial(look);
  fadeWithDepth(material, depth);
  return material;
}

/** Instances of one geometry, drawn in one call; they are added between begin() and end(). */
export class Instances {
  readonly #scene: Scene;
  readonly #geometry: BufferGeometry;
  readonly #order: number;
  readonly #material: Material;
  readonly #colours = new Map<string, Color>();
  #mesh: InstancedMesh | null = null;
  #count = 0;

  constructor(scene: Scene, geometry: BufferGeometry, order: number, material: Material) {
    this.#material = material;
    this.#scene = scene;
    this.#geometry = geometry;
    this.#order = order;
  }

  /** Begins to add instances, at most `room`. */
  begin(room: number): void {
    this.#count = 0;
    if (room <= (this.#mesh?.instanceMatrix.count ?? 0)) return;
    if (this.#mesh !== null) {
      this.#scene.remove(this.#mesh);
      this.#mesh.dispose();
    }
    const capacity = Math.ceil(1.5 * room);
    const mesh = new InstancedMesh(this.#geometry, this.#material, capacity);
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

  addDot(point: ArrayLike<number>, at: number, radius: number, colour: string): void {
    const m = this.#add(colour, point, at);
    const o = 16 * (this.#count - 1);
    m[o] = m[o + 5] = m[o + 10] = radius;
    m[o + 1] = m[o + 2] = m[o + 4] = m[o + 6] = m[o + 8] = m[o + 9] = 0;
  }

  /** Adds a rod from a point to another, or along a vector times `factor`. */
  addRod(
    from: ArrayLike<number>,
    at: number,
    to: ArrayLike<number>,
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
    // Any two directions normal to the rod.
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

  /** Adds an instance with a position and a colour; the caller writes its axes to the returned matrices. */
  #add(css: string, origin: ArrayLike<number>, at: number): Float32Array {
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
