// Sweeps by a queue: a real Redis, real workers, and kill -9 of everything.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { readAddress } from '../../cli/sweep/address.js';
import { CLI, drystone, drystoneIn, temporaryFolder } from '../cli/command.js';
import { makeCertificate, provideRedis, RedisServer } from './provide-redis.js';
import { rowsOf, shortStudy, waitForRows, writeStudy } from './results.js';

const program = provideRedis();
const folder = temporaryFolder();
const started: ChildProcess[] = [];
const servers: RedisServer[] = [];
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  for (const server of servers) await server.kill();
  rmSync(folder, { recursive: true, maxRetries: 5, retryDelay: 100 });
});

async function startServer(...more: string[]): Promise<RedisServer> {
  const own = join(folder, `redis-${servers.length}`);
  mkdirSync(own);
  const server = await RedisServer.start(program as string, own, more);
  servers.push(server);
  return server;
}

const start = (...words: string[]) => startIn(process.env, ...words);

/** The command line with other variables of the environment, and what it has said so far. */
function startIn(env: NodeJS.ProcessEnv, ...words: string[]): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, [CLI, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
  return { child, said: () => text };
}
const startWorkerIn = (env: NodeJS.ProcessEnv, url: string, ...words: string[]) =>
  startIn(env, 'worker', '--queue', url, '--jobs', '1', '--takeover', '1', ...words);
const startWorker = (url: string, ...words: string[]) => startWorkerIn(process.env, url, ...words);

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe.skipIf(program === null)('a queue', () => {
  it('ends 2000 runs complete, each once, with the hashes of one core, whoever of three workers is killed or comes late', async () => {
    const server = await startServer();
    const file = writeStudy(folder, 'many.json', shortStudy(2000));
    const out = join(folder, 'many');
    const first = [startWorker(server.url), startWorker(server.url)];
    const coordinator = start('sweep', file, '--queue', server.url, '--out', out);
    await waitForRows(out, 200);
    await kill(first[0].child);
    await waitForRows(out, 400);
    const late = startWorker(server.url);
    await kill(first[1].child);
    const [code] = await once(coordinator.child, 'exit');
    expect([code, coordinator.said()]).toEqual([0, expect.stringContaining(join(out, 'report.html'))]);
    const rows = rowsOf(out);
    expect(rows.map(({ run }) => run)).toEqual(Array.from({ length: 2000 }, (_, i) => i));
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['done']));

    const alone = join(folder, 'alone');
    expect(drystone('sweep', file, '--out', alone, '--jobs', '1').code).toBe(0);
    expect(rowsOf(alone).map(({ key, hash }) => [key, hash])).toEqual(rows.map(({ key, hash }) => [key, hash]));

    late.child.kill('SIGINT');
    await once(late.child, 'exit');
    expect(late.child.exitCode).toBe(0);
  });

  it('loses nothing when its server is killed and comes back, and then who has given the study', async () => {
    const server = await startServer();
    const file = writeStudy(folder, 'killed.json', shortStudy(240));
    const out = join(folder, 'killed');
    startWorker(server.url);
    const first = start('sweep', file, '--queue', server.url, '--out', out);
    await waitForRows(out, 30);
    await server.kill();
    await until(() => /is away \(.*\); waiting for it\./.test(first.said()));
    await server.start();
    await waitForRows(out, 100);
    await kill(first.child);
    const before = rowsOf(out);
    const second = drystone('sweep', file, '--queue', server.url, '--out', out);
    expect(second.code).toBe(0);
    const rows = rowsOf(out);
    expect(rows.map(({ run }) => run)).toEqual(Array.from({ length: 240 }, (_, i) => i));
    for (const row of before) expect(rows[row.run]).toEqual(row);
  });

  it('does programs only by workers that allow it, and says who is needed', async () => {
    const server = await startServer();
    const study = `import { boxStack } from 'drystone/scenes';
export default { sweep: 1, name: 'program', scene: ({ count }, { seed }) => boxStack({ seed, count }), seconds: 0.02,
  parameters: { count: [1, 2, 3] }, limits: { seconds: 1 },
  measures: { bodies({ world, parameters: { count } }) { if (count === 2) for (;;); return [...world.bodies()].length; } } };`;
    const file = writeStudy(folder, 'program.mjs', study);
    const out = join(folder, 'program');
    startWorker(server.url);
    const coordinator = start('sweep', file, '--queue', server.url, '--out', out);
    await until(() => coordinator.said().includes(`"drystone worker --queue ${server.url} --allow-modules" does`));
    expect(readdirSync(out)).not.toContain('report.html');
    startWorker(server.url, '--allow-modules');
    await once(coordinator.child, 'exit');
    expect(rowsOf(out).map(({ bodies, status }) => [bodies, status])).toEqual([
      [2, 'done'],
      [undefined, 'timeout'],
      [4, 'done'],
    ]);
  });

  it('of another version is refused, by whoever works for it and whoever gives it work', async () => {
    const server = await startServer();
    const { Redis } = await import('ioredis');
    const redis = new Redis(server.port);
    await redis.set('drystone:program', '0.0.9 abcdef');
    const worker = drystone('worker', '--queue', server.url);
    expect(worker.code).toBe(2);
    expect(worker.stderr).toMatch(
      /^drystone: The queue at redis:\/\/127\.0\.0\.1:\d+ is of drystone 0\.0\.9, and this is \S+: all who share a queue must be the same\.\n$/,
    );
    // Work for others is in it.
    await redis.lpush('drystone:runs:wait', 'theirs');
    const file = writeStudy(folder, 'other.json', shortStudy(3));
    const giver = drystone('sweep', file, '--queue', server.url, '--out', join(folder, 'other'));
    expect([giver.code, giver.stderr]).toEqual([2, expect.stringContaining('is of drystone 0.0.9, and this is')]);
    redis.disconnect();
  });

  it('with a password is worked for by URL or environment, and nothing says what it is', async () => {
    const password = 'very-secret-word';
    const server = await startServer('--requirepass', password);
    const file = writeStudy(folder, 'secret.json', shortStudy(5));
    const out = join(folder, 'secret');
    const refused = drystone('sweep', file, '--queue', server.url, '--out', out);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('it wants another user or password')]);
    const wrong = drystone('worker', '--queue', server.url.replace('//', '//:wrong-word@'));
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('it wants another user or password')]);
    expect(wrong.stderr).not.toContain('wrong-word');
    const worker = startWorker(server.url.replace('//', `//:${password}@`));
    const env = { ...process.env, DRYSTONE_QUEUE: server.url, DRYSTONE_QUEUE_PASSWORD: password };
    const { code, stdout, stderr } = drystoneIn(env, 'sweep', file, '--queue', '--out', out);
    expect(code).toBe(0);
    expect(rowsOf(out)).toHaveLength(5);
    expect(stdout + stderr + worker.said()).not.toContain(password);
    for (const name of readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())) {
      expect(readFileSync(join(name.parentPath, name.name), 'latin1'), name.name).not.toContain(password);
    }
  });

  it('by TLS is worked for where its certificate is known, and refused where it is not', async () => {
    const { key, certificate } = makeCertificate(folder);
    const words = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-auth-clients', 'no'];
    const server = await startServer(...words, '--tls-ca-cert-file', certificate);
    const file = writeStudy(folder, 'tls.json', shortStudy(5));
    const out = join(folder, 'tls');
    const sweep = (env: NodeJS.ProcessEnv, url = server.url) => drystoneIn(env, 'sweep', file, '--queue', url, '--out', out);
    const refused = sweep(process.env);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('its certificate is not trusted')]);
    const known = { ...process.env, DRYSTONE_QUEUE_CA: certificate };
    const elsewhere = sweep(known, server.url.replace('127.0.0.1', 'localhost'));
    expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('its certificate is for another host')]);
    const plain = sweep(known, server.url.replace('rediss', 'redis'));
    expect([plain.code, plain.stderr]).toEqual([2, expect.stringContaining('cannot be reached')]);

    const worker = startWorkerIn(known, server.url);
    const { code, stderr } = sweep(known);
    expect([code, stderr]).toEqual([0, '']);
    expect(rowsOf(out).map(({ status }) => status)).toEqual(Array(5).fill('done'));
    expect(worker.said()).not.toMatch(/warning/i);
  });
});

