// The bodies of a scene, drawn as instances: one draw call per geometry and material.

import type { BufferGeometry, Material, Ray, Scene } from 'three';
import {
  BackSide,
  Box3,
  DoubleSide,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  PlaneGeometry,
  Quaternion,
  Raycaster,
  Vector3,
} from 'three';
import type { Placed } from '../../../src/three/place-instances.js';
import { LOCAL_WIDTH, placeInstances } from '../../../src/three/place-instances.js';
import type { ShapeGeometry } from '../../../src/three/shape-geometry.js';
import type { BodyPicture, Colour, ShapePicture } from '../protocol.js';
import { isMoved, POSE_WIDTH } from '../protocol.js';
import type { Range } from './colours.js';
import { colourOfBody, SELECTED, withFlash } from './colours.js';
import { geometryOfPicture } from './geometry.js';
import { bevelBoxes, drawGrid } from './shaders.js';

/** Shapes that are drawn in one call. */
interface Batch extends Placed {
  readonly mesh: InstancedMesh;
}

/** Width of the square that is drawn for a half-space, large enough that its edges are not visible [m]. */
const PLANE_WIDTH = 4000;

/** Factor by which a flash decays per frame, and the fraction below which it ends [1]. */
const FADING = 0.8;
const FAINT = 0.05;

export class BodiesView {
  bodies: readonly BodyPicture[] = [];
  readonly #scene: Scene;
  readonly #geometries = new Map<string, BufferGeometry>();
  readonly #materials: Record<'solid' | 'sheet' | 'box' | 'ball' | 'glass', MeshStandardMaterial>;
  readonly #plane = new PlaneGeometry(PLANE_WIDTH, PLANE_WIDTH).rotateX(-Math.PI / 2);
  readonly #groundMaterial = new MeshStandardMaterial({ roughness: 1 });
  #batches: Batch[] = [];
  #grounds: { mesh: Mesh; body: number; local: Matrix4 }[] = [];
  #poses: Float32Array = new Float32Array();
  /** Fraction of the flash in the colour of each body [1]. */
  #flashes = new Float32Array();
  /** Whether a body is drawn transparent, by id; decided when it first appears. */
  readonly #isGlass = new Map<number, boolean>();

  constructor(scene: Scene) {
    this.#scene = scene;
    const look = { roughness: 0.82, metalness: 0 };
    this.#materials = {
      solid: new MeshStandardMaterial(look),
      sheet: new MeshStandardMaterial({ ...look, side: DoubleSide, shadowSide: BackSide }),
      box: bevelBoxes(new MeshStandardMaterial(look)),
      ball: new MeshStandardMaterial({ ...look, roughness: 0.6, vertexColors: true }),
      // For vessels around moving bodies.
      glass: new MeshStandardMaterial({ ...look, transparent: true, opacity: 0.16, depthWrite: false }),
    };
    drawGrid(this.#groundMaterial);
  }

