// The studio where a browser gives pages less than usual, and links that name what is not there: each is answered by a sentence at most.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { OpenStudio } from './open-studio.js';
import { provideBrowser } from './provide-browser.js';

const browser = provideBrowser();
const studio = new OpenStudio();
const message = () => document.getElementById('message-text')?.textContent;

beforeAll(async () => {
  if (browser !== null) await studio.start(browser);
});
afterEach(() => studio.leavePages());
afterAll(() => studio.close());

describe.skipIf(browser === null)('the studio', () => {
  test('runs where pages may keep nothing, and changes its theme there', async () => {
    const opened = await studio.page('#scene=stack', {}, () => {
      Object.defineProperty(globalThis, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    const theme = () => opened.page.evaluate(() => document.documentElement.dataset.theme);
    const before = await theme();
    await opened.page.locator('#toggle-theme').click();
    expect(new Set([before, await theme()])).toEqual(new Set(['light', 'dark']));
    expect(await opened.page.evaluate(message)).toBe('');
  });

  test('says where the link is when it may not copy', async () => {
    const opened = await studio.page('#scene=stack', {}, () => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await opened.page.getByRole('button', { name: 'Copy link' }).click();
    await opened.page.waitForFunction(() => document.getElementById('message-text')?.textContent !== '');
    expect(await opened.page.evaluate(message)).toBe(
      'The browser does not let this page copy the link; it is in the address bar.',
    );
  });

  test.each([
    ['#scene=stack&drive=nobody', 'drive is "nobody", but nothing here can be driven.'],
    ['#scene=course&drive=nobody', 'drive is "nobody", but walker can be driven.'],
  ])('opened by %s says who can be driven', async (hash, sentence) => {
    const opened = await studio.page(hash);
    await opened.page.waitForFunction(() => document.getElementById('message-text')?.textContent !== '');
    expect(await opened.page.evaluate(message)).toBe(sentence);
    expect(await opened.work((s) => s.opened.name)).toBe(hash.split(/[=&]/)[1]);
  });

  test('says where a link goes that takes long, until something else is wanted', async () => {
    const opened = await studio.page('#scene=stack');
    const text = opened.page.locator('.busy');
    const going = opened.work((s) => s.seek(1e9));
    await text.filter({ hasText: 'Going to 10000000.00 s' }).waitFor();
    await opened.work((s) => s.seek(3));
    await going;
    expect(await text.isVisible()).toBe(false);
    expect(await opened.work((s) => s.frame.step)).toBe(3);
  });

  test('has a picture and all buttons in a window of 240 by 300', async () => {
    const opened = await studio.page('#scene=stack', { viewport: { width: 240, height: 300 } });
    const found = await opened.page.evaluate(() => ({
      beyond: document.documentElement.scrollWidth - innerWidth,
      height: document.getElementById('view')?.clientHeight ?? 0,
      outside: [...document.querySelectorAll('.bar button')].filter((button) => button.getBoundingClientRect().right > innerWidth)
        .length,
    }));
    expect(found).toMatchObject({ beyond: 0, outside: 0 });
    expect(found.height).toBeGreaterThan(100);
  });

  test('nothing complained', () => {
    expect(studio.complaints).toEqual([]);
  });
});
