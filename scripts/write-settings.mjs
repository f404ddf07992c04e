// Writes what is made from the table of settings: src/setting-types.ts, whose doc comments editors show, and docs/settings.md.
//
//   npm run build && node scripts/write-settings.mjs
//
// test/settings-text.test.ts holds both to the table.

import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Longest line of a doc comment or a page. */
const WIDTH = 116;

/**
 * The two texts, by the path of their files.
 * @param {{ SETTINGS: Record<string, any>, explainSetting: (name: any) => string }} library
 * @returns {Record<string, string>}
 */
export function settingTexts({ SETTINGS, explainSetting }) {
  const names = Object.keys(SETTINGS);
  return {
    'src/setting-types.ts': typesOf(names, SETTINGS, explainSetting),
    'docs/settings.md': pageOf(names, explainSetting),
  };
}

function typesOf(names, settings, explain) {
  const lines = [
    '// Made by scripts/write-settings.mjs from the table of settings.ts: the type and the text of each setting.',
    '',
    "import type { Vec3 } from './math/vector.js';",
    '',
    '/** All settings of a world. */',
    'export interface Settings {',
  ];
  for (const name of names) {
    lines.push('  /**', ...wrap(explain(name), WIDTH - 5).map((line) => `   * ${line}`), '   */');
    lines.push(`  ${/^\w+$/.test(name) ? name : `'${name}'`}: ${typeOf(settings[name])};`);
  }
  return `${lines.join('\n')}\n}\n`;
}

/** The type of the values of a setting, as TypeScript writes it. */
function typeOf({ default: value, field }) {
  const { enum: names, anyOf } = field.schema();
  if (Array.isArray(names)) return names.map((name) => `'${name}'`).join(' | ');
  if (Array.isArray(anyOf)) return `number | '${anyOf[0].const}'`;
  if (!Array.isArray(value)) return 'number';
  return value.length === 3 ? 'Readonly<Vec3>' : 'readonly (readonly number[])[]';
}

function pageOf(names, explain) {
  const lines = [
    '# All settings',
    '',
    ...wrap(
      "What a world may be told about how it works, with the defaults. `new World({ settings: { 'gsp.iterations': 50 } })` gives one, `world.set('gsp.iterations', 50)` changes it from the next step on, `settings` of a scene file and `--set gsp.iterations=50` do so there. The same texts are in editors, in the studio, and in `drystone settings`. Most worlds need none of them: [stacking.md](stacking.md) says which ones are worth knowing.",
      WIDTH,
    ),
  ];
  let group = '';
  for (const name of names) {
    const [prefix] = name.includes('.') ? name.split('.') : ['world'];
    if (prefix !== group) lines.push('', `## ${prefix}`);
    group = prefix;
    const [first, ...rest] = wrap(`- **\`${name}\`** ${explain(name)}`, WIDTH);
    lines.push(...(lines.at(-1)?.startsWith('## ') ? [''] : []), first, ...rest.map((line) => `  ${line}`));
  }
  return `${lines.join('\n')}\n`;
}

/** Lines of at most so many characters. */
function wrap(text, width) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    const longer = lines[last] === '' ? word : `${lines[last]} ${word}`;
    if (longer.length <= width || lines[last] === '') lines[last] = longer;
    else lines.push(word);
  }
  return lines;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { SETTINGS } = await import(pathToFileURL(`${root}dist/src/settings.js`).href);
  const { explainSetting } = await import(pathToFileURL(`${root}dist/src/explain-setting.js`).href);
  for (const [path, text] of Object.entries(settingTexts({ SETTINGS, explainSetting }))) writeFileSync(`${root}${path}`, text);
}
