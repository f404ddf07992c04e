// Reads MJCF, the format of MuJoCo: a tree of bodies, z up, angles in degrees by default.

import type { Vec3 } from '../../math/vector.js';
import { assembleRobot } from '../assemble.js';
import type { Link } from '../link.js';
import { checkOptions, type Robot, type RobotOptions } from '../robot.js';
import { RobotMeshes } from '../robot-meshes.js';
import type { XmlElement } from '../xml.js';
import { childrenOf, describe, neededText, numberOf, numbersOf, parseXml, refuseElement, vectorOf } from '../xml.js';
import { readActuators } from './actuators.js';
import { Assets } from './assets.js';
import { type Bodies, readBodies } from './bodies.js';
import { readCompiler } from './compiler.js';
import type { MjcfContext } from './context.js';
import { Defaults } from './defaults.js';
import { type Equalities, linkOf, readEqualities } from './equalities.js';
import { Frictions } from './frictions.js';
import { includeFiles } from './include.js';
import { isRead } from './words.js';

const GRAVITY: Vec3 = [0, 0, -9.81];

/**
 * Reads the robot of an MJCF text. Parts that are left out are listed in `notes`. Faults are thrown as an InputError
 * that names the element.
 */
export async function readMjcf(text: string, options: RobotOptions = {}): Promise<Robot> {
  checkOptions(options);
  const root = await includeFiles(parseXml(text), options);
  if (root.name !== 'mujoco') refuseElement(root, 'is the root, but an MJCF file has <mujoco>.');
  const notes: string[] = [];
  const sections = root.children.filter((section) => isRead(root, section, notes));
  const compiler = readCompiler(root);
  const meshes = new RobotMeshes(options, notes);
  const defaults = new Defaults(root);
  const assets = new Assets(sections, compiler, defaults, meshes, notes);
  const context: MjcfContext = { compiler, defaults, meshes, assets, frictions: new Frictions(options.prefix ?? ''), notes };
  const bodies = await readBodies(childrenOf(root, 'worldbody'), context);
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

/** Pairs of bodies that <contact> excludes from collisions. */
function excludedPairs(sections: readonly XmlElement[], { links }: Bodies, notes: string[]): [string, string][] {
  const nameOf = (element: XmlElement, end: string): string =>
    (linkOf(element, neededText(element, end), { links }) as Link | null)?.name ?? 'world';
  return sections.flatMap((section) =>
    section.children
      .filter((child) => isRead(section, child, notes))
      .map((child): [string, string] => [nameOf(child, 'body1'), nameOf(child, 'body2')]),
  );
}
