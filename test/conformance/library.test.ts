import { delimiter } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gson, sdkJar } from '../mod-sdk/sdk-build.ts';
import { javaTool, runJavaTool } from '../support/jar/java-tool.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import type { TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { listFiles } from '../support/repository/source-files.ts';
import { checkLibrary } from './check-library.mjs';

const TIMEOUT_MS = 90_000;
const MAIN = 'io.github.featurecontrol.sdk.TestedLibrary';

describe('the library for mods follows the rules of the channel', () => {
  let classes: TemporaryDirectory;
  let program: readonly string[];

  beforeAll(() => {
    classes = makeTemporaryDirectory();
    const path = [sdkJar(), gson('2.13.1')].join(delimiter);
    const sources = listFiles('test/conformance/library', '.java');
    const release = ['--release', '8', '-Xlint:-options', '-encoding', 'UTF-8'];
    const options = [...release, '-cp', path, '-d', classes.path];
    runJavaTool('javac', [...options, ...sources]);
    program = ['-XX:TieredStopAtLevel=1', '-cp', [classes.path, path].join(delimiter), MAIN];
  }, TIMEOUT_MS);

  afterAll(() => {
    classes.remove();
  });

  it.each([
    { server: 'without subscribe', hasSubscribe: false, passedRules: ['C-MOD-2', 'C-ASK-4', 'C-SUB-1'] },
    { server: 'with subscribe', hasSubscribe: true, passedRules: ['C-SUB-3'] },
  ])(
    'on a server $server',
    async ({ hasSubscribe, passedRules }) => {
      const results = await checkLibrary(hasSubscribe, javaTool('java'), program);
      expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
      const passed = results.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id);
      expect(passed).toEqual(expect.arrayContaining(['C-MOD-1', 'C-EVT-2', 'F-RATE-1', ...passedRules]));
    },
    TIMEOUT_MS,
  );
});
