// drystone tree: builds the contact tree of a mesh, keeps it in a file, and says what it is.

import { dirname } from 'node:path';
import { treeFields } from '../src/bodies/descriptors.js';
import type { TreeOptions } from '../src/distance-field/contact-tree.js';
import { ContactTree } from '../src/distance-field/contact-tree.js';
import type { Field } from '../src/input/fields.js';
import { InputError, number, show } from '../src/input/fields.js';
import { findCrossings } from '../src/mesh/crossings.js';
import { meshVolume } from '../src/mesh/measures.js';
import { solidOf } from '../src/mesh/solid.js';
import { parseNumber, readMeshOrTree, reasonOf } from './arguments.js';
import { formatNumber, formatQuantity, formatTable } from './table.js';
import { obtainTree } from './tree-cache.js';
import { writeWhole } from './write-whole.js';

/** The words given for each flag. */
export interface TreeFlags {
  output?: string;
  error?: string;
  depth?: string;
  margin?: string;
  scale?: string;
  repair?: boolean;
  json?: boolean;
}

const scaleField = number('What lengths of the file are multiplied by [1]', { above: 0, max: 1e9 });

export async function tree(path: string, flags: TreeFlags): Promise<void> {
  const mesh = await readSurface(path);
  const scale = flags.scale === undefined ? 1 : parseNumber('--scale', flags.scale, scaleField);
  const options = takeOptions(flags);
  const sized = { ...mesh, positions: mesh.positions.map((x) => scale * x) };
  const solid = solidOf(sized, { repair: flags.repair ?? false });
  const start = process.hrtime.bigint();
  const { tree: built, wasCached } = obtainTree(solid.mesh, options);
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (flags.output !== undefined) writeOutput(flags.output, built.toBytes());

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
  process.stdout.write(`${flags.json ? JSON.stringify(result) : describe(result, flags.output)}\n`);
}

async function readSurface(path: string): Promise<{ positions: Float64Array; triangles: Uint32Array }> {
  try {
    const found = await readMeshOrTree(path, path, dirname(path));
    return found instanceof ContactTree ? found.mesh : found;
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

function writeOutput(path: string, bytes: Uint8Array): void {
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
