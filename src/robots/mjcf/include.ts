// Replaces each <include file="..."/> by the content of the file.

import { InputError, show } from '../../input/fields.js';
import type { RobotOptions } from '../robot.js';
import { bytesOf } from '../robot-meshes.js';
import type { XmlElement } from '../xml.js';
import { neededText, parseXml, refuseElement } from '../xml.js';

/** Browsers and Node both have this class. It is declared here so that the library needs no DOM types. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

/** Most files that are included. */
const MOST_FILES = 256;

/** Returns the element with all files in place. A file may be included only once, so that none includes itself. */
export async function includeFiles(root: XmlElement, options: RobotOptions, seen = new Set<string>()): Promise<XmlElement> {
  const children: XmlElement[] = [];
  for (const child of root.children) {
    if (child.name !== 'include') children.push(await includeFiles(child, options, seen));
    else children.push(...(await readIncluded(child, options, seen)));
  }
  return { ...root, children };
}

async function readIncluded(element: XmlElement, options: RobotOptions, seen: Set<string>): Promise<readonly XmlElement[]> {
  const file = neededText(element, 'file');
  if (seen.has(file)) refuseElement(element, `includes ${show(file)} again, but a file is included once.`);
  if (seen.size === MOST_FILES) refuseElement(element, `is one too many: at most ${MOST_FILES} files are included.`);
  seen.add(file);
  if (options.resolve === undefined)
    refuseElement(element, `names the file ${show(file)}, but options.resolve, which would read it, is not given.`);
  const text = new TextDecoder().decode(await bytesOf(options.resolve, file, element));
  const root = parseXml(text, file);
  if (root === undefined) throw new InputError(`The file ${show(file)} is empty.`);
  return (await includeFiles(root, options, seen)).children;
}
