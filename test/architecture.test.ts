import { builtinModules } from 'node:module';
import { dirname, posix } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { listFiles, readRepositoryFile } from './support/repository/source-files.ts';

/** By folder: the folders that its files may import with a relative path. Nothing imports `test`. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  shared: ['shared'],
  plugin: ['plugin', 'shared'],
  node: ['node', 'shared'],
  'rest-sidecar': ['rest-sidecar', 'node', 'shared'],
  // `deploy` has the file of Redis users, which `doctor` compares with those of Redis; `docs` the words of dumps.
  admin: ['admin', 'deploy', 'docs', 'node', 'shared'],
};
/** The formatter wraps code, but neither comments nor texts. */
const MAX_COLUMNS = 110;
const IMPORT = /\b(?:from|import|require)\s*\(?\s*(['"`])([^'"`\n]+)\1/g;
const SCRIPTS = ['.ts', '.tsx', '.mts', '.mjs', '.cjs'];

interface Import {
  readonly from: string;
  readonly specifier: string;
  /** The imported file, relative to the repository's root; for a package or a module of Node, its name. */
  readonly target: string;
}

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

function readSource(path: string): SourceFile {
  const text = readRepositoryFile(path);
  // Types in JSDoc of JavaScript files do not count.
  const imports = [...text.replaceAll(/\/\*\*[^]*?\*\//g, '').matchAll(IMPORT)].map(
    ([, , specifier = '']) => ({
      from: path,
      specifier,
      target: specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier,
    }),
  );
  return { path, text, imports };
}

const product = Object.keys(MAY_IMPORT).flatMap((root) => listFiles(root, ...SCRIPTS).map(readSource));
const tools = listFiles('tools', ...SCRIPTS).map(readSource);
const tests = listFiles('test', ...SCRIPTS)
  .filter((path) => path !== 'test/architecture.test.ts')
  .map(readSource);
const everything = [...product, ...tools, ...tests];

const rootOf = (path: string): string => path.split('/')[0] ?? '';
const isRelative = ({ specifier }: Import): boolean => specifier.startsWith('.');
const describeImport = ({ from, specifier }: Import): string => `${from} imports ${specifier}`;

/** Returns the imports of some files that a rule forbids. */
function forbidden(files: readonly SourceFile[], forbids: (taken: Import) => boolean): string[] {
  return files.flatMap(({ imports }) => imports.filter(forbids).map(describeImport));
}

/** Returns the cycles of a graph, each written as `a → b → a`. */
function findCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (node: string, trail: readonly string[]): void => {
    const start = trail.indexOf(node);
    if (start >= 0) cycles.push([...trail.slice(start), node].join(' → '));
    if (start >= 0 || done.has(node)) return;
    for (const target of graph.get(node) ?? []) visit(target, [...trail, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return cycles;
}

describe('the programs', () => {
  it('import only themselves and what is shared, and nothing of test or tools', () => {
    const mayImport = ({ from, target }: Import) => MAY_IMPORT[rootOf(from)]?.includes(rootOf(target));
    expect(forbidden(product, (taken) => isRelative(taken) && !mayImport(taken))).toEqual([]);
    expect(forbidden(tools, (taken) => isRelative(taken) && rootOf(taken.target) === 'test')).toEqual([]);
  });

  it('use no module of Node in shared and plugin, and in shared no package but the types of its schemas', () => {
    const isOfNode = ({ specifier }: Import) =>
      specifier.startsWith('node:') || builtinModules.includes(specifier);
    const portable = product.filter(({ path }) => /^(?:shared|plugin)\//.test(path));
    const isOfSidecars = (taken: Import) => isOfNode(taken) || /^(?:express|ioredis)$/.test(taken.specifier);
    expect(forbidden(portable, isOfSidecars)).toEqual([]);
    const shared = portable.filter(({ path }) => path.startsWith('shared/'));
    const isPackage = (taken: Import) => !isRelative(taken) && taken.specifier !== 'json-schema-to-ts';
    expect(forbidden(shared, isPackage)).toEqual([]);
  });

  it('use types of Java only in plugin/src/jvm', () => {
    const others = product.filter(({ path }) => !/^plugin\/(?:src\/jvm|types)\//.test(path));
    const java = /@graalvm\/polyglot-types|^(?! *(?:\/?\*|\/\/)).*\b(?:Java|Polyglot|Packages)\.\w/m;
    expect(others.filter(({ text }) => java.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('have no state in modules: all variables outside functions are constants', () => {
    const state = /^(?:export )?(?:let|var) /m;
    expect(product.filter(({ text }) => state.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it.each(['shared', 'plugin'])('%s is compiled without the types of Node', (project) => {
    const typesOf = (path: string) =>
      (JSON.parse(readRepositoryFile(path)) as { compilerOptions: { types?: string[] } }).compilerOptions
        .types;
    expect(typesOf('tsconfig.json')).toEqual([]);
    expect(typesOf(`${project}/tsconfig.json`) ?? []).toEqual([]);
  });
});

describe('files', () => {
  it('import one another without cycles', () => {
    // Java's types, which plugin/types declares, refer to one another.
    const own = everything.filter(({ path }) => !path.startsWith('plugin/types/'));
    const graph = new Map(
      own.map(({ path, imports }) => [path, new Set(imports.map(({ target }) => target))]),
    );
    expect(findCycles(graph)).toEqual([]);
  });

  it(`have comments of at most ${MAX_COLUMNS} columns`, () => {
    const isComment = (line: string): boolean => /^ *(?:\/?\*+[ /]|\/\/)|^[^'"`]*[;,{}()] \/\/ /.test(line);
    const isTooLong = (line: string): boolean =>
      line.length > MAX_COLUMNS && !line.includes('://') && isComment(line);
    const long = everything.map(({ path, text }) => ({ path, lines: text.split('\n').filter(isTooLong) }));
    expect(long.filter(({ lines }) => lines.length > 0)).toEqual([]);
  });

  it('leave nothing for later and switch no check off', () => {
    const words = /TODO|FIXME|@ts-(?:ignore|nocheck)|(?:eslint|oxlint)-disable|(?:prettier|oxfmt)-ignore/;
    expect(everything.filter(({ text }) => words.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('folders', () => {
  /** By folder: the folders beside it that its files import. */
  function siblingImports(files: readonly SourceFile[]): Map<string, Set<string>> {
    const graph = new Map<string, Set<string>>();
    for (const { from, target } of files.flatMap(({ imports }) => imports.filter(isRelative))) {
      const own = dirname(from).split('/');
      const other = dirname(target).split('/');
      const differs = own.findIndex((name, index) => name !== other[index]);
      if (differs < 0 || differs >= other.length) continue;
      const folder = own.slice(0, differs + 1).join('/');
      graph.set(folder, (graph.get(folder) ?? new Set()).add(other.slice(0, differs + 1).join('/')));
    }
    return graph;
  }

  it('beside one another are imported in one direction only', () => {
    expect(findCycles(siblingImports([...product, ...tools]))).toEqual([]);
  });
});
