// Two sides at once, in a real browser: they keep in step, are measured by the same ruler, and a link holds all of it. And what can be
// taken away from the studio: a video, also of both sides, and an animation.

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { WebIO } from '@gltf-transform/core';
import { validateBytes } from 'gltf-validator';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../cli/command.js';
import { type Handle, OpenStudio, type StudioPage } from './open-studio.js';
import { provideBrowser } from './provide-browser.js';

const browser = provideBrowser();
const studio = new OpenStudio();
const folder = temporaryFolder();
/** Wide enough for plots and panel, and no higher than need be: every pixel takes its time. */
const VIEW = { viewport: { width: 1120, height: 420 } };
/** Ten boxes, the top one 1000 times as heavy. */
const HEAVY = '#scene=heavy-on-light&ratio=1000';

beforeAll(async () => {
  if (browser !== null) await studio.start(browser);
});
afterEach(() => studio.leavePages());
afterAll(async () => {
  await studio.close();
  rmSync(folder, { recursive: true });
});

/** What the plots say of both sides at the moment that is shown, by title. */
async function readPlots({ page }: StudioPage): Promise<Record<string, { a: number; b: number }>> {
  // They are drawn with the next frame of the screen.
  await page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  const captions = await page.locator('#plots figcaption').evaluateAll((elements) =>
    (elements as HTMLElement[])
      .filter((element) => element.offsetParent !== null)
      .map((element) => ({
        title: element.querySelector('b')?.textContent ?? '',
        entries: [...element.querySelectorAll('span')].map((entry) => entry.textContent ?? ''),
      })),
  );
  const value = (entry: string | undefined) => Number(entry?.slice(2));
  return Object.fromEntries(captions.map(({ title, entries }) => [title, { a: value(entries[0]), b: value(entries[1]) }]));
}

async function download({ page }: StudioPage, start: () => Promise<unknown>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), start()]);
  const path = join(folder, file.suggestedFilename());
  await file.saveAs(path);
  return path;
}

