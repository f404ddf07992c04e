// drystone studio: serves the studio and opens it where there is a browser to open.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SCENES } from '../scenes/index.js';
import { InputError, number } from '../src/input/fields.js';
import { parseNumber, readScene, refuseUnknownScene } from './arguments.js';
import { ReadFiles } from './files.js';
import type { Maker } from './serve-folder.js';
import { serveFolder } from './serve-folder.js';
import { DEFAULT_PORT } from './studio-port.js';

export interface StudioFlags {
  port?: string;
  open: boolean;
  runs?: string;
  allowOutside?: boolean;
}

const portField = number('Port of the web server; 0 takes any that is free [1]', { min: 0, max: 65535, integer: true });

/** `word` is the scene that it opens with: a built-in one or a file; without one it opens with its own. */
export async function studio(word: string | undefined, { port, open, runs, allowOutside = false }: StudioFlags): Promise<void> {
  const chosen = parseNumber('--port', port ?? DEFAULT_PORT, portField);
  const folder = studioFolder();
  const { hash, makeFile } = await chooseOpening(word, allowOutside);
  const makeRun = runs === undefined ? () => null : await serveRuns(runs);
  const make: Maker = async (path) => (await makeFile(path)) ?? makeRun(path);
  const site = await serveFolder(folder, chosen, { make }).catch((error: unknown) => {
    // A port that nobody asked for may be anyone's; links to runs are to one.
    if (port === undefined && runs === undefined) return serveFolder(folder, 0, { make });
    throw error;
  });
  process.stdout.write(`Drystone Studio is at ${site.address}${hash} (Ctrl+C ends it).\n`);
  if (runs !== undefined) process.stdout.write(`The report of the sweep is at ${site.address}report.html.\n`);
  if (open) openBrowser(site.address + hash);
}

interface Opening {
  /** The end of the address. */
  readonly hash: string;
  readonly makeFile: Maker;
}

/** A file is read whenever the page asks for it: who has changed it sees the change once the page is loaded again. */
async function chooseOpening(word: string | undefined, allowOutside: boolean): Promise<Opening> {
  if (word === undefined || Object.hasOwn(SCENES, word)) {
    return { hash: word === undefined ? '' : `#scene=${word}`, makeFile: () => null };
  }
  refuseUnknownScene(word);
  const read = async () => JSON.stringify(await readScene(word, new ReadFiles(allowOutside)));
  await read();
  const name = encodeURIComponent(basename(word));
  const answer = async () => {
    try {
      return { text: await read() };
    } catch (error) {
      return { refused: (error as Error).message };
    }
  };
  return {
    hash: `#file=${name}`,
    makeFile: async (path) => (path === `/files/${name}.json` ? JSON.stringify(await answer()) : null),
  };
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
