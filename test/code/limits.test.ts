// What CONTRIBUTING.md says of all sources: how long files and functions may be, and that no module keeps state. Lines are counted as
// editors do, with comments and blank ones.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const LONGEST_FILE = 450;
const LONGEST_FUNCTION = 70;

/** Hot loops are written out: the compiled kernel, and those of TypeScript. */
const isKernel = (file: string) => file.includes('/kernels/');
/** What AssemblyScript has at the top of a module is state of an instance of the kernel, which belongs to one world. */
const isAssembly = (file: string) => file.startsWith('src/kernels/assembly/');
/** Modules that remember what is a function of given content alone: that decides the cost, and nothing else. */
const REMEMBERING: readonly string[] = [
  'src/detection/contact-graph/edge-kinds.ts',
  'src/detection/contact-trees/shortest-way.ts',
  'src/world/graph-view.ts',
  'src/distance-field/cached-tree.ts',
  'src/kernels/kernel.ts',
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.ts'))
  .sort();
const sources = files.map((name) => ts.createSourceFile(name, readFileSync(root + name, 'utf8'), ts.ScriptTarget.Latest, true));

function lineOf(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}

function longFunctionsOf(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const lines = lineOf(source, node.end) - lineOf(source, node.getStart(source)) + 1;
      if (lines > LONGEST_FUNCTION) found.push(`${source.fileName} ${node.name?.getText(source) ?? 'without a name'}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function variablesOf({ statements }: ts.SourceFile): ts.VariableStatement[] {
  return statements.filter((statement) => ts.isVariableStatement(statement));
}

function hasVariable(source: ts.SourceFile): boolean {
  return variablesOf(source).some(({ declarationList }) => (declarationList.flags & ts.NodeFlags.Const) === 0);
}

/** Whether the module makes anything but tables of given numbers: what is made at the top of a module is there to be written to. */
function hasScratch(source: ts.SourceFile): boolean {
  return variablesOf(source).some(({ declarationList }) =>
    declarationList.declarations.some(({ initializer }) => initializer !== undefined && makesScratch(initializer)),
  );
}

function makesScratch(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  if (ts.isNewExpression(node)) {
    const isTable = /^(Float32|Float64|Int32|Uint8|Uint32)Array$|^Set$|^Map$/.test(node.expression.getText());
    const [given] = node.arguments ?? [];
    if (!isTable || given === undefined || !/[[.]/.test(given.getText())) return true;
  }
  return ts.forEachChild(node, (child) => makesScratch(child) || undefined) ?? false;
}

describe('sources', () => {
  it(`have at most ${LONGEST_FILE} lines a file`, () => {
    const long = sources.filter((source) => lineOf(source, source.end) - 1 > LONGEST_FILE);
    expect(long.map(({ fileName }) => fileName)).toEqual([]);
  });

  it(`have at most ${LONGEST_FUNCTION} lines a function, but in kernels`, () => {
    expect(sources.filter(({ fileName }) => !isKernel(fileName)).flatMap(longFunctionsOf)).toEqual([]);
  });

  const namesOf = (those: ts.SourceFile[]) => those.map(({ fileName }) => fileName).filter((name) => !isAssembly(name));

  it('have no variables at the top of a module, which all worlds would share', () => {
    expect(namesOf(sources.filter(hasVariable))).toEqual([]);
  });

  it('have no scratch at the top of a module, which all worlds would share', () => {
    const found = namesOf(sources.filter(hasScratch));
    expect(found.filter((name) => !REMEMBERING.includes(name))).toEqual([]);
    expect(found).toEqual(expect.arrayContaining([...REMEMBERING]));
  });
});
