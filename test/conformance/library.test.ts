import { execFileSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { expect, it } from '@jest/globals';
import { gson, javaTool, sdkJar } from '../mod-sdk/sdk-build.ts';
import { callInNode } from '../support/processes/call-in-node.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { listFiles } from '../support/repository/source-files.ts';

const PATIENCE_MS = 90_000;

it(
  'the library for mods breaks no rule of the channel',
  async () => {
    const classes = makeTemporaryDirectory();
    const path = [sdkJar(), gson('2.13.1')].join(delimiter);
    const sources = listFiles('test/conformance/library', '.java');
    const options = [
      '--release',
      '8',
      '-Xlint:-options',
      '-encoding',
      'UTF-8',
      '-cp',
      path,
      '-d',
      classes.path,
    ];
    execFileSync(javaTool('javac'), [...options, ...sources], { cwd: REPOSITORY, stdio: 'pipe' });
    const program = ['-XX:TieredStopAtLevel=1', '-cp', [classes.path, path].join(delimiter)];
    const verdicts = (await callInNode(
      'test/conformance/judge-library.mjs',
      'judgeLibrary',
      javaTool('java'),
      [...program, 'io.github.featurecontrol.sdk.JudgedLibrary'],
    )) as { id: string; outcome: string }[];
    classes.remove();
    expect(verdicts.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    const passed = verdicts.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id);
    expect(passed).toEqual(expect.arrayContaining(['C-MOD-1', 'C-MOD-2', 'C-ASK-3', 'C-EVT-2', 'F-RATE-1']));
  },
  PATIENCE_MS,
);