describe.skipIf(browser === null)('comparing', () => {
  test('Drystone and Rapier on the 1000x stack: one stands, the other does not, and a link restores it', async () => {
    const opened = await studio.page(HEAVY, VIEW);
    const { page } = opened;
    await page.keyboard.press('m');
    await page.waitForFunction(() => (globalThis as unknown as { studio: Handle }).studio.compare.isOn);
    expect(new URL(page.url()).hash).toBe(`${HEAVY}&compare=drystone&b.method=ncp`);
    await page.getByLabel('Compared with').selectOption('Rapier');
    await page.waitForFunction(() => (globalThis as unknown as { studio: Handle }).studio.compare.side.openedRival !== null);
    const link = new URL(page.url()).hash;
    expect(link).toBe(`${HEAVY}&compare=rapier`);
    // Time runs on both sides, in step.
    await page.waitForFunction(() => (globalThis as unknown as { studio: Handle }).studio.frame.step >= 3);
    await opened.work((s) => s.seek(100));
    const steps = await opened.work((s) => [s.frame.step, s.compare.side.frame.step]);
    expect(steps).toEqual([100, 100]);
    const plots = await readPlots(opened);
    expect(Object.keys(plots)).toEqual(['Penetration [m]', 'Drift [m]', 'Energy [J]', 'Step time [ms]']);
    expect([plots['Penetration [m]'].a, plots['Drift [m]'].a]).toEqual([0, 0]);
    expect(plots['Penetration [m]'].b).toBeGreaterThan(0.05);
    // 2000 kg a box, at heights of 0.5 to 8.5 m, and 1000 times that at 9.5 m.
    const weight = 2000 * 9.81 * (40.5 + 9500);
    expect(plots['Energy [J]'].a / weight).toBeCloseTo(1, 2);
    expect(plots['Energy [J]'].b).toBeLessThan(0.99 * weight);
    // The other way round: from the link, by a page that is new.
    const restored = await studio.page(link, VIEW);
    expect(await restored.work((s) => [s.compare.isOn, s.compare.side.openedRival?.engine])).toEqual([true, 'rapier']);
    await restored.work((s) => s.seek(100));
    const again = await readPlots(restored);
    for (const title of ['Penetration [m]', 'Drift [m]', 'Energy [J]']) expect(again[title]).toEqual(plots[title]);
  });

  test('going back shows what was, and both cameras turn together', async () => {
    const opened = await studio.page(`${HEAVY}&compare=rapier&b.setting=stiff`, VIEW);
    const { page } = opened;
    const heights = () => opened.work((s) => [...s.compare.side.frame.poses].filter((_, i) => i % 7 === 1));
    await opened.work((s) => s.seek(30));
    const early = await heights();
    await opened.work((s) => s.seek(60));
    expect(await heights()).not.toEqual(early);
    await opened.work((s) => s.seek(30));
    expect(await heights()).toEqual(early);
    const eyes = () => opened.work((s) => [s.viewport, s.compare.side.viewport].map((view) => view.camera.position.toArray()));
    const [before] = await eyes();
    const box = await page.locator('#view-b').boundingBox();
    if (box === null) throw new Error('There is a view of the other side.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height - 40];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y - 10, { steps: 3 });
    await page.mouse.up();
    const [dragged] = await eyes();
    expect(dragged).not.toEqual(before);
    await page.keyboard.press('d');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const [a, b] = await eyes();
    expect(a).not.toEqual(dragged);
    expect(a).toEqual(b);
    // A point in a plot is a moment: the middle is half of what is recorded.
    const plot = await page.locator('#plots .u-over:visible').first().boundingBox();
    if (plot === null) throw new Error('There is a plot.');
    await page.mouse.click(plot.x + plot.width / 2, plot.y + plot.height / 2);
    await page.waitForFunction(() => (globalThis as unknown as { studio: Handle }).studio.frame.step === 30);
    await expect.poll(() => opened.work((s) => s.compare.side.frame.step)).toBe(30);
  });

  test('settings of either side, Jolt, and a scene that others cannot have', async () => {
    const opened = await studio.page('#scene=stack&compare=drystone&b.method=ncp&b.dt=0.005&b.ncp.iterations=7', VIEW);
    const { page } = opened;
    expect(await opened.work((s) => s.compare.side.opened)).toMatchObject({
      method: 'ncp',
      dt: 0.005,
      settings: { 'ncp.iterations': 7 },
    });
    await opened.work((s) => s.seek(20));
    // Steps of half the length are twice as many.
    expect(await opened.work((s) => [s.frame.step, s.compare.side.frame.step])).toEqual([20, 40]);
    await page.getByRole('button', { name: 'Change side B' }).click();
    await page.locator('#change').getByLabel('Method').selectOption('vsp');
    await page.waitForFunction(() => location.hash.includes('b.method=vsp'));
    expect(new URL(page.url()).hash).toBe('#scene=stack&compare=drystone&b.method=vsp&b.dt=0.005&b.ncp.iterations=7');
    expect(await opened.work((s) => s.opened.method)).toBe('gsp');
    await page.getByLabel('Compared with').selectOption('Jolt');
    await page.waitForFunction(() => (globalThis as unknown as { studio: Handle }).studio.compare.side.openedRival !== null);
    expect(await page.getByLabel('Setting of the other engine').locator('option').allTextContents()).toContain('slop 1 mm');
    await opened.work((s) => s.seek(20));
    expect(await opened.work((s) => s.compare.side.frame.step)).toBe(20);
    const jointed = await studio.page('#scene=chain&compare=rapier', VIEW);
    expect(await jointed.text('#message-text')).toMatch(/^Rapier cannot have this scene: /);
    expect(await jointed.work((s) => [s.compare.isOn, s.opened.name])).toEqual([false, 'chain']);
    expect(new URL(jointed.page.url()).hash).toBe('#scene=chain');
  });
});

describe.skipIf(browser === null)('looking', () => {
  test('a robot that is dropped with its mesh falls; its tree and its matrix can be looked at, and the view goes with it', async () => {
    const opened = await studio.page('#scene=stack', VIEW);
    const { page } = opened;
    // Nothing to be seen of trees where there are none.
    expect(await page.getByText('Contact tree level').isVisible()).toBe(false);
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `v ${i & 1} ${(i >> 1) & 1} ${i >> 2}`).join('\n');
    const box = `${corners}\nf 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n`;
    const link = (name: string, geometry: string) =>
      `<link name="${name}"><inertial><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial>
      <collision><origin xyz="-0.5 -0.5 0"/><geometry>${geometry}</geometry></collision></link>`;
    const urdf = `<robot name="pair">${link('trunk', '<mesh filename="package://pair/box.obj"/>')}${link('tail', '<sphere radius="0.1"/>')}
      <joint name="hinge" type="fixed"><parent link="trunk"/><child link="tail"/></joint></robot>`;
    await opened.drop(['box.obj', box], ['pair.urdf', urdf]);
    await page.waitForFunction(() => (globalThis as unknown as { studio: Handle }).studio.opened.name === 'pair');
    // It falls by itself.
    await page.waitForFunction(() => (globalThis as unknown as { studio: Handle }).studio.frame.step > 2);
    await opened.work((s) => s.seek(100));
    const trunk = await opened.work((s) => s.viewport.bodies.bodies.findIndex(({ name }) => name === 'trunk'));
    expect(trunk).toBeGreaterThan(0);
    // A mesh alone has a contact tree, whose building is told: a bar, as long as it takes.
    await page.evaluate(() => {
      const seen: string[] = [];
      const busy = document.querySelector('.busy') as HTMLElement;
      new MutationObserver(() => seen.push(busy.textContent ?? '')).observe(busy, { childList: true, subtree: true });
      Object.assign(globalThis, { seen });
    });
    await opened.drop(['crate.obj', box]);
    await page.waitForFunction(() => (globalThis as unknown as { studio: Handle }).studio.opened.name === 'crate');
    const told = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    expect(told.filter((text) => /^Building the contact tree of mesh: \d+ %$/.test(text)).length).toBeGreaterThan(3);
    await opened.work((s) => s.seek(150));
    await opened.work((s) => s.setLook({ treeLevel: 1 }));
    // All eight cells of the first level have a corner of the cube in them.
    await page.locator('#legend', { hasText: 'Contact tree, level 1' }).getByText('8 cells with surface').waitFor();
    await opened.work((s) => s.setLook({ treeLevel: null, contacts: true }));
    await opened.work((s) => s.select(s.viewport.bodies.bodies[1].id));
    await page.locator('#matrix summary').click();
    // It stands on its corners; every two of them are on the same body, so that the matrix is full.
    const full = /1 bodies, \d+ contacts: (\d+) of \1 blocks are filled, 100 %/;
    await page.locator('#matrix p', { hasText: full }).waitFor();
    // Its weight for a step, 1000 kg * 9.81 m/s^2 * 0.01 s, stands where it acts.
    expect(await opened.text('#impulses')).toMatch(/^98\.1\d* N s$/);
    const eye = () => opened.work((s) => s.viewport.camera.position.toArray());
    const height = () => opened.work((s) => s.frame.poses[7 + 1]);
    await page.keyboard.press('n');
    const [before, low] = [await eye(), await height()];
    await opened.work((s) => s.seek(0));
    const [after, high] = [await eye(), await height()];
    expect(high - low).toBeGreaterThan(0.2);
    expect(after[1] - before[1]).toBeCloseTo(high - low, 4);
    await page.keyboard.press('n');
  });
});