test('a queue that cannot be reached is a sentence, and what is finished is kept', () => {
  const file = writeStudy(folder, 'nobody.json', shortStudy(3));
  const { code, stdout, stderr } = drystone(
    'sweep',
    file,
    '--queue',
    'redis://user:hidden@127.0.0.1:1',
    '--out',
    join(folder, 'nobody'),
  );
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    /^drystone: The queue at redis:\/\/127\.0\.0\.1:1 cannot be reached: nobody listens there\. What is finished is kept, 0 of 3 runs; the same command goes on\.\n$/,
  );
});

test('addresses have user, password, database and TLS, and are shown without what is secret', () => {
  const { options, shown } = readAddress('rediss://me:p%40ss@queue.example:7000/3', {});
  expect(options).toEqual({
    host: 'queue.example',
    port: 7000,
    db: 3,
    username: 'me',
    password: 'p@ss',
    tls: { servername: 'queue.example' },
  });
  expect(shown).toBe('rediss://queue.example:7000');
  const env = { DRYSTONE_QUEUE: 'redis://host', DRYSTONE_QUEUE_USERNAME: 'u', DRYSTONE_QUEUE_PASSWORD: 'p' };
  expect(readAddress(undefined, env).options).toEqual({ host: 'host', port: 6379, db: 0, username: 'u', password: 'p' });
  expect(() => readAddress(undefined, {})).toThrow(/--queue is missing; it, or DRYSTONE_QUEUE/);
  expect(() => readAddress('redis://host/first', {})).toThrow(/the database "first", but it must be a whole number/);
  expect(() => readAddress('rediss://host', { DRYSTONE_QUEUE_CA: '/no/such' })).toThrow(
    /DRYSTONE_QUEUE_CA is "\/no\/such", which cannot be read/,
  );
});
