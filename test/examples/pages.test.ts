// The examples that are pages, in a real browser, as a bundler makes them: they draw, what is drawn moves, and nothing complains.

import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../cli/serve-folder.js';
import { serveFolder } from '../../cli/serve-folder.js';
import { BROWSER_FLAGS } from '../../scripts/find-browser.mjs';
import { temporaryFolder } from '../cli/command.js';
import { provideBrowser } from '../studio/provide-browser.js';

const executable = provideBrowser();
const folder = temporaryFolder();
let browser: Browser;
let site: Site;

beforeAll(async () => {
  if (executable === null) return;
  // All of them at once, so that what they share is made once.
  const root = fileURLToPath(new URL('../../examples', import.meta.url));
  const input = ['page', 'three', 'react'].map((name) => `${root}/${name}/index.html`);
  const output = { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 4000, rolldownOptions: { input } };
  await build({ root, configFile: false, logLevel: 'error', build: output });
  site = await serveFolder(folder);
  browser = await chromium.launch({ executablePath: executable, args: BROWSER_FLAGS });
});
afterAll(async () => {
  await browser?.close();
  site?.close();
  rmSync(folder, { recursive: true });
});

/** @react-three/fiber 9 uses it, and three 0.183 and later says so. */
const FIBER_WARNING = 'THREE.Clock: This module has been deprecated. Please use THREE.Timer instead.';

/** Opens an example, and hands over its page once its world has begun to move. */
async function withPage(name: string, use: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 400, height: 300 } });
  const complaints: string[] = [];
  try {
    page.setDefaultTimeout(100_000);
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.goto(new URL(`${name}/`, site.address).href);
    await page.waitForFunction('globalThis.world?.time > 0.05');
    await use(page);
    expect(complaints.filter((complaint) => complaint !== FIBER_WARNING)).toEqual([]);
  } finally {
    await page.close();
  }
}

describe.skipIf(executable === null)('examples', () => {
  test('three: a stack that stands, and balls that are thrown at it', async () => {
    await withPage('three', async (page) => {
      const before = await page.screenshot();
      // On the stack, which is in the middle of the picture.
      await page.mouse.click(200, 150);
      await page.waitForFunction('globalThis.view.bodies.length === 12');
      expect(await page.evaluate('[...world.bodies()][10].position[1]')).toBeCloseTo(9.5, 3);
      expect((await page.screenshot()).equals(before)).toBe(false);
    });
  });

  test('react: a ball that swings into a wall', async () => {
    await withPage('react', async (page) => {
      const before = await page.screenshot();
      expect(await page.evaluate('[...world.joints()].length')).toBe(1);
      await page.evaluate('for (let i = 0; i < 150; i++) world.step(1 / 60)');
      await page.evaluate('new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))');
      // The wall stood in the plane z = 0.
      expect(await page.evaluate('[...world.bodies()].some(({ position }) => position[2] < -1)')).toBe(true);
      expect((await page.screenshot()).equals(before)).toBe(false);
    });
  });

  test('page: a stack that leans too far and falls', async () => {
    await withPage('page', async (page) => {
      const before = await page.screenshot();
      // No need to wait for it.
      await page.evaluate('for (let i = 0; i < 120; i++) world.step(1 / 60)');
      await page.evaluate('new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))');
      expect(await page.evaluate('[...world.bodies()][8].position[1]')).toBeLessThan(7);
      expect((await page.screenshot()).equals(before)).toBe(false);
    });
  });
});
