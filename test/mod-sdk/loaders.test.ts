import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import type { TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { listFiles, readRepositoryFile } from '../support/repository/source-files.ts';
import { gson, javaTool, LIBRARY_VERSION, loaderNames, sdkJar } from './sdk-build.ts';

const LOADERS = 'mod-sdk/loaders';
const FAKES = 'test/mod-sdk/loaders';
const PATIENCE_MS = 120_000;

describe('the parts for loaders', () => {
  let target: TemporaryDirectory;

  beforeAll(() => {
    target = makeTemporaryDirectory();
  });

  afterAll(() => {
    target.remove();
  });

  it(
    'own the channel once, wait for JoinGame, and follow the connection, on a fake of each loader [G52]',
    async () => {
      const folders = [LOADERS, FAKES, target.path, gson('2.2.4'), dirname(sdkJar()), LIBRARY_VERSION];
      const program = [join(FAKES, 'LoaderTests.java'), ...folders, ...loaderNames()];
      const { stdout } = await promisify(execFile)(javaTool('java'), program, { cwd: REPOSITORY });
      const held = loaderNames().map((name) => `${name}: held\n`);
      expect(stdout).toBe(held.join(''));
    },
    PATIENCE_MS,
  );

  it('name in each declaration the public source in which it was read', () => {
    const declarations = listFiles(LOADERS, '.java').filter((path) => path.includes('/declarations/'));
    expect(declarations.length).toBeGreaterThan(40);
    const source = /(?:[Rr]ead|used) in\s+(?:\* )?[\w.-]+\/[\w.-]+,/;
    const without = declarations.filter((path) => !source.test(readRepositoryFile(path)));
    expect(without).toStrictEqual([]);
  });

  it('are all packed, with their metadata and the version', () => {
    const jars = readdirSync(dirname(sdkJar()));
    expect(jars).toEqual(
      expect.arrayContaining(
        loaderNames().map((name) => `feature-control-mod-${name}-${LIBRARY_VERSION}.jar`),
      ),
    );
  });
});
