import ts from 'typescript';
import { readImports } from './imports.ts';
import { listFiles, parseTypeScript, readRepositoryFile } from './source-files.ts';

/** A line that a program logs, or that a document lists. In `text`, `…` stands for variable parts. */
export interface LogLine {
  readonly level: string;
  readonly text: string;
}

/** The adapters of the logger, which only forward messages. */
const ADAPTERS = new Set(['plugin/src/velocity/slf4j-logger.ts', 'node/line-logger.ts']);

const LEVELS = /^(?:info|warn|error)$/;
const LOGGER = /\blogger(?:\(\))?\??$/i;

/**
 * Returns the lines of `info`, `warn` and `error` logged by the modules of a program, starting at its entry
 * point.
 */
export function programLogLines(entryPoint: string): LogLine[] {
  const modules = [...reachableModules(entryPoint)].filter((path) => !ADAPTERS.has(path));
  return modules.flatMap((path) => scriptLogLines(path, readRepositoryFile(path)));
}

/** Returns the lines logged by the Java classes of a folder. */
export function javaLogLines(folder: string): LogLine[] {
  return listFiles(folder, '.java').flatMap((path) => {
    const calls = readRepositoryFile(path).matchAll(
      /\blogger\s*\.(info|warn|error)\(\s*("(?:[^"\\]|\\.)*"(?=[,)]))?/g,
    );
    return [...calls].map(([, level = '', text]) => {
      if (text === undefined) throw new Error(`${path}: a log line that is not a single string`);
      return { level, text: (JSON.parse(text) as string).replaceAll('{}', '…') };
    });
  });
}

/**
 * Returns the lines logged by one module.
 * @throws if a line is neither a string nor a template
 */
export function scriptLogLines(path: string, text: string): LogLine[] {
  const file = parseTypeScript(path, text);
  const lines: LogLine[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      const isLogged = LEVELS.test(name.text) && LOGGER.test(expression.getText(file));
      if (isLogged) lines.push({ level: name.text, text: textOf(node.arguments, path) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lines;
}

/** @param args of the call: the text, and for some errors a cause, which the logger appends */
function textOf([text, cause]: readonly ts.Expression[], path: string): string {
  if (text === undefined) throw new Error(`${path}: a log line without a text`);
  const ending = cause === undefined ? '' : ': …';
  return literal(text, path) + ending;
}

function literal(node: ts.Expression, path: string): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join('');
  if (ts.isBinaryExpression(node)) return literal(node.left, path) + literal(node.right, path);
  throw new Error(`${path}: a log line that is neither a string nor a template: ${node.getText()}`);
}

function reachableModules(entryPoint: string, found = new Set<string>()): Set<string> {
  if (found.has(entryPoint) || !entryPoint.endsWith('.ts')) return found;
  found.add(entryPoint);
  const imports = readImports({ path: entryPoint, text: readRepositoryFile(entryPoint) });
  for (const { specifier, target, typeOnly } of imports)
    if (specifier.startsWith('.') && !typeOnly) reachableModules(target, found);
  return found;
}

/**
 * Returns the log lines in a document: table rows or list items with a level and the line in backticks, such as
 * `- warn `…``.
 */
export function documentedLogLines(markdown: string): LogLine[] {
  const rows = markdown.matchAll(/^(?:\| |- )(info|warn|error) +(?:\| )?`([^`]+)`/gm);
  return [...rows].map(([, level = '', text = '']) => ({ level, text }));
}

/**
 * Whether the code logs a documented line. If the documented line has no constant word, both texts must be
 * equal.
 */
export function isSameLine(documented: LogLine, logged: LogLine): boolean {
  if (documented.level !== logged.level) return false;
  if (!/\p{L}/u.test(logged.text)) return documented.text === logged.text;
  const parts = logged.text.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(documented.text);
}
