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
const sizeOf = (paths: readonly string[]) => paths.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);

test('all that the page can ever load is under 1.3 MB compressed, pictures and other engines not counted', () => {
  const bytes = sizeOf(files.filter((path) => !RIVALS.test(basename(path)) && !path.endsWith('.webp')));
  expect(bytes).toBeLessThan(1.3e6);
  expect(bytes).toBeGreaterThan(2e5);
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
