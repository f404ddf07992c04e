// From a word of the command line to a study that can be run: a ready one by its name, a JSON file, or a module.

import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { InputError, sentenceOf, show } from '../../src/input/fields.js';
import { parseJson } from '../../src/input/parse-json.js';
import { findDuplicateKey } from '../../src/scene/duplicate-keys.js';
import { placeOf, readScene } from '../arguments.js';
import { folderOf, ReadFiles } from '../files.js';
import { importStudy, readyOf, type Source } from './content.js';
import { simulationOf } from './do-run.js';
import { checkMeasures, Measures } from './measures.js';
import { Plan } from './plan.js';
import { READY_STUDIES } from './studies/index.js';
import { checkStudy } from './study.js';
import type { ReadyStudy } from './targets.js';
import { checkTargets, setUp } from './targets.js';

/** Most that the text of a study may be long [bytes]. */
const MOST_STUDY_BYTES = 1 << 24;
const MODULES = ['.mjs', '.js'];

export interface LoadedStudy {
  readonly source: Source;
  readonly ready: ReadyStudy;
  readonly plan: Plan;
  /** What its results are called after. */
  readonly stem: string;
}

export async function loadStudy(word: string, isAnywhere: boolean): Promise<LoadedStudy> {
  if (Object.hasOwn(READY_STUDIES, word)) return finish({ study: READY_STUDIES[word], ready: word }, word);
  if (!existsSync(word)) {
    const names = Object.keys(READY_STUDIES).join(', ');
    throw new InputError(`FILE is ${show(word)}, but must be the path of a study or one of ${names}.`);
  }
  const files = new ReadFiles(isAnywhere);
  const text = readText(word, files);
  const isModule = MODULES.includes(extname(word).toLowerCase());
  const stem = basename(word, extname(word));
  if (isModule) {
    const study = await importStudy(text, word);
    return withName(word, async () => finish(await withScene({ study, module: text }, word, files), stem));
  }
  return withPlace(text, word, async () => finish(await withScene({ study: parseStudy(text) }, word, files), stem));
}

function readText(path: string, files: ReadFiles): string {
  try {
    const text = new TextDecoder().decode(files.read(path, MOST_STUDY_BYTES));
    // Some editors put a byte order mark first.
    return text.startsWith('\uFEFF') ? text.slice(1) : text;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`The study ${show(path)} cannot be read: ${error.message}`);
  }
}

function parseStudy(text: string) {
  const value = parseJson(text, 'The study', true);
  const twice = findDuplicateKey(text);
  if (twice !== null) throw new InputError(`${twice} is given twice, but must be given once.`);
  return checkStudy(value);
}

/** What is wrong, with the line and column of the field that it names. */
async function withPlace<T>(text: string, path: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${placeOf(text, path, error.message)}: ${error.message}`);
  }
}

async function withName<T>(path: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${path}: ${error.message}`);
  }
}

/** Reads the scene of a study, if it is a file beside it. */
async function withScene(source: Source, path: string, files: ReadFiles): Promise<Source> {
  const { scene } = source.study;
  if (typeof scene !== 'object') return source;
  let place: string;
  try {
    place = files.within(folderOf(path), scene.file);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`scene.file is ${show(scene.file)}, which cannot be read: ${error.message}`);
  }
  return { ...source, scene: await readScene(place, files) };
}

function finish(source: Source, stem: string): LoadedStudy {
  const ready = readyOf(source.study, source.scene);
  checkTargets(ready);
  checkMeasures(source.study);
  const plan = new Plan(source.study);
  tryOut(ready, plan);
  return { source, ready, plan, stem };
}

/** Refuses what no run could do: the first, the last and the one between are set up. What only some refuse is for their rows. */
function tryOut(ready: ReadyStudy, plan: Plan): void {
  const sentences = new Set<string | null>();
  for (const run of new Set([0, Math.floor(plan.total / 2), plan.total - 1])) {
    const planned = plan.at(run);
    try {
      const setup = setUp(ready, planned);
      const simulation = simulationOf(setup);
      const { parameters, seed } = planned;
      new Measures(ready.study, { world: simulation.world, simulation, scene: setup.scene, parameters, seed });
      sentences.add(null);
    } catch (error) {
      sentences.add(error instanceof InputError ? error.message : `scene threw: ${sentenceOf(error)}`);
    }
  }
  const [sentence] = sentences;
  if (sentences.size === 1 && sentence !== null) throw new InputError(sentence);
}
