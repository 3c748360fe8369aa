import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { runProgram } from '../../support/processes/run-program.ts';
import { makeTemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import type { TemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import { REPOSITORY } from '../../support/repository/repository.ts';
import { testRedisUrl } from '../../support/redis/redis.ts';
import { createCli } from './run-cli.ts';
import type { CliUnderTest } from './run-cli.ts';

let redis: Redis;
let cli: CliUnderTest;
let directory: TemporaryDirectory;

beforeAll(async () => {
  redis = new Redis(testRedisUrl());
  cli = createCli();
  directory = makeTemporaryDirectory();
  // Builds the program if its sources have changed.
  await runProgram(['tools/feature-control.mjs', '--help'], process.env);
  directory.write(
    'feature-control',
    `#!/bin/sh\nexec '${process.execPath}' '${REPOSITORY}/rest-sidecar/build/cli.cjs' "$@"\n`,
  );
  chmodSync(`${directory.path}/feature-control`, 0o755);
  await redis.zadd(cli.keys.catalogueFeatures, 1, 'minimap', 2, 'my feature', 3, 'bad\u001b[31m');
  await redis.zadd(cli.keys.catalogueClients, 1, 'my-mod');
  await cli.run('publish', 'voting', 'map', '--server', 's', '--title', 't', '--candidate', 'ice=Ice');
});

afterAll(() => {
  redis.disconnect();
  directory.remove();
});

/** Returns the offered words without their descriptions. */
const offered = async (...words: string[]): Promise<string[]> => {
  const { out } = await cli.run('__complete', '--', ...words);
  return out.filter((_, index) => index % 2 === 0);
};

describe('completion', () => {
  it('offers commands, options, choices, and names that are known', async () => {
    expect(await offered('pub')).toEqual(['publish']);
    expect(await offered('publish', 't')).toEqual(['trade']);
    expect(await offered('block', '--cl')).toEqual(['--client']);
    expect(await offered('block', '--client', '')).toEqual(['my-mod']);
    expect(await offered('block', '--client', 'my-mod', 'my')).toEqual(['my feature']);
    expect(await offered('block', 'fly', 'minim')).toEqual(expect.arrayContaining(['minimap']));
    expect(await offered('history', '--source', 'd')).toEqual(['direct']);
    expect(await offered('vote', 'map', '')).toEqual(['ice']);
    expect(await offered('unpublish', 'voting', '')).toEqual(['map']);
    expect(await offered('completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(await offered('__')).toEqual([]);
  });

  it('offers and prints nothing without Redis', async () => {
    const environment = { ...cli.environment, REDIS_URL: 'redis://127.0.0.1:1' };
    const result = await cli.runWith({ environment }, '__complete', '--', 'block', '--client', '');
    expect(result).toEqual({ code: 0, out: [], err: [] });
  });

  it('explains its installation in its help', async () => {
    expect((await cli.run('completion', '--help')).out.join('\n')).toContain('~/.bashrc');
    expect((await cli.run('completion', 'tcsh')).code).toBe(2);
  });
});

/** For each shell, a script that prints the completions after the words. */
const SHELLS = {
  bash: (words: readonly string[]) => [
    'bash',
    '--norc',
    '-c',
    `source <(feature-control completion bash)
COMP_WORDS=(feature-control ${words.join(' ')}); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
_feature_control feature-control; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  zsh: (words: readonly string[]) => [
    'zsh',
    '-f',
    '-c',
    `compdef() { }; _describe() { print -l -- "\${(@P)2}" }
source <(feature-control completion zsh)
words=(feature-control ${words.join(' ')}); CURRENT=$#words; _feature_control`,
  ],
  fish: (words: readonly string[]) => [
    'fish',
    '--no-config',
    '-c',
    `feature-control completion fish | source; complete -C "feature-control ${words.join(' ')}"`,
  ],
};

describe.each(Object.entries(SHELLS))('in %s', (name, script) => {
  const isThere = spawnSync(name, ['--version']).status === 0;
  const inShell = isThere ? it : it.skip;

  inShell('offers commands and names', () => {
    const offer = (...words: string[]): string => {
      const [program = '', ...args] = script(words);
      const env = {
        ...process.env,
        ...cli.environment,
        PATH: `${directory.path}:${process.env['PATH'] ?? ''}`,
      };
      const { stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8' });
      expect(stderr).toBe('');
      return stdout;
    };
    expect(offer('pub')).toMatch(/^publish\b/);
    expect(offer('block', '--client', 'my')).toMatch(/^my-mod\b/);
    expect(offer('block', 'my')).toContain(name === 'bash' ? 'my\\ feature' : 'my feature');
  });
});
