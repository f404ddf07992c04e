// The site as `npm run site` makes it, but for the API reference, which takes long: every page is opened in a real browser, at a path of its
// own, and no link leads nowhere.

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFolder } from '../../cli/serve-folder.js';
import { BROWSER_FLAGS } from '../../scripts/find-browser.mjs';
import { GUIDES, makeSite } from '../../scripts/site/make-site.mjs';
import { temporaryFolder } from '../cli/command.js';
import { provideBrowser } from '../studio/provide-browser.js';

const executable = provideBrowser();
const folder = temporaryFolder();
let dead: string[];

beforeAll(() => {
  // Below the folder that is served: no link may begin at its root.
  dead = makeSite(join(folder, 'some/path'), { hasApi: false });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the site', () => {
  it('has no link that leads nowhere', () => expect(dead).toEqual([]));

  it('has a page for each guide', () => {
    const pages = readdirSync(join(folder, 'some/path/docs'));
    for (const guide of Object.values(GUIDES).flat()) expect(pages).toContain(`${guide}.html`);
  });

  it.skipIf(executable === null)('is shown by a browser, page by page, without a complaint', async () => {
    const browser: Browser = await chromium.launch({ executablePath: executable as string, args: BROWSER_FLAGS });
    const site = await serveFolder(folder);
    try {
      const pages = readdirSync(join(folder, 'some/path'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.html'),
      );
      expect(pages.length).toBeGreaterThan(30);
      const complaints: string[] = [];
      const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
      for (const name of pages) {
        const address = new URL(`some/path/${name.replaceAll('\\', '/')}`, site.address).href;
        const note = (text: string) => complaints.push(`${name}: ${text}`);
        page.removeAllListeners();
        page.on('console', (message) => void (['error', 'warning'].includes(message.type()) && note(message.text())));
        page.on('pageerror', ({ message }) => note(message));
        page.on('response', (response) => void (response.status() >= 400 && note(`${response.status()} ${response.url()}`)));
        // The studio goes on loading what it shows.
        await page.goto(address, { waitUntil: name.startsWith('studio') ? 'domcontentloaded' : 'load' });
        expect(await page.title()).not.toBe('');
      }
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
      site.close();
    }
  });
});
