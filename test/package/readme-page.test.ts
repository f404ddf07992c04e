// The ten lines of the README, as they stand there, are a page: built by Vite, esbuild and webpack, of the package as it is installed.
// Whoever knows nothing but the README sees a stack that stands.

import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundleByEsbuild } from 'esbuild-wasm';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { build as bundleByVite } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webpack from 'webpack';
import { serveFolder } from '../../cli/serve-folder.js';
import { BROWSER_FLAGS } from '../../scripts/find-browser.mjs';
import { temporaryFolder } from '../cli/command.js';
import { provideBrowser } from '../studio/provide-browser.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = temporaryFolder();
const [, code] = /^```js\n([\s\S]*?)^```$/m.exec(readFileSync(join(root, 'README.md'), 'utf8')) as RegExpExecArray;
const PAGE =
  '<!doctype html><title>Stack</title><link rel="icon" href="data:," />\n<script type="module" src="main.js"></script>\n';
const executable = provideBrowser();

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules'));
  for (const [name, path] of [
    ['drystone', root],
    ['three', join(root, 'node_modules/three')],
  ])
    symlinkSync(path, join(folder, 'node_modules', name), 'junction');
  writeFileSync(join(folder, 'main.js'), code);
  writeFileSync(join(folder, 'index.html'), PAGE);
  // As in a reader's folder: bundlers would otherwise take the nearest package.json above, whatever lies there.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
});
afterAll(() => rmSync(folder, { recursive: true }));

const BUNDLERS: Record<string, (output: string) => Promise<unknown>> = {
  Vite: (output) =>
    bundleByVite({
      root: folder,
      configFile: false,
      logLevel: 'error',
      build: { outDir: output, emptyOutDir: true, chunkSizeWarningLimit: 4000 },
    }),
  esbuild: async (output) => {
    await bundleByEsbuild({
      entryPoints: [join(folder, 'main.js')],
      bundle: true,
      format: 'esm',
      preserveSymlinks: true,
      outfile: join(output, 'main.js'),
      logLevel: 'error',
    });
    writeFileSync(join(output, 'index.html'), PAGE);
  },
  webpack: async (output) => {
    const stats = await new Promise<webpack.Stats>((then, fail) => {
      const settings: webpack.Configuration = {
        context: folder,
        entry: './main.js',
        mode: 'development',
        devtool: false,
        resolve: { symlinks: false },
        output: { path: output, filename: 'main.js' },
      };
      webpack(settings, (error, made) => (error || made === undefined ? fail(error) : then(made)));
    });
    expect(stats.toJson({ errors: true, warnings: true })).toMatchObject({ errors: [], warnings: [] });
    writeFileSync(join(output, 'index.html'), PAGE);
  },
};

/** Runs in the page: inputs before steps, lines that are brought up to date before pictures, and then an end. */
const SHOWN = `import { World } from 'drystone';
import { DebugView, showWorld } from 'drystone/three';
const world = new World({ settings: { gravity: [0, 0, 0] } });
const ball = world.createBody({ mass: 2, shapes: [{ kind: 'sphere', radius: 0.5 }] });
const lines = new DebugView(world);
const pictures = [];
const shown = showWorld(world, {
  beforeStep: (time, dt) => ball.applyForce(time < 10.5 * dt ? [6, 0, 0] : [0, 0, 0]),
  beforePicture(elapsed) {
    lines.update();
    pictures.push(elapsed);
    if (world.stepCount < 20) return;
    shown.stop();
    globalThis.result = { speed: ball.velocity[0], pictures, canvases: document.querySelectorAll('canvas').length };
  },
});
shown.scene.add(lines);
`;

it('are ten', () => {
  expect(code.trim().split('\n')).toHaveLength(10);
});

describe.skipIf(executable === null)('the page of the README', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executable as string, args: BROWSER_FLAGS });
  });
  afterAll(() => browser.close());

  it.each(Object.keys(BUNDLERS))('by %s has a stack that stands', async (bundler) => {
    const output = join(folder, bundler);
    mkdirSync(output);
    await BUNDLERS[bundler](output);
    const site = await serveFolder(output);
    const page = await browser.newPage({ viewport: { width: 320, height: 240 } });
    const complaints: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.goto(site.address);
    await page.waitForSelector('canvas');
    const picture = async () => {
      await page.evaluate(
        'new Promise((then) => { let k = 0; (function wait() { k++ < 15 ? requestAnimationFrame(wait) : then(); })(); })',
      );
      return page.screenshot();
    };
    const before = await picture();
    // A picture of one colour would be a few hundred bytes.
    expect(before.length).toBeGreaterThan(2500);
    // Nothing moves by a pixel.
    expect((await picture()).equals(before)).toBe(true);
    expect(complaints).toEqual([]);
    await page.close();
    site.close();
  });

  it('can be told what to do before steps and before pictures', async () => {
    writeFileSync(join(folder, 'main.js'), SHOWN);
    const output = join(folder, 'shown');
    mkdirSync(output);
    await BUNDLERS.Vite(output);
    const site = await serveFolder(output);
    const page = await browser.newPage({ viewport: { width: 320, height: 240 } });
    await page.goto(site.address);
    await page.waitForFunction('globalThis.result');
    const { speed, pictures, canvases } = (await page.evaluate('result')) as {
      speed: number;
      pictures: number[];
      canvases: number;
    };
    // Eleven steps of 1/60 s with 3 m/s^2.
    expect(speed).toBeCloseTo((11 / 60) * 3, 12);
    expect(pictures.length).toBeGreaterThan(4);
    expect(Math.min(...pictures)).toBeGreaterThanOrEqual(0);
    expect(canvases).toBe(0);
    await page.close();
    site.close();
  });
});
