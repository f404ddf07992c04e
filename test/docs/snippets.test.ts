// Every ```ts snippet of the README and of docs/ is part of one strict TypeScript project: it compiles against the types of the package,
// with all checks that a careful user turns on, and it runs.
//
// Snippets of a page are one program, in their order: later ones go on with what earlier ones made. One that makes a world or imports one
// begins a program of its own. ```tsx snippets of a page are one program: they compile here, and test/react runs them in a browser.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
/** The components of each page. */
const COMPONENTS = PAGES.map((page) => ({
  file: join(folder, `${basename(page, '.md')}.tsx`),
  code: [...readFileSync(join(root, page), 'utf8').matchAll(/^```tsx\n([\s\S]*?)^```$/gm)].map(([, code]) => code).join('\n'),
})).filter(({ code }) => code !== '');
const PROJECT = {
  compilerOptions: {
    jsx: 'react-jsx',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    target: 'ES2022',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  },
  include: ['*.ts', '*.tsx'],
};

mkdirSync(join(folder, 'node_modules'));
// As if it had been installed: the package's exports say what there is.
symlinkSync(root, join(folder, 'node_modules/drystone'), 'junction');
for (const scope of ['@types', '@react-three']) mkdirSync(join(folder, 'node_modules', scope));
/** Peers of drystone/three and drystone/react, and their types. */
const PEERS = ['three', '@types/three', 'react', '@types/react', 'react-dom', '@types/react-dom', '@react-three/fiber'];
for (const peer of PEERS) symlinkSync(join(root, 'node_modules', peer), join(folder, 'node_modules', peer), 'junction');
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(PROJECT));
writeFileSync(join(folder, 'cow.obj'), COW);
for (const { code, file } of [...programs, ...COMPONENTS]) writeFileSync(file, `${code}\nexport {};\n`);
afterAll(() => rmSync(folder, { recursive: true }));

it('compile in a strict project', () => {
  expect(programs.length).toBeGreaterThan(12);
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: folder, encoding: 'utf8' });
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
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
