import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { Redactor } from '../../admin/cli/dump/redactor.ts';
import { listFiles, readRepositoryFile } from '../support/repository/source-files.ts';

/** The programs whose log lines are in heartbeats, and so in a dump. */
const FOLDERS = ['admin/cli', 'admin/server', 'node', 'plugin/src', 'rest-sidecar/src', 'shared'];

/** Returns the texts between the values of a string or a template. */
function textsOf(node: ts.Node): readonly string[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (!ts.isTemplateExpression(node)) return [];
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
}

/** Returns the texts of sentences: those of `doctor`, and what is logged as a warning or an error. */
function sentencesIn(path: string): readonly string[] {
  const file = ts.createSourceFile(path, readRepositoryFile(path), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node, isShown: boolean): void => {
    const isLogged =
      ts.isCallExpression(node) && /\blogger\??\.(?:warn|error)$/.test(node.expression.getText());
    const text = textsOf(node).join(' … ');
    if (isShown && text.includes(' ')) found.push(text);
    ts.forEachChild(node, (child) => {
      visit(child, isShown || isLogged);
    });
  };
  visit(file, path.startsWith('admin/cli/doctor/'));
  return found;
}

it('a dump shows all words of what doctor finds, and of the warnings of the programs', () => {
  const sentences = FOLDERS.flatMap((folder) => listFiles(folder, '.ts')).flatMap(sentencesIn);
  expect(sentences.length).toBeGreaterThan(100);
  const words = sentences.flatMap(
    (sentence) => sentence.toLowerCase().match(/(?<![^\s(])[a-z]{2,}(?=[\s,.:)]|$)/g) ?? [],
  );
  const redactor = new Redactor([]);
  const hidden = [...new Set(words)].filter((word) => redactor.text(word) !== word);
  expect(hidden).toStrictEqual([]);
});

it('a dump shows no word of the examples in the documentation', () => {
  for (const word of ['alex', 'skyblock', 'survival', 'my-mod', 'example.org', 'hunter2'])
    expect(new Redactor([]).text(word)).toBe('<private 1>');
});