describe.skipIf(browser === null)('what is taken away', () => {
  test('a video plays, as long as the run, and shows both sides of a comparison', async () => {
    const opened = await studio.page(`${HEAVY}&compare=rapier`, VIEW);
    await opened.work((s) => s.seek(50));
    const path = await download(opened, () => opened.work((s) => s.saveVideo()));
    expect(path).toMatch(/heavy-on-light\.webm$/);
    expect(await opened.work((s) => s.frame.step)).toBe(50);
    const film = await opened.page.evaluate(async (base64) => {
      const video = document.createElement('video');
      video.muted = true;
      video.src = `data:video/webm;base64,${base64}`;
      await new Promise((resolve, reject) => {
        video.oncanplay = resolve;
        video.onerror = () => reject(new Error(video.error?.message));
      });
      const { duration, videoWidth: width, videoHeight: height } = video;
      await video.play();
      await new Promise((resolve) => {
        video.onended = resolve;
      });
      const { currentTime } = video;
      const pictureAt = async (time: number) => {
        video.currentTime = time;
        await new Promise((resolve) => {
          video.onseeked = resolve;
        });
        const canvas = new OffscreenCanvas(width, height);
        const context = canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
        context.drawImage(video, 0, 0);
        return [0, width / 2].map((left) => context.getImageData(left, 0, width / 2, height).data);
      };
      const [start, end] = [await pictureAt(0), await pictureAt(duration - 0.02)];
      // Share of the pixels of each half that differ clearly.
      const changes = [0, 1].map((side) => {
        let count = 0;
        for (let i = 0; i < start[side].length; i += 4) if (Math.abs(start[side][i] - end[side][i]) > 20) count++;
        return count / (start[side].length / 4);
      });
      return { duration, width, currentTime, changes };
    }, readFileSync(path).toString('base64'));
    // 0.5 s at 30 pictures a second, the first and the last included.
    expect(film.duration).toBeCloseTo(16 / 30, 2);
    expect(film.currentTime).toBeCloseTo(film.duration, 1);
    const box = await opened.page.locator('#view').boundingBox();
    expect(Math.abs(film.width - 2 * (box?.width ?? 0))).toBeLessThan(4);
    // Drystone's side stands still; the other one sinks.
    expect(film.changes[0]).toBeLessThan(0.002);
    expect(film.changes[1]).toBeGreaterThan(0.004);
  });

  test('an animation is valid glTF, with a track of each body that moved', async () => {
    const opened = await studio.page('#scene=stack', VIEW);
    await opened.work((s) => s.seek(40));
    const path = await download(opened, () => opened.page.getByRole('button', { name: 'Save an animation' }).click());
    expect(path).toMatch(/stack\.glb$/);
    const bytes = readFileSync(path);
    expect((await validateBytes(bytes)).issues.messages).toEqual([]);
    // The last key of each is where it is now.
    const root = (await new WebIO().readBinary(bytes)).getRoot();
    const poses = await opened.work((s) => {
      const { bodies } = s.viewport.bodies;
      return bodies.map(({ name }, i) => ({ name, position: [...s.frame.poses.slice(7 * i, 7 * i + 3)] }));
    });
    const channels = root.listAnimations().flatMap((animation) => animation.listChannels());
    const moved = channels.filter((channel) => channel.getTargetPath() === 'translation');
    expect(moved.length).toBe(10);
    for (const channel of moved) {
      const name = channel.getTargetNode()?.getName();
      const [times, values] = [channel.getSampler()?.getInput()?.getArray(), channel.getSampler()?.getOutput()?.getArray()];
      expect(times?.at(-1)).toBeCloseTo(0.4, 5);
      const { position } = poses.find((pose) => pose.name === name) ?? { position: [] };
      for (const [k, x] of position.entries()) expect(values?.at(k - 3)).toBeCloseTo(x, 5);
    }
  });

  test('nothing complained', () => {
    expect(studio.complaints).toEqual([]);
  });
});
