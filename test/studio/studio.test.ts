// The studio in a real browser, worked as a person would, or through the handle that its page has for programs.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import { explainSetting } from '../../src/explain-setting.js';
import { decodeRecording, type MethodName, replay, SETTINGS, type SettingName, Simulation } from '../../src/index.js';
import { parseScene } from '../../src/scene/load-scene.js';
import { drystoneIn, temporaryFolder } from '../cli/command.js';
import { countColours, difference, type Handle, OpenStudio, shareOf } from './open-studio.js';
import { provideBrowser } from './provide-browser.js';

const browser = provideBrowser();
const studio = new OpenStudio();
const folder = temporaryFolder();
/** Wide enough for plots beside the picture. */
const WIDE = { viewport: { width: 1120, height: 600 } };

beforeAll(async () => {
  if (browser !== null) await studio.start(browser);
});
afterEach(() => studio.leavePages());
afterAll(async () => {
  await studio.close();
  rmSync(folder, { recursive: true });
});

interface Choice {
  name: string;
  method?: MethodName;
  options?: object;
}

/** The scene after some steps, by the library as it is published. */
function runInNode({ name, method, options = {} }: Choice, steps: number): Simulation {
  const simulation = new Simulation(SCENES[name].make({ seed: 1, ...options }), method === undefined ? {} : { method });
  for (let i = 0; i < steps; i++) simulation.step();
  return simulation;
}

describe.skipIf(browser === null)('drystone shot', () => {
  test('takes a picture of the size, the moment and the look that are asked for', () => {
    const take = (name: string, ...words: string[]) => {
      const path = join(folder, name);
      const outcome = drystoneIn(
        { ...process.env, CHROME_PATH: browser as string },
        'shot',
        'stack',
        '--size',
        '160x100',
        '-o',
        path,
        ...words,
      );
      expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' });
      return readFileSync(path);
    };
    const start = take('start.png');
    expect(start.subarray(1, 4).toString()).toBe('PNG');
    expect([start.readUInt32BE(16), start.readUInt32BE(20)]).toEqual([160, 100]);
    const later = take('later.webp', '--at', '1', '--overlay', 'graph', '--method', 'ncp');
    expect(later.subarray(8, 12).toString()).toBe('WEBP');
  });
});

