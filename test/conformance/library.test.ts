import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { FAST_STARTUP_JVM_OPTIONS } from '../../tools/processes/jvm-options.mjs';
import { playGames } from '../mod-sdk/games.ts';
import { documentedProject, gson, sdkJar } from '../mod-sdk/sdk-build.ts';
import { javaTool, runJavaTool } from '../support/jar/java-tool.ts';
import { useTemporaryDirectory } from '../support/processes/use-temporary-directory.ts';
import { listFiles, readRepositoryFile } from '../support/repository/source-files.ts';
import { checkLibrary } from './check-library.mjs';

const TIMEOUT_MS = 90_000;

const directory = useTemporaryDirectory();

beforeAll(async () => {
  expect(await playGames(['fabric-26.1', 'neoforge-1.21.7'], directory.path)).toBe(
    'fabric-26.1: passed\nneoforge-1.21.7: passed\n',
  );
}, TIMEOUT_MS);

describe.each([
  {
    loader: 'Fabric',
    game: 'fabric-26.1',
    entryPoint: ['com.example.MyFabricMod', 'onInitializeClient'],
  },
  { loader: 'NeoForge', game: 'neoforge-1.21.7', entryPoint: ['com.example.MyNeoForgeMod'] },
] as const)('a mod for $loader that is written from docs/mods.md', ({ loader, game, entryPoint }) => {
  let program: readonly string[];

  beforeAll(() => {
    const path = [join(directory.path, game), gson('2.13.1'), sdkJar()];
    const mod = [...documentedProject(readRepositoryFile('docs/mods.md'), loader)]
      .filter(([name]) => name.endsWith('.java'))
      .map(([name, text]) => directory.write(`${loader}/${name}`, text));
    const sources = [...mod, ...listFiles('test/conformance/mod', '.java')];
    const classes = join(directory.path, loader, 'classes');
    const options = ['-encoding', 'UTF-8', '-cp', path.join(delimiter), '-d', classes];
    runJavaTool('javac', [...options, ...sources]);
    const classPath = [classes, ...path].join(delimiter);
    program = [...FAST_STARTUP_JVM_OPTIONS, '-cp', classPath, 'loaders.TestedMod', ...entryPoint];
  }, TIMEOUT_MS);

  it.each([
    { server: 'without subscribe', hasSubscribe: false, passedRules: ['C-MOD-2', 'C-ASK-4', 'C-SUB-1'] },
    { server: 'with subscribe', hasSubscribe: true, passedRules: ['C-SUB-3'] },
  ])(
    'follows the rules of the channel on a server $server',
    async ({ hasSubscribe, passedRules }) => {
      const results = await checkLibrary(hasSubscribe, javaTool('java'), program);
      expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
      const passed = results.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id);
      expect(passed).toEqual(expect.arrayContaining(['C-MOD-1', 'C-EVT-2', 'F-RATE-1', ...passedRules]));
    },
    TIMEOUT_MS,
  );
});
