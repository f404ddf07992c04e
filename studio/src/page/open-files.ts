// Interpretation of files that are chosen or dropped: scenes, recordings, meshes, robots.

import type { Choices, GivenFile, Request } from '../protocol.js';
import { endingOf, MESH_FILES, ROBOT_FILES } from '../protocol.js';

const MODELS = [...ROBOT_FILES, ...MESH_FILES];
/** Extensions of all files that can be opened, including those that models refer to. */
export const OPENED = ['json', 'drystone', ...MODELS, 'bin', 'mtl'];

/** How files are opened: a scene by its text, others by a request to the worker. */
export type Wish =
  | { readonly kind: 'scene'; readonly source: { kind: 'file'; path: string; text: string }; readonly choices: Choices }
  | { readonly kind: 'ask'; readonly path: string; readonly request: Request }
  | { readonly kind: 'refused'; readonly sentence: string };

export function readWish(files: readonly GivenFile[]): Wish {
  const isOf = (...endings: string[]) => files.find(({ path }) => endings.includes(endingOf(path)));
  const model = isOf(...ROBOT_FILES) ?? isOf(...MESH_FILES);
  if (model !== undefined) return { kind: 'ask', path: model.path, request: { kind: 'open-model', files } };
  const recording = isOf('drystone');
  if (recording !== undefined) return { kind: 'ask', path: recording.path, request: { kind: 'open-recording', ...recording } };
  const scene = isOf('json');
  if (scene !== undefined) {
    const { path, bytes } = scene;
    return { kind: 'scene', source: { kind: 'file', path, text: new TextDecoder().decode(bytes) }, choices: { settings: {} } };
  }
  const list = (endings: readonly string[]) => endings.map((word) => `.${word}`).join(', ');
  return {
    kind: 'refused',
    sentence: `${files[0]?.path ?? 'This'} cannot be opened here: scenes (.json), recordings (.drystone), meshes (${list(MESH_FILES)}) and robots (${list(ROBOT_FILES)}) can.`,
  };
}

/** Whether a mesh or robot is among the files; it is opened before other files. */
export function isModel(files: readonly GivenFile[]): boolean {
  return files.some(({ path }) => MODELS.includes(endingOf(path)));
}

export async function readAll(files: Iterable<File>): Promise<GivenFile[]> {
  return Promise.all([...files].map(async (file) => ({ path: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
}
