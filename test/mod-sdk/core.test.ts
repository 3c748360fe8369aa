import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { delimiter } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { FAST_STARTUP_JVM_OPTIONS } from '../../tools/processes/jvm-options.mjs';
import { javaTool, runJavaTool } from '../support/jar/java-tool.ts';
import { useTemporaryDirectory } from '../support/processes/use-temporary-directory.ts';
import { listFiles } from '../support/repository/source-files.ts';
import { gson, sdkJar } from './sdk-build.ts';

const TESTS = 'test/mod-sdk/core';
const PATIENCE_MS = 120_000;

describe('the built library for mods', () => {
  const classes = useTemporaryDirectory();

  beforeAll(() => {
    const path = [sdkJar(), gson('2.2.4')].join(delimiter);
    const options = ['--release', '8', '-Xlint:-options', '-encoding', 'UTF-8', '-cp', path];
    runJavaTool('javac', [...options, '-d', classes.path, ...listFiles(TESTS, '.java')]);
  }, PATIENCE_MS);

  it.each([
    { jdk: 'the oldest JDK', home: process.env['JAVA_HOME'], version: '2.2.4' },
    { jdk: 'the newest JDK', home: process.env['FC_NEWEST_JAVA_HOME'], version: '2.13.1' },
  ])(
    'asks and retries by its rules, on $jdk with Gson $version [G52, G74]',
    async ({ home, version }) => {
      const path = [classes.path, sdkJar(), gson(version)].join(delimiter);
      const options = [...FAST_STARTUP_JVM_OPTIONS, '-cp', path];
      const program = 'io.github.featurecontrol.sdk.CoreTests';
      const run = await promisify(execFile)(javaTool('java', home), [...options, program]);
      expect(run.stdout).toBe('passed\n');
      // No warning of the JVM, such as that about reflection.
      expect(run.stderr).toMatch(/^(?:\[feature-control\] checkFeatures: .*\n)*$/);
    },
    PATIENCE_MS,
  );

  it('logs one line in a game without Gson', async () => {
    const path = [classes.path, sdkJar()].join(delimiter);
    const program = [...FAST_STARTUP_JVM_OPTIONS, '-cp', path, 'io.github.featurecontrol.sdk.WithoutGson'];
    const { stderr } = await promisify(execFile)(javaTool('java'), program);
    expect(stderr).toMatch(/^\[feature-control\] the tick failed: java\.lang\.NoClassDefFoundError: .*\n$/);
  });

  it('is smaller than 80 KB', () => {
    expect(statSync(sdkJar()).size).toBeLessThan(80_000);
  });
});
