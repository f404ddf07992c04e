// A web server for the files of one folder, reachable only from this machine.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';
import { InputError } from '../src/input/fields.js';
import { reasonOf } from './files.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

export interface Site {
  readonly address: string;
  close(): void;
}

/** Generates the text of a path on request, or null. */
export type Maker = (path: string) => string | null | Promise<string | null>;

interface Serving {
  readonly make?: Maker;
  /** The header Cache-Control; default that browsers revalidate files. */
  readonly caching?: string;
}

/** Serves the folder until it is closed; port 0 takes any free port. */
export async function serveFolder(
  folder: string,
  port = 0,
  { make = () => null, caching = 'no-cache' }: Serving = {},
): Promise<Site> {
  const server = createServer(async ({ url }, response) => {
    const made = await make(url ?? '/');
    if (made !== null) {
      const isPage = made.startsWith('<');
      response
        .writeHead(200, { 'Content-Type': isPage ? TYPES['.html'] : 'application/json', 'Cache-Control': 'no-cache' })
        .end(made);
      return;
    }
    const path = fileOf(folder, url ?? '/');
    if (path === null) {
      response.writeHead(404).end('There is no such file.');
      return;
    }
    response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream', 'Cache-Control': caching });
    createReadStream(path).pipe(response);
  });
  await listen(server, port);
  const { port: chosen } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${chosen}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(new InputError(`--port is ${port}, which cannot be used: ${reasonOf(error)}.`));
    });
    server.listen(port, '127.0.0.1', resolve);
  });
}

/** The file of a URL; null if it is not in the folder. */
function fileOf(folder: string, url: string): string | null {
  let path: string;
  try {
    path = normalize(join(folder, decodeURIComponent(new URL(url, 'http://localhost').pathname)));
  } catch {
    return null;
  }
  if (path.endsWith(sep)) path = join(path, 'index.html');
  return path.startsWith(folder + sep) && existsSync(path) && statSync(path).isFile() ? path : null;
}
