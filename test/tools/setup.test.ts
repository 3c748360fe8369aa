import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { assertNodeVersion } from '../../tools/set-up/node-version.mjs';
import { runProgram } from '../support/processes/run-program.ts';
import { useTemporaryDirectory } from '../support/processes/use-temporary-directory.ts';

describe('setup', () => {
  const machine = useTemporaryDirectory();

  it('names in one line what to install, if there is no package manager', async () => {
    machine.write('bin/.keep', '');
    symlinkSync('/usr/bin/env', join(machine.path, 'bin', 'env'));
    const { JAVA_HOME, FC_REDIS_SERVER } = process.env;
    const env = { PATH: join(machine.path, 'bin'), HOME: machine.path, FC_REDIS_SERVER, JAVA_HOME };
    const { code, stdout, stderr } = await runProgram(['tools/set-up/setup.mjs'], env);
    expect({ code, stdout }).toStrictEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^feature-control: Gradle is not installed\. Install what is missing by hand.*\n$/,
    );
  });
});

describe('assertNodeVersion', () => {
  it.each(['20.19.0', '20.20.2', '22.13.0', '24.0.0', '25.1.0'])('accepts Node %s', (version) => {
    assertNodeVersion(version);
  });

  it.each(['18.20.8', '20.18.3', '21.7.3', '22.12.0', '23.11.1'])('refuses Node %s', (version) => {
    expect(() => {
      assertNodeVersion(version);
    }).toThrow(`is needed, but this is Node ${version}`);
  });
});
