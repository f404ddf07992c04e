// A Chromium that can be run without a screen: the one that is named, one that is installed, or one that Playwright has fetched.

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge', 'msedge'];
const ENDING = process.platform === 'win32' ? '.exe' : '';
const USUAL_PLACES = [
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Drawing by the processor: the same pictures on every machine, and no other hardware is needed. */
export const BROWSER_FLAGS = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];

/**
 * Path of the program, null where there is none; `own` is where Playwright would have put its own, if that is to be tried.
 * @param {string} own
 * @returns {string | null}
 */
export function findBrowser(own = '') {
  const { CHROME_PATH = '', PATH = '' } = process.env;
  const inPath = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, `${name}${ENDING}`)));
  return [CHROME_PATH, ...inPath, ...USUAL_PLACES, own].find((path) => path !== '' && existsSync(path)) ?? null;
}
