// drystone shot: saves a picture of a scene at a time. The studio's page simulates and draws it in a headless browser,
// with the same state and renderer as on the screen.

import { extname } from 'node:path';
import { CONTROLS } from '../scenes/index.js';
import { findBrowser } from '../scripts/find-browser.mjs';
import { InputError, number, show } from '../src/input/fields.js';
import { Simulation } from '../src/scene/simulation.js';
import { COLOURS, OVERLAYS } from '../studio/src/protocol.js';
import type { SceneFlags } from './arguments.js';
import { chooseScene } from './arguments.js';
import { writeOutput } from './files.js';
import { HeadlessPage } from './headless-page.js';
import { parseNumber } from './numbers.js';
import { showProgress } from './progress.js';
import { chooseMethods } from './run.js';
import { serveFolder } from './serve-folder.js';
import { studioFolder } from './studio.js';

/** Texts of the flags. */
export interface ShotFlags extends SceneFlags {
  at?: string;
  overlay?: string;
  colour?: string;
  size?: string;
  theme?: string;
  output?: string;
  method?: string;
  scheduler?: string;
  solver?: string;
  dt?: string;
}

const THEMES = ['light', 'dark'];
const FORMATS: Readonly<Record<string, 'png' | 'jpeg' | 'webp'>> = { '.png': 'png', '.jpg': 'jpeg', '.webp': 'webp' };
const QUALITY = 82;
/** Number of parts in which the page seeks to the time, for the progress bar. */
const PARTS = 50;
const atField = number('Moment of the picture [s]', { min: 0, max: 1e6 });
const sideField = number('Width or height [px]', { min: 16, max: 8192, integer: true });

export async function shot(word: string, flags: ShotFlags): Promise<void> {
  const picture = choosePicture(flags);
  const at = parseNumber('--at', flags.at ?? '0', atField);
  const { scene, settings, files } = await chooseScene(word, flags);
  files.refuseToOverwrite(picture.file, '--output');
  const choices = { ...chooseMethods(flags), settings };
  // Throws here for what the page would refuse.
  const { dt } = new Simulation(scene, { ...choices, controls: CONTROLS });
  const place = { source: { kind: 'file', path: word, text: JSON.stringify(scene) }, choices };
  const bytes = await withPage(picture, async (page) => {
    await page.evaluate(openScene, { place, overlays: picture.overlays, colour: picture.colour });
    await goTo(page, Math.round(at / dt));
    return takePicture(page, picture.format);
  });
  writeOutput('--output', picture.file, bytes, files);
}

interface Picture {
  readonly file: string;
  readonly format: 'png' | 'jpeg' | 'webp';
  readonly width: number;
  readonly height: number;
  readonly overlays: readonly string[];
  readonly colour: string;
  readonly theme: 'light' | 'dark';
}

function choosePicture({ overlay, colour = 'stone', size = '1280x800', theme = 'light', output }: ShotFlags): Picture {
  if (output === undefined) throw new InputError('--output is missing; it names the picture to write, such as tower.png.');
  const format = FORMATS[extname(output).toLowerCase()];
  if (format === undefined) {
    throw new InputError(`--output is ${show(output)}, but must end in one of ${Object.keys(FORMATS).join(', ')}.`);
  }
  const overlays = overlay === undefined ? [] : overlay.split(',');
  for (const name of overlays) refuseUnless('--overlay', name, Object.keys(OVERLAYS));
  refuseUnless('--colour', colour, Object.keys(COLOURS));
  refuseUnless('--theme', theme, THEMES);
  const sides = /^(\d+)x(\d+)$/.exec(size);
  if (sides === null) throw new InputError(`--size is ${show(size)}, but must be of the form WIDTHxHEIGHT, such as 1280x800.`);
  const [width, height] = sides.slice(1).map((side) => parseNumber('--size', side, sideField));
  return { file: output, format, width, height, overlays, colour, theme: theme as Picture['theme'] };
}

function refuseUnless(flag: string, word: string, allowed: readonly string[]): void {
  if (!allowed.includes(word)) throw new InputError(`${flag} is ${show(word)}, but must be one of ${allowed.join(', ')}.`);
}

/** Opens the studio in a headless browser, and calls `use` with its page. */
async function withPage<T>(picture: Picture, use: (page: HeadlessPage) => Promise<T>): Promise<T> {
  const folder = studioFolder();
  const executable = findBrowser();
  if (executable === null) {
    throw new InputError('shot needs Chromium or Chrome, and none was found: install one, or name it by CHROME_PATH.');
  }
  const site = await serveFolder(folder);
  let page: HeadlessPage | undefined;
  try {
    page = await HeadlessPage.open(executable, picture);
    await page.goTo(`${site.address}#empty`);
    return await use(page);
  } finally {
    await page?.close();
    site.close();
  }
}

/** The interface of the page for control from outside. */
interface PageOfStudio {
  studio: {
    open(place: unknown): Promise<boolean>;
    setLook(look: object): Promise<void>;
    seek(step: number): Promise<void>;
    viewport: { fit(): void };
  };
  document: { documentElement: { dataset: Record<string, string> }; getElementById(id: string): { textContent: string } };
  requestAnimationFrame(then: () => void): void;
}

/** Opens the scene; runs in the page. */
async function openScene(wish: { place: unknown; overlays: readonly string[]; colour: string }): Promise<void> {
  const { studio, document } = globalThis as unknown as PageOfStudio;
  document.documentElement.dataset.bare = '';
  if (!(await studio.open(wish.place))) throw new Error(document.getElementById('message-text').textContent);
  await studio.setLook({ colour: wish.colour, ...Object.fromEntries(wish.overlays.map((name) => [name, true])) });
}

async function goTo(page: HeadlessPage, steps: number): Promise<void> {
  const progress = steps > 0 ? showProgress(steps, '{bar} {percentage}% | {value}/{total} steps | {eta_formatted} to go') : null;
  const part = Math.max(1, Math.ceil(steps / PARTS));
  for (let step = 0; step < steps; ) {
    step = Math.min(steps, step + part);
    await page.evaluate((to) => (globalThis as unknown as PageOfStudio).studio.seek(to), step);
    progress?.update(step);
  }
  progress?.stop();
}

async function takePicture(page: HeadlessPage, format: Picture['format']): Promise<Buffer> {
  await page.evaluate(async () => {
    const { studio, requestAnimationFrame } = globalThis as unknown as PageOfStudio;
    studio.viewport.fit();
    // After three frames, the picture has been drawn and presented.
    for (let i = 0; i < 3; i++) await new Promise<void>((resolve) => requestAnimationFrame(resolve));
  }, undefined);
  return page.takePicture(format, QUALITY);
}
