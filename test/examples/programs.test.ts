// The examples that are programs of Node, run as their first lines say: they print what they are there to show.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeServer } from '../../examples/server.mjs';

const pathOf = (name: string) => fileURLToPath(new URL(`../../examples/${name}.mjs`, import.meta.url));
const run = (name: string) =>
  execFileSync(process.execPath, [pathOf(name)], { encoding: 'utf8' })
    .trim()
    .split('\n');
/** The numbers of a line. */
const numbersOf = (line: string) => [...line.matchAll(/-?\d+(?:\.\d+)?/g)].map(([text]) => Number(text));

describe('examples', () => {
  it('worker: boxes come to rest in another thread', () => {
    expect(run('worker').at(-1)).toBe('after 3 s the boxes are at 0.50, 1.50, 2.50, 3.50, 4.50 m');
  });

  it('robot-arm: the tip comes to its target', () => {
    const [, off] = numbersOf(run('robot-arm').at(-1) as string);
    expect(off).toBeLessThan(20);
  });

  it('mesh-pile: the heap comes to rest', () => {
    const lines = run('mesh-pile');
    const energies = lines.map((line) => numbersOf(line)[1]);
    expect(energies.at(-1)).toBeLessThan(energies[0] / 1000);
  });

  it('own-method: the ball falls as fast as its weight and the drag say', () => {
    const [ball, box] = run('own-method');
    const [found, expected] = numbersOf(ball);
    expect(Math.abs(found / expected - 1)).toBeLessThan(0.01);
    expect(numbersOf(box)).toEqual([0]);
  });

  it('own-solver: is asked in every step', () => {
    expect(numbersOf(run('own-solver')[0])[0]).toBeGreaterThan(100);
  });

  it('sweep: a box stays up to the angle of its friction', () => {
    const lines = run('sweep');
    expect(lines.length).toBe(8);
    for (const line of lines) {
      const [, steepest, exact] = numbersOf(line);
      expect(steepest).toBeGreaterThan(exact - 1);
      expect(steepest).toBeLessThan(exact + 0.1); // beyond that it slides by more than a millimetre
    }
  });

  it('server: streams poses, and pushes when it is asked to', async () => {
    const server = makeServer().listen(0);
    try {
      await once(server, 'listening');
      const address = `http://localhost:${(server.address() as AddressInfo).port}`;
      const stream = (await fetch(`${address}/poses`)).body as ReadableStream<Uint8Array>;
      const reader = stream.getReader();
      const read = async () =>
        JSON.parse(
          new TextDecoder()
            .decode((await reader.read()).value)
            .trim()
            .split('\n')[0],
        );
      expect((await read()).p.length).toBe(35);
      expect(await (await fetch(`${address}/push`)).text()).toBe('pushed\n');
      let top = 0;
      for (let i = 0; i < 100 && top < 4.6; i++) top = (await read()).p[29];
      expect(top).toBeGreaterThan(4.6);
      await reader.cancel();
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
