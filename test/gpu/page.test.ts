// The world on the GPU in pages of a real browser: one with WebGPU by SwiftShader, and one without, which says so and runs.

import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provideBrowser } from '../studio/provide-browser.js';

const executablePath = provideBrowser();
const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const PAGE = `<!doctype html><script type="module">
  import { createGpuWorld } from '/dist/src/gpu/index.js';
  async function run() {
    const box = (i) => ({ position: [0, 0.5 + i, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    const ground = { kind: 'fixed', shapes: [{ kind: 'half-space' }] };
    const world = await createGpuWorld({ scene: { drystone: 1, name: 'page', bodies: [ground, box(0), box(1), box(2)] } });
    await world.steps(20, 0.01);
    const { ids, values } = await world.poses();
    return { place: world.place, reason: world.reason, hash: await world.hash(), heights: ids.map((_, i) => values[7 * i + 1]) };
  }
  run().then(
    (result) => console.log('result', JSON.stringify(result)),
    (error) => console.log('result', JSON.stringify({ error: String(error) })),
  );
</script>`;

let server: Server;
let browser: Browser;
let port = 0;

describe.skipIf(executablePath === null)('a page', () => {
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname;
      const script = path === '/' ? PAGE : await readFile(DIST + path.replace('/dist', '')).catch(() => undefined);
      response.writeHead(script === undefined ? 404 : 200, { 'Content-Type': path === '/' ? 'text/html' : 'text/javascript' });
      response.end(script);
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    port = (server.address() as AddressInfo).port;
    const args = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--host-resolver-rules=MAP plain.test localhost'];
    browser = await chromium.launch({ executablePath: executablePath as string, args });
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  /** What the page of a host says. */
  async function resultOf(host: string): Promise<{ place: string; reason: string; hash: string; heights: number[] }> {
    const page = await browser.newPage();
    const told = page.waitForEvent('console', { predicate: (message) => message.text().startsWith('result'), timeout: 110_000 });
    await page.goto(`http://${host}:${port}/`);
    const text = (await told).text();
    await page.close();
    return JSON.parse(text.slice('result '.length));
  }
  const asStacked = (heights: readonly number[]) => {
    [0, 0.5, 1.5, 2.5].forEach((height, i) => {
      expect(heights[i]).toBeCloseTo(height, 4);
    });
  };

  it('with WebGPU steps on the device', async () => {
    const { place, reason, hash, heights } = await resultOf('localhost');
    expect([place, reason]).toEqual(['gpu', 'The world runs on the GPU.']);
    expect(hash).toMatch(/^gpu-/);
    asStacked(heights);
  });

  it('without WebGPU, as pages that are not of a secure origin, says so and runs', async () => {
    const { place, reason, hash, heights } = await resultOf('plain.test');
    expect([place, reason]).toEqual([
      'cpu',
      'There is no WebGPU here: navigator.gpu is missing. The world runs on the processor.',
    ]);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    asStacked(heights);
  });
});
