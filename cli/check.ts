// drystone check: reads a scene file, builds its world, and reports its contents and overlapping bodies.

import type { NamedMesh } from '../src/bodies/meshes.js';
import type { Scene } from '../src/scene/scene.js';
import { DEFAULT_SECONDS } from '../src/scene/scene.js';
import { Simulation } from '../src/scene/simulation.js';
import type { Overlap } from '../src/world.js';
import { readScene } from './arguments.js';
import { ReadFiles } from './files.js';
import { print, printJson } from './print.js';
import { formatNumber, formatQuantity, formatTable } from './table.js';

export interface CheckFlags {
  json?: boolean;
  allowOutside?: boolean;
}

/** Overlaps above this fraction of the thinner body's half thickness are reported [1]. */
const WORTH_NAMING = 0.01;
/** Largest numbers of reported pairs, the deepest first: on the terminal, and in JSON. */
const MOST_SHOWN = 10;
const MOST_LISTED = 1000;

export async function check(path: string, { json = false, allowOutside = false }: CheckFlags): Promise<void> {
  const scene = await readScene(path, new ReadFiles(allowOutside));
  const found = examine(path, new Simulation(scene, { controls: idleControls(scene) }));
  if (json) printJson(found);
  else print(describe(found));
}

/**
 * Empty controls for the scene's multibodies: the real ones may be in the user's program, and no step is taken here.
 */
function idleControls({ multibodies = [] }: Scene): Record<string, () => void> {
  return Object.fromEntries(multibodies.flatMap(({ control }) => (control === undefined ? [] : [[control, () => {}]])));
}

type Findings = ReturnType<typeof examine>;

function examine(file: string, { scene, world, dt, method, scheduler, solver }: Simulation) {
  const bodies = [...world.bodies()];
  const count = (kind: string) => bodies.filter((body) => body.kind === kind).length;
  const overlaps = world.overlaps(WORTH_NAMING);
  return {
    file,
    scene: scene.name,
    description: scene.description,
    bodies: {
      total: bodies.length,
      rigid: count('rigid'),
      fixed: count('fixed'),
      scripted: count('scripted'),
      link: count('link'),
    },
    /** Total mass of rigid bodies and links [kg]. */
    mass: bodies.reduce((sum, body) => sum + body.mass, 0),
    shapes: bodies.reduce((sum, body) => sum + body.shapes.length, 0),
    materials: Object.keys(scene.materials ?? {}),
    meshes: world.meshes.map(({ name, tree, actions }: NamedMesh) => ({
      name,
      triangles: tree.mesh.triangles.length / 3,
      actions,
    })),
    additions:
      scene.additions?.flatMap(({ bodies = [], multibodies = [] }) => [
        ...bodies,
        // A link given by name is an existing body.
        ...multibodies.flatMap(({ links }) => links.filter((link) => typeof link !== 'string')),
      ]).length ?? 0,
    composites: scene.composites?.length ?? 0,
    multibodies: scene.multibodies?.length ?? 0,
    joints: [...world.joints()].length,
    couplings: scene.couplings?.length ?? 0,
    rules: scene.rules?.length ?? 0,
    triggers: scene.triggers?.length ?? 0,
    timers: scene.timers?.length ?? 0,
    seconds: scene.seconds ?? DEFAULT_SECONDS,
    dt,
    method,
    scheduler,
    solver,
    /** Deepest penetration at the start [m]. */
    penetration: world.measurePenetration(),
    /** Overlaps above the fraction `beyond` of the thinner body's half thickness, the deepest first [m]. */
    overlaps: {
      beyond: WORTH_NAMING,
      count: overlaps.length,
      pairs: overlaps.slice(0, MOST_LISTED).map(({ a, b, depth }) => ({ a: nameOf(a), b: nameOf(b), depth })),
    },
  };
}

/** The name of a body, or its index in the scene. */
function nameOf({ name, row }: Overlap['a']): string {
  return name ?? `bodies[${row}]`;
}

function describe(found: Findings): string {
  const { bodies, overlaps } = found;
  const rows = [
    ['scene', found.scene],
    ...(found.description === undefined ? [] : [['about', found.description]]),
    [
      'bodies',
      `${bodies.total}: ${bodies.rigid} rigid, ${bodies.fixed} fixed, ${bodies.scripted} scripted, ${bodies.link} links`,
    ],
    ['mass', `${formatNumber(found.mass)} kg in rigid bodies`],
    ['shapes', String(found.shapes)],
    ['materials', found.materials.join(', ') || 'the default one'],
    ...found.meshes.map(({ name, triangles, actions }) => ['mesh', [`${name}: ${triangles} triangles.`, ...actions].join(' ')]),
    ['additions', found.additions === 1 ? '1 body' : `${found.additions} bodies`],
    ['composites', String(found.composites)],
    ['multibodies', String(found.multibodies)],
    ['joints', String(found.joints)],
    ['couplings', String(found.couplings)],
    ['rules', String(found.rules)],
    ['triggers', String(found.triggers)],
    ['timers', String(found.timers)],
    ['runs', `${formatNumber(found.seconds)} s in steps of ${formatNumber(found.dt)} s`],
    ['method', `${found.method}, scheduler ${found.scheduler}, solver ${found.solver}`],
    ['penetration', `${formatQuantity(found.penetration, 'm')} at the start`],
    [
      'overlaps',
      `${overlaps.count === 1 ? '1 pair' : `${overlaps.count} pairs`} of bodies, by more than ${100 * overlaps.beyond} % of the thinner one's half thickness`,
    ],
    ...overlaps.pairs.slice(0, MOST_SHOWN).map(({ a, b, depth }) => ['', `${a} and ${b}: ${formatQuantity(depth, 'm')}`]),
    ...(overlaps.count > MOST_SHOWN ? [['', `and ${overlaps.count - MOST_SHOWN} more`]] : []),
  ];
  return `${found.file} is a valid scene.\n${formatTable(rows)}`;
}
