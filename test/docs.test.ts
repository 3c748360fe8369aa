import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { anchors, inlineCode, linkTargets, shellLines } from './support/repository/markdown.ts';
import { REPOSITORY } from './support/repository/repository.ts';
import { listFiles, readRepositoryFile } from './support/repository/source-files.ts';

const documents = listFiles('.', '.md').map((path) => ({ path, text: readRepositoryFile(path) }));
const { scripts } = JSON.parse(readRepositoryFile('package.json')) as { scripts: Record<string, string> };

describe('the documents', () => {
  it('name only npm scripts that exist', () => {
    const unknown = documents.flatMap(({ path, text }) =>
      npmScripts(text)
        .filter((script) => !Object.hasOwn(scripts, script))
        .map((script) => `${path}: npm run ${script}`),
    );
    expect(unknown).toStrictEqual([]);
  });

  it('are served by npm scripts whose programs exist', () => {
    const programs = Object.values(scripts).flatMap(
      (script) => /^(?:exec )?node (tools\/\S+)/.exec(script)?.[1] ?? [],
    );
    expect(programs.filter((path) => !existsSync(join(REPOSITORY, path)))).toStrictEqual([]);
  });

  it('link only to files and headings that exist', () => {
    const broken = documents.flatMap(({ path, text }) =>
      linkTargets(text)
        .filter((target) => !/^[a-z]+:/.test(target) && !isThere(path, target))
        .map((target) => `${path}: ${target}`),
    );
    expect(broken).toStrictEqual([]);
  });

  it('name only paths that exist, where the architecture is described', () => {
    const paths = ['ARCHITECTURE.md', 'CONTRIBUTING.md'].flatMap((path) =>
      inlineCode(readRepositoryFile(path))
        .filter(isRepositoryPath)
        .filter((named) => !existsSync(join(REPOSITORY, named)))
        .map((named) => `${path}: ${named}`),
    );
    expect(paths).toStrictEqual([]);
  });

  it('have every decision in the index, under its title', () => {
    const index = readRepositoryFile('docs/adr/README.md');
    const lines = listFiles('docs/adr', '.md')
      .filter((path) => /\/\d{4}-/.test(path))
      .map((path) => {
        const [, title = path] = /^# (.+)/.exec(readRepositoryFile(path)) ?? [];
        return `- [${title}](${basename(path)})`;
      });
    expect(lines.filter((line) => !index.includes(line))).toStrictEqual([]);
  });

  it('have a README that fits four screens', () => {
    const lines = readRepositoryFile('README.md').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(180);
    expect(lines.filter((line) => line.length > 120)).toStrictEqual([]);
  });

  it('are the ones that a repository is expected to have', () => {
    const expected = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'LICENSE'];
    expect(expected.filter((path) => !existsSync(join(REPOSITORY, path)))).toStrictEqual([]);
  });
});

/** The scripts that `npm run x`, `npm start` and `npm test` mean, in fences and in running text. */
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

/**
 * A path with a directory of the repository before it, such as `shared/protocol/dispatcher.ts`; patterns and
 * placeholders are none.
 */
function isRepositoryPath(code: string): boolean {
  return /^(?:shared|plugin|rest-sidecar|mod-sdk|test|tools|docs)\/[\w./-]*$/.test(code);
}
