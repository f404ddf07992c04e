// Every setting has one text, which its doc comment, the page of settings, the command line and the studio show.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { settingTexts } from '../scripts/write-settings.mjs';
import { explainSetting } from '../src/explain-setting.js';
import type { SettingName, Settings } from '../src/settings.js';
import { SETTINGS } from '../src/settings.js';
import { drystone } from './cli/command.js';

/** The settings whose type is another in the table than in setting-types.ts: one, and this file does not compile. */
type Table = typeof SETTINGS;
type ValueOf<K extends keyof Table> = Table[K] extends { default: infer T } ? (T extends number ? number : T) : never;
type Faulty = {
  [K in keyof Table]: K extends keyof Settings ? (ValueOf<K> extends Settings[K] ? never : K) : K;
}[keyof Table];
const FAULTY: Record<Faulty | Exclude<keyof Settings, keyof Table>, never> = {};

const root = fileURLToPath(new URL('..', import.meta.url));
const names = Object.keys(SETTINGS) as SettingName[];

describe('the text of settings', () => {
  it('goes with types that are those of the table', () => expect(FAULTY).toEqual({}));

  it.each(Object.entries(settingTexts({ SETTINGS, explainSetting })))(
    'is that of %s (node scripts/write-settings.mjs)',
    (path, text) => {
      expect(readFileSync(`${root}${path}`, 'utf8')).toBe(text);
    },
  );

  it('is printed by the command line, of all and of one', () => {
    const plain = (text: string) => text.replace(/\s+/g, ' ');
    const all = plain(drystone('settings').stdout);
    const help = plain(drystone('run', '--help').stdout);
    for (const name of names) {
      expect(all).toContain(plain(`${name} ${explainSetting(name)}`));
      expect(help).toContain(plain(`${name} ${explainSetting(name)}`));
    }
    expect(plain(drystone('settings', 'gsp.iterations').stdout)).toBe(`gsp.iterations ${explainSetting('gsp.iterations')} `);
    expect(plain(drystone('settings', 'sleeping').stdout)).toContain(explainSetting('sleeping.steps'));
    expect(JSON.parse(drystone('settings', 'gravity', '--json').stdout)).toEqual([
      { name: 'gravity', unit: 'm/s^2', default: [0, -9.81, 0], text: explainSetting('gravity') },
    ]);
  });

  it('says so where there is no such setting', () => {
    const { code, stderr } = drystone('settings', 'gsp.iteration');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^drystone: NAME is "gsp.iteration", but must be a setting or the first part of some; nearest are .*gsp\.iterations/,
    );
  });
});
