// Driving by keys in a real browser: the character of `course` and the car of `vehicle` go where the keys say, and going back and forth
// comes to the same bits. drive.test.ts has the rest, without a browser.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OpenStudio, type StudioPage } from './open-studio.js';
import { provideBrowser } from './provide-browser.js';

const browser = provideBrowser();
const studio = new OpenStudio();
/** As many steps as the keys are held down at least. */
const STEPS = 30;
/** Small pictures are drawn faster [px]. */
const VIEWPORT = { width: 480, height: 320 };

beforeAll(async () => {
  if (browser !== null) await studio.start(browser);
});
afterAll(() => studio.close());

/** Centre of the body of a name [m]. */
async function placeOf({ page }: StudioPage, name: string): Promise<number[]> {
  return page.evaluate((called) => {
    const { studio: handle } = globalThis as unknown as { studio: import('./open-studio.js').Handle };
    const i = handle.viewport.bodies.bodies.findIndex((body) => body.name === called);
    return [...handle.frame.poses.slice(7 * i, 7 * i + 3)];
  }, name);
}

/** Holds keys down for some steps at least. */
async function hold(opened: StudioPage, ...keys: string[]): Promise<void> {
  const { page } = opened;
  const step = await opened.work((s) => s.frame.step);
  for (const key of keys) await page.keyboard.down(key);
  await page.waitForFunction(
    (to) => (globalThis as unknown as { studio: { frame: { step: number } } }).studio.frame.step >= to,
    step + STEPS,
  );
  for (const key of keys) await page.keyboard.up(key);
}

/** Going back and forth comes to the same bits. */
async function expectSameAgain(opened: StudioPage): Promise<void> {
  // Steps that are under way are over when the page has come to one.
  const last = await opened.work(async (s) => {
    s.setPlaying(false);
    await s.seek(s.frame.step);
    return s.frame.last;
  });
  const end = await opened.hashAt(last);
  await opened.hashAt(Math.floor(last / 2));
  expect(await opened.hashAt(last)).toBe(end);
}

describe.skipIf(browser === null)('driving', () => {
  test('a character walks where the view looks, jumps, and leaves its script', async () => {
    const opened = await studio.page('#scene=course&drive=walker', { viewport: VIEWPORT });
    expect(await opened.text('#driving p')).toBe('W A S D or arrows walk, Space jumps, Shift runs, V ends.');
    const [x, y] = await placeOf(opened, 'walker');
    // The other way than its script goes.
    await opened.work((s) => {
      const { camera, controls } = s.viewport as unknown as {
        camera: { position: { set(x: number, y: number, z: number): void } };
        controls: { target: { x: number; y: number; z: number } };
      };
      const { x: tx, y: ty, z: tz } = controls.target;
      camera.position.set(tx + 7, ty + 2.8, tz);
    });
    await hold(opened, 'w', 'Shift');
    const away = await placeOf(opened, 'walker');
    expect(away[0]).toBeLessThan(x - 0.5);
    await hold(opened, 'a');
    expect((await placeOf(opened, 'walker'))[2]).toBeGreaterThan(away[2] + 0.5);
    await opened.page.keyboard.down(' ');
    await opened.page.waitForFunction((least) => {
      const { studio: handle } = globalThis as unknown as { studio: import('./open-studio.js').Handle };
      const i = handle.viewport.bodies.bodies.findIndex(({ name }) => name === 'walker');
      return handle.frame.poses[7 * i + 1] > least;
    }, y + 0.3);
    await opened.page.keyboard.up(' ');
    expect(new URL(opened.page.url()).hash).toBe('#scene=course&drive=walker');
    await expectSameAgain(opened);
    await studio.leavePages();
  });

  test('a car accelerates, steers and brakes by keys, and its buttons work by touch', async () => {
    const opened = await studio.page('#scene=vehicle', { hasTouch: true, viewport: VIEWPORT });
    const { page } = opened;
    await page.keyboard.press('v');
    await page.locator('#driving').waitFor();
    expect(new URL(page.url()).hash).toBe('#scene=vehicle&drive=car');
    const [x] = await placeOf(opened, 'chassis');
    await hold(opened, 'ArrowUp', 'Shift');
    expect((await placeOf(opened, 'chassis'))[0]).toBeGreaterThan(x + 0.01);
    await hold(opened, 'ArrowUp', 'ArrowLeft');
    // The left of a car that points along x is -z.
    expect((await placeOf(opened, 'chassis'))[2]).toBeLessThan(0);
    const pad = page.locator('#driving button[data-held="ahead"]');
    await pad.dispatchEvent('pointerdown', { pointerId: 1 });
    await hold(opened);
    await pad.dispatchEvent('pointerup', { pointerId: 1 });
    await expectSameAgain(opened);
    // What it is called again, and that keys are the page's again.
    await page.keyboard.press('?');
    expect(await opened.text('#help')).toContain('while driving: jump and run, or hand brake and full throttle');
  });

  test('nothing complained', () => {
    expect(studio.complaints).toEqual([]);
  });
});
