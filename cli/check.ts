// drystone check: reads a scene file, builds its world, and says what is in it.

import type { NamedMesh } from '../src/bodies/meshes.js';
import { DEFAULT_SECONDS } from '../src/scene/scene.js';
import { Simulation } from '../src/scene/simulation.js';
import { readScene } from './arguments.js';
import { formatNumber, formatQuantity, formatTable } from './table.js';

/** What a mesh is of, and what was done to it. */
function describeMesh({ name, tree, actions }: NamedMesh): string[] {
  return ['mesh', [`${name}: ${tree.mesh.triangles.length / 3} triangles.`, ...actions].join(' ')];
}

export async function check(path: string): Promise<void> {
  const scene = await readScene(path);
  const simulation = new Simulation(scene);
  const bodies = [...simulation.world.bodies()];
  const count = (kind: string) => bodies.filter((body) => body.kind === kind).length;
  const mass = bodies.reduce((sum, body) => (body.kind === 'rigid' ? sum + body.mass : sum), 0);
  const additions = scene.additions?.flatMap((addition) => addition.bodies) ?? [];
  const rows = [
    ['scene', scene.name],
    ['bodies', `${bodies.length}: ${count('rigid')} rigid, ${count('fixed')} fixed, ${count('scripted')} scripted`],
    ['mass', `${formatNumber(mass)} kg in rigid bodies`],
    ['shapes', String(bodies.reduce((sum, body) => sum + body.shapes.length, 0))],
    ['materials', Object.keys(scene.materials ?? {}).join(', ') || 'the default one'],
    ...simulation.world.meshes.map(describeMesh),
    ['additions', additions.length === 1 ? '1 body' : `${additions.length} bodies`],
    ['composites', String(scene.composites?.length ?? 0)],
    ['rules', String(scene.rules?.length ?? 0)],
    ['triggers', String(scene.triggers?.length ?? 0)],
    ['timers', String(scene.timers?.length ?? 0)],
    ['runs', `${formatNumber(scene.seconds ?? DEFAULT_SECONDS)} s in steps of ${formatNumber(simulation.dt)} s`],
    ['method', `${simulation.method}, scheduler ${simulation.scheduler}, solver ${simulation.solver}`],
    ['penetration', `${formatQuantity(simulation.world.measurePenetration(), 'm')} at the start`],
  ];
  process.stdout.write(`${path} is a valid scene.\n${formatTable(rows)}\n`);
}
