// Every ```ts snippet of the README and of docs/ is part of one strict TypeScript project: it compiles against the types of the package,
// with all checks that a careful user turns on, and it runs.
//
// Snippets of a page are one program, in their order: later ones go on with what earlier ones made. One that makes a world or imports one
// begins a program of its own.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../cli/command.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = temporaryFolder();
const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
const PAGES = ['README.md', ...docs.map((name) => `docs/${name}`)];
/** Of a browser: these compile, and test/studio and test/worker run such. */
const BROWSER = /\b(serveWorld\(self\)|new Worker\()/;
const BEGINS = /^(const world = new World|const scene = |const remote = |.*serveWorld\(self\))/m;
/** What the README reads: a mesh that is open, so that there is something to mend. */
const COW = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n';

/** The programs of a page. */
function programsOf(page: string): string[] {
  const programs: string[] = [];
  for (const [, code] of readFileSync(join(root, page), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm)) {
    if (programs.length === 0 || BEGINS.test(code)) programs.push(code);
    else programs[programs.length - 1] += code;
  }
  return programs;
}

const programs = PAGES.flatMap((page) =>
  programsOf(page).map((code, i) => ({
    name: `${basename(page, '.md')}-${i}`,
    code,
    file: join(folder, `${basename(page, '.md')}-${i}.ts`),
  })),
);
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
};

mkdirSync(join(folder, 'node_modules'));
// As if it had been installed: the package's exports say what there is.
symlinkSync(root, join(folder, 'node_modules/drystone'), 'junction');
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
writeFileSync(join(folder, 'cow.obj'), COW);
for (const { code, file } of programs) writeFileSync(file, `${code}\nexport {};\n`);
afterAll(() => rmSync(folder, { recursive: true }));

it('compile in a strict project', () => {
  expect(programs.length).toBeGreaterThan(12);
  const program = ts.createProgram(
    programs.map(({ file }) => file),
    OPTIONS,
  );
  for (const { file } of programs) program.emit(program.getSourceFile(file));
  const faults = ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file === undefined || start === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    return `${file?.fileName.slice(folder.length)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  expect(faults).toEqual([]);
});

it('run', () => {
  const own = programs.filter(({ code }) => !BROWSER.test(code));
  expect(own.length).toBeGreaterThan(10);
  // One process for all: the engine is loaded once.
  const all = own.map(({ name }) => `await import('./${name}.js');`).join('\n');
  writeFileSync(join(folder, 'all.js'), `${all}\nconsole.log('all have run');\n`);
  const said = execFileSync(process.execPath, ['all.js'], { cwd: folder, encoding: 'utf8' });
  expect(said).toContain('all have run');
});
