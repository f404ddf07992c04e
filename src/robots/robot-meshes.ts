// Reads the mesh files of a robot, each only once, scales them, and provides their shapes and masses.

import { type MassProperties, solidMassProperties, surfaceOf } from '../bodies/mass-properties.js';
import { InputError, show } from '../input/fields.js';
import type { Pose, Vec3 } from '../math/vector.js';
import { invertPose, normalizeQuat, transformPoint } from '../math/vector.js';
import { solidOf } from '../mesh/solid.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { readMesh } from '../mesh-files/index.js';
import type { MeshArrays } from '../scene/scene.js';
import { ConvexHull } from '../shapes/convex-hull.js';
import type { HullDescriptor, MeshShapeDescriptor } from '../shapes/shape-kinds.js';
import type { RobotOptions } from './robot.js';
import type { XmlElement } from './xml.js';
import { describe, refuseElement, sentence } from './xml.js';

/** A mesh of a file, scaled. */
export interface RobotMesh {
  /** Name without the prefix. */
  readonly name: string;
  readonly surface: TriangleMesh;
}

/** Reads and keeps the meshes of one robot. */
export class RobotMeshes {
  /** The meshes for the scene, by name with the prefix. */
  readonly arrays: Record<string, MeshArrays> = {};
  readonly #options: RobotOptions;
  readonly #notes: string[];
  readonly #read = new Map<string, Promise<RobotMesh>>();
  readonly #hulls = new Map<RobotMesh, ConvexHull>();

  constructor(options: RobotOptions, notes: string[]) {
    this.#options = options;
    this.#notes = notes;
  }

  /** Reads the mesh of a file that `element` names. */
  read(file: string, scale: Readonly<Vec3>, element: XmlElement): Promise<RobotMesh> {
    const isPlain = scale.every((factor) => factor === 1);
    const name = isPlain ? file : `${file} ${scale.join(' ')}`;
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    const reading = this.#readFile(file, element).then((mesh) => ({ name, surface: scaleMesh(mesh, scale) }));
    this.#read.set(name, reading);
    return reading;
  }

  async #readFile(file: string, element: XmlElement): Promise<TriangleMesh> {
    const { resolve } = this.#options;
    if (resolve === undefined)
      refuseElement(element, `names the file ${show(file)}, but options.resolve, which would read it, is not given.`);
    const bytes = await bytesOf(resolve, file, element);
    try {
      const folder = file.replace(/[^/]*$/, '');
      return await readMesh(bytes, { name: file, resolve: (uri) => resolve(`${folder}${uri}`) });
    } catch (error) {
      throw error instanceof InputError ? new InputError(`${describe(element)}: ${error.message}`) : error;
    }
  }

  /** The shape of a mesh: its hull, or its surface by name. */
  shapeOf(mesh: RobotMesh, element: XmlElement): HullDescriptor | MeshShapeDescriptor {
    if (this.#options.meshes !== 'trees') return { kind: 'hull', points: cornersOf(this.#hullOf(mesh, element)) };
    const name = `${this.#options.prefix ?? ''}${mesh.name}`;
    // Repaired, since visual meshes are seldom closed.
    this.arrays[name] ??= { vertices: [...mesh.surface.positions], triangles: [...mesh.surface.triangles], repair: true };
    return { kind: 'mesh', mesh: name };
  }

  /** Mass of the solid inside the surface; inside its hull if the surface is not closed. */
  massOf(mesh: RobotMesh, density: number, element: XmlElement): MassProperties {
    try {
      return solidMassProperties(solidOf(mesh.surface).mesh, density);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.#notes.push(`${describe(element)} has a mesh that is not closed, so its mass is that of its convex hull.`);
      return solidMassProperties(surfaceOf(this.#hullOf(mesh, element)), density);
    }
  }

  #hullOf(mesh: RobotMesh, element: XmlElement): ConvexHull {
    const known = this.#hulls.get(mesh);
    if (known !== undefined) return known;
    try {
      const hull = ConvexHull.fromPoints(pointsOf(mesh.surface.positions));
      this.#hulls.set(mesh, hull);
      return hull;
    } catch (error) {
      throw error instanceof InputError ? new InputError(`${describe(element)}: the hull of its mesh: ${error.message}`) : error;
    }
  }
}

/** The bytes of a file. Errors of `resolve` are reported with the element that names the file. */
export async function bytesOf(
  resolve: NonNullable<RobotOptions['resolve']>,
  file: string,
  element: XmlElement,
): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = await resolve(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : show(error);
    throw new InputError(`${describe(element)} names the file ${show(file)}, which cannot be read: ${sentence(reason)}`, {
      cause: error,
    });
  }
  if (!(bytes instanceof Uint8Array))
    refuseElement(
      element,
      `names the file ${show(file)}, for which options.resolve gave ${show(bytes)}, but must give a Uint8Array.`,
    );
  return bytes;
}

/** The mesh of the convex hull of points. */
export function meshOfPoints(coordinates: readonly number[], element: XmlElement): TriangleMesh {
  try {
    return surfaceOf(ConvexHull.fromPoints(pointsOf(coordinates)));
  } catch (error) {
    throw error instanceof InputError ? new InputError(`${describe(element)}: the hull of its points: ${error.message}`) : error;
  }
}

function pointsOf(coordinates: ArrayLike<number>): Vec3[] {
  return Array.from({ length: coordinates.length / 3 }, (_, i) => [
    coordinates[3 * i],
    coordinates[3 * i + 1],
    coordinates[3 * i + 2],
  ]);
}

function cornersOf({ vertices }: ConvexHull): Vec3[] {
  return pointsOf(vertices);
}

/** Scales a mesh. Mirroring reverses the winding, so the triangles of a mirror image are reversed. */
export function scaleMesh({ positions, triangles }: TriangleMesh, [x, y, z]: Readonly<Vec3>): TriangleMesh {
  const scaled = positions.map((coordinate, i) => coordinate * [x, y, z][i % 3]);
  const isMirrored = x * y * z < 0;
  const turned = isMirrored ? triangles.map((_, i) => triangles[i - (i % 3) + ((3 - (i % 3)) % 3)]) : triangles;
  return { positions: scaled, triangles: turned };
}

/** Transforms a mesh by the inverse of a pose. */
export function moveMesh({ positions, triangles }: TriangleMesh, frame: Pose): TriangleMesh {
  const back = invertPose({ position: frame.position, orientation: normalizeQuat(frame.orientation) });
  const moved = pointsOf(positions).flatMap((point) => transformPoint(back, point));
  return { positions: Float64Array.from(moved), triangles };
}
