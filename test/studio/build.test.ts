// The static build: small enough to load, and free of anything that a plain web server could not give.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SCENES } from '../../scenes/index.js';

const BUILD = fileURLToPath(new URL('../../studio/dist', import.meta.url));
const files = (readdirSync(BUILD, { recursive: true }) as string[])
  .map((name) => join(BUILD, name))
  .filter((path) => statSync(path).isFile());

/** Other engines, each in a file of its own. */
const RIVALS = /^(rapier|jolt)-/;
/** What only the page on the GPU loads. */
const ON_GPU = /^(gpu|processor-painter)-/;
/** Most bytes of the first load of each page, compressed. */
const STUDIO_BYTES = 600_000;
const GPU_BYTES = 700_000;
const sizeOf = (paths: readonly string[]) => paths.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);

test('all that a page can ever load is under 1.3 MB compressed, pictures and other engines not counted', () => {
  const counted = files.filter((path) => !RIVALS.test(basename(path)) && !path.endsWith('.webp'));
  const bytes = sizeOf(counted.filter((path) => !ON_GPU.test(basename(path))));
  expect(bytes).toBeLessThan(1.3e6);
  expect(bytes).toBeGreaterThan(2e5);
  expect(sizeOf(counted.filter((path) => ON_GPU.test(basename(path))))).toBeLessThan(8e5);
});

test('other engines are loaded when they are asked for, and are under 2.5 MB compressed', () => {
  const rivals = files.filter((path) => RIVALS.test(basename(path)));
  expect(rivals.length).toBe(2);
  expect(sizeOf(rivals)).toBeLessThan(2.5e6);
  // Only the worker that compares names them, and by an import that waits.
  const naming = files.filter(
    (path) => path.endsWith('.js') && rivals.some((rival) => readFileSync(path, 'utf8').includes(basename(rival))),
  );
  expect(naming.map((path) => basename(path).replace(/-[^-]*$/, ''))).toEqual(['rival-worker']);
  const worker = readFileSync(naming[0], 'utf8');
  for (const rival of rivals) expect(worker).toMatch(new RegExp(`import\\([\`'"]\\./${basename(rival)}[\`'"]\\)`));
});

test('it refers to its parts by relative paths, and to no other place', () => {
  const page = readFileSync(join(BUILD, 'index.html'), 'utf8');
  const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
  expect(addresses.length).toBeGreaterThan(2);
  for (const address of addresses) expect(address).toMatch(/^(\.\/|data:)/);
});

test('there is a picture of every scene, light and dark', () => {
  for (const name of Object.keys(SCENES)) {
    for (const theme of ['light', 'dark']) expect(existsSync(join(BUILD, 'gallery', theme, `${name}.webp`)), name).toBe(true);
  }
});

/** What the browser loads of a page before anything is asked for: its scripts and styles, with all that they import at once. */
function firstLoadOf(page: string): string[] {
  const html = readFileSync(join(BUILD, page), 'utf8');
  const found = new Set([...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]*)"/g)].map(([, path]) => path));
  for (const path of found) {
    if (!path.endsWith('.js')) continue;
    const script = readFileSync(join(BUILD, path), 'utf8');
    for (const [, name] of script.matchAll(/(?:from|import)\s*["`']\.\/([^"`']+\.js)["`']/g)) found.add(`assets/${name}`);
  }
  return [...found].map((path) => join(BUILD, path));
}

test('the view on the GPU is a page of its own: the studio loads nothing of it', () => {
  const [studio, gpu] = [firstLoadOf('index.html'), firstLoadOf('gpu.html')];
  const isOfGpu = (path: string) => /createComputePipelineAsync|textureSampleCompareLevel/.test(readFileSync(path, 'utf8'));
  expect(studio.filter(isOfGpu)).toEqual([]);
  expect(gpu.some(isOfGpu)).toBe(true);
  expect(sizeOf(studio)).toBeLessThan(STUDIO_BYTES);
  expect(sizeOf(studio)).toBeGreaterThan(STUDIO_BYTES / 2);
  expect(sizeOf(gpu)).toBeLessThan(GPU_BYTES);
  expect(sizeOf(gpu)).toBeGreaterThan(GPU_BYTES / 2);
});
