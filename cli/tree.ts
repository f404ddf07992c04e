// drystone tree: builds the contact tree of a mesh, writes it to a file, and describes it.

import { treeFields } from '../src/bodies/descriptors.js';
import { ContactTree } from '../src/distance-field/contact-tree.js';
import type { TreeOptions } from '../src/distance-field/tree-options.js';
import type { Field } from '../src/input/fields.js';
import { InputError, number, show } from '../src/input/fields.js';
import { findCrossings } from '../src/mesh/crossings.js';
import { meshVolume } from '../src/mesh/measures.js';
import type { Solid } from '../src/mesh/solid.js';
import { solidOf } from '../src/mesh/solid.js';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.js';
import { readMeshOrTree } from './arguments.js';
import { folderOf, ReadFiles, reasonOf, writeWhole } from './files.js';
import { parseNumber } from './numbers.js';
import { print, printJson } from './print.js';
import { formatNumber, formatQuantity, formatTable } from './table.js';
import { obtainTree } from './tree-cache.js';

/** Texts of the flags. */
export interface TreeFlags {
  output?: string;
  error?: string;
  depth?: string;
  margin?: string;
  scale?: string;
  repair?: boolean;
  json?: boolean;
  allowOutside?: boolean;
}

const scaleField = number('What lengths of the file are multiplied by [1]', { above: 0, max: 1e9 });

export async function tree(path: string, flags: TreeFlags): Promise<void> {
  const files = new ReadFiles(flags.allowOutside ?? false);
  const found = await readSurface(path, files);
  if (flags.output !== undefined) files.refuseToOverwrite(flags.output, '--output');
  const start = process.hrtime.bigint();
  const { built, solid, wasCached } = takeTree(found, flags);
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (flags.output !== undefined) writeTree(flags.output, built.toBytes());

  const result = {
    mesh: path,
    triangles: solid.mesh.triangles.length / 3,
    vertices: solid.mesh.positions.length / 3,
    volume: meshVolume(built.surface),
    crossings: built.meetsItself ? findCrossings(solid.mesh).length : 0,
    actions: solid.actions,
    cells: built.cellCount,
    leaves: built.leafCount,
    depth: built.depth,
    allowedError: built.allowedError,
    largestError: built.largestError,
    margin: built.margin,
    bytes: built.byteLength,
    buildSeconds: seconds,
    wasCached,
    digest: built.digest,
  };
  if (flags.json) printJson(result);
  else print(describe(result, flags.output));
}

/** The tree of a mesh, or a given tree unchanged, unless flags require another. */
function takeTree(
  found: TriangleMesh | ContactTree,
  flags: TreeFlags,
): { built: ContactTree; solid: Pick<Solid, 'mesh' | 'actions'>; wasCached: boolean } {
  const scale = flags.scale === undefined ? 1 : parseNumber('--scale', flags.scale, scaleField);
  const options = takeOptions(flags);
  const isAsItIs = scale === 1 && flags.repair !== true && Object.keys(options).length === 0;
  if (found instanceof ContactTree && isAsItIs)
    return { built: found, solid: { mesh: found.mesh, actions: [] }, wasCached: true };
  const mesh = found instanceof ContactTree ? found.mesh : found;
  const sized = { ...mesh, positions: mesh.positions.map((x) => scale * x) };
  const solid = solidOf(sized, { repair: flags.repair ?? false });
  const { tree: built, wasCached } = obtainTree(solid.mesh, options);
  return { built, solid, wasCached };
}

async function readSurface(path: string, files: ReadFiles): Promise<TriangleMesh | ContactTree> {
  try {
    return await readMeshOrTree(path, path, folderOf(path), files);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(
      error.message.includes(path) ? error.message : `MESH is ${show(path)}, which cannot be read: ${error.message}`,
    );
  }
}

function takeOptions({ error, depth, margin }: TreeFlags): TreeOptions {
  const take = (name: string, text: string | undefined, field: Field) =>
    text === undefined ? {} : { [name]: parseNumber(`--${name}`, text, field) };
  return {
    ...take('error', error, treeFields.error),
    ...take('depth', depth, treeFields.depth),
    ...take('margin', margin, treeFields.margin),
  };
}

function writeTree(path: string, bytes: Uint8Array): void {
  try {
    writeWhole(path, bytes);
  } catch (error) {
    throw new InputError(`--output is ${show(path)}, which cannot be written: ${reasonOf(error)}.`);
  }
}

interface TreeResult {
  mesh: string;
  triangles: number;
  vertices: number;
  volume: number;
  crossings: number;
  actions: readonly string[];
  cells: number;
  leaves: number;
  depth: number;
  allowedError: number;
  largestError: number;
  margin: number;
  bytes: number;
  buildSeconds: number;
  wasCached: boolean;
}

function describe(result: TreeResult, output: string | undefined): string {
  const time = formatQuantity(result.buildSeconds, 's');
  return formatTable([
    ['mesh', `${result.mesh}: ${result.triangles} triangles, ${result.vertices} vertices`],
    ['volume', `${formatNumber(result.volume)} m3`],
    ...result.actions.map((action) => ['mended', action]),
    ...(result.crossings > 0
      ? [['crossings', `${result.crossings} pairs of triangles: what is inside of any part is inside`]]
      : []),
    ['cells', `${result.cells}, of which ${result.leaves} are leaves`],
    ['depth', String(result.depth)],
    [
      'error',
      `${formatQuantity(result.largestError, 'm')} at most, ${formatQuantity(result.allowedError, 'm')} allowed within ${formatQuantity(result.margin, 'm')} of the surface`,
    ],
    ['size', `${result.bytes} bytes${output === undefined ? '' : `, written to ${output}`}`],
    ['time', result.wasCached ? `${time} to read what was built before` : `${time} to build`],
  ]);
}
