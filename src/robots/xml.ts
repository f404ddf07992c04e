// Parses XML texts and reads attributes of their elements. Errors are sentences that name the element.

import { InputError, printable, show } from '../input/fields.js';
import type { Vec3 } from '../math/vector.js';
import { parseXmlText } from './libraries.js';

/** Longest text [characters], deepest nesting of elements, and most elements. */
export const MOST_CHARACTERS = 1 << 26;
const MOST_DEPTH = 512;
const MOST_ELEMENTS = 1 << 20;

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Line of its beginning, counted from 1, and its file, if that is an included one. */
  readonly line: number;
  readonly file?: string;
}

/** Parses a text and returns its root element. */
export function parseXml(text: string, file?: string): XmlElement {
  const named = file === undefined ? 'The file' : `The file ${show(file)}`;
  if (typeof text !== 'string') throw new InputError(`${named} is ${show(text)}, but must be a text.`);
  if (text.length > MOST_CHARACTERS)
    throw new InputError(`${named} has ${text.length} characters, but must have at most ${MOST_CHARACTERS}.`);
  const open: { children: XmlElement[] }[] = [{ children: [] }];
  let count = 0;
  parseXmlText(text, {
    begin(name, attributes, line) {
      if (open.length > MOST_DEPTH || ++count > MOST_ELEMENTS)
        throw new InputError(
          `${named} goes too far at line ${line}: at most ${MOST_ELEMENTS} elements, ${MOST_DEPTH} in each other, are read.`,
        );
      const element = { name, attributes, children: [], line, ...(file !== undefined && { file }) };
      open[open.length - 1].children.push(element);
      open.push(element);
    },
    end() {
      open.pop();
    },
    documentType(line) {
      throw new InputError(`${named} has a <!DOCTYPE at line ${line}, but must have none: entities of its own are not expanded.`);
    },
    fault(message) {
      throw new InputError(`${named} is not well-formed XML: line ${sentence(message)}`);
    },
  });
  return open[0].children[0];
}

/** A text of another program as a sentence with a full stop. */
export function sentence(words: string): string {
  return printable(/[.!]$/.test(words) ? words : `${words}.`);
}

/** The name of an element for error texts. */
export function describe({ name, attributes, line, file }: XmlElement): string {
  const own = attributes.name === undefined ? '' : ` name=${show(attributes.name)}`;
  return `<${name}${own}> at line ${line}${file === undefined ? '' : ` of ${show(file)}`}`;
}

/** Throws an InputError whose text begins with the element. */
export function refuseElement(element: XmlElement, rest: string): never {
  throw new InputError(`${describe(element)} ${rest}`);
}

function refuseAttribute(element: XmlElement, attribute: string, allowed: string): never {
  refuseElement(element, `has ${attribute}=${show(element.attributes[attribute])}, but it must be ${allowed}.`);
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The child with a name; undefined if there is none. Refuses several. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  const [first, second] = childrenOf(element, name);
  if (second !== undefined) refuseElement(element, `has more than one <${name}>, but must have at most one.`);
  return first;
}

export function neededChild(element: XmlElement, name: string): XmlElement {
  return childOf(element, name) ?? refuseElement(element, `has no <${name}>, but needs one.`);
}

export function textOf(element: XmlElement, attribute: string): string | undefined {
  return element.attributes[attribute];
}

export function neededText(element: XmlElement, attribute: string): string {
  const text = element.attributes[attribute];
  if (text === undefined || text === '') refuseElement(element, `has no ${attribute}, but needs one.`);
  return text;
}

/** An attribute that must be one of the given words. */
export function wordOf<Word extends string>(element: XmlElement, attribute: string, words: readonly Word[]): Word | undefined {
  const text = element.attributes[attribute];
  if (text === undefined) return undefined;
  return words.find((word) => word === text) ?? refuseAttribute(element, attribute, `one of ${words.map(show).join(', ')}`);
}

/** A flag: "true" or "false"; undefined for "auto" or if absent. */
export function flagOf(element: XmlElement, attribute: string): boolean | undefined {
  const word = wordOf(element, attribute, ['true', 'false', 'auto']);
  return word === undefined || word === 'auto' ? undefined : word === 'true';
}

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;
/** Largest magnitude of numbers, as in the fields of scenes. */
const LARGEST = 1e15;

/** A list of at least `least` and at most `most` numbers. */
export function numbersOf(element: XmlElement, attribute: string, least: number, most = least): number[] | undefined {
  const text = element.attributes[attribute];
  if (text === undefined) return undefined;
  const words = text
    .trim()
    .split(/\s+/)
    .slice(0, most + 1);
  const areNumbers = words.every((word) => NUMBER.test(word));
  const isLarge = areNumbers && words.some((word) => Math.abs(Number(word)) > LARGEST);
  if (!areNumbers || isLarge || words.length < least || words.length > most) {
    const count = least === most ? String(least) : `${least} to ${most}`;
    const allowed = most === 1 ? 'a finite number' : `${count} finite numbers`;
    refuseAttribute(element, attribute, isLarge ? `${allowed} of at most ${LARGEST.toExponential()} in size` : allowed);
  }
  return words.map(Number);
}

export interface Bounds {
  readonly min?: number;
  readonly above?: number;
}

export function numberOf(element: XmlElement, attribute: string, { min, above }: Bounds = {}): number | undefined {
  const value = numbersOf(element, attribute, 1)?.[0];
  if (value === undefined) return undefined;
  if (min !== undefined && value < min) refuseAttribute(element, attribute, `a number of at least ${min}`);
  if (above !== undefined && value <= above) refuseAttribute(element, attribute, `a number above ${above}`);
  return value;
}

export function neededNumber(element: XmlElement, attribute: string, bounds?: Bounds): number {
  return numberOf(element, attribute, bounds) ?? refuseElement(element, `has no ${attribute}, but needs one.`);
}

export function vectorOf(element: XmlElement, attribute: string): Vec3 | undefined {
  return numbersOf(element, attribute, 3) as Vec3 | undefined;
}

/** A direction, normalized: three numbers that are not all 0. */
export function directionOf(element: XmlElement, attribute: string): Vec3 | undefined {
  const vector = vectorOf(element, attribute);
  if (vector === undefined) return undefined;
  const length = Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
  if (!(length > 1e-10)) refuseAttribute(element, attribute, 'a direction, not zero');
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}

/** A list of numbers above 0. */
export function lengthsOf(element: XmlElement, attribute: string, least: number, most = least): number[] | undefined {
  const lengths = numbersOf(element, attribute, least, most);
  if (lengths?.some((length) => length <= 0)) refuseAttribute(element, attribute, 'numbers above 0');
  return lengths;
}
