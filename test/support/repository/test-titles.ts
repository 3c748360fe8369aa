import ts from 'typescript';
import { parseTypeScript } from './source-files.ts';

const TITLED = new Set(['describe', 'it', 'test']);
const NOT_RUN = new Set(['skip', 'todo', 'failing']);

/**
 * Returns the titles of the tests in a file: the texts passed to `describe`, `it` and `test`, and those in
 * the table of an `it.each`, if they are in the same file. Titles of skipped tests and comments do not count.
 */
export function readTestTitles(path: string, text: string): string[] {
  const file = parseTypeScript(path, text);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTitled(node.expression)) {
      titles.push(...textsIn(node.arguments[0], file), ...tableTexts(node.expression, file));
    }
    if (!isSkipped(node)) ts.forEachChild(node, visit);
  };
  visit(file);
  return titles;
}

/**
 * Whether the callee takes a title: true for `it`, `it.each(table)` and `it.concurrent.each(table)`; false
 * for `it.each` itself, whose argument is the table.
 */
function isTitled(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return TITLED.has(callee.text);
  if (ts.isPropertyAccessExpression(callee)) {
    return callee.name.text !== 'each' && !NOT_RUN.has(callee.name.text) && isTitled(callee.expression);
  }
  return eachTable(callee) !== undefined;
}

function isSkipped(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const words = node.expression.getText().split(/[.(]/);
  return (
    TITLED.has(words[0] ?? '') &&
    words.slice(1).some((word) => NOT_RUN.has(word)) &&
    node.arguments.length > 1
  );
}

/** Returns the table of `it.each(table)`, if the expression is one. */
function eachTable(expression: ts.Expression): ts.Expression | undefined {
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression))
    return undefined;
  const { name, expression: owner } = expression.expression;
  const root = owner.getText().split('.')[0] ?? '';
  return name.text === 'each' && TITLED.has(root) ? expression.arguments[0] : undefined;
}

function tableTexts(callee: ts.Expression, file: ts.SourceFile): string[] {
  const table = eachTable(callee);
  if (table === undefined) return [];
  return textsIn(ts.isIdentifier(table) ? declarationOf(table.text, file) : table, file);
}

function declarationOf(name: string, file: ts.SourceFile): ts.Expression | undefined {
  let found: ts.Expression | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === name) found ??= node.initializer;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns every text within an expression; of a template, its constant parts. */
function textsIn(node: ts.Node | undefined, file: ts.SourceFile): string[] {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
  return node.getChildren(file).flatMap((child) => textsIn(child, file));
}
