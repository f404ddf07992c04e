// docs/step.md follows one contact through a step. The files that it names are counted, so that the walk stays short, and
// ARCHITECTURE.md shows them as a table. Sections of phases that gsp has not, and what a page says of other shapes and methods, are
// left out of the walk.

import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** The walk passes fewer files than this. */
const FILES = 55;

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(root + file, 'utf8');

interface Section {
  readonly phase: string;
  readonly text: string;
  readonly files: readonly string[];
}

/** All but the last bullets of a section, which speak of other ways: those that do not begin as the bullets of every section do. */
function withoutOtherWays(text: string): string {
  const [first, ...bullets] = text.split(/\n(?=- )/);
  return [first, ...bullets.filter((bullet) => /^- (Reads|Writes|Our contact): /.test(bullet))].join('\n');
}

function readWalk(): Section[] {
  const [opening, ...sections] = read('docs/step.md').split(/\n## /);
  const ofAll = sections.map((section) => ({ phase: section.split('`')[1], text: withoutOtherWays(section) }));
  const isOfGsp = ({ text }: { text: string }) => !text.includes('`src/steppers/impulsive/');
  return [{ phase: 'step', text: opening }, ...ofAll.filter(isOfGsp)].map(({ phase, text }) => ({
    phase,
    text,
    files: [...new Set([...text.matchAll(/`(src\/[\w./-]+\.ts)`/g)].map(([, file]) => file))],
  }));
}

/** A folder of src, or one of detection, which has a folder for each of its phases. */
function folderOf(file: string): string {
  const [, folder, below] = file.split('/');
  return folder === 'detection' && !below.endsWith('.ts') ? `${folder}/${below}` : folder;
}

/** The folders that the walk comes back to for new files, after phases in which it saw nothing new there. */
function findReturns(walk: readonly Section[]): string[] {
  const passed = new Set<string>();
  const lastIn = new Map<string, number>();
  const returns = new Set<string>();
  walk.forEach(({ files }, phase) => {
    const fresh = files.filter((file) => !passed.has(file));
    for (const file of fresh) {
      passed.add(file);
      const folder = folderOf(file);
      if (phase - (lastIn.get(folder) ?? phase) > 1) returns.add(folder);
      lastIn.set(folder, phase);
    }
  });
  return [...returns];
}

/** The rows of the table: phase, folder and the files in which the walk is for the first time. */
function rowsOf(walk: readonly Section[]): string[] {
  const passed = new Set<string>();
  const rows: string[] = [];
  for (const { phase, files } of walk) {
    const folders = new Map<string, string[]>();
    for (const file of files) {
      if (passed.has(file)) continue;
      passed.add(file);
      const folder = `${dirname(file)}/`;
      folders.set(folder, [...(folders.get(folder) ?? []), file.slice(folder.length)]);
    }
    for (const [folder, names] of folders) rows.push(`| ${phase} | ${folder} | ${names.join(', ')} |`);
  }
  return rows;
}

describe('the walk of one contact through a step', () => {
  const walk = readWalk();
  const files = [...new Set(walk.flatMap((section) => section.files))];

  it('has the phases of gsp', () => {
    expect(walk.map(({ phase }) => phase)).toEqual([
      'step',
      'scripts',
      'broad-phase',
      'edge-update',
      'coherence',
      'narrow-phase',
      'contact-determination',
      'groups',
      'contact-problem',
      'solve',
      'shock-propagation',
      'correction',
      'integrate',
      'events',
    ]);
  });

  it.each(walk)('names with each function of $phase the file that declares it', ({ text, files: named }) => {
    const sources = named.map(read);
    for (const [, name] of text.matchAll(/`(?:\w+\.)?(\w+)\(\)`/g)) {
      // A function, or a method, which is indented: a call has no body behind it.
      const declaration = new RegExp(`function ${name}[(<]|^  (async )?${name}[(<].*\\{$`, 'm');
      expect(
        sources.some((source) => declaration.test(source)),
        `${name}() is in none of ${named.join(', ')}`,
      ).toBe(true);
    }
  });

  it(`passes fewer than ${FILES} files, as many as ARCHITECTURE.md says`, () => {
    expect(files.length).toBeLessThan(FILES);
    expect(read('ARCHITECTURE.md')).toContain(`By \`gsp\` the walk passes ${files.length} files`);
  });

  it('comes back to no folder that it has left', () => {
    // The opening names the tables that the contact lives in, and the frame that all phases are in.
    const [, ...phases] = walk;
    expect(findReturns(phases)).toEqual([]);
  });

  it('is shown by the table of ARCHITECTURE.md', () => {
    const [, section] = read('ARCHITECTURE.md').split('\n## The walk\n');
    const rows = section.split('\n## ')[0].match(/^\| [\w`].*`src\/.*$/gm) ?? [];
    expect(rows.map((row) => row.replaceAll('`', '').replaceAll(/ +/g, ' '))).toEqual(rowsOf(walk));
  });
});
