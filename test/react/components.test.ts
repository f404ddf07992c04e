// drystone/react in a real browser, in React's strict mode: what is in the tree is in the world, once, and as long as it is in the tree.

import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveFolder } from '../../cli/serve-folder.js';
import { BROWSER_FLAGS } from '../../scripts/find-browser.mjs';
import { temporaryFolder } from '../cli/command.js';
import { provideBrowser } from '../studio/provide-browser.js';

const executable = provideBrowser();
let browser: Browser;
let page: Page;
let site: Awaited<ReturnType<typeof serveFolder>>;
const folder = temporaryFolder();
const complaints: string[] = [];
/** All of docs/react.md, as one program. */
const GUIDE = [...readFileSync(new URL('../../docs/react.md', import.meta.url), 'utf8').matchAll(/^```tsx\n([\s\S]*?)^```$/gm)]
  .map(([, code]) => code)
  .join('\n');
/** The page at ?guide is the program of the guide. */
const guidePlugin = {
  name: 'guide',
  resolveId: (id: string) => (id.endsWith('guide.tsx') ? fileURLToPath(new URL('page/guide.tsx', import.meta.url)) : null),
  load: (id: string) => (id.endsWith('guide.tsx') ? GUIDE : null),
};

describe.skipIf(executable === null)('components', () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executable as string, args: BROWSER_FLAGS });
    const root = fileURLToPath(new URL('page', import.meta.url));
    const output = { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 4000 };
    await build({ root, configFile: false, logLevel: 'error', build: output, plugins: [guidePlugin] });
    site = await serveFolder(folder);
    page = await browser.newPage({ viewport: { width: 200, height: 150 } });
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.goto(site.address);
  });
  afterAll(async () => {
    await browser.close();
    site.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => void complaints.splice(0));

  /** Shows a page of test/react/page and waits until its world is there. */
  async function show(name: string, options = {}, physics = {}): Promise<void> {
    await page.evaluate('globalThis.world = undefined');
    await page.evaluate(`show('${name}', ${JSON.stringify(options)}, ${JSON.stringify(physics)})`);
    await page.waitForFunction('globalThis.world !== undefined && [...world.bodies()].length > 0');
  }
  /** The same world, with other props. */
  const change = (name: string, options = {}, physics = {}) =>
    page.evaluate(`show('${name}', ${JSON.stringify(options)}, ${JSON.stringify(physics)}, false)`);
  const frames = () => page.evaluate('new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))');
  const names = () => page.evaluate('[...world.bodies()].map(({ name }) => name)');

  it('are bodies once each, where their groups stand', async () => {
    await show('bodies');
    expect(await names()).toEqual(['first', 'second']);
    // Turned by a quarter about y: x becomes -z.
    const [x, y, z] = (await page.evaluate("world.find('first').position")) as number[];
    expect([x, y, z].map((n) => n + 0)).toEqual([expect.closeTo(0, 12), expect.closeTo(1, 12), expect.closeTo(-3, 12)]);
    expect(await page.evaluate("world.find('first').shapes.map(({ kind, radius }) => radius ?? kind)")).toEqual(['box', 0.5]);
    expect(await page.evaluate("world.find('first').mass")).toBeCloseTo(500 * (1 + Math.PI / 6), 9);
    expect(await page.evaluate("world.find('first').userData.lives")).toBe(3);
    expect(await page.evaluate("world.find('second').locks")).toEqual(['x']);
    expect(await page.evaluate('world.time')).toBe(0);
  });

  it('change with their props, and only what has changed', async () => {
    await show('bodies');
    await page.evaluate('world.step(1 / 60)');
    const fallen = (await page.evaluate("world.find('first').velocity")) as number[];
    await change('bodies', { damping: 0.5 });
    await frames();
    expect(await page.evaluate("world.find('first').linearDamping")).toBe(0.5);
    // The prop `velocity` is what it was: the body keeps the velocity that it has.
    expect(await page.evaluate("world.find('first').velocity")).toEqual(fallen);
    await change('bodies', { damping: 0.5, x: 4 });
    await frames();
    expect(((await page.evaluate("world.find('first').position")) as number[])[2]).toBeCloseTo(-4, 12);
    await change('bodies', { damping: 0.5, x: 4, second: false });
    await frames();
    expect(await names()).toEqual(['first']);
  });

  it('hold each other by joints that come after them', async () => {
    await show('joint');
    await page.evaluate('for (let i = 0; i < 30; i++) world.step(1 / 60)');
    const [x, y] = (await page.evaluate("world.find('held').position")) as number[];
    expect(Math.hypot(x, y - 2)).toBeCloseTo(1, 9);
    expect(x).toBeLessThan(0.9);
    expect(await page.evaluate('[...world.joints()].length')).toBe(1);
  });

  it('say so where a joint comes before its body', async () => {
    await page.evaluate("show('joint', { order: 'before' })");
    await page.waitForFunction('noted.length > 0');
    expect(await page.evaluate('noted[0]')).toBe(
      'bodyB of a joint is a ref that holds no body: the joint must come after its bodies in the tree, or above them.',
    );
  });

  it('hear of steps and touches by hooks', async () => {
    await show('hooks', { push: 6 });
    await page.evaluate('runner.step(3)');
    const noted = (await page.evaluate('noted')) as unknown[][];
    expect(noted.filter(([kind]) => kind === 'before').map(([, time]) => time)).toEqual([0, 1 / 60, 2 / 60]);
    // Of the ground, whose index is the smaller, upward.
    expect(noted.filter(([kind]) => kind === 'touch')).toEqual([['touch', 1]]);
    await change('hooks', { push: 60 });
    await frames();
    await page.evaluate("world.find('pushed').velocity = [0, 1, 0]");
    await page.evaluate('runner.step()');
    // The function of the last rendering is called, once: 60 N on 2 kg for 1/60 s.
    expect(((await page.evaluate("world.find('pushed').velocity")) as number[])[0]).toBeCloseTo(0.5, 9);
  });

  it('tell whom they meet', async () => {
    await page.evaluate('globalThis.world = undefined');
    await show('events', {}, { materials: { rubber: { restitution: 0.8 } } });
    await page.evaluate('runner.step(60)');
    const noted = (await page.evaluate('noted')) as unknown[][];
    // The gate stands on the ground.
    expect(noted.shift()).toEqual(['in', 'ground']);
    expect(noted.slice(0, 4)).toEqual([
      ['in', 'ball'],
      ['on', 'ground', true],
      ['off', 'ground'],
      ['out', 'ball'],
    ]);
  });

  it('are drawn by their shapes where nothing else is drawn of them', async () => {
    await show('drawn');
    await frames();
    expect(await page.evaluate('view.bodies.length')).toBe(1);
    await page.evaluate('runner.paused = false');
    await page.waitForFunction('world.time > 0.1');
    await frames();
    expect(await page.evaluate('view.children[0].instanceMatrix.array[13]')).toBeLessThan(0);
  });

  it('run as the guide has them', async () => {
    const guide = await browser.newPage({ viewport: { width: 200, height: 150 } });
    const errors: string[] = [];
    guide.on('pageerror', ({ message }) => errors.push(message));
    guide.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
    await guide.goto(new URL('?guide', site.address).href);
    const canvas = await guide.waitForSelector('canvas[data-engine]');
    await canvas.waitForElementState('visible');
    expect(errors).toEqual([]);
    await guide.close();
  });

  it('take settings while they run, and give errors of steps to boundaries', async () => {
    await show('bodies', {}, { settings: { gravity: [0, 0, 0] } });
    await change('bodies', {}, { settings: { gravity: [0, -1, 0] } });
    await frames();
    expect(await page.evaluate('world.settings.gravity')).toEqual([0, -1, 0]);
    await change('bodies', {}, { settings: { gravity: [0, -1, 0] }, paused: false });
    await page.evaluate("world.createTimer({ period: 0.01 }), world.events.on('timer-tick', () => { throw Error('Enough.'); })");
    await page.waitForFunction('noted.length > 0');
    expect(await page.evaluate('noted[0]')).toMatch(
      /^A subscriber to timer-tick has thrown after step \d+, which is taken: Enough\.$/,
    );
  });
});
