// drystone reproduce: small entries from end to end, an interruption that loses nothing, and the report as a reader gets it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { provideBrowser } from '../studio/provide-browser.js';
import { CLI, drystone, temporaryFolder } from './command.js';
import { openReport } from './open-report.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const ENTRIES = ['contact-graphs-figures-2-9', 'impulsive-suite-figure-3', 'time-warp-figure-2'];
const out = join(folder, 'results');
const words = ['reproduce', ...ENTRIES, '--quick', '--jobs', '1', '--out', out];

/** Finished runs: path, and when it was written. */
function finishedRuns(): Map<string, number> {
  const runs = join(out, 'runs');
  if (!existsSync(runs)) return new Map();
  const files = (readdirSync(runs, { recursive: true }) as string[]).filter((name) => name.endsWith('.json'));
  return new Map(files.map((name) => [name, statSync(join(runs, name)).mtimeMs]));
}

/** Resolves when so many runs are finished. */
async function waitForRuns(count: number): Promise<void> {
  while (finishedRuns().size < count) await new Promise((resolve) => setTimeout(resolve, 20));
}

interface Table {
  columns: string[];
  rows: (string | number | null)[][];
}

/** The rows of a table or figure of an entry, from its JSON file. */
function rowsOf(entry: string, name: string): Table['rows'] {
  return JSON.parse(readFileSync(join(out, 'data', `${entry}.json`), 'utf8')).data[name].rows;
}

/** Rows of a CSV file as RFC 4180 has it. */
function parseCsv(text: string): string[][] {
  const rows = text.split('\r\n');
  expect(rows.pop()).toBe('');
  return rows.map((row) =>
    [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain),
  );
}

describe('a few entries', () => {
  test('killed on the way, go on where they were, and lose and repeat nothing', async () => {
    const first = spawn(process.execPath, [CLI, ...words], { stdio: 'ignore' });
    await waitForRuns(3);
    first.kill('SIGKILL');
    await once(first, 'exit');
    const before = finishedRuns();
    expect(before.size).toBeLessThan(8);

    const { code, stdout, stderr } = drystone(...words);
    expect(code).toBe(0);
    // What takes long, as it does on a machine that is busy, says how far it is, and nothing else.
    expect(stderr).toMatch(/^(?:drystone: [\d.]+ of [\d.]+ \(\d+ %\), \d+ s to go\n)*$/);
    expect(stdout).toBe(`${join(out, 'report.html')}\n`);
    const after = finishedRuns();
    expect(after.size).toBe(8);
    for (const [name, written] of before) expect(after.get(name), name).toBe(written);

    // And once more: nothing is left to do.
    expect(drystone(...words).code).toBe(0);
    expect(finishedRuns()).toEqual(after);
  });

  test('a run that was cut off in the middle of its file is done again, and --fresh does all of an entry again', () => {
    const damaged = join(out, 'runs', `${ENTRIES[0]}.quick`, 'graph.json');
    const whole = JSON.parse(readFileSync(damaged, 'utf8'));
    writeFileSync(damaged, '{"key": "');
    expect(drystone(...words).code).toBe(0);
    expect(JSON.parse(readFileSync(damaged, 'utf8')).result).toEqual(whole.result);

    const before = finishedRuns();
    expect(drystone('reproduce', ENTRIES[0], '--quick', '--fresh', '--out', out).code).toBe(0);
    for (const [name, written] of finishedRuns()) {
      if (name.startsWith(ENTRIES[0])) expect(written, name).toBeGreaterThan(before.get(name) as number);
      else expect(written, name).toBe(before.get(name));
    }
  });

  test('have their numbers in CSV and JSON beside the report, alike', () => {
    const data = join(out, 'data');
    for (const entry of ENTRIES) {
      const whole = JSON.parse(readFileSync(join(data, `${entry}.json`), 'utf8'));
      expect(whole).toMatchObject({
        entry,
        size: 'quick',
        version: expect.any(String),
        machines: [expect.stringContaining('Node')],
      });
      for (const [name, { columns, rows }] of Object.entries<Table>(whole.data)) {
        const [head, ...lines] = parseCsv(readFileSync(join(data, `${entry}.${name}.csv`), 'utf8'));
        expect(lines.length, name).toBeGreaterThan(0);
        expect(head).toEqual(columns);
        expect(lines).toEqual(rows.map((row) => row.map((value) => String(value ?? ''))));
      }
    }
  });

  test('show what the papers say and what is so here', () => {
    expect(rowsOf(ENTRIES[0], 'counts')[0]).toEqual(['contact groups', 4, 4]);
    const toy = rowsOf(ENTRIES[1], 'velocities');
    const velocities = (how: string) =>
      String(toy.find(([balls, name]) => balls === 3 && String(name).startsWith(how))?.[2])
        .split(', ')
        .map(Number);
    expect(velocities('one by one')).toEqual([0, 0, 5]);
    expect(velocities('all at once').filter((velocity) => velocity !== 0)).toHaveLength(3);
    for (const row of toy) expect(row[3]).toBeCloseTo(1, 9);
    const states = rowsOf(ENTRIES[2], 'figure-2');
    expect(new Set(states.map(([body]) => body)).size).toBe(6);
    expect(new Set(states.map((row) => row[2]))).toEqual(new Set(['isolated', 'group']));
  });

  const browser = provideBrowser();
  test.skipIf(browser === null)('make a report that opens without network, light and dark', async () => {
    const running = await chromium.launch({ executablePath: browser as string });
    try {
      const papers: string[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await openReport(running, join(out, 'report.html'), colorScheme);
        expect(await page.locator('article').count()).toBe(ENTRIES.length);
        expect(await page.locator('figure > svg').count()).toBeGreaterThanOrEqual(4);
        for (const svg of await page.locator('figure > svg').all()) expect((await svg.boundingBox())?.height).toBeGreaterThan(50);
        papers.push(String(await page.evaluate('getComputedStyle(document.body).backgroundColor')));
      }
      expect(new Set(papers).size).toBe(2);
    } finally {
      await running.close();
    }
  });
});

test('without a name, the entries are listed', () => {
  const { code, stdout } = drystone('reproduce');
  expect(code).toBe(0);
  for (const name of ENTRIES) expect(stdout).toMatch(new RegExp(`^${name} +\\S`, 'm'));
});

describe('bad input is answered by a sentence, and starts nothing', () => {
  const refused = (...given: string[]) => {
    const { code, stdout, stderr } = drystone('reproduce', ...given);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    return stderr;
  };
  const elsewhere = join(folder, 'elsewhere');

  test('a name that does not exist', () => {
    expect(refused('table-9', '--out', elsewhere)).toMatch(
      /^drystone: NAME is "table-9", but must be one of all, contact-graphs, /,
    );
    expect(existsSync(elsewhere)).toBe(false);
  });

  test.each(['0', '1.5', 'many', '-2', ''])('--jobs %s', (jobs) => {
    expect(refused('all', '--jobs', jobs, '--out', elsewhere)).toMatch(/^drystone: --jobs is .* but must be /);
    expect(existsSync(elsewhere)).toBe(false);
  });

  test('a folder that cannot be written to', () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    expect(refused('all', '--out', file)).toMatch(/^drystone: --out is ".*a-file", which cannot be written to: it is a file\.$/m);
    const locked = join(folder, 'locked');
    mkdirSync(locked);
    chmodSync(locked, 0o500);
    // Whoever may do everything may write there too.
    if (process.getuid?.() !== 0 && process.platform !== 'win32')
      expect(refused('all', '--out', join(locked, 'below'))).toMatch(/cannot be written to: permission is denied\.$/m);
  });
});
