// Makes AssemblyScript of what TypeScript compiles as well (src/kernels/shared/, and the geometry that build.mjs lists). Such
// sources name the modules that they import by their JavaScript, import types as such, and say `m[at + MASS]` for a
// number of a record. AssemblyScript would add, shift and add again for each such access: here the constants of an index
// become the immediate offset of the load or store, so that all accesses to a record share one address.
//
// AssemblyScript takes no objects apart: `const { u, v } = work` becomes a constant for each. A class of numbers, of arrays
// of fixed length and of other such classes becomes one block of memory, in which all of that lies one behind the other.

import ts from 'typescript';

/** The types of arrays, and what they hold: its type, and the logarithm of its size [bytes]. */
const ARRAYS = new Map([
  ['Numbers', { type: 'f64', shift: 3 }],
  ['Integers', { type: 'i32', shift: 2 }],
]);
const CONSTANT = /^[A-Z][A-Z_]*$/;
/** Assignments, and the operation that each does before. */
/** @type {Map<ts.SyntaxKind, ts.BinaryOperator | null>} */
const ASSIGNMENTS = new Map([
  [ts.SyntaxKind.EqualsToken, null],
  [ts.SyntaxKind.PlusEqualsToken, ts.SyntaxKind.PlusToken],
  [ts.SyntaxKind.MinusEqualsToken, ts.SyntaxKind.MinusToken],
  [ts.SyntaxKind.AsteriskEqualsToken, ts.SyntaxKind.AsteriskToken],
  [ts.SyntaxKind.SlashEqualsToken, ts.SyntaxKind.SlashToken],
]);

const { factory } = ts;

/**
 * Where `isInlined`, functions that a module keeps to itself are inlined, and so are those of six numbers and of a single
 * link, by their names: each call would else store what it is given.
 * @param {string} text
 * @param {boolean} isInlined
 */
