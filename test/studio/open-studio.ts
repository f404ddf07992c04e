// The built studio in a real browser, and what tests do with its page.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import type { Site } from '../../cli/serve-folder.js';
import { serveFolder } from '../../cli/serve-folder.js';
import { BROWSER_FLAGS } from '../../scripts/find-browser.mjs';

const BUILD = fileURLToPath(new URL('../../studio/dist', import.meta.url));
/** The site is not at the root of its server: it must work at any path. */
const PATH = 'some/where';
/** [ms] */
const PATIENCE = 100_000;

/** The page's own handle, as far as tests use it. */
export interface Handle {
  frame: {
    step: number;
    last: number;
    time: number;
    hash: string | null;
    poses: Float32Array;
    times: { statistics: { rollbacks: number; collisions: number; fusions: number } } | null;
  };
  opened: { name: string; method: string; solver: string; dt: number; settings: Record<string, unknown> };
  isPlaying: boolean;
  look: Record<string, unknown>;
  place: unknown;
  compare: {
    isOn: boolean;
    side: {
      frame: Handle['frame'];
      opened: Handle['opened'] | null;
      openedRival: { engine: string; setting: string; settings: string[]; dt: number } | null;
      viewport: { camera: { position: { toArray(): number[] } } };
    };
  };
  say(sentence: string | null): void;
  viewport: {
    camera: { position: { toArray(): number[] } };
    bodies: { bodies: { id: number; name: string; kind: string }[] };
    overlays: { joints: { joints: { id: number; name: string }[] } };
  };
  seek(step: number): Promise<void>;
  setLook(look: object): Promise<void>;
  select(id: number | null): Promise<void>;
  throwBall(): Promise<void>;
  setPlaying(isPlaying: boolean): void;
  openFile(name: string, bytes: Uint8Array): Promise<boolean>;
  save(what: string): Promise<void>;
  saveVideo(): Promise<void>;
  placeOnPage(id: number): { x: number; y: number } | null;
  jointOnPage(id: number): { x: number; y: number } | null;
}

export class OpenStudio {
  /** Whatever any page said that it should not. */
  readonly complaints: string[] = [];
  /** Pages that can be used again, by their options: to load one takes longer than most of what is tested on it. */
  readonly #pool: { readonly key: string; readonly studio: StudioPage; isUsed: boolean }[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'drystone-studio-'));
  #browser: Browser | null = null;
  #site: Site | null = null;

