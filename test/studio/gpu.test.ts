// The studio on the GPU in a real browser: SwiftShader's WebGPU steps and draws small worlds, and pages without WebGPU say so and run.

import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../cli/serve-folder.js';
import { serveFolder } from '../../cli/serve-folder.js';
import { BROWSER_FLAGS } from '../../scripts/find-browser.mjs';
import type { PlacedWorld } from '../../src/gpu/index.js';
import { countColours, difference, StudioPage } from './open-studio.js';
import { provideBrowser } from './provide-browser.js';

const executablePath = provideBrowser();
const BUILD = fileURLToPath(new URL('../../studio/dist', import.meta.url));
/** What WebGPU draws goes to the screen by Vulkan. */
const VULKAN = ['--enable-features=Vulkan', '--use-vulkan=swiftshader'];
const FLAGS = [...BROWSER_FLAGS, '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', ...VULKAN];
/** [ms] */
const PATIENCE = 110_000;

/** The page's own handle, as far as tests use it. */
interface Handle {
  world: PlacedWorld | null;
  painter: { camera: { position: { toArray(): number[] } }; draw(): void } | null;
  openAddress(): Promise<void>;
  setPlaying(isPlaying: boolean): void;
  step(count: number): Promise<void>;
  throwBall(): void;
  setColour(mode: string): void;
}

let site: Site;
let browser: Browser;
const complaints: string[] = [];

async function open(hash: string): Promise<Page> {
  const page = await openPage();
  await page.goto(`${site.address}gpu.html${hash}`);
  await untilOpen(page);
  return page;
}

async function openPage(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 640, height: 420 } });
  page.setDefaultTimeout(PATIENCE);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  return page;
}

/** Until a world has taken steps, or a sentence says why there is none; then it stands still. */
async function untilOpen(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { studio } = globalThis as unknown as { studio: Handle };
    return (studio.world?.stepCount ?? 0) >= 2 || (document.getElementById('message')?.hidden === false && studio.world === null);
  });
  await pause(page);
}

/** Stands still, once what is under way has been done, and a step more. */
async function pause(page: Page): Promise<void> {
  await work(page, (studio) => studio.setPlaying(false));
  await work(page, (studio) => studio.step(1));
}

/** Another scene in the same page. */
async function openNext(page: Page, hash: string): Promise<void> {
  await page.evaluate((next) => {
    history.replaceState(null, '', next);
    return (globalThis as unknown as { studio: Handle }).studio.openAddress();
  }, hash);
  await pause(page);
}

function work<T>(page: Page, use: (studio: Handle) => T | Promise<T>): Promise<T> {
  return page.evaluate(`(${use.toString()})(globalThis.studio)`);
}
const textOf = (page: Page, id: string) => page.locator(`#${id}`).textContent();

beforeAll(async () => {
  if (executablePath === null) return;
  site = await serveFolder(BUILD);
  browser = await chromium.launch({ executablePath, args: FLAGS });
});
afterAll(async () => {
  await browser?.close();
  site?.close();
});

describe.skipIf(executablePath === null)('the studio on the GPU', () => {
  // One page: to compile the kernels takes longer than all else.
  test('steps and draws each of its scenes from the buffers of the device', async () => {
    const page = await open('#scene=poured&bodies=60&mixed=true');
    const scenes = ['square-pyramid&bodies=91', 'stadium&bodies=300', 'city-wall&bodies=800', 'poured&bodies=8'];
    for (const scene of ['poured', ...scenes]) {
      if (scene !== 'poured') await openNext(page, `#scene=${scene}`);
      expect([await textOf(page, 'scene-name'), await textOf(page, 'message-text')]).toEqual([scene.split('&')[0], '']);
      expect(await work(page, ({ world }) => world?.place)).toBe('gpu');
      expect(await textOf(page, 'place')).toMatch(/^\d+ bodies on the GPU$/);
      await work(page, (studio) => studio.setColour('stone'));
      const stones = await new StudioPage(page).pixels();
      // Stones in light and shadow, the ground and its lines.
      expect(countColours(stones), scene).toBeGreaterThan(100);
      await work(page, (studio) => studio.setColour('activity'));
      expect(difference(stones, await new StudioPage(page).pixels()), scene).toBeGreaterThan(0.02);
      expect(await textOf(page, 'legend')).toBe('Activityfixedat restmoving');
    }

    // What falls is drawn where it is, and so is a ball that is thrown.
    const before = await new StudioPage(page).pixels();
    await work(page, (studio) => studio.step(30));
    const fallen = await new StudioPage(page).pixels();
    expect(difference(before, fallen)).toBeGreaterThan(0.002);
    const count = await work(page, ({ world }) => world?.bodyCount);
    await page.locator('#view').click({ position: { x: 320, y: 120 } });
    await pause(page);
    expect(await work(page, ({ world }) => world?.bodyCount)).toBe((count as number) + 1);
    expect(await textOf(page, 'place')).toBe(`${(count as number) + 1} bodies on the GPU`);
    expect(difference(fallen, await new StudioPage(page).pixels())).toBeGreaterThan(0.002);

    // A device that is lost is said to be, and the next one is there when the scene begins again.
    await work(page, ({ world }) => {
      (world as PlacedWorld).device?.core.engine.device.destroy();
    });
    await work(page, (studio) => studio.step(1));
    expect(await textOf(page, 'message-text')).toMatch(/^The device was lost/);
    await page.locator('#restart').click();
    await page.waitForFunction(() => {
      const { studio } = globalThis as unknown as { studio: Handle };
      return studio.world?.place === 'gpu' && (studio.world.stepCount ?? 0) > 0;
    });
    expect(await page.locator('#message').isHidden()).toBe(true);
    await page.close();
  });

  test('is where the gallery leads; without WebGPU it says so, and runs on the processor with few bodies', async () => {
    const page = await openPage();
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { value: undefined }));
    await page.goto(`${site.address}#scene=stack`);
    await page.locator('#open-gallery').click();
    await page.locator('[data-scene="stadium"]').click();
    await page.waitForURL(`${site.address}gpu.html#scene=stadium`);
    await untilOpen(page);
    expect(await textOf(page, 'message-text')).toBe(
      'There is no WebGPU here: navigator.gpu is missing. The scene runs on the processor, with at most 1000 bodies.',
    );
    expect(await work(page, ({ world }) => world?.place)).toBe('cpu');
    expect(await textOf(page, 'place')).toMatch(/^(9\d\d|1,000) bodies on the processor$/);
    expect(countColours(await new StudioPage(page).pixels())).toBeGreaterThan(100);
    const before = await work(page, ({ world }) => world?.bodyCount);
    await work(page, (studio) => studio.throwBall());
    await pause(page);
    expect(await work(page, ({ world }) => world?.bodyCount)).toBe((before as number) + 1);
    await page.close();
  });

  test('says what is wrong with an address', async () => {
    const page = await open('#scene=elephant');
    const told = async (hash: string) => {
      await openNext(page, hash);
      return textOf(page, 'message-text');
    };
    expect(await textOf(page, 'message-text')).toContain('scene is "elephant", but must be one of');
    expect(await told('#scene=stadium&bodies=1')).toContain('bodies is 1, but must be');
    expect(await told('#scene=robots')).toContain('multibodies has 20, but must have none in a world on the GPU.');
    expect(await told('#scene=stadium&method=vsp')).toBe('The link says method, which is chosen in the studio, not here.');
    await page.close();
  });

  test('nothing complained', () => {
    expect(complaints).toEqual([]);
  });
});
