// Reads the contact problems that the simulator of the OpenTissue project has written out, one file a quantity: a first line of
// sizes, then a line an entry.

import { readFileSync } from 'node:fs';
import type { BoxedProblem, Entry } from '../../src/solvers/index.js';
import { makeBoxedProblem, makeSparseMatrix } from '../../src/solvers/index.js';

export function readProblem(folder: string): BoxedProblem {
  const [[rows, columns, entryCount], ...entries] = readLines(`${folder}/A.dlm`);
  if (entries.length !== entryCount) throw new Error(`${folder}/A.dlm has ${entries.length} entries, not ${entryCount}.`);
  return makeBoxedProblem({
    A: makeSparseMatrix(rows, columns, entries as unknown as Entry[]),
    b: readVector(`${folder}/b.dlm`),
    lo: readVector(`${folder}/lo.dlm`),
    hi: readVector(`${folder}/hi.dlm`),
    mu: readVector(`${folder}/factor.dlm`),
    normal: readVector(`${folder}/dep.dlm`),
  });
}

function readVector(file: string): number[] {
  const [[length], ...entries] = readLines(file);
  const vector = new Array<number>(length).fill(0);
  for (const [i, value] of entries) vector[i] = value;
  return vector;
}

function readLines(file: string): number[][] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => line.trim().split(/\s+/).map(Number));
}