describe.skipIf(browser === null)('the page', () => {
  test('opens on a tower that is hit by and by, and runs the scene that is found in the gallery', async () => {
    const opened = await studio.page('');
    const { page } = opened;
    // Time runs at once, and it is said how to have a hand in it.
    await page.waitForFunction(() => Number(document.getElementById('timeline')?.getAttribute('max')) >= 3);
    expect(await opened.work(({ isPlaying }) => isPlaying)).toBe(true);
    expect(await page.locator('dialog[open]').count()).toBe(0);
    expect(await opened.text('#hint')).toContain('Throw a ball');
    await page.getByRole('button', { name: 'Close the hint' }).click();
    expect(await page.locator('#hint').isVisible()).toBe(false);
    await page.waitForFunction(() => /^×\d+\.\d\d$/.test(document.getElementById('pace')?.textContent ?? ''));
    // What moves behind the gallery would take time from it.
    await page.keyboard.press(' ');
    await page.keyboard.press('o');
    const cards = await page
      .locator('.card')
      .evaluateAll((elements) => elements.map((card) => [card.getAttribute('data-scene'), card.textContent]));
    const expected = Object.values(SCENES).map(({ name, description }) => [name, `${name}${description}`]);
    expect(Object.fromEntries(cards)).toEqual(Object.fromEntries(expected));
    expect(cards.length).toBe(expected.length);
    // A picture of the theme alone is shown, and there is one for each.
    for (const theme of ['light', 'dark']) {
      const pictures = page.locator(`#gallery img.${theme}`);
      expect(await pictures.first().isVisible()).toBe(theme === 'light');
      const widths = await pictures.evaluateAll(async (images) => {
        const loading = (images as HTMLImageElement[]).map(async (image) => {
          image.loading = 'eager';
          await image.decode();
          return image.naturalWidth;
        });
        return Promise.all(loading);
      });
      expect(widths).toEqual(Object.keys(SCENES).map(() => 320));
    }
    const search = page.getByRole('searchbox');
    await search.fill('no such scene');
    expect(await page.locator('.card:visible').count()).toBe(0);
    expect(await page.locator('#gallery .nothing').isVisible()).toBe(true);
    await search.fill('bricks TOWER');
    expect(await page.locator('.card:visible strong').allTextContents()).toEqual(['roof-tower', 'tower']);
    expect(await page.locator('#gallery h3:visible').allTextContents()).toEqual(['Towers that are hit', 'Stacks that stand']);
    await page.locator('[data-scene="tower"]').click();
    await page.waitForFunction(() => document.getElementById('scene-name')?.textContent === 'tower');
    await page.waitForFunction(() => Number(document.getElementById('timeline')?.getAttribute('max')) >= 5);
    expect(new URL(page.url()).hash).toBe('#scene=tower');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.waitForFunction(() => document.getElementById('hash')?.textContent !== '');
    const step = await opened.work(({ frame }) => frame.step);
    expect(await opened.text('#hash')).toBe(runInNode({ name: 'tower' }, step).world.hash());
    expect(countColours(await opened.pixels())).toBeGreaterThan(500);
    await page.getByRole('button', { name: 'Begin again' }).click();
    await page.waitForFunction(() => document.getElementById('time')?.textContent?.includes('0 / 0'));
  });

  test('overlays and colours change the picture, and going back to stone restores it', async () => {
    const tower = await studio.page('#scene=tower&layers=4');
    await tower.work((s) => s.seek(3));
    const plain = await tower.pixels();
    const looks = [
      { graph: true },
      { contacts: true },
      { boxes: true },
      { colour: 'layer' },
      { colour: 'group' },
      { colour: 'speed' },
      { colour: 'mass' },
    ];
    for (const look of looks) {
      await tower.page.evaluate(
        (to) => (globalThis as never as { studio: { setLook(to: object): void } }).studio.setLook(to),
        look,
      );
      expect(difference(plain, await tower.pixels()), JSON.stringify(look)).toBeGreaterThan(0.01);
      await tower.work((s) => s.setLook({ graph: false, contacts: false, boxes: false, colour: 'stone' }));
    }
    expect(difference(plain, await tower.pixels())).toBe(0);
  });

  test('activity is told by the colours of figure 17: blue at rest, red in motion', async () => {
    const tower = await studio.page('#scene=box-stack');
    await tower.page.keyboard.press('4');
    await tower.work((s) => s.seek(2));
    const rest = await tower.pixels();
    expect(shareOf('blue', rest)).toBeGreaterThan(0.01);
    // The legend has all four.
    expect(shareOf('red', rest)).toBeLessThan(0.001);
    const falling = await studio.page('#scene=stack');
    await falling.work((s) => s.setLook({ colour: 'activity' }));
    await falling.work((s) => s.seek(10));
    const motion = await falling.pixels();
    expect(shareOf('red', motion)).toBeGreaterThan(0.01);
  });

  test('a body that is clicked shows its numbers, edges and impulses', async () => {
    const stack = await studio.page('#scene=box-stack&count=4');
    await stack.work((s) => s.seek(5));
    const place = () =>
      stack.work((s) => {
        const { bodies } = s.viewport.bodies;
        return s.placeOnPage(bodies[1].id) as { x: number; y: number };
      });
    // There is no place before the page has drawn its first frame.
    await expect.poll(async () => Number.isFinite((await place()).x)).toBe(true);
    const lowest = await place();
    await stack.page.mouse.click(lowest.x, lowest.y);
    const table = stack.page.locator('#body table.numbers');
    await table.waitFor();
    const text = await stack.text('#body');
    const { world } = runInNode({ name: 'box-stack', options: { count: 4 } }, 5);
    const [ground, box] = world.bodies();
    expect(await table.getAttribute('data-body')).toBe(box.name);
    expect(text).toContain('2000 kg');
    expect(text).toContain(`stack layer1`);
    // It stands on the ground with the weight of all four, and carries that of three: 2000 kg * 9.81 m/s^2 * 0.01 s each.
    expect(text).toContain(`${ground.name} touching, gap 0 m, 784.8 N s`);
    expect(text).toContain('touching, gap 0 m, 588.6 N s');
    await stack.page.keyboard.press('Escape');
    await table.waitFor({ state: 'detached' });
  });

  test('the timeline goes back to an earlier state and on from there', async () => {
    const pour = await studio.page('#scene=cubejam');
    const { page } = pour;
    const late = await pour.hashAt(60);
    const timeline = page.getByRole('slider', { name: 'Timeline' });
    await timeline.fill('25');
    await page.waitForFunction(() => document.getElementById('time')?.textContent?.includes('25 / 60'));
    expect(await pour.text('#hash')).toBe(runInNode({ name: 'cubejam' }, 25).world.hash());
    // One step back and one forth, by the keys.
    await page.locator('#view').focus();
    await page.getByRole('button', { name: 'One step back' }).click();
    await page.waitForFunction(() => document.getElementById('time')?.textContent?.includes('24 / 60'));
    await page.getByRole('button', { name: 'One step', exact: true }).click();
    await page.waitForFunction(() => document.getElementById('time')?.textContent?.includes('25 / 60'));
    await page.getByRole('button', { name: 'Go on from here' }).click();
    await page.waitForFunction(() => document.getElementById('time')?.textContent?.includes('25 / 25'));
    expect(await pour.hashAt(60)).toBe(late);
  });

  test('what a person does is part of what is recorded', async () => {
    const stack = await studio.page('#scene=stack');
    const undisturbed = await stack.hashAt(40);
    await stack.work((s) => s.seek(10));
    await stack.work(async (s) => {
      await s.throwBall();
      s.setPlaying(false);
    });
    const disturbed = await stack.hashAt(40);
    expect(disturbed).not.toBe(undisturbed);
    expect(await stack.work((s) => s.viewport.bodies.bodies.length)).toBe(12);
    expect(await stack.hashAt(8)).toBe(runInNode({ name: 'stack' }, 8).world.hash());
    expect(await stack.work((s) => s.viewport.bodies.bodies.length)).toBe(11);
    expect(await stack.hashAt(40)).toBe(disturbed);
  });

  test('a body is lifted by the spring it is pulled with', async () => {
    const scene = await studio.page('#scene=box-stack&count=1');
    const { page } = scene;
    const place = await scene.work((s) => {
      const body = s.viewport.bodies.bodies.find(({ kind }) => kind === 'rigid') as { id: number };
      return s.placeOnPage(body.id) as { x: number; y: number };
    });
    const height = () =>
      scene.work((s) => s.frame.poses[7 * s.viewport.bodies.bodies.findIndex(({ kind }) => kind === 'rigid') + 1]);
    const before = await height();
    await page.getByRole('button', { name: 'Play' }).click();
    await page.mouse.move(place.x, place.y);
    await page.mouse.down();
    await page.mouse.move(place.x, place.y - 120, { steps: 4 });
    const start = await scene.work((s) => s.frame.step);
    await page.waitForFunction(
      (step) => (globalThis as never as { studio: { frame: { step: number } } }).studio.frame.step > step + 60,
      start,
    );
    expect(await height()).toBeGreaterThan(before + 0.1);
    await page.mouse.up();
    await page.getByRole('button', { name: 'Pause' }).click();
  });

  test('a link restores scene and settings, and a change is in the link', async () => {
    const hash = '#scene=box-stack&seed=3&method=ncp&solver=sor&dt=0.02&count=5&ncp.iterations=7&gravity=[0,-5,0]';
    const first = await studio.page(hash);
    const { opened, bodies } = await first.work((s) => ({ opened: s.opened, bodies: s.viewport.bodies.bodies.length }));
    expect(opened).toMatchObject({ name: 'box-stack', method: 'ncp', solver: 'sor', dt: 0.02 });
    expect(opened.settings).toMatchObject({ 'ncp.iterations': 7, gravity: [0, -5, 0] });
    expect(bodies).toBe(6);
    const titles = await first.page
      .locator('#change [title]')
      .evaluateAll((elements) => elements.map((element) => element.getAttribute('title')));
    for (const name of Object.keys(SETTINGS) as SettingName[]) expect(titles).toContain(`${name}: ${explainSetting(name)}`);
    expect(titles).toContain('Boxes [1]. A whole number of at least 1 and of at most 10000. The scene begins again.');
    const input = first.page.locator('[title^="ncp.correctionIterations"] input');
    await input.fill('9');
    await input.press('Enter');
    await first.page.waitForFunction(() => location.hash.includes('correctionIterations=9'));
    const link = new URL(first.page.url()).hash;
    const after = await first.hashAt(30);
    const second = await studio.page(link);
    expect(await second.hashAt(30)).toBe(after);
    expect(await second.work((s) => s.opened.settings['ncp.correctionIterations'])).toBe(9);
  });

  test('another method begins the scene again', async () => {
    const stack = await studio.page('#scene=stack');
    await stack.work((s) => s.seek(20));
    await stack.page.locator('#change').getByLabel('Method').selectOption('substeps');
    await stack.page.waitForFunction(() => location.hash === '#scene=stack&method=substeps');
    expect(await stack.hashAt(20)).toBe(runInNode({ name: 'stack', method: 'substeps' }, 20).world.hash());
  });

  test('a broken file or link is answered by a sentence, and what was open stays', async () => {
    const stack = await studio.page('#scene=stack');
    const { page } = stack;
    const before = await stack.hashAt(7);
    const broken = join(folder, 'broken.json');
    writeFileSync(
      broken,
      JSON.stringify({ drystone: 1, name: 'broken', bodies: [{ shapes: [{ kind: 'sphere', radius: -1 }] }] }),
    );
    await page.locator('#file').setInputFiles(broken);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await stack.text('#message-text')).toBe(
      'broken.json: bodies[0].shapes[0].radius is -1, but must be a finite number above 0 and of at most 1000000000.',
    );
    await page.getByRole('button', { name: 'Close the message' }).click();
    const recording = join(folder, 'broken.drystone');
    writeFileSync(recording, 'not a recording at all');
    await page.locator('#file').setInputFiles(recording);
    await alert.waitFor();
    expect(await stack.text('#message-text')).toMatch(/^broken\.drystone: The recording is 22 bytes long, but must be /);
    expect(await stack.text('#hash')).toBe(before);
    for (const [hash, sentence] of [
      ['#scene=nowhere', /^scene is "nowhere", but must be one of box-stack, /],
      ['#scene=stack&dt=-1', /^dt is -1, but must be /],
      ['#scene=stack&seed=x', /^seed is "x", but must be a number\.$/],
      ['#scene=stack&wind=3', /^The link says wind, which is neither a setting nor an option of the scene stack\.$/],
      ['#scene=stack&method=gsp&solver=qp', /^solver is "qp", but method gsp works with "pgs"\.$/],
    ] as const) {
      const wrong = await studio.page(hash);
      expect(await wrong.text('#message-text')).toMatch(sentence);
      await studio.leavePages();
    }
  });

  test('scenes and recordings are saved and opened again', async () => {
    const jam = await studio.page('#scene=cubejam&impulsive.freezeAfter=5&method=impulsive');
    const { page } = jam;
    const end = await jam.hashAt(45);
    const save = async (name: string) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      const path = join(folder, download.suggestedFilename());
      await download.saveAs(path);
      return path;
    };
    const scene = await save('Save the scene');
    const recording = await save('Save the recording');
    // The library reads both, and plays the recording to the same hashes.
    const parsed = parseScene(readFileSync(scene, 'utf8'));
    expect(parsed).toMatchObject({ name: 'cubejam', method: 'impulsive', settings: { 'impulsive.freezeAfter': 5 } });
    const simulation = new Simulation(parsed);
    const decoded = decodeRecording(readFileSync(recording));
    expect(decoded.steps.at(-1)?.hash).toBe(end);
    expect(replay(decoded, simulation.world)).toBeUndefined();
    // So does the page, which is at another step before, so that what is waited for is the opened file.
    await jam.work((s) => s.seek(1));
    await page.locator('#file').setInputFiles(recording);
    await page.waitForFunction(() => document.getElementById('time')?.textContent?.includes('0 / 45'));
    expect(await jam.hashAt(45)).toBe(end);
    expect(await page.getByRole('alert').count()).toBe(0);
    // Its scene can begin again.
    await page.keyboard.press('r');
    await page.waitForFunction(() => document.getElementById('time')?.textContent?.includes('0 / 0'));
    expect(await jam.hashAt(45)).toBe(end);
    await page.locator('#file').setInputFiles(scene);
    await page.waitForFunction(() => document.getElementById('time')?.textContent?.includes('0 / 0'));
    expect(await jam.hashAt(45)).toBe(end);
  });

  test.each<Choice>([
    { name: 'tower' },
    { name: 'arch', method: 'vsp' },
    { name: 'cs-stack', method: 'substeps' },
    { name: 'ring-chain', options: { count: 3 } },
    { name: 'stack', method: 'isp' },
    { name: 'cubejam', method: 'impulsive' },
    { name: 'ball-grid', method: 'ncp', options: { side: 3 } },
  ])('$name comes to the same hash after 200 steps in Node and in the page', async (choice) => {
    const { name, method, options = {} } = choice;
    const words = Object.entries({ scene: name, ...(method !== undefined && { method }), ...options });
    const opened = await studio.page(`#${words.map(([key, word]) => `${key}=${word}`).join('&')}`);
    expect(await opened.hashAt(200)).toBe(runInNode(choice, 200).world.hash());
  });

  test('plots follow, and show what the steps took', async () => {
    const stack = await studio.page('#scene=stack', WIDE);
    await stack.work((s) => s.seek(30));
    await stack.page.waitForFunction(() => document.querySelectorAll('#plots figcaption b').length === 6);
    const titles = await stack.page.locator('#plots figcaption b').allTextContents();
    expect(titles).toEqual(['Step time by phase [ms]', 'Contacts', 'Groups', 'Penetration [m]', 'Energy [J]', 'Residual']);
    const { world } = runInNode({ name: 'stack' }, 30);
    const contacts = `Contacts${world.report.contacts}`;
    await stack.page.waitForFunction((text) => document.querySelectorAll('#plots figcaption')[1].textContent === text, contacts);
  });

  test('legends show the step that the timeline stands at, all of the same moment, and no number beside a plot is cut', async () => {
    const tower = await studio.page('#scene=stack', WIDE);
    await tower.page.evaluate(() => {
      // What is written into plots, and how far to the left it reaches.
      const texts: { text: string; left: number }[] = [];
      const write = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        const { e } = this.getTransform();
        const wide = this.measureText(text).width;
        texts.push({ text, left: e + x - (this.textAlign === 'right' ? wide : this.textAlign === 'center' ? wide / 2 : 0) });
        write.call(this, text, x, y);
      };
      Object.assign(globalThis, { texts });
    });
    const { page } = tower;
    const legend = (plot: number) => page.locator('#plots figcaption').nth(plot).textContent();
    const shows = (plot: number, text: string) =>
      page.waitForFunction(
        ([index, expected]) => document.querySelectorAll('#plots figcaption')[index as number]?.textContent === expected,
        [plot, text] as const,
      );
    await tower.work((s) => s.seek(60));
    const late = runInNode({ name: 'stack' }, 60).world;
    const early = runInNode({ name: 'stack' }, 12).world;
    expect(early.report.contacts).not.toBe(late.report.contacts);
    await shows(1, `Contacts${late.report.contacts}`);
    await tower.work((s) => s.seek(12));
    await shows(1, `Contacts${early.report.contacts}`);
    expect(await legend(2)).toBe(`Groups${early.report.groups}`);
    await tower.work((s) => s.seek(0));
    await shows(1, 'Contacts–');
    // While time runs, all legends change in the same frame of the screen.
    await page.evaluate(() => {
      const changed = new Set<number>();
      const counts: number[] = [];
      Object.assign(globalThis, { counts });
      document.querySelectorAll('#plots figcaption').forEach((caption, i) => {
        new MutationObserver(() => {
          if (changed.size === 0) requestAnimationFrame(() => counts.push(changed.size) && changed.clear());
          changed.add(i);
        }).observe(caption, { childList: true });
      });
    });
    await tower.work((s) => s.setPlaying(true));
    await page.waitForFunction(() => (globalThis as unknown as { counts: number[] }).counts.length >= 3);
    await tower.work((s) => s.setPlaying(false));
    const counts = await page.evaluate(() => (globalThis as unknown as { counts: number[] }).counts);
    expect(new Set(counts)).toEqual(new Set([6]));
    const texts = await page.evaluate(() => (globalThis as unknown as { texts: { text: string; left: number }[] }).texts);
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.some(({ text }) => text.includes('e'))).toBe(true);
    for (const { text, left } of texts) expect([text, left >= 0]).toEqual([text, true]);
  });

  test('a time step is shown as people write it', async () => {
    const page = await studio.page('#scene=stack&dt=0.03333333333333333');
    const step = page.page.locator('.lil-controller', { hasText: 'Step [s]' }).locator('input');
    expect(await step.inputValue()).toBe('1/30');
    await step.fill('1/50');
    await step.press('Enter');
    await page.page.waitForFunction(() => (globalThis as unknown as { studio: Handle }).studio.opened.dt === 0.02);
    expect(await step.inputValue()).toBe('0.02');
    await step.fill('quick');
    await step.press('Enter');
    await page.page.getByRole('alert').waitFor();
    expect(await page.text('#message-text')).toMatch(/^dt is NaN, but must be /);
  });

  test('two balls thrown at once do not begin in each other', async () => {
    const stack = await studio.page('#scene=stack');
    await stack.work(async (s) => {
      await Promise.all([s.throwBall(), s.throwBall(), s.throwBall()]);
      s.setPlaying(false);
      await s.seek(s.frame.last + 1);
    });
    const centres = await stack.work((s) => {
      const { bodies } = s.viewport.bodies;
      return bodies.flatMap((_, i) => (i > 10 ? [[...s.frame.poses.slice(7 * i, 7 * i + 3)]] : []));
    });
    expect(centres.length).toBe(3);
    const radius = await stack.work(
      (s) => 0.07 * (s as unknown as { viewport: { reach: { radius: number } } }).viewport.reach.radius,
    );
    for (const [i, a] of centres.entries()) {
      for (const b of centres.slice(i + 1)) expect(Math.hypot(...a.map((x, k) => x - b[k]))).toBeGreaterThan(1.9 * radius);
    }
  });

  test("a scene of one's own stays in view, unless another view is chosen", async () => {
    const page = await studio.page('#scene=stack');
    const scene = {
      drystone: 1,
      name: 'fall',
      bodies: [
        { kind: 'fixed', shapes: [{ kind: 'half-space' }] },
        { name: 'box', position: [0, 40, 0], velocity: [6, 0, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] },
      ],
    };
    const file = join(folder, 'fall.json');
    writeFileSync(file, JSON.stringify(scene));
    await page.page.locator('#file').setInputFiles(file);
    await page.page.waitForFunction(() => (globalThis as unknown as { studio: Handle }).studio.opened.name === 'fall');
    for (const step of [1, 100, 200, 300, 400]) {
      await page.hashAt(step);
      await page.pixels();
      const place = await page.work((s) => s.placeOnPage(s.viewport.bodies.bodies[1].id));
      const view = await page.page.locator('#view').boundingBox();
      if (place === null || view === null) throw new Error('There is a body, and a view of it.');
      expect(place.x).toBeGreaterThan(view.x);
      expect(place.x).toBeLessThan(view.x + view.width);
      expect(place.y).toBeGreaterThan(view.y);
      expect(place.y).toBeLessThan(view.y + view.height);
    }
  });

  test('every control has a name, by sight and by ear, on a wide screen and on a phone, light and dark', async () => {
    const phone = await studio.page('#scene=stack', {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
      hasTouch: true,
    });
    const wide = await studio.page('#scene=stack', WIDE);
    for (const { page } of [phone, wide]) {
      const nameless = await page.locator('button, input, select').evaluateAll((elements) =>
        (elements as HTMLInputElement[])
          .filter((element) => {
            const label = element.labels?.[0]?.textContent ?? '';
            const by = element.getAttribute('aria-labelledby');
            const other = by === null ? '' : (document.getElementById(by)?.textContent ?? '');
            return (
              `${element.getAttribute('aria-label') ?? ''}${label}${other}${element.tagName === 'BUTTON' ? element.textContent : ''}`.trim() ===
              ''
            );
          })
          .map((element) => element.outerHTML),
      );
      expect(nameless).toEqual([]);
      const { scroll, width } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, width: innerWidth }));
      expect(scroll).toBeLessThanOrEqual(width);
    }
    const brightness = ({ page }: typeof phone) =>
      page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)?.[0]));
    expect(await brightness(phone)).toBeLessThan(60);
    expect(await brightness(wide)).toBeGreaterThan(200);
    await wide.page.keyboard.press('t');
    expect(await brightness(wide)).toBeLessThan(60);
    await wide.page.keyboard.press('t');
    expect(await brightness(wide)).toBeGreaterThan(200);
    // On the phone the panel is there when it is asked for, and a tap selects.
    expect(await phone.page.locator('#panel').isVisible()).toBe(false);
    await phone.page.getByRole('button', { name: 'Panel' }).tap();
    expect(await phone.page.locator('#panel').isVisible()).toBe(true);
    const place = await phone.work((s) => s.placeOnPage(s.viewport.bodies.bodies[3].id) as { x: number; y: number });
    await phone.page.touchscreen.tap(place.x, place.y);
    await phone.page.locator('#body table.numbers').waitFor();
  });

  test('keys work, and are listed', async () => {
    const stack = await studio.page('#scene=stack');
    const { page } = stack;
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.getElementById('time')?.textContent?.includes('2 / 2'));
    await page.keyboard.press('Home');
    await page.waitForFunction(() => document.getElementById('time')?.textContent?.includes('0 / 2'));
    const ahead = await stack.pixels();
    await page.keyboard.press('d');
    expect(difference(ahead, await stack.pixels())).toBeGreaterThan(0.01);
    await page.keyboard.press('g');
    await page.locator('#legend').getByText('touching').waitFor();
    await page.keyboard.press('?');
    expect(await stack.text('#help')).toContain('play or pause');
    await page.keyboard.press('Escape');
    await page.locator('#view:focus').waitFor();
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  });

  test('nothing complained', () => {
    expect(studio.complaints).toEqual([]);
  });

  test('without WebGL the page says so', async () => {
    const blind = await studio.page('#scene=stack', {}, () => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    expect(await blind.text('#message-text')).toMatch(/^The studio cannot draw here: /);
    // three.js has its own word on it.
    expect(studio.complaints.splice(0).every((complaint) => complaint.includes('WebGL'))).toBe(true);
  });
});
