// The site as `npm run site` makes it: every page is opened in a real browser, at a path of its own, and no link leads nowhere.

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFolder } from '../../cli/serve-folder.js';
import { BROWSER_FLAGS } from '../../scripts/find-browser.mjs';
import { GUIDES, makeSite } from '../../scripts/site/make-site.mjs';
import { temporaryFolder } from '../cli/command.js';
import { provideBrowser } from '../studio/provide-browser.js';

const executable = provideBrowser();
/** How many pages are open at once. */
const FRAMES = 4;
/** The reference does that with its window, of which a frame has none. */
const ABOUT_FRAMES = 'Setting overlaysContent is only supported from the top level browsing context';
/**
 * Runs in a page: opens others in frames, some at a time, and gives those without a title. To go from page to page costs a browser twice as
 * much.
 */
const OPEN_IN_FRAMES = `async ({ pages, count }) => {
  document.body.replaceChildren();
  const untitled = [];
  const openNext = async () => {
    for (let address = pages.pop(); address !== undefined; address = pages.pop()) {
      const frame = document.createElement('iframe');
      const isOpen = new Promise((resolve) => frame.addEventListener('load', resolve));
      frame.src = address;
      document.body.append(frame);
      await isOpen;
      if (!frame.contentDocument?.title) untitled.push(address);
      frame.remove();
    }
  };
  await Promise.all(Array.from({ length: count }, openNext));
  return untitled;
}`;
const folder = temporaryFolder();
let dead: string[];

beforeAll(() => {
  // Below the folder that is served: no link may begin at its root.
  dead = makeSite(join(folder, 'some/path'));
  // The reference takes the most of it: a minute where other tests run beside it.
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

describe('the site', () => {
  it('has no link that leads nowhere', () => expect(dead).toEqual([]));

  it('has a page for each guide', () => {
    const pages = readdirSync(join(folder, 'some/path/docs'));
    for (const guide of Object.values(GUIDES).flat()) expect(pages).toContain(`${guide}.html`);
  });

  it('has a page of the API reference for each entry point', () => {
    const { exports } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    const entries = Object.keys(exports).filter((entry) => exports[entry].types !== undefined);
    const names = entries.map((entry) => `drystone${entry.slice(1).replace('/', '_')}.html`);
    expect(readdirSync(join(folder, 'some/path/api/modules'))).toEqual(expect.arrayContaining(names));
  });

  it.skipIf(executable === null)(
    'is shown by a browser, page by page, without a complaint',
    async () => {
      const browser = await chromium.launch({ executablePath: executable as string, args: BROWSER_FLAGS });
      // What pages share is loaded once.
      const site = await serveFolder(folder, 0, { caching: 'max-age=600' });
      try {
        const pages = readdirSync(join(folder, 'some/path'), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.html'))
          .map((name) => `some/path/${name.replaceAll('\\', '/')}`);
        expect(pages.length).toBeGreaterThan(400);
        const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
        const complaints: string[] = [];
        page.on('console', (message) => {
          if (!['error', 'warning'].includes(message.type()) || message.text() === ABOUT_FRAMES) return;
          complaints.push(`${message.location().url}: ${message.text()}`);
        });
        page.on('pageerror', ({ message }) => complaints.push(message));
        page.on(
          'response',
          (response) => void (response.status() >= 400 && complaints.push(`${response.status()} ${response.url()}`)),
        );
        await page.goto(new URL('some/path/index.html', site.address).href);
        const given = { pages: pages.map((name) => new URL(name, site.address).href), count: FRAMES };
        const untitled = await page.evaluate(`(${OPEN_IN_FRAMES})(${JSON.stringify(given)})`);
        expect(untitled).toEqual([]);
        expect(complaints).toEqual([]);
      } finally {
        await browser.close();
        site.close();
      }
    },
    300_000,
  );
});
