// A browser for the tests: one that is there, or one that can be installed.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../scripts/find-browser.mjs';

const MINUTES = 60_000;

/** Path of the program; null, with a message, where there is none to be had. */
export function provideBrowser(): string | null {
  const find = () => findBrowser(chromium.executablePath());
  const found = find() ?? (installByApt() ? find() : null) ?? (installByPlaywright() ? find() : null);
  if (found === null) console.warn('The tests of the studio are skipped: there is no Chromium, and none could be installed.');
  return found;
}

/** Debian and its relatives, with all that the browser needs. */
function installByApt(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  return run('apt-get', 'update') && run('apt-get', 'install', '-y', '--no-install-recommends', 'chromium');
}

/** Anywhere else; what the browser needs of the system must be there. */
function installByPlaywright(): boolean {
  const cli = createRequire(import.meta.url).resolve('playwright-core/cli.js');
  return run(process.execPath, cli, 'install', 'chromium') && run(chromium.executablePath(), '--version');
}

function run(program: string, ...words: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, words, { stdio: 'ignore', timeout: 5 * MINUTES, env }).status === 0;
}
