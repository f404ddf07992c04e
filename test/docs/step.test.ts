import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PHASES } from '../../src/phases.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');
const FOLDERS = [
  'bench',
  'cli',
  'docs',
  'examples',
  'fuzz',
  'lint',
  'scenes',
  'scripts',
  'soak',
  'src',
  'studio',
  'test',
  '.github',
];
/** All files, and all folders with a slash behind them, from the root on. */
const paths = listPaths();

const PAGES = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'examples/README.md'],
  ...readdirSync(`${root}docs`).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
];
/** What could be a file of this repository, between backquotes. */
const FILE = /`([\w./-]+\.(?:ts|mjs|grit|yml|md)|[\w.-]+(?:\/[\w.-]+)*\/)`/g;
/** What is a path under src, quoted or not, but for the dot of a sentence behind it. */
const SOURCE = /(?<![\w./-])src\/[\w./-]*[\w/]/g;
/** A link to what is in the repository: the path, and the heading behind it. */
const LINK = /\]\((?!\w+:)([^)#]*)(?:#([^)]*))?\)/g;
/** Lines end at about 120 characters, but for those that cannot be wrapped: tables, headings, pictures and code. */
const LONGEST_LINE = 124;

/** Files that a page speaks of without their being in the repository. */
const ELSEWHERE: readonly string[] = ['build/', 'dist/', 'runs/', 'shared/'];

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

/** The texts of the files that a text names, and of all files of the folders that it names. */
function sourcesIn(text: string): string[] {
  const named = [...text.matchAll(/`(src\/[\w./-]+(?:\.ts|\/))`/g)].map(([, name]) => name);
  const isNamed = (path: string) => named.some((name) => path === name || (name.endsWith('/') && path.startsWith(name)));
  return paths.filter((path) => path.endsWith('.ts') && isNamed(path)).map(read);
}

/** The names by which links know the headings of a page. */
function anchorsOf(page: string): string[] {
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading.toLowerCase());
  return headings.map((heading) => heading.replaceAll(/[^\w -]/g, '').replaceAll(' ', '-'));
}

function proseOf(page: string): string[] {
  const lines = page.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').split('\n');
  return lines.filter((line) => !/^ *(\||#|!\[)/.test(line));
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

  it.each(sections)('names in $heading only functions that the files and folders it names declare', ({ text }) => {
    const files = sourcesIn(text);
    for (const [, name] of text.matchAll(/`(#?\w+)\(\)`/g)) {
      // A function, or a method, which is indented: a call has no body behind it.
      const declaration = new RegExp(`function ${name}[(<]|^  (async )?${name}[(<].*\\{$`, 'm');
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

  it.each(PAGES)('name in %s only paths under src that there are', (page) => {
    const named = [...read(page).matchAll(SOURCE)].map(([name]) => name);
    expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });

  it.each(PAGES)('link in %s only to pages and headings that there are', (page) => {
    const broken = [...read(page).matchAll(LINK)].filter(([, path, anchor]) => {
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it.each(PAGES)('wrap the lines of %s', (page) => {
    expect(proseOf(read(page)).filter((line) => line.length > LONGEST_LINE)).toEqual([]);
  });

  it('have all folders of src in the tree of ARCHITECTURE.md', () => {
    const tree = sectionsOf(read('ARCHITECTURE.md')).find(({ heading }) => heading.startsWith('Folders'))?.text ?? '';
    const folders = paths.filter((path) => /^src\/[\w-]+\/$/.test(path)).map((path) => path.slice('src/'.length));
    expect(folders.filter((folder) => !tree.includes(`  ${folder} `))).toEqual([]);
  });
});
