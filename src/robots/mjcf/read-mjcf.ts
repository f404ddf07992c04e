// MJCF: MuJoCo's own format. Bodies within bodies, as a tree; z up; angles in degrees unless said otherwise.

import { InputError } from '../../input/fields.js';
import type { Vec3 } from '../../math/vector.js';
import { makeMesh } from '../../mesh/make-mesh.js';
import type { TriangleMesh } from '../../mesh/triangle-mesh.js';
import { assembleRobot } from '../assemble.js';
import type { Link } from '../link.js';
import { checkOptions, type Robot, type RobotOptions } from '../robot.js';
import { meshOfPoints, moveMesh, type RobotMesh, RobotMeshes, scaleMesh } from '../robot-meshes.js';
import type { XmlElement } from '../xml.js';
import { childrenOf, describe, neededText, numberOf, numbersOf, parseXml, refuseElement, vectorOf } from '../xml.js';
import { readActuators } from './actuators.js';
import { type Bodies, readBodies } from './bodies.js';
import { type Compiler, readCompiler } from './compiler.js';
import type { MjcfContext } from './context.js';
import { Defaults } from './defaults.js';
import { type Equalities, linkOf, readEqualities } from './equalities.js';
import { Frictions } from './frictions.js';
import { includeFiles } from './include.js';
import { isRead } from './words.js';

const GRAVITY: Vec3 = [0, 0, -9.81];

/** The robot of an MJCF text. What is left out is noted; what is wrong is thrown as an InputError that names the element. */
export async function readMjcf(text: string, options: RobotOptions = {}): Promise<Robot> {
  checkOptions(options);
  const root = await includeFiles(parseXml(text), options);
  if (root.name !== 'mujoco') refuseElement(root, 'is the root, but an MJCF file has <mujoco>.');
  const notes: string[] = [];
  const sections = root.children.filter((section) => isRead(root, section, notes));
  const compiler = readCompiler(root);
  const meshes = new RobotMeshes(options, notes);
  const defaults = new Defaults(root);
  const assets = await readAssets(sections, compiler, defaults, meshes, notes);
  const context: MjcfContext = { compiler, defaults, meshes, assets, frictions: new Frictions(options.prefix ?? ''), notes };
  const bodies = readBodies(childrenOf(root, 'worldbody'), context);
  const inSections = (name: string) => sections.filter((section) => section.name === name);
  const axes = bodies.links.flatMap((link) => link.axes);
  const equalities = inSections('equality').map((section) => readEqualities(section, { ...bodies, axes }, context));
  const { frictions } = context;
  return assembleRobot(
    {
      name: root.attributes.model || 'robot',
      ...readOptions(inSections('option'), notes),
      links: bodies.links,
      ...joined(equalities),
      motors: inSections('actuator').flatMap((section) => readActuators(section, axes, context)),
      touchesBase: true,
      ignored: excludedPairs(inSections('contact'), bodies, notes),
      materials: frictions.materials,
      materialPairs: frictions.pairs,
      meshes: meshes.arrays,
      notes,
    },
    options,
  );
}

function joined(all: readonly Equalities[]): Equalities {
  return { loops: all.flatMap(({ loops }) => loops), gears: all.flatMap(({ gears }) => gears) };
}

function readOptions(elements: readonly XmlElement[], notes: string[]): { gravity: Vec3; dt?: number } {
  let gravity = GRAVITY;
  let dt: number | undefined;
  for (const element of elements) {
    gravity = vectorOf(element, 'gravity') ?? gravity;
    dt = numberOf(element, 'timestep', { above: 0 }) ?? dt;
    for (const name of ['wind', 'density', 'viscosity'])
      if (numbersOf(element, name, 1, 3)?.some((value) => value !== 0))
        notes.push(`${describe(element)} has ${name}, but there is no air here, and it is left out.`);
  }
  return { gravity, ...(dt !== undefined && { dt }) };
}

async function readAssets(
  sections: readonly XmlElement[],
  compiler: Compiler,
  defaults: Defaults,
  meshes: RobotMeshes,
  notes: string[],
): Promise<Map<string, RobotMesh>> {
  const assets = new Map<string, RobotMesh>();
  for (const section of sections.filter(({ name }) => name === 'asset'))
    for (const child of section.children) {
      if (!isRead(section, child, notes)) continue;
      const element = defaults.apply(child, undefined);
      const mesh = await readMeshAsset(element, compiler, meshes);
      if (assets.has(mesh.name)) refuseElement(child, 'has the name of another mesh, but must have one of its own.');
      assets.set(mesh.name, mesh);
    }
  return assets;
}

async function readMeshAsset(element: XmlElement, compiler: Compiler, meshes: RobotMeshes): Promise<RobotMesh> {
  const scale = vectorOf(element, 'scale') ?? ([1, 1, 1] as Vec3);
  if (scale.includes(0)) refuseElement(element, 'has a scale of 0 along an axis, but needs a volume.');
  const vertex = element.attributes.vertex;
  if (element.attributes.file === undefined && vertex !== undefined) {
    const surface = moveMesh(scaleMesh(readVertices(element), scale), readReference(element));
    return { name: neededText(element, 'name'), surface };
  }
  const file = neededText(element, 'file');
  const bare = file.replace(/^.*[/\\]/, '');
  const path = `${folderOf(compiler.meshFolder)}${compiler.stripsPaths ? bare : file}`;
  const read = await meshes.read(path, scale, element);
  return {
    name: element.attributes.name ?? bare.replace(/\.[^.]*$/, ''),
    surface: moveMesh(read.surface, readReference(element)),
  };
}

function folderOf(path: string): string {
  return path === '' || path.endsWith('/') ? path : `${path}/`;
}

/** Where the file's own frame is said to be: the mesh is moved back from there. */
function readReference(element: XmlElement) {
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

/** Pairs of bodies that <contact> keeps apart. */
function excludedPairs(sections: readonly XmlElement[], { links }: Bodies, notes: string[]): [string, string][] {
  const nameOf = (element: XmlElement, end: string): string =>
    (linkOf(element, neededText(element, end), { links }) as Link | null)?.name ?? 'world';
  return sections.flatMap((section) =>
    section.children
      .filter((child) => isRead(section, child, notes))
      .map((child): [string, string] => [nameOf(child, 'body1'), nameOf(child, 'body2')]),
  );
}
