import { expect, it } from '@jest/globals';
import { isSafe, isSafePattern } from 'redos-detector';
import ts from 'typescript';
import { listFiles, readRepositoryFile } from './support/repository/source-files.ts';

/** Where the product is. The validators that are compiled from schemas are in its JavaScript. */
const FOLDERS = ['admin', 'node', 'plugin/src', 'rest-sidecar', 'shared'];
const JAVA_FOLDERS = ['plugin/java', 'mod-sdk'];
/** How many ways of matching one text may be tried at each position, whatever its length. */
const MAX_SCORE = 400;
const LIMITS = { maxScore: MAX_SCORE, maxSteps: 20_000, downgradePattern: true };
/** What repeats a part of a pattern. Without it, the steps at each position are bounded for any text. */
const REPETITION = /[*+{]/;

interface Found {
  readonly path: string;
  readonly source: string;
  readonly isSafe: () => boolean;
}

const sources = FOLDERS.flatMap((folder) => listFiles(folder, '.ts', '.tsx', 'validators.js')).map((path) =>
  ts.createSourceFile(path, readRepositoryFile(path), ts.ScriptTarget.Latest, true),
);

/** All constants of the product that are texts, by name. */
const constants = new Map<string, string>();
for (const file of sources)
  visitAll(file, (node) => {
    if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return;
    const text = textOf(node.initializer);
    if (text !== undefined) constants.set(node.name.getText(), text);
  });

function visitAll(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => {
    visitAll(child, visit);
  });
}

/** Returns the text of an expression, with one letter for each value that is known at run time only. */
function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isIdentifier(node)) return constants.get(node.text);
  if (!ts.isTemplateExpression(node)) return undefined;
  const rest = node.templateSpans.map(
    ({ expression, literal }) => (textOf(expression) ?? 'x') + literal.text,
  );
  return node.head.text + rest.join('');
}

/** Returns all regular expressions, and the texts that become some: arguments, and patterns of schemas. */
function findRegularExpressions(file: ts.SourceFile): readonly Found[] {
  const { fileName: path } = file;
  const found: Found[] = [];
  const addText = (node: ts.Expression): void => {
    const text = textOf(node);
    const source = text ?? node.getText();
    // What is not known is not safe.
    found.push({ path, source, isSafe: () => text !== undefined && isSafeText(text) });
  };
  visitAll(file, (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { text } = node;
      const [pattern, flags] = [text.slice(1, text.lastIndexOf('/')), text.slice(text.lastIndexOf('/') + 1)];
      const regExp = new RegExp(pattern, flags.replace('g', ''));
      found.push({
        path,
        source: text,
        isSafe: () => !REPETITION.test(pattern) || isSafe(regExp, LIMITS).safe,
      });
    }
    const isConstructed = ts.isNewExpression(node) && node.expression.getText() === 'RegExp';
    if (isConstructed && node.arguments?.[0] !== undefined) addText(node.arguments[0]);
    if (!ts.isPropertyAssignment(node) || node.name.getText() !== 'pattern') return;
    // In a description of an error, it is the pattern's own text.
    if (!path.endsWith('validators.js')) addText(node.initializer);
  });
  return found;
}

function isSafeText(pattern: string): boolean {
  return !REPETITION.test(pattern) || isSafePattern(pattern, { ...LIMITS, unicode: true }).safe;
}

/** The methods of Java whose first argument is a pattern. */
const JAVA_CALL = /\b(compile|matches|replaceAll|replaceFirst|split)\(\s*"((?:[^"\\]|\\.)*)"/g;

/** Returns the patterns in calls of a Java file, in the syntax of JavaScript. */
function findInJava(path: string): readonly Found[] {
  return [...readRepositoryFile(path).matchAll(JAVA_CALL)].map(([, method, literal = '']) => {
    const text = (JSON.parse(`"${literal}"`) as string)
      .replace('(?m)', '')
      .replaceAll(/\\p\{(Cc|Cf|Cs|Zl|Zp)\}/g, String.raw`\u200b`);
    return { path, source: text, isSafe: () => isSafeText(method === 'matches' ? `^(?:${text})$` : text) };
  });
}

it('the check finds those that take quadratic and exponential time', () => {
  for (const slow of [/^(?:a+)+$/, /[.:!?]+$/, /<([^>]+)>$/, /[^@\s]+@[^@\s]+\.[^@\s]+/])
    expect({ slow, isSafe: isSafe(slow, LIMITS).safe }).toStrictEqual({ slow, isSafe: false });
});

it.each([
  [
    'TypeScript, also if it is built at run time or compiled from a schema',
    100,
    () => sources.flatMap(findRegularExpressions),
  ],
  ['Java', 8, () => JAVA_FOLDERS.flatMap((folder) => listFiles(folder, '.java')).flatMap(findInJava)],
])('no regular expression in %s takes more than linear time for any text', (_, least, findAll) => {
  const bySource = new Map(findAll().map((found) => [found.source, found]));
  expect(bySource.size).toBeGreaterThan(least);
  const slow = [...bySource.values()].filter((found) => !found.isSafe());
  expect(slow.map(({ path, source }) => `${path}: ${source}`)).toStrictEqual([]);
});
