// Converts colliders of a glTF file to shapes of bodies.

import { InputError } from '../input/fields.js';
import { cos, sin } from '../math/portable.js';
import type { Pose, Vec3 } from '../math/vector.js';
import { composePoses, invertPose, rotate, transformPoint } from '../math/vector.js';
import type { ParsedGltf, PlacedPrimitive } from '../mesh-files/libraries.js';
import { joinPrimitives, placedPositions } from '../mesh-files/read-gltf.js';
import type { ShapeDescriptor } from '../shapes/shape-kinds.js';
import type { Geometry, ImplicitShape } from './extension.js';
import { entryOf } from './extension.js';
import type { NodeFrames } from './node-frames.js';

/** Relative difference up to which scales count as equal [1]. */
const SAME_SCALE = 1e-6;
/** Number of corners around the hull that approximates a cone. */
const CORNERS = 32;
const STEP = (2 * Math.PI) / CORNERS;

interface Triangles {
  vertices: number[];
  triangles: number[];
}

export class ShapeReader {
  readonly meshes: Record<string, Triangles & { repair: true }> = {};
  readonly surfaces: Record<string, Triangles> = {};
  readonly #shapes: readonly ImplicitShape[];
  readonly #frames: NodeFrames;
  readonly #triangles: ParsedGltf;
  readonly #names: readonly string[];

  constructor(shapes: readonly ImplicitShape[], frames: NodeFrames, triangles: ParsedGltf, names: readonly string[]) {
    this.#shapes = shapes;
    this.#frames = frames;
    this.#triangles = triangles;
    this.#names = names;
  }

