// JSON from outside: what is wrong with a text is said by line and column, in the same words wherever it is read. Engines say it each in its own
// way, most without a line, and may quote what should not be repeated.

import { InputError, show } from './fields.js';

/** The value of a JSON text, or an InputError that begins with `noun`; `isQuoted` allows the line that is wrong to be repeated. */
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

/** Characters of a line that are shown before and behind what is wrong with it. */
const BEFORE = 30;
const BEHIND = 20;

/** Lines and columns count from 1; of the line, what is around the place. */
function placeOf(text: string, at: number): { line: number; column: number; content: string } {
  const before = text.slice(0, at).split(/\r\n|\r|\n/);
  const start = at - before[before.length - 1].length;
  const rest = /[^\r\n]*/.exec(text.slice(at, at + BEHIND)) as RegExpExecArray;
  const content = `${text.slice(Math.max(start, at - BEFORE), at)}${rest[0]}`;
  return { line: before.length, column: at - start + 1, content: content.trim() };
}

interface Fault {
  /** The place of the first character that cannot be where it is. */
  readonly at: number;
  /** What might be there. */
  readonly wanted: string;
}

const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

type Expected = 'value' | 'first value' | 'first key' | 'key' | 'colon' | 'end';

/** Where a text that is not JSON ceases to be. */
function findFault(text: string): Fault {
  /** The brackets that are open, outermost first. */
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

/** The place behind a string that begins at `at`, or what is wrong with it. */
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

/** The place behind what the pattern finds at `at`, which is `at` where it finds nothing. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
