import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FAST_STARTUP_JVM_OPTIONS } from '../../tools/processes/jvm-options.mjs';
import { javaTool, runJavaTool } from '../support/jar/java-tool.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import type { TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { listFiles, readRepositoryFile } from '../support/repository/source-files.ts';
import { gson, LIBRARY_VERSION, LOADER_PARTS, loaderNames } from './sdk-build.ts';

const LOADERS = 'mod-sdk/loaders';
const FAKES = 'test/mod-sdk/loaders';
const PATIENCE_MS = 120_000;
const run = promisify(execFile);

describe('the parts for loaders', () => {
  let target: TemporaryDirectory;

  beforeAll(() => {
    target = makeTemporaryDirectory();
  });

  afterAll(() => {
    target.remove();
  });

  it(
    'claim the channel once, in one copy or relocated, wait for JoinGame, and follow the connection [G52]',
    async () => {
      const harness = join(target.path, 'harness');
      const sources = listFiles(`${FAKES}/tests`, '.java');
      const options = ['-encoding', 'UTF-8', '-d', harness];
      runJavaTool('javac', [...options, ...sources]);
      const folders = ['mod-sdk', FAKES, target.path, gson('2.2.4'), LIBRARY_VERSION];
      const parts = Object.entries(LOADER_PARTS).map(([name, { shares }]) => `${name}=${shares.join(',')}`);
      const program = [
        ...FAST_STARTUP_JVM_OPTIONS,
        '-Dfile.encoding=UTF-8',
        '-cp',
        harness,
        'LoaderTests',
        ...folders,
        ...parts,
      ];
      const { stdout } = await run(javaTool('java'), program, { cwd: REPOSITORY });
      const passed = loaderNames().map((name) => `${name}: passed\n`);
      expect(stdout).toBe(passed.join(''));
    },
    PATIENCE_MS,
  );

  it('require the first version of the loader that has what they use, as docs/mods.md documents', () => {
    const documented = readRepositoryFile('docs/mods.md').matchAll(
      /\(from ([\d.]+)\).*`feature-control-mod-([\w.-]+)`/g,
    );
    const required = metadataFiles().flatMap((path) => {
      const range = /modId = "(?:neo)?forge"[^[]*versionRange = "\[([\d.]+)/.exec(readRepositoryFile(path));
      return range === null ? [] : [[partOf(path), range[1]]];
    });
    expect(required).toHaveLength(3);
    expect(Object.fromEntries(required)).toEqual(
      Object.fromEntries(Array.from(documented, ([, version, part]) => [part, version])),
    );
  });

  it('do not make servers without the mod look incompatible in the server list', () => {
    const without = metadataFiles().filter(
      (path) => !readRepositoryFile(path).includes('IGNORE_ALL_VERSION'),
    );
    // NeoForge does not compare mods in the server list.
    expect(without.map(partOf)).toEqual(['neoforge-1.20.5', 'neoforge-1.21.7']);
  });

  it('are loaded by Fabric on dedicated servers too, without effect, for mods that name the library', () => {
    const metadata = listFiles(LOADERS, 'fabric.mod.json').map(
      (path) => JSON.parse(readRepositoryFile(path)) as Record<string, unknown>,
    );
    expect(metadata).toHaveLength(2);
    for (const each of metadata) {
      expect(each).toMatchObject({ environment: '*' });
      expect(Object.keys(each['entrypoints'] ?? {})).toEqual(['client']);
      for (const field of ['mixins', 'accessWidener']) expect(each).not.toHaveProperty(field);
    }
  });
});

/** Returns the metadata of the parts for Forge and NeoForge that mods nest in their jars, sorted. */
function metadataFiles(): string[] {
  return listFiles(LOADERS, 'mods.toml').sort();
}

function partOf(path: string): string {
  return path.split('/')[2] ?? '';
}
