// The snippets of docs/queries.md, run one after another: they print what the page says.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

it('docs/queries.md prints what it says', () => {
  const page = readFileSync(new URL('../../docs/queries.md', import.meta.url), 'utf8');
  const snippets = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code).join('\n');
  const code = ts.transpile(snippets, { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 });
  const probe = code.replace("'drystone'", "'./dist/src/index.js'");
  const lines = execFileSync(process.execPath, ['--input-type=module', '--eval', probe], { encoding: 'utf8' }).trim().split('\n');
  expect(lines).toEqual([
    "crate 4 [ 0, 1, 0 ] [ 0, 1, 0 ] { kind: 'face', index: 3 }",
    '0.4',
    "[ 'crate' ]",
    '2',
    "[ 'ground' ]",
    '2 Float64Array(2) [ 4, 5 ]',
    'ground',
    '4',
  ]);
});
