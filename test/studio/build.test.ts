// The static build: small enough to load, and free of anything that a plain web server could not give.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SCENES } from '../../scenes/index.js';

const BUILD = fileURLToPath(new URL('../../studio/dist', import.meta.url));
const files = (readdirSync(BUILD, { recursive: true }) as string[])
  .map((name) => join(BUILD, name))
  .filter((path) => statSync(path).isFile());

test('all that the page can ever load is under 1.5 MB compressed', () => {
  const bytes = files.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
  expect(bytes).toBeLessThan(1.5e6);
  expect(bytes).toBeGreaterThan(2e5);
});

test('it refers to its parts by relative paths, and to no other place', () => {
  const page = readFileSync(join(BUILD, 'index.html'), 'utf8');
  const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
  expect(addresses.length).toBeGreaterThan(2);
  for (const address of addresses) expect(address).toMatch(/^(\.\/|data:)/);
});

test('there is a picture of every scene', () => {
  for (const name of Object.keys(SCENES)) expect(existsSync(join(BUILD, 'gallery', `${name}.webp`)), name).toBe(true);
});
