// Programs of this repository say what they take, and refuse what they do not take by a sentence.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = (program: string, option: string) => spawnSync(process.execPath, [join(root, program), option], { encoding: 'utf8' });

describe.each(['fuzz/run.mjs', 'soak/run.mjs', 'soak/time.mjs', 'bench/run.mjs'])('%s', (program) => {
  it('says by --help what stands at its head', () => {
    const { status, stdout } = run(program, '--help');
    expect(status).toBe(0);
    const [first] = readFileSync(join(root, program), 'utf8').split('\n');
    expect(`// ${stdout.split('\n')[0]}`).toBe(first);
    expect(stdout).not.toContain('import ');
  });

  it('refuses an option that there is not by a sentence', () => {
    const { status, stdout, stderr } = run(program, '--no-such');
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toBe("Unknown option '--no-such'; --help says what there is.\n");
  });
});
