// The words of drystone tree, and what it needs to be told.

import type { Command } from 'commander';
import { MOST_LEVELS } from '../../src/distance-field/tree-layout.js';
import { MESH_FORMATS } from '../../src/mesh-files/index.js';
import type { TreeFlags } from '../tree.js';
import { tree } from '../tree.js';

export function define(program: Command): void {
  program
    .command('tree')
    .description('Build the contact tree of a mesh, and say what it is.')
    .argument('<MESH>', `path of the mesh: ${MESH_FORMATS.join(', ')}, or a tree built before`)
    .option('-o, --output <FILE>', 'where to write the tree; a scene takes such a file, ending in .tree, as the file of a mesh')
    .option('--error <M>', "by how much the field may be off [m] (default: 1/128 of the mesh's largest side)")
    .option('--depth <N>', `most levels of cells, up to ${MOST_LEVELS} (default: 10)`)
    .option('--margin <M>', 'how far from the surface, inside and outside, the error is met [m] (default: four times the error)')
    .option('--scale <S>', 'what lengths of the file are multiplied by to give metres (default: 1)')
    .option('--repair', 'mend what is wrong with the surface')
    .option('--allow-outside', 'read what a glTF file names outside its own folder')
    .option('--json', 'print the result as one JSON object')
    .addHelpText('after', '\nExample:\n  drystone tree cow.obj --error 0.002 -o cow.tree')
    .action((path: string, flags: TreeFlags) => tree(path, flags));
}