  /** Frees geometries before another scene. */
  forget(): void {
    this.#isGlass.clear();
    for (const geometry of this.#geometries.values()) geometry.dispose();
    this.#geometries.clear();
  }

  /** Makes the batches for other bodies. */
  setBodies(bodies: readonly BodyPicture[], poses: Float32Array): void {
    this.bodies = bodies;
    for (const { mesh } of this.#batches) {
      this.#scene.remove(mesh);
      mesh.dispose();
    }
    for (const { mesh } of this.#grounds) this.#scene.remove(mesh);
    this.#grounds = [];
    this.#decideGlass(poses);
    const lists = new Map<string, { geometry: ShapeGeometry; isGlass: boolean; shapes: [number, ShapePicture][] }>();
    bodies.forEach((body, index) => {
      for (const picture of body.shapes) {
        const geometry = geometryOfPicture(picture);
        if (geometry === null) {
          this.#addGround(index, picture);
          continue;
        }
        const isGlass = this.#isGlass.get(body.id) ?? false;
        const key = `${geometry.key} ${isGlass}`;
        const list = lists.get(key) ?? { geometry, isGlass, shapes: [] };
        list.shapes.push([index, picture]);
        lists.set(key, list);
      }
    });
    this.#batches = [...lists.values()].map(({ geometry, isGlass, shapes }) => this.#makeBatch(geometry, isGlass, shapes));
    for (const { mesh } of this.#batches) this.#scene.add(mesh);
  }

  setPoses(poses: Float32Array): void {
    this.#poses = poses;
    for (const batch of this.#batches) {
      placeInstances(batch, poses, batch.mesh.instanceMatrix.array);
      batch.mesh.instanceMatrix.needsUpdate = true;
    }
    for (const { mesh, body, local } of this.#grounds) mesh.matrix.copy(poseOf(poses, body)).multiply(local);
  }

  /** Makes bodies that were rolled back flash; the flash decays over some frames. */
  setFlashes(rolledBack: Uint8Array): void {
    if (this.#flashes.length !== rolledBack.length) this.#flashes = new Float32Array(rolledBack.length);
    rolledBack.forEach((isBack, i) => {
      const faded = this.#flashes[i] * FADING;
      this.#flashes[i] = isBack !== 0 ? 1 : faded > FAINT ? faded : 0;
    });
  }

  setColours(colour: Colour, values: Float32Array, range: Range, selected: number | null): void {
    const colours = this.bodies.map((body, i) =>
      body.id === selected
        ? SELECTED
        : withFlash(colourOfBody(body, colour, values.length > 0 ? values[i] : 0, range), this.#flashes[i] ?? 0),
    );
    for (const { mesh, bodies } of this.#batches) {
      const attribute = mesh.instanceColor as InstancedBufferAttribute;
      const { array } = attribute;
      for (let i = 0; i < bodies.length; i++) {
        const [r, g, b] = colours[bodies[i]];
        array[3 * i] = r;
        array[3 * i + 1] = g;
        array[3 * i + 2] = b;
      }
      attribute.needsUpdate = true;
    }
  }

  /** Switches whether bodies are transparent, to show what is drawn inside them. */
  setGhostly(isGhostly: boolean): void {
    for (const material of [this.#materials.solid, this.#materials.sheet, this.#materials.box, this.#materials.ball]) {
      if (material.transparent === isGhostly) continue;
      material.transparent = isGhostly;
      material.opacity = isGhostly ? 0.36 : 1;
      material.depthWrite = !isGhostly;
      material.needsUpdate = true;
    }
    for (const { mesh } of this.#batches) if (mesh.material !== this.#materials.glass) mesh.castShadow = !isGhostly;
  }

  setGroundColours(ground: string, line: string, spacing: number): void {
    this.#groundMaterial.color.set(ground);
    this.#groundMaterial.userData.setGrid(line, spacing);
  }

  /** The first body that a ray hits, and the point; transparent fixed bodies are ignored. */
  pick(ray: Ray): { body: number; point: Vector3 } | null {
    const caster = new Raycaster(ray.origin, ray.direction);
    const solid = this.#batches.filter(({ mesh }) => mesh.material !== this.#materials.glass);
    for (const { mesh } of solid) mesh.boundingSphere = null;
    const [hit] = caster.intersectObjects(
      solid.map(({ mesh }) => mesh),
      false,
    );
    if (hit?.instanceId === undefined) return null;
    const batch = solid.find(({ mesh }) => mesh === hit.object) as Batch;
    return { body: batch.bodies[hit.instanceId], point: hit.point };
  }

  /** Bounding boxes of all bodies; a body of half-spaces only has an empty box. */
  measureBounds(): Box3[] {
    return this.bodies.map((body, index) => this.#boundsOf(body, index, this.#poses));
  }

  #boundsOf(body: BodyPicture, index: number, poses: Float32Array): Box3 {
    const box = new Box3();
    const pose = poseOf(poses, index);
    for (const picture of body.shapes) {
      const shape = geometryOfPicture(picture);
      if (shape === null) continue;
      const geometry = this.#geometryFor(shape);
      if (geometry.boundingBox === null) geometry.computeBoundingBox();
      const local = localMatrix(picture).scale(new Vector3(...shape.scale));
      box.union((geometry.boundingBox as Box3).clone().applyMatrix4(local).applyMatrix4(pose));
    }
    return box;
  }

  /**
   * Decides which fixed bodies are vessels, drawn transparent: those with a moving body in their bounds, except
   * surfaces.
   */
  #decideGlass(poses: Float32Array): void {
    const centres = this.bodies.flatMap(({ kind }, i) => (isMoved(kind) ? [new Vector3().fromArray(poses, POSE_WIDTH * i)] : []));
    this.bodies.forEach((body, i) => {
      if (isMoved(body.kind) || this.#isGlass.has(body.id)) return;
      const box = this.#boundsOf(body, i, poses);
      this.#isGlass.set(
        body.id,
        !body.shapes.some(({ shape }) => shape.kind === 'surface') && centres.some((centre) => box.containsPoint(centre)),
      );
    });
  }

  #makeBatch(shape: ShapeGeometry, isGlass: boolean, shapes: readonly [number, ShapePicture][]): Batch {
    const count = shapes.length;
    const mesh = new InstancedMesh(this.#geometryFor(shape), this.#materialFor(shape, isGlass), count);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * count).fill(1), 3);
    mesh.castShadow = !isGlass && !this.#materials.solid.transparent;
    mesh.receiveShadow = !isGlass;
    // Bodies move, and a bounding sphere of all of them would cost more in each frame than it saves.
    mesh.frustumCulled = false;
    const local = new Float32Array(LOCAL_WIDTH * count);
    shapes.forEach(([, { position, orientation }], i) => {
      local.set([...position, ...orientation, ...(geometryOfPicture(shapes[i][1]) as ShapeGeometry).scale], LOCAL_WIDTH * i);
    });
    return { mesh, bodies: Int32Array.from(shapes, ([body]) => body), local };
  }

  #materialFor({ key }: ShapeGeometry, isGlass: boolean): Material {
    if (isGlass) return this.#materials.glass;
    if (key === 'box') return this.#materials.box;
    if (key.startsWith('surface ')) return this.#materials.sheet;
    return key === 'sphere' ? this.#materials.ball : this.#materials.solid;
  }

  #geometryFor({ key, make }: ShapeGeometry): BufferGeometry {
    const known = this.#geometries.get(key);
    if (known !== undefined) return known;
    const geometry = make();
    this.#geometries.set(key, geometry);
    return geometry;
  }

  #addGround(body: number, picture: ShapePicture): void {
    const mesh = new Mesh(this.#plane, this.#groundMaterial);
    mesh.matrixAutoUpdate = false;
    mesh.receiveShadow = true;
    this.#scene.add(mesh);
    this.#grounds.push({ mesh, body, local: localMatrix(picture) });
  }
}

function localMatrix({ position, orientation }: ShapePicture): Matrix4 {
  const at = new Vector3(...position);
  return new Matrix4().compose(at, new Quaternion(...orientation), new Vector3(1, 1, 1));
}

function poseOf(poses: Float32Array, body: number): Matrix4 {
  const at = POSE_WIDTH * body;
  const position = new Vector3().fromArray(poses, at);
  return new Matrix4().compose(position, new Quaternion().fromArray(poses, at + 3), new Vector3(1, 1, 1));
}
