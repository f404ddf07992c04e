// drystone scenes: lists the built-in scenes, or writes one as a scene file.

import { writeFileSync } from 'node:fs';
import { SCENES } from '../scenes/index.js';
import { InputError, show } from '../src/input/fields.js';
import { formatScene } from '../src/scene/format-scene.js';
import { chooseScene, parseSeed, reasonOf } from './arguments.js';
import { formatTable } from './table.js';

export interface ScenesFlags {
  output?: string;
  seed?: string;
  set?: readonly string[];
  json?: boolean;
}

export async function scenes(name: string | undefined, flags: ScenesFlags): Promise<void> {
  if (name !== undefined) await writeScene(name, flags);
  else if (flags.output !== undefined) throw new InputError('--output needs the name of the scene to write.');
  else process.stdout.write(`${flags.json ? JSON.stringify(describeScenes()) : formatList()}\n`);
}

async function writeScene(name: string, flags: ScenesFlags): Promise<void> {
  if (!Object.hasOwn(SCENES, name)) {
    throw new InputError(`The scene is ${show(name)}, but must be one of ${Object.keys(SCENES).join(', ')}.`);
  }
  const { scene, settings } = await chooseScene(name, parseSeed(flags.seed), flags.set ?? []);
  const merged = { ...scene.settings, ...settings };
  const text = formatScene(Object.keys(merged).length === 0 ? scene : { ...scene, settings: merged });
  if (flags.output === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(flags.output, text);
  } catch (error) {
    throw new InputError(`--output ${show(flags.output)} cannot be written: ${reasonOf(error)}.`);
  }
}

function describeScenes(): object[] {
  return Object.values(SCENES).map(({ name, description, source, options }) => ({
    name,
    description,
    source,
    options: Object.fromEntries(Object.entries(options).map(([option, field]) => [option, field.schema()])),
  }));
}

function formatList(): string {
  const rows = Object.values(SCENES).flatMap(({ name, description, source, options }) => {
    const choices = Object.keys(options);
    return [
      [name, description],
      ['', `from: ${source}`],
      ...(choices.length === 0 ? [] : [['', `--set: ${choices.join(', ')}`]]),
    ];
  });
  return formatTable(rows);
}
