// The built package in pages of a real browser: under a content security policy that forbids to compile, and with the world in a worker.

import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContactTree, World } from '../../src/index.js';
import { torus } from '../mesh/sample-meshes.js';
import { provideBrowser } from '../studio/provide-browser.js';

const executablePath = provideBrowser();

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const SELF_ONLY = { 'Content-Security-Policy': "default-src 'self'" };
const COMPILING = { 'Content-Security-Policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" };
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/** What the pages do, here as well. */
function fill(world: World): World {
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  for (let i = 0; i < 8; i++) {
    world.createBody({ position: [0.3 * (i % 3), 0.6 + 0.9 * i, 0.2 * (i % 2)], shapes: [{ kind: 'box', size: [1, 0.8, 0.9] }] });
  }
  for (let i = 0; i < 40; i++) world.step(1 / 60);
  return world;
}

/** More, which takes a while: as many steps as threads need to meet in. */
function heap(world: World): World {
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  for (let i = 0; i < 300; i++) {
    const position = [0.8 * (i % 6), 0.6 + 0.9 * Math.floor(i / 36), 0.8 * (Math.floor(i / 6) % 6)] as const;
    world.createBody({ position, velocity: [0, -2, 0], shapes: [{ kind: 'box', size: [0.85, 0.8, 0.7] }] });
  }
  for (let i = 0; i < 60; i++) world.step(1 / 60);
  return world;
}

const ring = torus(24, 8);
const RING = { vertices: [...ring.positions], triangles: [...ring.triangles] };

const SCRIPTS: Record<string, string> = {
  '/world.js': `import { World } from '/dist/src/index.js';
    ${fill.toString()}
    const world = fill(new World());
    console.log('result', JSON.stringify({ kernel: world.kernel, hash: world.hash() }));`,
  '/served.js': `import { serveWorld } from '/dist/src/worker/index.js'; serveWorld(self);`,
  '/trees.js': `import { serveTrees } from '/dist/src/worker/index.js'; serveTrees(self);`,
  '/mesh.js': `import { pageTreeCache, World } from '/dist/src/index.js';
    import { TreeWorker } from '/dist/src/worker/index.js';
    const mesh = await (await fetch('/ring.json')).json();
    const builder = new TreeWorker(new Worker('/trees.js', { type: 'module' }));
    const world = new World();
    let shares = 0;
    const { tree } = await world.createMeshAsync('ring', mesh, { builder, cache: pageTreeCache(), onProgress: () => shares++ });
    console.log('result', JSON.stringify({ digest: tree.digest, shares }));`,
  '/ring.json': JSON.stringify(RING),
  '/threads.js': `import { World } from '/dist/src/index.js';
    import { createThreads } from '/dist/src/threads/index.js';
    ${heap.toString()}
    const threads = await createThreads(2);
    const hash = heap(new World({ threads })).hash();
    // On a busy machine the helper may be let in rarely.
    for (let i = 0; i < 20 && threads.count > 1 && threads.helped === 0; i++) heap(new World({ threads }));
    const { count, helped, why } = threads;
    await threads.dispose();
    console.log('result', JSON.stringify({ count, isHelped: helped > 0, why, hash }));`,
  '/remote.js': `import { connectWorld } from '/dist/src/worker/index.js';
    const poses = new URLSearchParams(location.search).get('poses');
    const worker = new Worker('/served.js', { type: 'module' });
    const tell = (result) => console.log('result', JSON.stringify(result));
    async function run() {
      const remote = await connectWorld(worker, { dt: 1 / 60, poses });
      await remote.world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
      await remote.world.createBody({ position: [0, 1, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
      for (let i = 0; i < 20; i++) await remote.step();
      const written = new Float32Array(14);
      const count = remote.writePoses(written);
      return { hash: await remote.world.hash(), count, poses: [...written], isolated: crossOriginIsolated };
    }
    run().then(tell, (error) => tell({ error: String(error) }));`,
};

/** The page at /NAME.html loads the script /NAME.js; what it has as a query says which headers it has. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const policy = searchParams.get('policy') === 'self' ? SELF_ONLY : COMPILING;
  if (pathname.endsWith('.html')) {
    response.writeHead(200, { 'Content-Type': 'text/html', ...policy, ...(searchParams.has('isolated') && ISOLATED) });
    response.end(`<!doctype html><script type="module" src="${pathname.replace('.html', '.js')}"></script>`);
    return;
  }
  const script = SCRIPTS[pathname] ?? (await readFile(DIST + pathname.replace('/dist', '')).catch(() => undefined));
  response.writeHead(script === undefined ? 404 : 200, {
    'Content-Type': 'text/javascript',
    'Cache-Control': 'max-age=600',
    ...COMPILING,
    ...ISOLATED,
  });
  response.end(script);
}

let server: Server | undefined;
let browser: Browser | undefined;
/** Pages share what was loaded. */
let context: BrowserContext;
let address = '';

beforeAll(async () => {
  if (executablePath === null) return;
  server = createServer((request, response) => void answer(request, response));
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, 'localhost', resolve));
  address = `http://localhost:${(listening.address() as AddressInfo).port}`;
  browser = await chromium.launch({ executablePath });
  context = await browser.newContext();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** What a page has told its console: under these policies nobody can evaluate anything in it. */
async function resultOf<T>(path: string): Promise<T> {
  const page = await context.newPage();
  const told = page.waitForEvent('console', { predicate: (message) => message.text().startsWith('result '), timeout: 100_000 });
  await page.goto(address + path);
  const text = (await told).text();
  await page.close();
  return JSON.parse(text.slice('result '.length)) as T;
}

describe.skipIf(executablePath === null)('a page with a content security policy', () => {
  it('without wasm-unsafe-eval falls back, to the hash that Node has without its kernel', async () => {
    const { kernel, hash } = await resultOf<{ kernel: string; hash: string }>('/world.html?policy=self');
    const here = fill(new World({ settings: { kernel: 'reference' } }));
    expect([kernel, hash]).toEqual([here.kernel, here.hash()]);
  });

  it('with wasm-unsafe-eval compiles, to the hash of Node', async () => {
    const { kernel, hash } = await resultOf<{ kernel: string; hash: string }>('/world.html?policy=wasm');
    const here = fill(new World());
    expect([kernel, hash]).toEqual([here.kernel, here.hash()]);
  });
});

describe.skipIf(executablePath === null)('threads of a page', () => {
  it('step a world with the bits of one where it is isolated', async () => {
    const result = await resultOf('/threads.html?policy=wasm&isolated');
    expect(result).toEqual({ count: 2, isHelped: true, hash: heap(new World()).hash() });
  });

  it('are one where it is not', async () => {
    expect(await resultOf('/threads.html?policy=wasm')).toEqual({
      count: 1,
      isHelped: false,
      why: 'Threads share no memory here: a page must be cross-origin isolated for that.',
      hash: heap(new World()).hash(),
    });
  });
});

describe.skipIf(executablePath === null)('a world in a worker of a page', () => {
  it.each([
    ['transfer', '', false],
    ['shared', '&isolated', true],
  ])('hands poses over by %s, the same as here', async (poses, query, isolated) => {
    const here = new World();
    here.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    here.createBody({ position: [0, 1, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    for (let i = 0; i < 20; i++) here.step(1 / 60);
    const written = new Float32Array(14);
    here.writePoses(written);
    expect(await resultOf(`/remote.html?policy=wasm&poses=${poses}${query}`)).toEqual({
      hash: here.hash(),
      count: 2,
      poses: [...written],
      isolated,
    });
  });

  it('refuses shared poses by a sentence where the page is not isolated', async () => {
    const { error } = await resultOf<{ error: string }>('/remote.html?policy=wasm&poses=shared');
    expect(error).toMatch(/shared/);
  });
});

describe.skipIf(executablePath === null)('a mesh whose tree a worker of a page builds', () => {
  it('is that of Node, and is kept by the browser until the next visit', async () => {
    const first = await resultOf<{ digest: string; shares: number }>('/mesh.html');
    expect(first.digest).toBe(ContactTree.build(ring).digest);
    expect(first.shares).toBeGreaterThan(10);
    expect(await resultOf('/mesh.html')).toEqual({ ...first, shares: 0 });
  });
});
