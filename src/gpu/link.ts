// Linking of the source of one kernel: the declarations that its entry point reaches, and the buffers that they use. So
// a kernel binds only buffers that it uses, since devices allow few per kernel.

import { BUFFERS } from './buffers.js';

export interface LinkedKernel {
  readonly code: string;
  /** Names of the buffers it binds, by binding number. */
  readonly buffers: readonly string[];
}

/** Matches the head of a top-level declaration of WGSL, with its name. */
const DECLARATION = /(?:@\w+(?:\([^)]*\))?\s*)*\b(?:fn|struct|const|var(?:<[^>]*>)?)\s+(\w+)/y;
/** Matches a name that is no field: not after a dot and not before a colon. */
const WORD = /(?<![.\w])[A-Za-z_]\w*(?!\w|\s*:)/g;

export function declarationsOf(source: string): Map<string, string> {
  const text = source.replace(/\/\/[^\n]*/g, '');
  const found = new Map<string, string>();
  let at = 0;
  while (true) {
    while (at < text.length && /[\s;]/.test(text[at])) at++;
    if (at >= text.length) return found;
    DECLARATION.lastIndex = at;
    const match = DECLARATION.exec(text);
    if (match === null) throw new Error(`No declaration at ${text.slice(at, at + 60)}.`);
    const end = endOfDeclaration(text, at, match[0].includes('fn ') || match[0].includes('struct '));
    found.set(match[1], text.slice(at, end));
    at = end;
  }
}

function endOfDeclaration(text: string, from: number, hasBody: boolean): number {
  if (!hasBody) return text.indexOf(';', from) + 1;
  let depth = 0;
  for (let i = text.indexOf('{', from); ; i++) {
    if (text[i] === '{') depth++;
    if (text[i] === '}' && --depth === 0) return i + 1;
  }
}

export function link(declarations: ReadonlyMap<string, string>, entry: string): LinkedKernel {
  const reached = new Set<string>();
  const buffers = new Set<string>();
  const open = [entry];
  while (open.length > 0) {
    const name = open.pop() as string;
    if (reached.has(name)) continue;
    reached.add(name);
    for (const word of declarations.get(name)?.match(WORD) ?? []) {
      if (Object.hasOwn(BUFFERS, word)) {
        buffers.add(word);
        for (const type of BUFFERS[word as keyof typeof BUFFERS].match(WORD) ?? []) if (declarations.has(type)) open.push(type);
      } else if (declarations.has(word)) open.push(word);
    }
  }
  for (const type of ['Params', 'Stage']) reached.add(type);
  const body = [...declarations].filter(([name]) => reached.has(name)).map(([, text]) => text);
  const whole = body.join('\n');
  const names = Object.keys(BUFFERS).filter((name) => buffers.has(name));
  const bindings = names.map((name, i) => {
    const element = new RegExp(`atomic\\w+\\(&${name}\\[`).test(whole) ? 'atomic<u32>' : BUFFERS[name as keyof typeof BUFFERS];
    return `@group(0) @binding(${i}) var<storage, read_write> ${name}: array<${element}>;`;
  });
  const uniforms = ['@group(1) @binding(0) var<uniform> params: Params;', '@group(1) @binding(1) var<uniform> stage: Stage;'];
  return { code: [...uniforms, ...bindings, whole].join('\n'), buffers: names };
}
