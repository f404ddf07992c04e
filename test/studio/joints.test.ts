// Joints in the studio, in a real browser: drawn, selected, read, and driven by sliders.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Scene } from '../../src/index.js';
import { formatScene } from '../../src/scene/format-scene.js';
import { temporaryFolder } from '../cli/command.js';
import { GEARED, JOINED, WEIGHT } from './joined-scene.js';
import { difference, type Handle, OpenStudio, type StudioPage } from './open-studio.js';
import { provideBrowser } from './provide-browser.js';

const browser = provideBrowser();
const studio = new OpenStudio();
const folder = temporaryFolder();
const fileOf = (scene: Scene) => ({
  name: `${scene.name}.json`,
  mimeType: 'application/json',
  buffer: Buffer.from(formatScene(scene)),
});

beforeAll(async () => {
  if (browser !== null) await studio.start(browser);
});
afterEach(() => studio.leavePages());
afterAll(async () => {
  await studio.close();
  rmSync(folder, { recursive: true });
});

async function openJoined(scene = JOINED): Promise<StudioPage> {
  const opened = await studio.page('#scene=box-stack', { viewport: { width: 1120, height: 700 } });
  await opened.page.locator('#file').setInputFiles(fileOf(scene));
  await opened.page.waitForFunction((name) => document.getElementById('scene-name')?.textContent === name, scene.name);
  return opened;
}

/** What stands beside a word in the table of the selected joint, once it is there. */
async function rowOf({ page }: StudioPage, joint: string, word: string): Promise<string> {
  const row = page.locator(`[data-joint="${joint}"] tr`, { has: page.getByRole('rowheader', { name: word, exact: true }) });
  return (await row.first().locator('td').textContent()) ?? '';
}

/** Selects by the list, as a person types. */
async function choose({ page }: StudioPage, joint: string): Promise<void> {
  await page.getByLabel('Joint', { exact: true }).fill(joint);
  await page.getByLabel('Joint', { exact: true }).press('Enter');
  await page.locator(`[data-joint="${joint}"]`).waitFor();
}

describe.skipIf(browser === null)('joints on the page', () => {
  test('are drawn over the scene, and a scene without them has no place for them', async () => {
    const plain = await studio.page('#scene=box-stack', { viewport: { width: 1120, height: 700 } });
    expect(await plain.page.locator('#joint').isVisible()).toBe(false);
    const opened = await openJoined();
    expect(await opened.page.locator('#joint').isVisible()).toBe(true);
    await opened.work((s) => s.seek(20));
    const before = await opened.pixels();
    await opened.page.keyboard.press('j');
    await opened.page.locator('#legend', { hasText: 'force, 1 m for' }).waitFor();
    expect(difference(before, await opened.pixels())).toBeGreaterThan(0.01);
    await opened.page.keyboard.press('j');
    await opened.page.locator('#legend').waitFor({ state: 'hidden' });
    expect(difference(before, await opened.pixels())).toBe(0);
  });

  test('a click selects one that is drawn, and shows what it carries; its bodies and theirs lead on', async () => {
    const opened = await openJoined();
    const { page } = opened;
    await opened.work((s) => s.seek(100));
    await opened.work((s) => s.setLook({ joints: true }));
    const place = await opened.work((s: Handle) => {
      const rope = s.viewport.overlays.joints.joints.find(({ name }) => name === 'rope');
      return s.jointOnPage(rope?.id ?? -1);
    });
    await page.mouse.click(place?.x ?? 0, place?.y ?? 0);
    await page.locator('[data-joint="rope"]').waitFor();
    await page.locator('#joint-label', { hasText: /^rope$/ }).waitFor();
    expect(Number.parseFloat(await rowOf(opened, 'rope', 'force')) / (WEIGHT * 9.81)).toBeCloseTo(1, 3);
    expect(await rowOf(opened, 'rope', 'from')).toBe('the world');
    expect(await rowOf(opened, 'rope', 'length')).toBe('1 m');
    await page.locator('[data-joint="rope"]').getByRole('button', { name: 'weight' }).click();
    await page.locator('[data-body="weight"]').waitFor();
    expect(await page.locator('[data-joint]').count()).toBe(0);
    await page.locator('[data-body="weight"]').getByRole('button', { name: 'rope' }).click();
    await page.locator('[data-joint="rope"]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[data-joint="rope"]').waitFor({ state: 'detached' });
    await page.locator('#joint-label').waitFor({ state: 'hidden' });
    await choose(opened, 'bolt');
    expect(await rowOf(opened, 'bolt', 'kind')).toBe('fixed, broken');
  });

  test('gears are drawn, and stand in the numbers of both joints, from one to the other', async () => {
    const opened = await openJoined(GEARED);
    const { page } = opened;
    await page.keyboard.press('j');
    await page.locator('#legend', { hasText: 'gear or mimic joint' }).waitFor();
    await choose(opened, 'axle-0');
    expect(await rowOf(opened, 'axle-0', 'gear')).toBe('axle-1 angle = -2 × axle-0 angle + 0.5');
    await page.locator('[data-joint="axle-0"]').getByRole('button', { name: 'axle-1' }).click();
    await page.locator('[data-joint="axle-1"]').waitFor();
    expect(await rowOf(opened, 'axle-1', 'gear')).toBe('axle-1 angle = -2 × axle-0 angle + 0.5');
    await choose(opened, 'axle-2');
    expect(await page.locator('[data-joint="axle-2"]', { hasText: 'gear' }).count()).toBe(0);
  });

  test('a slider drives a motor; what it did is recorded, and comes again from a saved recording', async () => {
    const opened = await openJoined();
    const { page } = opened;
    await opened.work((s) => s.seek(50));
    await choose(opened, 'elbow');
    const slider = page.getByLabel('angle: position [rad]', { exact: true });
    const number = page.getByLabel('angle: position [rad], as a number');
    // From limit to limit.
    expect([await slider.getAttribute('min'), await slider.getAttribute('max')]).toEqual(['-1', '1.5']);
    await slider.fill('0.75');
    expect(await number.inputValue()).toBe('0.75');
    const end = await opened.hashAt(200);
    const angle = await rowOf(opened, 'elbow', 'angle');
    expect(Number.parseFloat(angle)).toBeCloseTo(0.75, 1);
    await opened.hashAt(49);
    expect([await slider.inputValue(), await number.inputValue()]).toEqual(['0', '0']);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the recording' }).click(),
    ]);
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    await page.locator('#file').setInputFiles(path);
    await page.waitForFunction(() => document.getElementById('time')?.textContent?.includes('0 / 200'));
    expect(await opened.hashAt(200)).toBe(end);
    await choose(opened, 'elbow');
    expect(await rowOf(opened, 'elbow', 'angle')).toBe(angle);
    expect(await number.inputValue()).toBe('0.75');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('no page complained', () => expect(studio.complaints).toEqual([]));
});