  /** The shape of a node, in the frame of its body. Triangles become a mesh ('solid') or a surface ('open'). */
  read(geometry: Geometry, node: number, body: Pose, form: 'solid' | 'open', path: string): ShapeDescriptor {
    const { shape, mesh, node: source, convexHull = false } = geometry;
    if ([shape, mesh, source].filter((given) => given !== undefined).length !== 1)
      throw new InputError(`${path} must have either a shape or a mesh.`);
    if (shape !== undefined) {
      const implicit = entryOf(this.#shapes, shape, `${path}.shape`, 'shapes');
      if (isHalfSpace(this.#frames.nodes[node].extras)) return this.#halfSpace(implicit, node, body);
      return { ...this.#implicitShape(implicit, node, `${path}.shape`), ...this.#placeIn(body, node) };
    }
    const primitives = mesh !== undefined ? this.#ofMesh(mesh, node, path) : this.#ofNode(source as number, node, path);
    const toBody = (points: readonly number[]) => transformPoints(invertPose(body), points);
    if (convexHull) return { kind: 'hull', points: pointsOf(toBody(primitives.flatMap(placedPositions))) };
    const joined = joinPrimitives(primitives);
    const vertices = toBody(Array.from(joined.positions));
    const triangles = Array.from(joined.triangles);
    const name = this.#names[node];
    if (form === 'open') {
      this.surfaces[name] = { vertices, triangles };
      return { kind: 'surface', surface: name };
    }
    this.meshes[name] = { vertices, triangles, repair: true };
    return { kind: 'mesh', mesh: name };
  }

  #placeIn(body: Pose, node: number): Pose {
    return composePoses(invertPose(body), this.#frames.place(node));
  }

  /** The half-space whose plane is the top of the plate that represents it in the file. */
  #halfSpace({ box }: ImplicitShape, node: number, body: Pose): ShapeDescriptor {
    const up: Pose = { position: [0, (box?.size?.[1] ?? 0) / 2, 0], orientation: [0, 0, 0, 1] };
    return { kind: 'half-space', ...composePoses(this.#placeIn(body, node), up) };
  }

  /** The shape with the magnitudes of the node's scales applied. */
  #implicitShape(shape: ImplicitShape, node: number, path: string): ShapeDescriptor {
    const [x, y, z] = this.#frames.place(node).scale.map(Math.abs);
    const isSame = (a: number, b: number) => Math.abs(a - b) <= SAME_SCALE * Math.max(a, b);
    const refuseScale = (): never => {
      throw new InputError(
        `${path} is a ${shape.type} that nodes[${node}] scales by ${x}, ${y} and ${z}, which makes another form of it.`,
      );
    };
    switch (shape.type) {
      case 'sphere':
        if (!isSame(x, y) || !isSame(x, z)) refuseScale();
        return { kind: 'sphere', radius: (shape.sphere?.radius ?? 0.5) * x };
      case 'box': {
        const size = shape.box?.size ?? [1, 1, 1];
        return { kind: 'box', size: [size[0] * x, size[1] * y, size[2] * z] };
      }
      case 'capsule': {
        const { height = 0.5, radiusTop = 0.25, radiusBottom = 0.25 } = shape.capsule ?? {};
        if (!isSame(x, y) || !isSame(x, z)) refuseScale();
        if (radiusTop !== radiusBottom)
          throw new InputError(`${path} is a capsule of two radii, ${radiusTop} and ${radiusBottom}, but must have one.`);
        return { kind: 'capsule', radius: radiusTop * x, length: height * x };
      }
      default: {
        const { height = 0.5, radiusTop = 0.25, radiusBottom = 0.25 } = shape.cylinder ?? {};
        if (!isSame(x, z)) refuseScale();
        if (radiusTop === radiusBottom) return { kind: 'cylinder', radius: radiusTop * x, height: height * y };
        return { kind: 'hull', points: conePoints(height * y, radiusTop * x, radiusBottom * x) };
      }
    }
  }

  /** The primitives of a mesh, placed by the node of its collider. The mesh need not be drawn. */
  #ofMesh(mesh: number, node: number, path: string): PlacedPrimitive[] {
    const matrix = this.#frames.matrix(node);
    return entryOf(this.#triangles.meshes, mesh, `${path}.mesh`, 'meshes').map((primitive) => ({ ...primitive, matrix }));
  }

  /** The primitives of a node and its descendants, moved to the frame of the collider's node if that is another one. */
  #ofNode(source: number, node: number, path: string): PlacedPrimitive[] {
    entryOf(this.#frames.nodes, source, `${path}.node`, 'nodes');
    const own = new Set<number | undefined>(this.#frames.below(source));
    const primitives = this.#triangles.primitives.filter((primitive) => own.has(primitive.node));
    if (primitives.length === 0)
      throw new InputError(`${path}.node is ${source}, but must be a node of the scene with triangles.`);
    if (source === node) return primitives;
    const move = composePoses(this.#frames.place(node), invertPose(this.#frames.place(source)));
    return primitives.map((primitive) => ({
      ...primitive,
      matrix: moveMatrix(move, primitive.matrix),
      skin: primitive.skin && { ...primitive.skin, matrices: primitive.skin.matrices.map((matrix) => moveMatrix(move, matrix)) },
    }));
  }
}

/** Transforms a matrix of sixteen numbers in column-major order to another frame. */
function moveMatrix(pose: Pose, m: readonly number[]): number[] {
  const axis = (k: number) => rotate(pose.orientation, [m[k], m[k + 1], m[k + 2]]);
  return [...axis(0), 0, ...axis(4), 0, ...axis(8), 0, ...transformPoint(pose, [m[12], m[13], m[14]]), 1];
}

function transformPoints(pose: Pose, points: readonly number[]): number[] {
  const moved: number[] = [];
  for (let k = 0; k < points.length; k += 3) moved.push(...transformPoint(pose, [points[k], points[k + 1], points[k + 2]]));
  return moved;
}

/** Whether writeGltfScene() wrote the node for a half-space, which other programs see as a thick plate. */
function isHalfSpace(extras: Record<string, unknown> | undefined): boolean {
  return (extras?.drystone as { kind?: unknown } | undefined)?.kind === 'half-space';
}

function pointsOf(vertices: readonly number[]): Vec3[] {
  const points: Vec3[] = [];
  for (let k = 0; k < vertices.length; k += 3) points.push([vertices[k], vertices[k + 1], vertices[k + 2]]);
  return points;
}

/** The corners of a cone or a truncated cone. */
function conePoints(height: number, top: number, bottom: number): Vec3[] {
  const points: Vec3[] = [];
  for (const [y, radius] of [
    [height / 2, top],
    [-height / 2, bottom],
  ]) {
    if (radius === 0) points.push([0, y, 0]);
    else for (let k = 0; k < CORNERS; k++) points.push([radius * cos(k * STEP), y, radius * sin(k * STEP)]);
  }
  return points;
}
