// drystone settings: describes the settings of a world.

import { explainSetting } from '../src/explain-setting.js';
import { InputError, show } from '../src/input/fields.js';
import type { SettingName } from '../src/settings.js';
import { SETTINGS } from '../src/settings.js';
import { print, printJson } from './print.js';

export interface SettingsFlags {
  json?: boolean;
}

const WIDTH = 100;
/** Number of suggestions for an unknown name. */
const OFFERED = 5;

export function settings(name: string | undefined, { json = false }: SettingsFlags): void {
  const chosen = chooseSettings(name);
  if (!json) print(describeSettings(chosen));
  else
    printJson(
      chosen.map((each) => ({
        name: each,
        unit: SETTINGS[each].unit,
        default: SETTINGS[each].default,
        text: explainSetting(each),
      })),
    );
}

/** The setting with a name, those of a group such as gsp, or all. */
function chooseSettings(name: string | undefined): SettingName[] {
  const all = Object.keys(SETTINGS) as SettingName[];
  const chosen = name === undefined ? all : all.filter((each) => each === name || each.startsWith(`${name}.`));
  if (chosen.length > 0) return chosen;
  const nearest = [...all].sort((a, b) => sharedPairs(b, name as string) - sharedPairs(a, name as string)).slice(0, OFFERED);
  throw new InputError(
    `NAME is ${show(name)}, but must be a setting or the first part of some; nearest are ${nearest.join(', ')}.`,
  );
}

/** Similarity of two words: the fraction of pairs of letters that both have (Dice coefficient) [1]. */
function sharedPairs(a: string, b: string): number {
  const pairsOf = (word: string) => new Set(Array.from(word, (_, i) => word.slice(i, i + 2)));
  const [ofA, ofB] = [pairsOf(a), pairsOf(b)];
  return (2 * [...ofA].filter((pair) => ofB.has(pair)).length) / (ofA.size + ofB.size);
}

/** A line with the name of each setting, and its description below. */
export function describeSettings(names: readonly SettingName[] = Object.keys(SETTINGS) as SettingName[]): string {
  return names.map((name) => `${name}\n${wrap(explainSetting(name))}`).join('\n');
}

function wrap(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    if (lines[last].length + 1 + word.length > WIDTH) lines.push(word);
    else lines[last] = lines[last] === '' ? word : `${lines[last]} ${word}`;
  }
  return lines.map((line) => `    ${line}`).join('\n');
}
