// The bodies of a world as a group of three.js, drawn as instances: one draw call per geometry and material.

import type { BufferGeometry, ColorRepresentation, Intersection, Material } from 'three';
import { Color, DoubleSide, DynamicDrawUsage, Group, InstancedBufferAttribute, InstancedMesh, MeshStandardMaterial } from 'three';
import { isPhysical } from '../bodies/node-kinds.js';
import type { Body } from '../handles.js';
import { number, object, refuse } from '../input/fields.js';
import type { ShapeDescriptor } from '../shapes/shape-kinds.js';
import { POSE_SIZE } from '../world/poses.js';
import type { World } from '../world.js';
import { checkWorld } from './checks.js';
import { defaultColour } from './default-look.js';
import type { Placed } from './place-instances.js';
import { LOCAL_WIDTH, placeInstances } from './place-instances.js';
import { checkPoseSource, type PoseSource } from './pose-source.js';
import type { ShapeGeometry } from './shape-geometry.js';
import { geometryOf, groundGeometry } from './shape-geometry.js';
import { trianglesOf } from './shape-triangles.js';

export interface WorldViewOptions {
  /** The material of a body; default a matt one. Shapes with the same material and geometry share a draw call. */
  material?: (body: Body) => Material;
  /**
   * The colour of a body, multiplied with that of its material; default stone for moving bodies, grey for fixed ones.
   */
  colour?: (body: Body) => ColorRepresentation;
  /** Selects the bodies that are shown; default all. */
  filter?: (body: Body) => boolean;
  /** Width of the square that is drawn for a half-space, which is infinite [m]; default 200. */
  groundWidth?: number;
}

const someFunction = {
  check(value: unknown, path: string): void {
    if (typeof value !== 'function') refuse(path, value, 'a function of a body');
  },
  schema: () => ({}),
};
const optionsField = object<WorldViewOptions>(
  '',
  'how a world is shown',
  {},
  { material: someFunction, colour: someFunction, filter: someFunction, groundWidth: number('[m]', { above: 0 }) },
);

/** Shapes that are drawn in one call. */
interface Batch extends Placed {
  readonly mesh: InstancedMesh;
}

interface Listed {
  readonly geometry: ShapeGeometry;
  readonly material: Material;
  readonly shapes: { readonly body: number; readonly local: readonly number[] }[];
}

export class WorldView extends Group {
  readonly world: World;
  /** The shown bodies, as of the last update. */
  bodies: readonly Body[] = [];
  readonly #options: WorldViewOptions;
  readonly #geometries = new Map<string, BufferGeometry>();
  readonly #standard = new MeshStandardMaterial({ roughness: 0.85 });
  readonly #sheet = new MeshStandardMaterial({ roughness: 0.85, side: DoubleSide });
  #batches: Batch[] = [];
  #poses = new Float32Array(0);
  /** For which contents the batches were made: the turnover of nodes and shapes, and the ids of all bodies. */
  #turnover = -1;
  #ids: number[] = [];

  constructor(world: World, options: WorldViewOptions = {}) {
    super();
    checkWorld(world);
    optionsField.check(options, 'options');
    this.world = world;
    this.#options = options;
    this.name = 'drystone';
    this.update();
  }

