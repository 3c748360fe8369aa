import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { assertNodeVersion } from '../../tools/set-up/node-version.mjs';
import { runProgram } from '../support/processes/run-program.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';

const { JAVA_HOME, FC_REDIS_SERVER } = process.env;

/** A machine with a fake package manager; everything else is what the tests themselves run on. */
describe('setup', () => {
  let machine: TemporaryDirectory;

  beforeEach(() => {
    machine = makeTemporaryDirectory();
    addProgram('env');
  });
  afterEach(() => {
    machine.remove();
  });

  function addProgram(name: string): void {
    machine.write('bin/.keep', '');
    symlinkSync(`/usr/bin/${name}`, join(machine.path, 'bin', name));
  }
  const setUp = async (env: NodeJS.ProcessEnv = {}) => {
    const ours = { PATH: join(machine.path, 'bin'), HOME: machine.path, FC_REDIS_SERVER, JAVA_HOME };
    return await runProgram(['tools/set-up/setup.mjs'], { ...ours, ...env });
  };
  /** Gradle as installed by apt, for an existing Java. */
  const installGradle = () => `
    mkdir -p '${machine.path}/lib' && : > '${machine.path}/lib/gradle-core-9.9.jar'
    printf '#!/bin/sh\\n' > '${machine.path}/bin/gradle' && chmod +x '${machine.path}/bin/gradle'`;
  function addApt({ installs }: { installs: string }): void {
    for (const name of ['mkdir', 'chmod']) addProgram(name);
    machine.writeProgram(
      'bin/apt-get',
      `echo "apt-get $*" >> '${machine.path}/log'\ncase "$*" in *install*) ${installs} ;; esac`,
    );
    machine.writeProgram('bin/apt-cache', '[ "$2" = openjdk-17-jdk-headless ]');
    machine.writeProgram('bin/sudo', 'while [ "$1" = -n ]; do shift; done; exec "$@"');
  }
  const calls = () => (existsSync(join(machine.path, 'log')) ? machine.read('log').trim().split('\n') : []);

  it('does nothing if everything is present', async () => {
    machine.write('lib/gradle-core-9.9.jar', '');
    machine.writeProgram('bin/gradle');
    addApt({ installs: 'exit 1' });
    const { code, stdout } = await setUp();
    expect({ code, calls: calls() }).toStrictEqual({ code: 0, calls: [] });
    expect(stdout).toMatch(/^ {2}✔ set up +Node .*, JDK .*, Gradle 9\.9, Redis .*\n$/);
  });

  it('installs what is missing with apt, after updating its lists', async () => {
    addApt({ installs: installGradle() });
    const { code, stdout } = await setUp();
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Gradle 9.9') as unknown,
    });
    expect(calls()).toStrictEqual([
      expect.stringMatching(/^apt-get .* update$/),
      expect.stringMatching(/^apt-get .* install -y --no-install-recommends gradle openjdk-17-jdk-headless$/),
    ]);
  });

  it('installs what is missing with Homebrew', async () => {
    for (const name of ['mkdir', 'chmod']) addProgram(name);
    machine.writeProgram('bin/brew', `echo "brew $*" >> '${machine.path}/log'${installGradle()}`);
    const { code } = await setUp();
    expect({ code, calls: calls() }).toStrictEqual({ code: 0, calls: ['brew install --quiet gradle'] });
  });

  it('names in one line what to install, if it cannot install it', async () => {
    const { code, stdout, stderr } = await setUp();
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
