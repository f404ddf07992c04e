// No file of src imports itself through others, not even for a type: what two files need of each other is in a third below both.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

type Graph = ReadonlyMap<string, readonly string[]>;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The files of src, each with the files of src that it imports or exports from, types included. */
function readGraph(): Graph {
  const names = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const files = names.filter((name) => name.endsWith('.ts'));
  const graph = new Map<string, readonly string[]>();
  for (const file of files) {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(root, 'src', file), 'utf8'));
    const imported = importedFiles.filter(({ fileName }) => fileName.startsWith('.'));
    graph.set(
      file,
      imported.map(({ fileName }) =>
        join(dirname(file), fileName)
          .replaceAll('\\', '/')
          .replace(/(\.js)?$/, '.ts'),
      ),
    );
  }
  return graph;
}

/** The ways from a file back to itself that a search in depth comes upon: none where there is no cycle, at least one where there is. */
function findCycles(graph: Graph): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): void => {
    const at = way.indexOf(file);
    if (at >= 0) cycles.push([...way.slice(at), file].join(' -> '));
    if (at >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}

describe('imports of src', () => {
  const graph = readGraph();

  it('lead to files of src, types and exports among them', () => {
    const missing = [...graph].flatMap(([file, imported]) =>
      imported.filter((name) => !graph.has(name)).map((name) => `${file}: ${name}`),
    );
    expect(missing).toEqual([]);
    // One of each kind: a value, a type alone, an export.
    expect(graph.get('detection/detect.ts')).toContain('detection/stillness.ts');
    expect(graph.get('detection/detect.ts')).toContain('detection/detection.ts');
    expect(graph.get('index.ts')).toContain('world.ts');
  });

  it('are found to be a cycle where they are one', () => {
    const cycle = new Map([
      ['a', ['b', 'c']],
      ['b', ['d']],
      ['c', ['d']],
      ['d', ['c']],
    ]);
    expect(findCycles(cycle)).toEqual(['d -> c -> d']);
  });

  it('have no cycle, not even of types', () => {
    expect(findCycles(graph)).toEqual([]);
  });
});
