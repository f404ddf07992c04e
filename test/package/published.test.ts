// The package as others judge it: publint, and "are the types wrong".

import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../cli/command.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = temporaryFolder();
let tarball: Uint8Array;

beforeAll(() => {
  const words = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const isWindows = process.platform === 'win32';
  const [{ filename }] = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8', stdio: 'pipe', shell: isWindows }));
  tarball = readFileSync(join(folder, filename));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the packed package', () => {
  it('has nothing that publint finds fault with', async () => {
    const pkg = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const { buffer, byteOffset, byteLength } = tarball;
    const data = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
    const { messages } = await publint({ pkgDir: 'package', pack: { tarball: data }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('has types that are right for whoever imports it as a module', async () => {
    // All are declared alike: three stand for them, since each takes seconds.
    const entrypoints = ['.', './react', './worker'];
    const result = await checkPackage(createPackageFromTarballData(tarball), { entrypoints });
    if (!('problems' in result)) throw new Error('It has no types.');
    // It is a package of modules alone: neither Node 10 nor require() is what it is made for.
    const isOther = (problem: object) =>
      'resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind as string);
    const left = result.problems.filter((problem) => !isOther(problem));
    expect(left).toEqual([]);
  });
});
