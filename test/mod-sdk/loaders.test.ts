import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runProgram } from '../support/processes/run-program.ts';
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

  it(
    'are compared by npm run verify:loader with jars, each difference named',
    async () => {
      const jar = join(target.path, 'game.jar');
      const classes = join(target.path, 'fabric-1.20.5');
      await promisify(execFile)(javaTool('jar'), ['--create', '--file', jar, '-C', classes, '.']);
      const verify = (...args: string[]) => runProgram(['tools/verify-loader.mjs', ...args], process.env);
      expect(await verify('fabric-1.20.5', jar)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/\nno difference, in \d{2,} classes of \d{2,}, with \d{2,} members\n$/),
      });
      const other = await verify('fabric-1.16.2', jar);
      expect(other).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(
          /✘ net\.minecraft\.class_310: method method_1496\(\) returning boolean/,
        ),
      });
      expect(await verify('fabric')).toMatchObject({ code: 2, stdout: '' });
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
