import { expect, it } from '@jest/globals';
import { isSafe, isSafePattern } from 'redos-detector';
import ts from 'typescript';
import { listFiles, readRepositoryFile } from './support/repository/source-files.ts';

/** Where the product is. */
const FOLDERS = ['admin', 'node', 'plugin/src', 'rest-sidecar', 'shared'];
/** How many ways of matching one text may be tried at each position, whatever its length. */
const MAX_SCORE = 400;
const LIMITS = { maxScore: MAX_SCORE, maxSteps: 20_000, downgradePattern: true };

interface Found {
  readonly path: string;
  readonly source: string;
  readonly isSafe: () => boolean;
}

/** Returns all regular expressions, and the texts that become some: patterns of schemas, and constants. */
function findRegularExpressions(path: string): readonly Found[] {
  const file = ts.createSourceFile(path, readRepositoryFile(path), ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { text } = node;
      const [pattern, flags] = [text.slice(1, text.lastIndexOf('/')), text.slice(text.lastIndexOf('/') + 1)];
      found.push({
        path,
        source: text,
        isSafe: () => isSafe(new RegExp(pattern, flags.replace('g', '')), LIMITS).safe,
      });
    }
    const isPattern =
      (ts.isPropertyAssignment(node) && node.name.getText() === 'pattern') ||
      (ts.isVariableDeclaration(node) && node.name.getText().endsWith('PATTERN'));
    if (isPattern && node.initializer !== undefined && ts.isStringLiteral(node.initializer)) {
      const { text } = node.initializer;
      found.push({
        path,
        source: text,
        isSafe: () => isSafePattern(text, { ...LIMITS, unicode: true }).safe,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

it('the check finds those that take quadratic and exponential time', () => {
  for (const slow of [/^(?:a+)+$/, /[.:!?]+$/, /<([^>]+)>$/, /[^@\s]+@[^@\s]+\.[^@\s]+/])
    expect({ slow, isSafe: isSafe(slow, LIMITS).safe }).toStrictEqual({ slow, isSafe: false });
});

it('no regular expression of the product takes more than linear time for any text', () => {
  const all = FOLDERS.flatMap((folder) => listFiles(folder, '.ts', '.tsx')).flatMap(findRegularExpressions);
  expect(all.length).toBeGreaterThan(100);
  // Without a quantifier, the number of ways does not depend on the text.
  const repeating = all.filter(({ source }) => /[*+{]/.test(source));
  const bySource = new Map(repeating.map((found) => [found.source, found]));
  const slow = [...bySource.values()].filter((found) => !found.isSafe());
  expect(slow.map(({ path, source }) => `${path}: ${source}`)).toStrictEqual([]);
});
