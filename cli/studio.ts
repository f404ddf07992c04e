// drystone studio: serves the studio and opens it where there is a browser to open.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { InputError, number } from '../src/input/fields.js';
import { parseNumber } from './arguments.js';
import type { Maker } from './serve-folder.js';
import { serveFolder } from './serve-folder.js';
import { DEFAULT_PORT } from './studio-port.js';

export interface StudioFlags {
  port?: string;
  open: boolean;
  runs?: string;
}

const portField = number('Port of the web server; 0 takes any that is free [1]', { min: 0, max: 65535, integer: true });

export async function studio({ port, open, runs }: StudioFlags): Promise<void> {
  const chosen = parseNumber('--port', port ?? DEFAULT_PORT, portField);
  const folder = studioFolder();
  const make = runs === undefined ? () => null : await serveRuns(runs);
  const site = await serveFolder(folder, chosen, { make }).catch((error: unknown) => {
    // A port that nobody asked for may be anyone's; links to runs are to one.
    if (port === undefined && runs === undefined) return serveFolder(folder);
    throw error;
  });
  process.stdout.write(`Drystone Studio is at ${site.address} (Ctrl+C ends it).\n`);
  if (runs !== undefined) process.stdout.write(`The report of the sweep is at ${site.address}report.html.\n`);
  if (open) openBrowser(site.address);
}

/** What the studio asks of the runs of a sweep. */
async function serveRuns(word: string): Promise<Maker> {
  const { makerOfRuns } = await import('./sweep/serve-runs.js');
  return makerOfRuns(word);
}

/** Where the studio has been built: in the published package it has, in a clone it may be missing. */
export function studioFolder(): string {
  const folder = fileURLToPath(new URL('../../studio/dist', import.meta.url));
  if (existsSync(`${folder}/index.html`)) return folder;
  throw new InputError('The studio has not been built: in a clone of the repository, "npm run studio:build" makes it.');
}

/** Nothing where there is no screen, and no matter if it fails: the address has been printed. */
function openBrowser(address: string): void {
  const { platform, env } = process;
  const hasScreen =
    platform === 'darwin' || platform === 'win32' || env.DISPLAY !== undefined || env.WAYLAND_DISPLAY !== undefined;
  if (!hasScreen) return;
  const [program, ...words] = platform === 'darwin' ? ['open'] : platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  spawn(program, [...words, address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
