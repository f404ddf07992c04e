// Reads OBJ files: lines of text, of which only vertices and faces are used. All objects and groups of a file become
// one mesh. A face of more than three corners becomes a fan around its first corner. Coordinates have single precision,
// as three's loader returns them.

import { InputError } from '../input/fields.js';
import { parseObj } from './libraries.js';
import { decodeText, meshOfSoup, quote, type TriangleMesh } from './soup.js';

export function readObj(bytes: Uint8Array<ArrayBuffer>): TriangleMesh {
  const lines = decodeText(bytes)
    .replace(/\\\r?\n/g, ' ')
    .split(/\r\n|\r|\n/);
  checkLines(lines);
  // Other lines are not needed, and the loader logs unknown lines to the console.
  return meshOfSoup(parseObj(lines.filter((line) => /^\s*[vf]\s/.test(line)).join('\n')));
}

/** Refuses faulty lines. The loader would read part of them, and leave out faces of fewer than three corners. */
function checkLines(lines: readonly string[]): void {
  const total = lines.reduce((sum, line) => sum + Number(/^\s*v\s/.test(line)), 0);
  let vertices = 0;
  let faces = 0;
  for (const [i, line] of lines.entries()) {
    if (!/^\s*[vf]\s/.test(line)) continue;
    const [keyword, ...words] = line.trim().split(/\s+/);
    if (keyword === 'v') {
      vertices++;
      if (words.length < 3 || !words.slice(0, 3).every((word) => Number.isFinite(Number(word))))
        throw new InputError(`line ${i + 1} is ${quote(line)}, but a vertex needs three finite numbers.`);
      continue;
    }
    faces++;
    if (words.length < 3) throw new InputError(`line ${i + 1} is a face of fewer than 3 corners: ${quote(line)}.`);
    for (const word of words) {
      const index = Number(word.split('/')[0]);
      const vertex = index < 0 ? vertices + index + 1 : index;
      if (!(Number.isInteger(vertex) && vertex >= 1 && vertex <= total))
        throw new InputError(
          `line ${i + 1} has a face with the corner ${quote(word)}, but the file has ${total} vertices, counted from 1, or back from -1.`,
        );
    }
  }
  if (faces === 0) throw new InputError('it has no faces.');
}
