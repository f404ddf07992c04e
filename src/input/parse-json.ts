// Parses JSON texts that users give, and reports faults by line and column, in the same words on every JavaScript
// engine. The engines' own messages differ, most lack the line, and some quote content that must not be repeated.

import { InputError, show } from './fields.js';

/** Parses a JSON text, or throws an InputError that begins with `noun`. With `isQuoted` it quotes the faulty line. */
export function parseJson(text: string, noun: string, isQuoted: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { at, wanted } = findFault(text);
    const { line, column, content } = placeOf(text, at);
    const quote = isQuoted && content !== '' ? `, in ${show(content)}` : '';
    throw new InputError(`${noun} is not valid JSON: ${wanted} must be at line ${line}, column ${column}${quote}.`);
  }
}

/** Number of characters quoted before and behind the fault. */
const BEFORE = 30;
const BEHIND = 20;

/** Line and column of a place, counted from 1, and the text around it. */
function placeOf(text: string, at: number): { line: number; column: number; content: string } {
  const before = text.slice(0, at).split(/\r\n|\r|\n/);
  const start = at - before[before.length - 1].length;
  const rest = /[^\r\n]*/.exec(text.slice(at, at + BEHIND)) as RegExpExecArray;
  const content = `${text.slice(Math.max(start, at - BEFORE), at)}${rest[0]}`;
  return { line: before.length, column: at - start + 1, content: content.trim() };
}

interface Fault {
  /** Index of the first character that is not allowed where it is. */
  readonly at: number;
  /** Description of what is allowed there. */
  readonly wanted: string;
}

const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

type Expected = 'value' | 'first value' | 'first key' | 'key' | 'colon' | 'end';

/** The first fault of a text that is not JSON. */
function findFault(text: string): Fault {
  /** The open brackets, outermost first. */
  const open: ('{' | '[')[] = [];
  let at = skip(SPACE, text, 0);
  let expects: Expected = 'value' as Expected;
  for (;;) {
    const inner = open.at(-1);
    const character = text[at] ?? '';
    const isKey = expects === 'key' || expects === 'first key';
    if (expects === 'end') {
      if (inner === undefined) return { at, wanted: 'the end' };
      const closing = inner === '{' ? '}' : ']';
      if (character === ',') expects = inner === '{' ? 'key' : 'value';
      else if (character === closing) open.pop();
      else return { at, wanted: `a comma or "${closing}"` };
      at++;
    } else if ((expects === 'first key' && character === '}') || (expects === 'first value' && character === ']')) {
      open.pop();
      expects = 'end';
      at++;
    } else if (expects === 'colon') {
      if (character !== ':') return { at, wanted: 'a colon' };
      expects = 'value';
      at++;
    } else if (character === '"') {
      const end = endOfString(text, at);
      if (typeof end !== 'number') return end;
      at = end;
      expects = isKey ? 'colon' : 'end';
    } else if (isKey) {
      return { at, wanted: expects === 'key' ? 'a name in quotes' : 'a name in quotes or "}"' };
    } else if (character === '{' || character === '[') {
      open.push(character);
      expects = character === '{' ? 'first key' : 'first value';
      at++;
    } else {
      const end = Math.max(skip(NUMBER, text, at), skip(WORD, text, at));
      if (end === at) return { at, wanted: 'a value' };
      at = end;
      expects = 'end';
    }
    at = skip(SPACE, text, at);
  }
}

/** The index behind the string that begins at `at`, or its fault. */
function endOfString(text: string, at: number): number | Fault {
  for (let i = at + 1; ; ) {
    const code = text.charCodeAt(i);
    if (Number.isNaN(code) || code < 0x20) return { at: i, wanted: 'the closing quote of a text' };
    if (text[i] === '"') return i + 1;
    const end = text[i] === '\\' ? skip(ESCAPE, text, i) : i + 1;
    if (end === i) return { at: i, wanted: 'an escape that JSON knows' };
    i = end;
  }
}

/** The index behind the match of a sticky pattern at `at`; `at` if it does not match. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
