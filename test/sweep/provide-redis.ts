// A Redis or Valkey for the tests: one that is there, or one that can be installed. Each has a folder and a port of its own, and is ended.

import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { delimiter, join } from 'node:path';

const NAMES = ['redis-server', 'valkey-server'];
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin', '/usr/local/bin'];
const MINUTES = 60_000;

/** Path of the program; null, with a message, where there is none to be had. */
export function provideRedis(): string | null {
  const found = find() ?? (install('redis-server') || install('valkey-server') ? find() : null);
  if (found === null) console.warn('The tests of queues are skipped: there is no Redis or Valkey, and none could be installed.');
  return found;
}

function find(): string | null {
  return FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync) ?? null;
}

/** A key, and a certificate for 127.0.0.1 that it has signed itself, as files of a folder; by OpenSSL, which is there or can be installed. */
export function makeCertificate(folder: string): { key: string; certificate: string } {
  if (!FOLDERS.some((path) => existsSync(join(path, 'openssl')))) install('openssl');
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => join(folder, name));
  const about = ['-subj', '/CN=a queue of the tests', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...about];
  execFileSync('openssl', words, { stdio: 'pipe' });
  return { key, certificate };
}

/** Debian and its relatives. The service that comes with it is not wanted: nobody else's server is to be started. */
function install(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const run = (...words: string[]) => spawnSync('apt-get', words, { stdio: 'ignore', timeout: 5 * MINUTES, env }).status === 0;
  return run('update') && run('install', '-y', '--no-install-recommends', name);
}

/** A server that can be killed and started again on what it has written. */
export class RedisServer {
  readonly port: number;
  readonly #protocol: string;
  readonly #program: string;
  readonly #words: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(program: string, port: number, folder: string, more: readonly string[]) {
    const isSecure = more.includes('--tls-cert-file');
    this.port = port;
    this.#protocol = isSecure ? 'rediss' : 'redis';
    this.#program = program;
    const ports = isSecure ? ['--port', '0', '--tls-port', String(port)] : ['--port', String(port)];
    const own = [...ports, '--dir', folder, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'yes'];
    this.#words = [...own, '--appendfsync', 'everysec', ...more];
  }

  static async start(program: string, folder: string, more: readonly string[] = []): Promise<RedisServer> {
    const server = new RedisServer(program, await freePort(), folder, more);
    await server.start();
    return server;
  }

  get url(): string {
    return `${this.#protocol}://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.#process = spawn(this.#program, this.#words, { stdio: 'ignore' });
    while (!(await answers(this.port))) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async kill(): Promise<void> {
    const running = this.#process;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
