import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useBuiltProgram, useCli } from './run-cli.ts';

const { environment, keys, redis, run, runWith, write } = useCli();
const PROGRAM = useBuiltProgram();
let path: string;

beforeAll(() => {
  const program = `#!/bin/sh
case "$1" in
  completion|__complete) exec '${process.execPath}' '${PROGRAM}' "$@" ;;
  *) printf 'words:'; printf ' <%s>' "$@"; echo ;;
esac
`;
  const file = write('feature-control', program);
  chmodSync(file, 0o755);
  path = `${file.replace(/\/[^/]*$/, '')}:${process.env['PATH'] ?? ''}`;
});

/** Publishes the names that completion offers. */
const publishNames = async (): Promise<void> => {
  await redis.zadd(keys.catalogueFeatures, 1, 'minimap', 2, 'my feature', 3, 'bad\u001b[31m', 4, '$(id)');
  await redis.zadd(keys.catalogueClients, 1, 'my-mod', 2, 'addon:voicechat');
  await run('publish', 'voting', 'map', '--server', 's', '--title', 't', '--candidate', 'ice=Ice');
};

/** Returns the offered words without their descriptions. */
const offered = async (...words: string[]): Promise<string[]> => {
  const { out } = await run('__complete', 'fish', '--', ...words);
  return out.filter((_, index) => index % 2 === 0);
};

describe('completion', () => {
  it('offers commands, options, choices, and names that are known', async () => {
    await publishNames();
    expect(await offered('pub')).toEqual(['publish']);
    expect(await offered('publish', 't')).toEqual(['trade']);
    expect(await offered('block', '--cl')).toEqual(['--client']);
    expect(await offered('block', '--client', '')).toEqual(['addon:voicechat', 'my-mod']);
    expect(await offered('block', '--client=my')).toEqual(['--client=my-mod']);
    expect(await offered('block', '--client', 'my-mod', 'my')).toEqual(['my feature']);
    expect(await offered('block', 'fly', 'minim')).toEqual(expect.arrayContaining(['minimap']));
    expect(await offered('block', 'bad')).toEqual([]);
    expect(await offered('history', '--source', 'd')).toEqual(['direct']);
    expect(await offered('vote', 'map', '')).toEqual(['ice']);
    expect(await offered('unpublish', 'voting', '')).toEqual(['map']);
    expect(await offered('completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(await offered('__')).toEqual([]);
  });

  it('offers and prints nothing without Redis', async () => {
    const unreachable = { ...environment, REDIS_URL: 'redis://127.0.0.1:1' };
    const result = await runWith(
      { environment: unreachable },
      '__complete',
      'zsh',
      '--',
      'block',
      '--client',
      '',
    );
    expect(result).toEqual({ code: 0, out: [], err: [] });
  });
});

/** For each shell: how it is started on a terminal, and the line that adds completion to it. */
const SHELLS = {
  bash: ['bash --norc -i', 'source <(feature-control completion bash)'],
  zsh: ['zsh -fi', 'autoload -U compinit; compinit -u -D; source <(feature-control completion zsh)'],
  fish: ['fish --no-config', 'feature-control completion fish | source'],
} as const;

describe.each(Object.entries(SHELLS))('in %s', (name, [shell, addition]) => {
  const isHere = [name, 'script'].every((program) => spawnSync(program, ['--version']).status === 0);
  const inShell = isHere ? it : it.skip;

  inShell(
    'completes the word that the user types',
    async () => {
      await publishNames();
      const lines = {
        publ: '<publish>',
        'list --client addon:voi': '<list> <--client> <addon:voicechat>',
        'list --client=addon:voi': '<list> <--client=addon:voicechat>',
        [String.raw`block my\ fe`]: '<block> <my feature>',
        'block "my fe': '<block> <my feature>',
        [String.raw`block \$`]: '<block> <$(id)>',
      };
      const typed = Object.keys(lines).map((line) => `feature-control ${line}\t\r`);
      const input = `${addition}\r${typed.join('')}exit\r`;
      const env = { ...process.env, ...environment, PATH: path, TERM: 'dumb' };
      const args = ['-qec', shell, '/dev/null'];
      const { stdout } = spawnSync('script', args, { env, encoding: 'utf8', input, timeout: 30_000 });
      const printed = [...stdout.matchAll(/words: (.*?)\r?\n/g)].map(([, words]) => words);
      expect(printed).toEqual(Object.values(lines));
    },
    40_000,
  );
});
