// The package as npm packs it: as others judge it (publint, and "are the types wrong"), and in a folder without anything else, where its command
// line has all it needs.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { temporaryFolder } from '../cli/command.js';
import { provideBrowser } from '../studio/provide-browser.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = temporaryFolder();
const empty = join(folder, 'empty');
const cli = join(folder, 'package/dist/cli/drystone.js');
const browser = provideBrowser();
let tarball: Uint8Array;

beforeAll(() => {
  // What `npm test` has built is packed: to build it again would take it away from other tests.
  const words = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const isWindows = process.platform === 'win32';
  const [{ filename }] = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8', stdio: 'pipe', shell: isWindows }));
  tarball = readFileSync(join(folder, filename));
  execFileSync('tar', ['-xzf', filename], { cwd: folder });
  mkdirSync(empty);
});
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5, retryDelay: 100 }));

describe('the packed package', () => {
  it('has nothing that publint finds fault with', async () => {
    const pkg = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const { buffer, byteOffset, byteLength } = tarball;
    const data = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
    const { messages } = await publint({ pkgDir: 'package', pack: { tarball: data }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('has types that are right for whoever imports it as a module', async () => {
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const result = await checkPackage(createPackageFromTarballData(tarball));
    if (!('problems' in result)) throw new Error('It has no types.');
    expect(Object.keys(result.entrypoints).sort()).toEqual(Object.keys(exports).sort());
    // It is a package of modules alone: neither Node 10 nor require() is what it is made for.
    const isOther = (problem: object) =>
      'resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind as string);
    const left = result.problems.filter((problem) => !isOther(problem));
    expect(left).toEqual([]);
  });

  it('runs a scene', () => {
    const words = [cli, 'run', 'box-stack', '--seconds', '0.1', '--json'];
    const report = JSON.parse(execFileSync(process.execPath, words, { cwd: empty, encoding: 'utf8' }));
    expect(report).toMatchObject({ scene: 'box-stack', steps: 10, drift: { max: 0 } });
  });

  it('has all that its pages link to', () => {
    const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/studio.md'];
    const links = pages.flatMap((page) =>
      [...readFileSync(join(folder, 'package', page), 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
        .filter(([, to]) => !/^https?:/.test(to))
        .map(([, to]) => join('package', dirname(page), to)),
    );
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter((to) => !existsSync(join(folder, to)))).toEqual([]);
  });

  it('serves the studio', async () => {
    const server = spawn(process.execPath, [cli, 'studio', '--port', '0', '--no-open'], { cwd: empty });
    try {
      const [line] = await once(createInterface(server.stdout), 'line');
      const [address] = /http:\S+/.exec(line) as RegExpExecArray;
      const page = await (await fetch(address)).text();
      const [, script] = /src="\.\/(assets\/[^"]+\.js)"/.exec(page) as RegExpExecArray;
      expect((await fetch(new URL(script, address))).status).toBe(200);
    } finally {
      server.kill();
      await once(server, 'exit');
    }
  });

  test.skipIf(browser === null)('takes a picture', () => {
    const env = { ...process.env, CHROME_PATH: browser as string };
    execFileSync(process.execPath, [cli, 'shot', 'box-stack', '--size', '160x100', '-o', 'stack.png'], { cwd: empty, env });
    const picture = readFileSync(join(empty, 'stack.png'));
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([160, 100]);
  });
});
