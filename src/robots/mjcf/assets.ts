// Reads the meshes of <asset>. A file is read when a geom with collisions or mass needs it; files of visual geoms are
// not read.

import { InputError, show } from '../../input/fields.js';
import type { Pose, Vec3 } from '../../math/vector.js';
import { makeMesh } from '../../mesh/make-mesh.js';
import type { TriangleMesh } from '../../mesh/triangle-mesh.js';
import { meshOfPoints, moveMesh, type RobotMesh, type RobotMeshes, scaleMesh } from '../robot-meshes.js';
import type { XmlElement } from '../xml.js';
import { describe, neededText, numbersOf, refuseElement, vectorOf } from '../xml.js';
import type { Compiler } from './compiler.js';
import type { Defaults } from './defaults.js';
import { isRead } from './words.js';

export class Assets {
  readonly #compiler: Compiler;
  readonly #meshes: RobotMeshes;
  /** The elements by name. */
  readonly #elements = new Map<string, XmlElement>();
  readonly #read = new Map<string, Promise<RobotMesh>>();

  constructor(sections: readonly XmlElement[], compiler: Compiler, defaults: Defaults, meshes: RobotMeshes, notes: string[]) {
    this.#compiler = compiler;
    this.#meshes = meshes;
    for (const section of sections.filter(({ name }) => name === 'asset'))
      for (const child of section.children.filter((each) => isRead(section, each, notes))) this.#add(child, defaults);
  }

  #add(child: XmlElement, defaults: Defaults): void {
    const element = defaults.apply(child, undefined);
    const { name = withoutFolder(neededText(element, 'file')).replace(/\.[^.]*$/, '') } = element.attributes;
    if (this.#elements.has(name)) refuseElement(child, 'has the name of another mesh, but must have one of its own.');
    this.#elements.set(name, element);
  }

  /** The mesh that a geom names. */
  meshOf(geom: XmlElement): Promise<RobotMesh> {
    const name = neededText(geom, 'mesh');
    const element = this.#elements.get(name) ?? refuseElement(geom, `names the mesh ${show(name)}, which <asset> does not have.`);
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    const reading = readMeshAsset(element, this.#compiler, this.#meshes).then((surface) => ({ name, surface }));
    this.#read.set(name, reading);
    return reading;
  }
}

async function readMeshAsset(element: XmlElement, compiler: Compiler, meshes: RobotMeshes): Promise<TriangleMesh> {
  const scale = vectorOf(element, 'scale') ?? ([1, 1, 1] as Vec3);
  if (scale.includes(0)) refuseElement(element, 'has a scale of 0 along an axis, but needs a volume.');
  const vertex = element.attributes.vertex;
  if (element.attributes.file === undefined && vertex !== undefined) {
    return moveMesh(scaleMesh(readVertices(element), scale), readReference(element));
  }
  const file = neededText(element, 'file');
  const path = `${folderOf(compiler.meshFolder)}${compiler.stripsPaths ? withoutFolder(file) : file}`;
  return moveMesh((await meshes.read(path, scale, element)).surface, readReference(element));
}

function withoutFolder(file: string): string {
  return file.replace(/^.*[/\\]/, '');
}

function folderOf(path: string): string {
  return path === '' || path.endsWith('/') ? path : `${path}/`;
}

/** The reference pose of a mesh: the mesh is moved by its inverse. */
function readReference(element: XmlElement): Pose {
  const [w, x, y, z] = numbersOf(element, 'refquat', 4) ?? [1, 0, 0, 0];
  return {
    position: vectorOf(element, 'refpos') ?? ([0, 0, 0] as Vec3),
    orientation: [x, y, z, w] as [number, number, number, number],
  };
}

const MOST_COORDINATES = 1 << 20;

function readVertices(element: XmlElement): TriangleMesh {
  const vertices = numbersOf(element, 'vertex', 12, MOST_COORDINATES) as number[];
  if (vertices.length % 3 !== 0)
    refuseElement(element, `has ${vertices.length} coordinates of vertices, but needs three for each.`);
  const faces = numbersOf(element, 'face', 3, MOST_COORDINATES);
  if (faces === undefined) return meshOfPoints(vertices, element);
  try {
    return makeMesh(vertices, faces);
  } catch (error) {
    throw error instanceof InputError ? new InputError(`${describe(element)}: ${error.message}`) : error;
  }
}
