import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runProgram } from '../support/processes/run-program.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';

describe('installPackages', () => {
  let machine: TemporaryDirectory;

  beforeEach(() => {
    machine = makeTemporaryDirectory();
    machine.writeProgram(
      'bin/npm',
      `echo "$*" > '${machine.path}/arguments'; /usr/bin/env > '${machine.path}/env'`,
    );
  });
  afterEach(() => {
    machine.remove();
  });

  async function install(env: NodeJS.ProcessEnv): Promise<void> {
    const program = `
      const { installPackages } = await import('./tools/set-up/npm-packages.mjs');
      await installPackages('${machine.path}');`;
    const { code, stderr } = await runProgram(['--input-type=module', '--eval', program], {
      PATH: `${machine.path}/bin:/usr/bin:/bin`,
      ...env,
    });
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' });
  }

  it('includes the packages for development, also with NODE_ENV=production', async () => {
    await install({ NODE_ENV: 'production' });
    expect(machine.read('arguments')).toMatch(/^ci .*--include=dev\b/);
  });

  it('keeps the user’s settings of the network, and none of the npm that started it', async () => {
    await install({
      npm_config_registry: 'http://127.0.0.1:1',
      npm_config_cafile: '/ca.pem',
      npm_config_fetch_retries: '0',
      npm_config_workspace: 'other',
      npm_lifecycle_event: 'start',
    });
    const names = machine
      .read('env')
      .match(/^npm_\w+/gm)
      ?.sort();
    expect(names).toStrictEqual(['npm_config_cafile', 'npm_config_fetch_retries', 'npm_config_registry']);
  });
});
