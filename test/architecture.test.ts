import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { RULES } from './support/repository/architecture-rules.ts';
import { findCycles } from './support/repository/imports.ts';
import type { SourceText } from './support/repository/imports.ts';
import { listFiles, readRepositoryFile } from './support/repository/source-files.ts';

/** The formatter wraps code, but neither comments nor texts. */
const MAX_COLUMNS = 110;
const ROOTS = ['shared', 'plugin', 'rest-sidecar', 'admin', 'node', 'mod-sdk', 'test', 'tools'];
const SCRIPT_ENDINGS = ['.ts', '.tsx', '.mts', '.mjs', '.cjs'];

const read = (path: string): SourceText => ({ path, text: readRepositoryFile(path) });
const scripts = ROOTS.flatMap((root) => listFiles(root, ...SCRIPT_ENDINGS)).map(read);
const sources = [...scripts, ...ROOTS.flatMap((root) => listFiles(root, '.java', '.gradle')).map(read)];

describe.each(RULES)('$title', ({ binds, violations, broken }) => {
  it('in every file', () => {
    expect(scripts.filter(({ path }) => binds(path)).flatMap(violations)).toStrictEqual([]);
  });

  it.each(broken)('or the rule fails: $text', (file) => {
    expect(binds(file.path)).toBe(true);
    expect(violations(file)).not.toStrictEqual([]);
  });
});

describe('files', () => {
  it('import one another without cycles', () => {
    // Java's types, which plugin/types declares, know one another as they like.
    const own = scripts.filter(({ path }) => !path.startsWith('plugin/types/'));
    expect(findCycles(own)).toStrictEqual([]);
  });

  it('import one another without cycles, or the rule fails', () => {
    const files = [
      { path: 'shared/a.ts', text: "import { b } from './x/b.ts';" },
      { path: 'shared/x/b.ts', text: "import type { A } from '../a.ts';" },
    ];
    expect(findCycles(files)).toStrictEqual(['shared/a.ts → shared/x/b.ts → shared/a.ts']);
  });

  it(`have comments of at most ${MAX_COLUMNS} columns`, () => {
    const isComment = (line: string): boolean => /^ *(?:\/?\*+[ /]|\/\/)|^[^'"`]*[;,{}()] \/\/ /.test(line);
    const isTooLong = (line: string): boolean =>
      line.length > MAX_COLUMNS && !line.includes('://') && isComment(line);
    const long = scripts.map(({ path, text }) => ({ path, lines: text.split('\n').filter(isTooLong) }));
    expect(long.filter(({ lines }) => lines.length > 0)).toStrictEqual([]);
  });

  it('have names in kebab-case', () => {
    const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z]+)+$/;
    const fixtures = listFiles('test/fixtures', '.json').filter((path) => !path.endsWith('.schema.json'));
    const paths = [...scripts.map(({ path }) => path), ...fixtures];
    expect(paths.filter((path) => !kebabCase.test(basename(path)))).toStrictEqual([]);
  });

  it('leave nothing for later and switch no check off', () => {
    // Put together here, so that this file does not find itself.
    const words = [
      ['TO', 'DO'],
      ['FIX', 'ME'],
      ['eslint', '-disable'],
      ['@ts', '-ignore'],
      ['@ts', '-nocheck'],
      ['oxlint', '-disable'],
      ['prettier', '-ignore'],
      ['oxfmt', '-ignore'],
    ];
    const forbidden = new RegExp(words.map((parts) => parts.join('')).join('|'));
    expect(sources.filter(({ text }) => forbidden.test(text)).map(({ path }) => path)).toStrictEqual([]);
  });
});

describe('the TypeScript projects', () => {
  it.each(['shared', 'plugin'])(
    '%s sees no types of Node, so that what only Node has does not compile',
    (project) => {
      const { compilerOptions } = JSON.parse(readRepositoryFile('tsconfig.json')) as {
        compilerOptions: { types: string[]; strict: boolean };
      };
      const own = JSON.parse(readRepositoryFile(`${project}/tsconfig.json`)) as {
        compilerOptions: { types?: string[] };
      };
      expect(compilerOptions).toMatchObject({ types: [], strict: true });
      expect(own.compilerOptions.types ?? []).toStrictEqual([]);
    },
  );
});
