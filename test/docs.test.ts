import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { anchors, inlineCode, linkTargets, shellLines } from './support/repository/markdown.ts';
import { REPOSITORY } from './support/repository/repository.ts';
import { listFiles, readRepositoryFile } from './support/repository/source-files.ts';

const documents = listFiles('.', '.md').map((path) => ({ path, text: readRepositoryFile(path) }));
const { scripts } = JSON.parse(readRepositoryFile('package.json')) as { scripts: Record<string, string> };

/** Returns what a check finds in each document, with the path of the document. */
function inDocuments(find: (text: string, path: string) => string[]): string[] {
  return documents.flatMap(({ path, text }) => find(text, path).map((found) => `${path}: ${found}`));
}

describe('the documents', () => {
  it('name only npm scripts that exist', () => {
    const unknown = (text: string) => npmScripts(text).filter((script) => !Object.hasOwn(scripts, script));
    expect(inDocuments(unknown)).toStrictEqual([]);
  });

  it('never let npx look for our command in the npm registry, nor do the texts of the programs', () => {
    const texts = ['admin', 'tools'].flatMap((folder) => listFiles(folder, '.ts', '.tsx', '.mjs', '.html'));
    const sources = texts.map((path) => ({ path, text: readRepositoryFile(path) }));
    const wrong = [...documents, ...sources].filter(({ text }) =>
      /\b(?:npx|npm exec)\s+(?!--offline )[-\s\w]*feature-control/.test(text),
    );
    expect(wrong.map(({ path }) => path)).toStrictEqual([]);
  });

  it('link only to files and headings that exist', () => {
    const broken = (text: string, path: string) =>
      linkTargets(text).filter((target) => !/^[a-z]+:/.test(target) && !isThere(path, target));
    expect(inDocuments(broken)).toStrictEqual([]);
  });

  it('name only paths that exist', () => {
    const missing = (text: string) =>
      inlineCode(text).filter(
        (code) =>
          /^(?:shared|plugin|rest-sidecar|admin|node|mod-sdk|test|tools|docs)\/[\w./-]*\w\.\w+$/.test(code) &&
          !existsSync(join(REPOSITORY, code)),
      );
    expect(inDocuments(missing)).toStrictEqual([]);
  });
});

/** Returns the scripts in `npm run x`, `npm start` and `npm test`, in fences and in running text. */
function npmScripts(markdown: string): string[] {
  const commands = [...shellLines(markdown), ...inlineCode(markdown)];
  return commands.flatMap((command) =>
    [...command.matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    ),
  );
}

function isThere(from: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? from : join(dirname(from), decodeURIComponent(file));
  if (!existsSync(join(REPOSITORY, path))) return false;
  return anchor === undefined || anchors(readRepositoryFile(path)).includes(anchor);
}
