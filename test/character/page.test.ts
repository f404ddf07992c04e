// The snippets of docs/character.md, run one after another: they print what the page says.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

it('docs/character.md prints what it says', () => {
  const page = readFileSync(new URL('../../docs/character.md', import.meta.url), 'utf8');
  const snippets = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code).join('\n');
  const said = [...snippets.matchAll(/^console\.log\(.*\/\/ (.*)$/gm)].map(([, text]) => text);
  const code = ts.transpile(snippets, { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 });
  const probe = code.replace("'drystone'", "'./dist/src/index.js'");
  const lines = execFileSync(process.execPath, ['--input-type=module', '--eval', probe], { encoding: 'utf8' }).trim().split('\n');
  expect(said.length).toBe(2);
  expect(lines).toEqual(said);
});
