import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PHASES } from '../../src/phases.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');
const FOLDERS = ['bench', 'cli', 'docs', 'fuzz', 'lint', 'scenes', 'scripts', 'soak', 'src', 'studio', 'test', '.github'];
/** All files, and all folders with a slash behind them, from the root on. */
const paths = listPaths();

const PAGES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/step.md', 'docs/methods.md'];
/** What could be a file of this repository, between backquotes. */
const FILE = /`([\w./-]+\.(?:ts|mjs|grit|yml|md)|[\w.-]+(?:\/[\w.-]+)*\/)`/g;
/** Files that a page speaks of without their being in the repository. */
const ELSEWHERE: readonly string[] = ['build/', 'dist/', 'shared/'];

/** Commands of npm itself, and words that may follow its name in a sentence. */
const OF_NPM: readonly string[] = ['ci', 'install', 'packages', 'with'];

function listPaths(): string[] {
  const inRoot = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
  const below = FOLDERS.flatMap((folder) => [
    `${folder}/`,
    ...readdirSync(`${root}${folder}`, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.parentPath.includes('node_modules'))
      .map((entry) => {
        const path = `${entry.parentPath.slice(root.length)}/${entry.name}`.replaceAll('\\', '/');
        return entry.isDirectory() ? `${path}/` : path;
      }),
  ]);
  return [...inRoot.map(({ name }) => name), ...below];
}

/** A page may leave out the folders that its context gives: the end of the path is enough. */
function isThere(name: string): boolean {
  return paths.some((path) => path === name || path.endsWith(`/${name}`));
}

function sectionsOf(page: string): { heading: string; text: string }[] {
  const [, ...parts] = `\n${page}`.split(/\n## /);
  return parts.map((part) => ({ heading: part.split('\n')[0], text: part }));
}

describe('docs/step.md', () => {
  const sections = sectionsOf(read('docs/step.md'));

  it('has a heading for each phase, in the order of PHASES', () => {
    expect(sections.map(({ heading }) => heading)).toEqual(PHASES.map((phase) => `\`${phase}\``));
  });

  it.each(sections)('says of $heading where it happens, what it reads and what it writes', ({ text }) => {
    expect(text).toMatch(/`src\/[\w./-]+\.ts`/);
    for (const line of ['- Reads: ', '- Writes: ', '- Our contact: ']) expect(text).toContain(`\n${line}`);
  });

  it.each(sections)('names in $heading only functions that one of the files it names declares', ({ text }) => {
    const files = [...text.matchAll(/`(src\/[\w./-]+\.ts)`/g)].map(([, file]) => read(file));
    for (const [, name] of text.matchAll(/`(#?\w+)\(\)`/g)) {
      // A function, or a method, which is indented.
      const declaration = new RegExp(`(function |^  (async )?)${name}[(<]`, 'm');
      expect(
        files.some((file) => declaration.test(file)),
        `${name}() is in none of the files named with it`,
      ).toBe(true);
    }
  });
});

describe('the pages', () => {
  it('have the same phases in the table of ARCHITECTURE.md', () => {
    const table = sectionsOf(read('ARCHITECTURE.md')).find(({ heading }) => heading === 'Phases');
    const rows = [...(table?.text ?? '').matchAll(/^\| `([\w-]+)`/gm)].map(([, phase]) => phase);
    expect(rows).toEqual([...PHASES]);
  });

  it.each([...PAGES, '.github/workflows/tests.yml'])('ask in %s only for scripts that package.json has', (page) => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = [...read(page).matchAll(/npm (?:run (?:--silent )?)?([a-z]+(?::[a-z]+)?)/g)].map(([, name]) => name);
    expect(named.filter((name) => !(name in scripts) && !OF_NPM.includes(name))).toEqual([]);
  });

  it.each(PAGES)('name in %s only files and folders that there are', (page) => {
    const named = [...read(page).matchAll(FILE)].map(([, name]) => name);
    expect(named.filter((name) => !isThere(name) && !ELSEWHERE.includes(name))).toEqual([]);
  });
});