  /** Moves the instances to the poses of the world, or to interpolated poses of a runner. Call it in every frame. */
  update(source: PoseSource = this.world): void {
    checkPoseSource(source);
    if (this.#hasChanged()) this.#list();
    source.writePoses(this.#poses, this.bodies);
    for (const batch of this.#batches) {
      const { mesh } = batch;
      placeInstances(batch, this.#poses, mesh.instanceMatrix.array);
      mesh.instanceMatrix.needsUpdate = true;
      // three.js computes it again for the next raycast.
      mesh.boundingSphere = null;
    }
  }

  /** Calls the option `colour` again for all bodies, and shows the new colours. */
  recolour(): void {
    const { colour = defaultColour } = this.#options;
    const colours = this.bodies.map((body) => new Color(colour(body)));
    for (const { mesh, bodies } of this.#batches) {
      bodies.forEach((body, i) => {
        mesh.setColorAt(i, colours[body]);
      });
      (mesh.instanceColor as InstancedBufferAttribute).needsUpdate = true;
    }
  }

  /** The body of an intersection found by a Raycaster; undefined if it is with another object. */
  bodyOf(intersection: Intersection): Body | undefined {
    if (intersection?.object === undefined) refuse('intersection', intersection, 'an intersection');
    const { object: met, instanceId } = intersection;
    const batch = this.#batches.find(({ mesh }) => mesh === met);
    return batch === undefined || instanceId === undefined ? undefined : this.bodies[batch.bodies[instanceId]];
  }

  /** Frees geometries and materials of the view on the graphics card, but not the materials given by options. */
  override dispose(): void {
    this.#clear();
    for (const geometry of this.#geometries.values()) geometry.dispose();
    this.#geometries.clear();
    this.#standard.dispose();
    this.#sheet.dispose();
    this.removeFromParent();
  }

  #clear(): void {
    for (const { mesh } of this.#batches) {
      this.remove(mesh);
      mesh.dispose();
    }
    this.#batches = [];
  }

  /** Whether bodies or shapes were added or removed. A restore does not count as turnover, so ids are compared too. */
  #hasChanged(): boolean {
    const { nodes, shapes } = this.world.store;
    if (this.#turnover !== nodes.turnover + shapes.turnover) return true;
    let count = 0;
    for (let row = 0; row < nodes.size; row++) {
      if (!nodes.isLive(row) || !isPhysical(nodes.columns.kind[row])) continue;
      if (this.#ids[count++] !== nodes.idOf(row)) return true;
    }
    return count !== this.#ids.length;
  }

  /** Makes the batches for the present bodies and shapes. */
  #list(): void {
    this.#clear();
    const { filter } = this.#options;
    const { nodes, shapes } = this.world.store;
    const all = [...this.world.bodies()];
    this.#turnover = nodes.turnover + shapes.turnover;
    this.#ids = all.map(({ id }) => id);
    this.bodies = all.filter((body) => filter?.(body) ?? true);
    this.#poses = new Float32Array(POSE_SIZE * this.bodies.length);
    const lists = new Map<string, Listed>();
    this.bodies.forEach((body, index) => {
      for (const shape of body.shapes) this.#addTo(lists, body, index, shape);
    });
    this.#batches = [...lists.values()].map((listed) => this.#makeBatch(listed));
    for (const { mesh } of this.#batches) this.add(mesh);
    this.recolour();
  }

  #addTo(lists: Map<string, Listed>, body: Body, index: number, shape: ShapeDescriptor): void {
    const geometry = geometryOf(shape, trianglesOf(this.world, shape)) ?? groundGeometry(this.#options.groundWidth);
    const own = shape.kind === 'surface' ? this.#sheet : this.#standard;
    const material = this.#options.material?.(body) ?? own;
    const key = `${geometry.key} ${material.uuid}`;
    const listed = lists.get(key) ?? { geometry, material, shapes: [] };
    const { position = [0, 0, 0], orientation = [0, 0, 0, 1] } = shape;
    listed.shapes.push({ body: index, local: [...position, ...orientation, ...geometry.scale] });
    lists.set(key, listed);
  }

  #makeBatch({ geometry, material, shapes }: Listed): Batch {
    const mesh = new InstancedMesh(this.#geometryFor(geometry), material, shapes.length);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * shapes.length), 3);
    mesh.castShadow = geometry.key !== 'half-space';
    mesh.receiveShadow = true;
    // Bodies move, and a bounding sphere of all of them would cost more in each frame than it saves.
    mesh.frustumCulled = false;
    const local = new Float32Array(LOCAL_WIDTH * shapes.length);
    shapes.forEach((shape, i) => {
      local.set(shape.local, LOCAL_WIDTH * i);
    });
    return { mesh, bodies: Int32Array.from(shapes, ({ body }) => body), local };
  }

  #geometryFor({ key, make }: ShapeGeometry): BufferGeometry {
    const known = this.#geometries.get(key);
    if (known !== undefined) return known;
    const geometry = make();
    this.#geometries.set(key, geometry);
    return geometry;
  }
}