  async start(executablePath: string): Promise<void> {
    mkdirSync(join(this.#folder, 'some'));
    // On Windows anybody may make a junction; a symbolic link takes rights of its own.
    symlinkSync(BUILD, join(this.#folder, PATH), 'junction');
    this.#site = await serveFolder(this.#folder);
    this.#browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
  }

  /** Pages are left for the next test, standing still; those that are like no other are closed. */
  async leavePages(): Promise<void> {
    const kept = this.#pool.map(({ studio }) => studio.page.context());
    for (const context of this.#browser?.contexts() ?? []) if (!kept.includes(context)) await context.close();
    for (const one of this.#pool) {
      if (one.isUsed) await one.studio.page.evaluate(leave);
      one.isUsed = false;
    }
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    this.#site?.close();
    rmSync(this.#folder, { recursive: true });
  }

  /**
   * A page, once its scene is there, or its message: one that an earlier test has left, or a new one. `beforehand` runs in a new one before
   * anything else.
   */
  async page(hash: string, options: BrowserContextOptions = {}, beforehand?: () => void): Promise<StudioPage> {
    const key = JSON.stringify(options);
    const left = beforehand === undefined && hash !== '' ? this.#pool.find((one) => one.key === key && !one.isUsed) : undefined;
    if (left !== undefined) {
      left.isUsed = true;
      await left.studio.page.evaluate(follow, hash);
      return left.studio;
    }
    const studio = await this.#load(hash, options, beforehand);
    if (beforehand === undefined) this.#pool.push({ key, studio, isUsed: true });
    return studio;
  }

  async #load(hash: string, options: BrowserContextOptions, beforehand?: () => void): Promise<StudioPage> {
    if (this.#browser === null || this.#site === null) throw new Error('The browser has not been started.');
    const page = await this.#browser.newPage({ viewport: { width: 800, height: 500 }, ...options });
    // A busy machine may take its time.
    page.setDefaultTimeout(PATIENCE);
    if (beforehand !== undefined) await page.addInitScript(beforehand);
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.complaints.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.complaints.push(`${page.url()}: ${error.message}`));
    await page.goto(`${this.#site.address}${PATH}/${hash}`);
    await page.waitForFunction(() => {
      const { studio } = globalThis as unknown as { studio?: { frame: object | null } };
      const message = document.getElementById('message');
      return (studio !== undefined && studio.frame !== null) || message?.hidden === false;
    });
    return new StudioPage(page);
  }
}

/** Runs in a page that a test is through with. */
async function leave(): Promise<void> {
  const { studio } = globalThis as unknown as { studio?: Handle };
  if (studio === undefined || studio.frame === null) return;
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  (document.activeElement as HTMLElement | null)?.blur();
  studio.setPlaying(false);
  studio.say(null);
  await studio.setLook({
    colour: 'stone',
    contacts: false,
    graph: false,
    boxes: false,
    joints: false,
    selected: null,
    joint: null,
  });
}

/** Runs in a page that an earlier test has left: goes to another address, until its scene or its message is there. */
async function follow(hash: string): Promise<void> {
  const { studio } = globalThis as unknown as { studio: Handle };
  const before = studio.opened;
  history.replaceState(null, '', hash);
  dispatchEvent(new HashChangeEvent('hashchange'));
  while (studio.opened === before && document.getElementById('message')?.hidden !== false) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  // The view is fitted with the next frame of the screen.
  for (let i = 0; i < 2; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
}

export class StudioPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Calls a function in the page with the page's own handle. */
  work<T>(use: (studio: Handle) => T | Promise<T>): Promise<T> {
    return this.page.evaluate(`(${use.toString()})(globalThis.studio)`);
  }

  /** The hash that the page shows, at a step. */
  async hashAt(step: number): Promise<string> {
    await this.page.evaluate((to) => (globalThis as unknown as { studio: Handle }).studio.seek(to), step);
    return this.text('#hash');
  }

  async text(selector: string): Promise<string> {
    return (await this.page.locator(selector).textContent()) ?? '';
  }

  /** Drops files on the page. */
  async drop(...files: [name: string, content: string | Uint8Array][]): Promise<void> {
    const given = files.map(([name, content]) => [name, Buffer.from(content).toString('base64')]);
    await this.page.evaluate((list) => {
      const dataTransfer = new DataTransfer();
      for (const [name, base64] of list)
        dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
      dispatchEvent(new DragEvent('drop', { dataTransfer }));
    }, given);
  }

  /** The picture as it is drawn, red, green, blue and opacity of every pixel. */
  async pixels(): Promise<Uint8Array> {
    await this.page.evaluate(async () => {
      for (let i = 0; i < 2; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
    });
    const picture = await this.page.locator('#view').screenshot();
    const base64 = await this.page.evaluate(async (data) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      context.drawImage(image, 0, 0);
      const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
      const url = await new Promise<string>((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result as string);
        reader.readAsDataURL(new Blob([pixels]));
      });
      return url.slice(url.indexOf(',') + 1);
    }, picture.toString('base64'));
    return Buffer.from(base64, 'base64');
  }
}

/** Share of the pixels that differ clearly. */
export function difference(a: Uint8Array, b: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < a.length; i += 4) {
    const change = Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]);
    if (change > 30) count++;
  }
  return count / (a.length / 4);
}

/** How many different colours there are. */
export function countColours(pixels: Uint8Array): number {
  const seen = new Set<number>();
  for (let i = 0; i < pixels.length; i += 4) seen.add((pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2]);
  return seen.size;
}

/** Share of the pixels that are clearly bluer, redder or greener than anything else. */
export function shareOf(colour: 'red' | 'green' | 'blue', pixels: Uint8Array): number {
  const channel = ['red', 'green', 'blue'].indexOf(colour);
  let count = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    const others = [0, 1, 2].filter((k) => k !== channel).map((k) => pixels[i + k]);
    if (pixels[i + channel] > 1.35 * Math.max(...others)) count++;
  }
  return count / (pixels.length / 4);
}
