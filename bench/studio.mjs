// The studio's page with a thousand moving bodies: what its own code takes of a frame. Stepping is the worker's, drawing the
// browser's; what the page does is take in poses, write matrices and colours, hand them over, and show numbers and plots.
//
// Measured by the page itself, in a browser without a screen: the time in its handlers of messages and of frames, without the
// calls that draw, and with them. Those calls wait for the processor here, which draws in place of a graphics card.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from '../scripts/find-browser.mjs';

const CLI = fileURLToPath(new URL('../dist/cli/drystone.js', import.meta.url));
const SCENE = '#scene=silo&count=1000';
/** Small, since the pixels are the processor's work here and not the page's; as wide as plots need [px]. */
const SIZE = { width: 1120, height: 300 };
/** Frames that are measured, after as many to warm up. */
const FRAMES = 20;
const CASES = {
  'as it opens, plots shown': {},
  'coloured by speed': { colour: 'speed' },
  'with contact graph and contacts': { colour: 'stone', graph: true, contacts: true },
};

/** Rows by name; none where there is no browser or no build. */
export async function measureStudio(say) {
  const executablePath = findBrowser(chromium.executablePath());
  if (executablePath === null) {
    say('no browser was found');
    return [];
  }
  const server = spawn(process.execPath, [CLI, 'studio', '--no-open', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
  try {
    const [line] = await once(server.stdout, 'data');
    const page = await browser.newPage({ viewport: SIZE });
    const address = /http\S+/.exec(String(line));
    if (address === null) throw new Error(`The studio says "${line}", but should say its address.`);
    await page.goto(`${address[0]}${SCENE}`);
    await page.waitForFunction(() => /** @type {any} */ (globalThis).studio?.frame != null);
    const rows = [];
    for (const [name, look] of Object.entries(CASES)) {
      say(`studio, ${name}`);
      rows.push({ name, ...(await page.evaluate(measureFrames, { look, count: FRAMES })) });
    }
    return rows;
  } finally {
    await browser.close();
    server.kill();
  }
}

/** Runs in the page. */
async function measureFrames({ look, count }) {
  const { studio } = /** @type {any} */ (globalThis);
  const frames = async () => {
    const from = studio.work.frames;
    while (studio.work.frames < from + count) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await studio.setLook({ colour: 'stone', graph: false, contacts: false, ...look });
  studio.setPlaying(true);
  await frames();
  const before = { ...studio.work };
  const step = studio.frame.step;
  await frames();
  const after = { ...studio.work };
  const poses = studio.frame.poses;
  studio.setPlaying(false);
  await studio.setLook({ colour: 'activity' });
  const moving = studio.frame.values.filter((activity) => activity === 3).length;
  const drawn = after.frames - before.frames;
  return {
    bodies: poses.length / 7,
    moving,
    steps: studio.frame.step - step,
    own: (after.milliseconds - before.milliseconds) / drawn,
    withDrawing: (after.withDrawing - before.withDrawing) / drawn,
  };
}
