// Everything that is bundled or shipped is named in NOTICE, with its licence: by the lock file, and by what the bundlers say of their bundles.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { packagesOf } from '../../scripts/bundled-packages.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const notice = read('NOTICE');
const lock = JSON.parse(read('package-lock.json')).packages as Record<
  string,
  { license?: string; link?: boolean; hasInstallScript?: boolean }
>;
const inDist = JSON.parse(read('dist/bundled.json')) as Record<string, string[]>;
const inStudio = JSON.parse(read('studio/dist/bundled.json')) as Record<string, string[]>;
const bundled = [...new Set(Object.values({ ...inDist, ...inStudio }).flat())].sort();

/** A peer, which the program brings: of its own entry points alone. */
const isPeer = (file: string, from: string) =>
  (/^src.(three|react)\b/.test(file) && /^three(\/|$)/.test(from)) ||
  (/^src.react\b/.test(file) && ['react', '@react-three/fiber'].includes(from));

/** Without what differs from copy to copy: spaces and quotation marks. */
const plain = (text: string) => text.replace(/[\s"']+/g, ' ');

/** Where the words of a licence begin and end in its text, and how many letters they are at least. */
const WORDS: Readonly<Record<string, readonly [first: string, last: string, shortest: number]>> = {
  MIT: ['Permission is hereby', 'SOFTWARE.', 900],
  'BSD-3-Clause': ['Redistribution and use', 'SUCH DAMAGE.', 1200],
  '0BSD': ['Permission to use', 'PERFORMANCE OF THIS SOFTWARE.', 500],
  'Apache-2.0': ['Apache License', 'END OF TERMS AND CONDITIONS', 9000],
};

/** What NOTICE says of each that it names. */
const named = new Map(
  [...notice.matchAll(/^ {2}(\S+?)(?:, in \S+)? \((.+)\)\n {4}(.+)$/gm)].map(([, name, licence, by]) => [name, { licence, by }]),
);

describe('NOTICE', () => {
  it.each(bundled)('names %s, which is bundled, with its licence and whose it is', (name) => {
    const entry = named.get(name);
    expect(entry, `${name} is bundled, but NOTICE does not name it`).toBeDefined();
    const locked = lock[`node_modules/${name}`];
    // Not in the lock file is what a package has bundled itself.
    if (locked === undefined) return;
    expect(locked.license, `${name} names no licence`).toBeTruthy();
    expect(entry?.licence).toBe(locked.license);
    const folder = `${root}node_modules/${name}`;
    const file = readdirSync(folder).find((entry) => /^licen[cs]e(-mit)?(\.\w+)?$/i.test(entry));
    if (file === undefined) return;
    const text = plain(readFileSync(`${folder}/${file}`, 'utf8'));
    const isApache = locked.license === 'Apache-2.0';
    // Whose it is stands in the NOTICE of a package that has one.
    const told = existsSync(`${folder}/NOTICE`) ? plain(readFileSync(`${folder}/NOTICE`, 'utf8')) : text;
    expect(told).toContain(plain(entry?.by as string));
    const [first, last, shortest] = WORDS[locked.license as string] ?? WORDS.MIT;
    const begin = text.indexOf(first);
    const words = text.slice(begin, text.indexOf(last, begin));
    expect(words.length).toBeGreaterThan(shortest);
    expect(plain(isApache ? read('LICENSE-apache-2.0') : notice)).toContain(words);
  });

  it('names nothing that is not there', () => {
    // Nobody's bundler tells of earcut and d3: three and echarts have them as parts of their own sources.
    expect([...named.keys()].filter((name) => !['earcut', 'd3'].includes(name)).sort()).toEqual(bundled);
    expect(readFileSync(`${root}node_modules/echarts/licenses/LICENSE-d3`, 'utf8')).toContain(named.get('d3')?.by);
    expect(readFileSync(`${root}node_modules/three/build/three.core.js`, 'utf8')).toContain('mapbox/earcut');
  });

  it('is shipped with the package, with the studio, and within what others bundle', () => {
    expect(JSON.parse(read('package.json')).files).toEqual(expect.arrayContaining(['NOTICE', 'LICENSE-apache-2.0']));
    expect(read('studio/dist/NOTICE')).toBe(notice);
    expect(plain(read('dist/src/mesh-files/libraries.js').slice(0, notice.length + 100))).toContain(plain(notice).trim());
  });
});

describe('what the bundlers say', () => {
  it('holds what must be there', () => {
    const direct = ['@gltf-transform/core', 'cli-progress', 'commander', 'echarts', 'three'];
    expect(inDist['cli/drystone.js']).toEqual(expect.arrayContaining(direct));
    expect(inDist['src/mesh-files/libraries.js']).toEqual(['@gltf-transform/core', 'gl-matrix', 'property-graph', 'three']);
    expect(inDist['src/gltf/libraries.js']).toEqual(['@gltf-transform/core', 'gl-matrix', 'property-graph', 'three']);
    expect(inDist['src/robots/libraries.js']).toEqual(expect.arrayContaining(['saxes', 'xmlchars']));
    const inPage = ['@dimforge/rapier3d-simd-compat', 'jolt-physics', 'lil-gui', 'three', 'uplot'];
    expect(inStudio['index.html']).toEqual(expect.arrayContaining(inPage));
  });

  it('is read as it is meant: scopes, packages within packages, helpers, own files', () => {
    const ids = [
      '/a/node_modules/@b/c/d.js',
      '/a/node_modules/e/node_modules/f/g.js?x=1',
      '\0h/i.js',
      '\0/a/node_modules/j/k.js',
      '/a/l.ts',
    ];
    expect(packagesOf(ids)).toEqual(['@b/c', 'f', 'h', 'j']);
  });

  it('no module of dist loads a package that is not bundled into it', () => {
    const modules = (readdirSync(`${root}dist`, { recursive: true }) as string[]).filter((name) => name.endsWith('.js'));
    for (const name of modules) {
      const text = read(`dist/${name}`);
      const loads = [...text.matchAll(/(?:^|;)\s*(?:import|export)[^'"`\n;]*?from\s*["']([^."'][^"']*)["']/gm)].map(
        ([, from]) => from,
      );
      expect(
        loads.filter((from) => !from.startsWith('node:') && !isPeer(name, from)),
        name,
      ).toEqual([]);
    }
  });
});

test('every package of the lock file names a licence, and none runs a script when it is installed', () => {
  const packages = Object.entries(lock).filter(([path, { link }]) => path.startsWith('node_modules/') && link !== true);
  expect(packages.length).toBeGreaterThan(50);
  expect(packages.filter(([, { license }]) => !license).map(([path]) => path)).toEqual([]);
  // Of tests and benchmarks alone: its script clears a flag by which macOS refuses what was downloaded, and does nothing elsewhere.
  expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual(['node_modules/webgpu']);
  expect(lock['node_modules/webgpu']).toMatchObject({ dev: true });
});
