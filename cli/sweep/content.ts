// What a study consists of, as files that are called by the digest of their content: so that a process on this machine or on another one gets
// it once, and knows that it is what was meant.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { InputError, sentenceOf } from '../../src/input/fields.js';
import type { Scene } from '../../src/scene/scene.js';
import { writeWhole } from '../files.js';
import { digestOf } from './row.js';
import { READY_STUDIES } from './studies/index.js';
import type { Study } from './study.js';
import { checkStudy } from './study.js';
import type { ReadyStudy } from './targets.js';
import { builtInOf } from './targets.js';

/** The root of a study: what else there is, it names by digest. */
export interface Pack {
  readonly version: string;
  /** The beginning of the digest of the program that has packed it. */
  readonly build: string;
  /** One of the studies that every program has. */
  readonly ready?: string;
  /** Digest of the text of a module. */
  readonly module?: string;
  /** The study itself, where it is all JSON. */
  readonly study?: Study;
  /** Digest of a scene that was read from a file. */
  readonly scene?: string;
  /** Digests of all there is, but of this. */
  readonly parts: readonly string[];
}

/** Files by digest in a folder. */
export class Content {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  put(text: string): string {
    const digest = digestOf(text);
    if (!this.has(digest)) writeWhole(join(this.folder, digest), new TextEncoder().encode(text));
    return digest;
  }

  has(digest: string): boolean {
    try {
      return digestOf(readFileSync(join(this.folder, digest))) === digest;
    } catch {
      return false;
    }
  }

  get(digest: string): string {
    const text = readFileSync(join(this.folder, digest), 'utf8');
    if (digestOf(text) !== digest) throw new InputError(`The content ${digest} in ${this.folder} is damaged.`);
    return text;
  }
}

/** What a study is made of, before it is packed. */
export interface Source {
  readonly study: Study;
  readonly ready?: string;
  /** The text of the module. */
  readonly module?: string;
  /** The scene of a file. */
  readonly scene?: Scene;
}

/** Puts a study into a folder; returns the digest of its root. */
export function pack({ study, ready, module, scene }: Source, content: Content, version: string, build: string): string {
  const parts: string[] = [];
  const put = (text: string) => {
    const digest = content.put(text);
    if (!parts.includes(digest)) parts.push(digest);
    return digest;
  };
  const root: Pack = {
    version,
    build,
    ...(ready !== undefined && { ready }),
    ...(module !== undefined && { module: put(module) }),
    ...(ready === undefined && module === undefined && { study }),
    ...(scene !== undefined && { scene: packScene(scene, put) }),
    parts,
  };
  return content.put(JSON.stringify(root));
}

const RECORDS = ['meshes', 'surfaces'] as const;

/** Meshes apart from the scene: many scenes have the same. */
function packScene(scene: Scene, put: (text: string) => string): string {
  const apart: Record<string, object> = {};
  for (const record of RECORDS) {
    if (scene[record] === undefined) continue;
    const entries = Object.entries(scene[record]).map(([name, entry]) => [name, { content: put(JSON.stringify(entry)) }]);
    apart[record] = Object.fromEntries(entries);
  }
  return put(JSON.stringify({ ...scene, ...apart }));
}

function unpackScene(digest: string, content: Content): Scene {
  const scene = JSON.parse(content.get(digest)) as Scene;
  const whole: Record<string, object> = {};
  for (const record of RECORDS) {
    if (scene[record] === undefined) continue;
    const entries = Object.entries(scene[record] as unknown as Record<string, { content: string }>);
    whole[record] = Object.fromEntries(entries.map(([name, { content: part }]) => [name, JSON.parse(content.get(part))]));
  }
  return { ...scene, ...whole };
}

export function readPack(root: string, content: Content): Pack {
  return JSON.parse(content.get(root)) as Pack;
}

/** The study of a root, ready to be run. */
export async function unpack(root: string, content: Content): Promise<ReadyStudy> {
  const { ready, module, study, scene } = readPack(root, content);
  const whole =
    ready !== undefined
      ? READY_STUDIES[ready]
      : module !== undefined
        ? await importStudy(content.get(module), 'The module')
        : checkStudy(study);
  return readyOf(whole, scene === undefined ? undefined : unpackScene(scene, content));
}

export function readyOf(study: Study, scene: Scene | undefined): ReadyStudy {
  if (scene !== undefined) return { study, scene };
  return { study, scene: typeof study.scene === 'function' ? study.scene : builtInOf(study.scene as string) };
}

/** What decides about results besides the study's own fields. */
export function sourceOf({ ready, module, scene, study }: Pack): string {
  const name = typeof study?.scene === 'string' ? study.scene : '';
  return JSON.stringify([ready ?? '', module ?? '', scene ?? '', name]);
}

/** Imports of this package in the text of a module, which are to be of the program that runs. */
const OWN_IMPORT = /(\bfrom\s*|\bimport\s*\(?\s*)(['"])drystone((?:\/[\w-]+)?)\2/g;

/**
 * The study that the text of a module exports by default. It is loaded from a place of its own: it is one file, and imports nothing but
 * this package and what Node has.
 */
export async function importStudy(text: string, name: string): Promise<Study> {
  const folder = mkdtempSync(join(tmpdir(), 'drystone-study-'));
  try {
    const file = join(folder, 'study.mjs');
    writeFileSync(
      file,
      text.replace(OWN_IMPORT, (_, before, quote, entry) => `${before}${quote}${ownModule(entry)}${quote}`),
    );
    const { default: study } = (await import(pathToFileURL(file).href)) as { default?: unknown };
    if (study === undefined) throw new InputError('it exports no study by default.');
    return checkStudy(study);
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`${name}: ${error.message}`);
    throw new InputError(`${name}${lineOf(error, join(folder, 'study.mjs'))} cannot be loaded: ${explain(error)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The module of an entry point: beside the command line in the package. */
function ownModule(entry: string): string {
  const path = entry === '' ? '../src/index.js' : entry === '/scenes' ? '../scenes/index.js' : `../src${entry}/index.js`;
  return pathToFileURL(fileURLToPath(new URL(path, import.meta.url))).href;
}

function explain(error: unknown): string {
  const isImport = /^ERR_(MODULE_NOT_FOUND|UNSUPPORTED)/.test(String((error as NodeJS.ErrnoException)?.code));
  const rule = ' A study is one file, and imports nothing but drystone and what Node has: bundle it where it is more.';
  return `${sentenceOf(error).replace(/ imported from .*$/, '.')}${isImport ? rule : ''}`;
}

/** Where it happened in the study, as far as the trace tells; of what is no JavaScript, Node says it when it is asked to check. */
function lineOf(error: unknown, file: string): string {
  const trace =
    error instanceof SyntaxError
      ? spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' }).stderr
      : String((error as Error)?.stack);
  const [, line] = /study\.mjs:(\d+)/.exec(trace) ?? [];
  return line === undefined ? '' : `:${line}`;
}
