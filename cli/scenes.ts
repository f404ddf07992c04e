// drystone scenes: lists the built-in scenes, or writes one as a scene file.

import { SCENES } from '../scenes/index.js';
import { InputError, show } from '../src/input/fields.js';
import { formatScene } from '../src/scene/format-scene.js';
import type { SceneFlags } from './arguments.js';
import { chooseScene } from './arguments.js';
import { writeOutput } from './files.js';
import { print, printJson } from './print.js';
import { formatTable } from './table.js';

export interface ScenesFlags extends SceneFlags {
  output?: string;
  json?: boolean;
}

export async function scenes(name: string | undefined, flags: ScenesFlags): Promise<void> {
  if (name !== undefined) await writeScene(name, flags);
  else if (flags.output !== undefined) throw new InputError('--output needs the name of the scene to write.');
  else if (flags.json) printJson(describeScenes());
  else print(formatList());
}

async function writeScene(name: string, flags: ScenesFlags): Promise<void> {
  if (!Object.hasOwn(SCENES, name)) {
    throw new InputError(`The scene is ${show(name)}, but must be one of ${Object.keys(SCENES).join(', ')}.`);
  }
  const { scene, settings, files } = await chooseScene(name, flags);
  const merged = { ...scene.settings, ...settings };
  const text = formatScene(Object.keys(merged).length === 0 ? scene : { ...scene, settings: merged });
  if (flags.output === undefined) process.stdout.write(text);
  else writeOutput('--output', flags.output, Buffer.from(text), files);
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