export function sharedToAssembly(text, isInlined) {
  const source = ts.createSourceFile('shared.ts', text, ts.ScriptTarget.Latest, true);
  const { transformed } = ts.transform(source, [(context) => (file) => rewrite(file, context)]);
  const printed = ts.createPrinter().printFile(transformed[0]);
  const assembly = printed
    .replaceAll('import type {', 'import {')
    .replaceAll(/\.js(?=['"];)/g, '')
    .replaceAll(/^(?:export )?class /gm, '@unmanaged $&');
  return isInlined ? assembly.replaceAll(/^function |^export function \w+(?:Six|OfLink)\b/gm, '@inline $&') : assembly;
}

/**
 * @param {ts.SourceFile} file
 * @param {ts.TransformationContext} context
 */
function rewrite(file, context) {
  /** @type {(node: ts.Node) => ts.Node} */
  const visit = (node) => {
    if (ts.isClassDeclaration(node)) return layOut(node);
    if (ts.isVariableDeclarationList(node)) node = takeApart(node);
    if (ts.isImportSpecifier(node)) return factory.updateImportSpecifier(node, false, node.propertyName, node.name);
    if (ts.isBinaryExpression(node) && ASSIGNMENTS.has(node.operatorToken.kind)) {
      const place = placeOf(node.left, visit);
      if (place !== undefined) return store(place, node, /** @type {ts.Expression} */ (visit(node.right)));
    }
    const place = placeOf(node, visit);
    return place === undefined ? ts.visitEachChild(node, visit, context) : load(place);
  };
  return /** @type {ts.SourceFile} */ (ts.visitNode(file, visit));
}

/**
 * The same declarations, with one for each name that an object is taken apart into.
 * @param {ts.VariableDeclarationList} list
 */
function takeApart(list) {
  const declarations = list.declarations.flatMap((declaration) => {
    const { name, initializer } = declaration;
    if (!ts.isObjectBindingPattern(name) || initializer === undefined) return [declaration];
    return name.elements.map((element) => {
      const { text } = /** @type {ts.Identifier} */ (element.propertyName ?? element.name);
      const value = factory.createPropertyAccessExpression(initializer, text);
      return factory.createVariableDeclaration(element.name, undefined, undefined, value);
    });
  });
  return factory.createVariableDeclarationList(declarations, list.flags);
}

/**
 * A class as one block of memory: its numbers, then its arrays and the classes within it, each from a multiple of eight bytes on. What
 * its numbers begin with in TypeScript is not said: the memory of a workspace is zero, and nobody relies on more.
 * @param {ts.ClassDeclaration} declaration
 */
function layOut(declaration) {
  const name = /** @type {ts.Identifier} */ (declaration.name).text;
  const numbers = [];
  const blocks = [];
  let end = `((offsetof<${name}>() + 7) & ~7)`;
  for (const member of declaration.members) {
    if (!ts.isPropertyDeclaration(member)) throw new Error(`A class that both compilers compile has fields alone: ${name}`);
    const field = member.name.getText();
    const value = member.initializer;
    const type = member.type?.getText() ?? (value !== undefined && ts.isNewExpression(value) ? value.expression.getText() : '');
    if (value === undefined || !ts.isNewExpression(value)) {
      numbers.push(`${field}: ${type};`);
      continue;
    }
    const array = ARRAYS.get(type);
    blocks.push(`@inline get ${field}(): ${type} { return changetype<${type}>(changetype<usize>(this) + <usize>(${end})); }`);
    const length = value.arguments?.[0]?.getText();
    end += array === undefined ? ` + ${type}.bytes()` : ` + ((((${length}) << ${array.shift}) + 7) & ~7)`;
  }
  const bytes = `@inline static bytes(): i32 { return <i32>(${end}); }`;
  const exported = declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ? 'export ' : '';
  return factory.createIdentifier(`${exported}class ${name} {\n${[...numbers, ...blocks, bytes].join('\n')}\n}`);
}

/**
 * What an access to an array of numbers says: who they are, and where; undefined if it is none.
 * @param {ts.Node} node
 * @param {(node: ts.Node) => ts.Node} visit
 */
function placeOf(node, visit) {
  if (!ts.isElementAccessExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
  const array = arrayNamed(node.expression);
  if (array === undefined) return undefined;
  /** @type {{ constants: ts.Expression[], others: ts.Expression[] }} */
  const terms = { constants: [], others: [] };
  sortTerms(node.argumentExpression, terms);
  const others = terms.others.map((term) => /** @type {ts.Expression} */ (visit(term)));
  return { array, name: node.expression, constants: terms.constants, others };
}

/**
 * What a parameter holds, by its declared type.
 * @param {ts.Identifier} identifier
 */
function arrayNamed(identifier) {
  for (let node = identifier.parent; node !== undefined; node = node.parent) {
    if (!ts.isFunctionDeclaration(node)) continue;
    const parameter = node.parameters.find(({ name }) => ts.isIdentifier(name) && name.text === identifier.text);
    return parameter?.type === undefined ? undefined : ARRAYS.get(parameter.type.getText());
  }
  return undefined;
}

/**
 * @param {ts.Expression} index
 * @param {{ constants: ts.Expression[], others: ts.Expression[] }} terms
 */
function sortTerms(index, terms) {
  if (ts.isBinaryExpression(index) && index.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    sortTerms(index.left, terms);
    sortTerms(index.right, terms);
  } else if (ts.isNumericLiteral(index) || (ts.isIdentifier(index) && CONSTANT.test(index.text))) terms.constants.push(index);
  else terms.others.push(index);
}

/** @param {ts.Expression[]} terms */
function sum(terms) {
  if (terms.length === 0) return factory.createNumericLiteral(0);
  return terms.reduce((a, b) => factory.createBinaryExpression(a, ts.SyntaxKind.PlusToken, b));
}

/**
 * The address and the offset of a place [bytes].
 * @param {NonNullable<ReturnType<typeof placeOf>>} place
 */
function addressOf({ array, name, constants, others }) {
  const bytes = (/** @type {ts.Expression} */ numbers) =>
    factory.createBinaryExpression(
      factory.createParenthesizedExpression(numbers),
      ts.SyntaxKind.LessThanLessThanToken,
      factory.createNumericLiteral(array.shift),
    );
  const usize = factory.createTypeReferenceNode('usize');
  const base = factory.createCallExpression(factory.createIdentifier('changetype'), [usize], [name]);
  const index = factory.createTypeAssertion(usize, factory.createParenthesizedExpression(sum(others)));
  const address = factory.createBinaryExpression(
    base,
    ts.SyntaxKind.PlusToken,
    factory.createParenthesizedExpression(bytes(index)),
  );
  return [address, bytes(sum(constants))];
}

/** @param {NonNullable<ReturnType<typeof placeOf>>} place */
function load(place) {
  const type = factory.createTypeReferenceNode(place.array.type);
  return factory.createCallExpression(factory.createIdentifier('load'), [type], addressOf(place));
}

/**
 * @param {NonNullable<ReturnType<typeof placeOf>>} place
 * @param {ts.BinaryExpression} assignment
 * @param {ts.Expression} right
 */
function store(place, assignment, right) {
  if (!ts.isExpressionStatement(assignment.parent))
    throw new Error(`An assignment within another: ${assignment.parent.getText()}`);
  const operation = ASSIGNMENTS.get(assignment.operatorToken.kind);
  const whole = factory.createParenthesizedExpression(right);
  const value = operation == null ? right : factory.createBinaryExpression(load(place), operation, whole);
  const [address, offset] = addressOf(place);
  const type = factory.createTypeReferenceNode(place.array.type);
  return factory.createCallExpression(factory.createIdentifier('store'), [type], [address, value, offset]);
}
