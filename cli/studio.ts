// drystone studio: serves the studio, and opens it in a browser if there is a screen.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SCENES } from '../scenes/index.js';
import { InputError, number } from '../src/input/fields.js';
import { readScene, refuseUnknownScene } from './arguments.js';
import { ReadFiles } from './files.js';
import { parseNumber } from './numbers.js';
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

/**
 * Serves the studio. `word` is the scene to open, a built-in one or a file; without it the studio's first scene opens.
 */
export async function studio(word: string | undefined, { port, open, runs, allowOutside = false }: StudioFlags): Promise<void> {
  const chosen = parseNumber('--port', port ?? DEFAULT_PORT, portField);
  const folder = studioFolder();
  const { hash, makeFile } = await chooseOpening(word, allowOutside);
  const makeRun = runs === undefined ? () => null : await serveRuns(runs);
  const make: Maker = async (path) => (await makeFile(path)) ?? makeRun(path);
  const site = await serveFolder(folder, chosen, { make }).catch((error: unknown) => {
    // If the default port is taken, any other will do; but links to runs refer to the default port.
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

/** Chooses the first scene. A file is read on each request, so that reloading the page shows its changes. */
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

/** Serves the runs of a sweep to the studio. */
async function serveRuns(word: string): Promise<Maker> {
  const { makerOfRuns } = await import('./sweep/serve-runs.js');
  return makerOfRuns(word);
}

/** The folder of the built studio, which a clone of the repository may not have; throws if it is missing. */
export function studioFolder(): string {
  const folder = fileURLToPath(new URL('../../studio/dist', import.meta.url));
  if (existsSync(`${folder}/index.html`)) return folder;
  throw new InputError('The studio has not been built: in a clone of the repository, "npm run studio:build" makes it.');
}

/** Opens a browser if there is a screen. Failures are ignored, since the address has been printed. */
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
