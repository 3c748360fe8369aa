import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { createProgram } from '../../../admin/cli/program.ts';
import { VERSION } from '../../../shared/version.ts';
import { makeTemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import type { TemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import { createCli } from './run-cli.ts';
import type { CliUnderTest } from './run-cli.ts';

const SCOPES = ['--scopes', 'metrics:read'];

/** Valid arguments of each command, in an order in which the commands succeed. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  block: ['fly'],
  unblock: ['fly'],
  list: [],
  clients: [],
  check: ['my-mod', 'fly'],
  watch: [],
  history: [],
  undo: [],
  export: [],
  import: ['lists.yaml'],
  'publish server': ['lobby', '--display-name', 'Lobby'],
  'publish event': ['fair', '--server', 'lobby', '--name', 'Fair'],
  'publish voting': ['map', '--server', 'lobby', '--title', 'Map?', '--candidate', 'ice=Ice'],
  'publish trade': ['--rate', '1.5'],
  unpublish: ['event', 'fair'],
  vote: ['map', 'ice'],
  status: [],
  doctor: [],
  bridges: [],
  'token issue': ['one', ...SCOPES],
  'token list': [],
  'token revoke': ['one'],
};

/** Commands whose output is not data, which their help explains. */
const WITHOUT_JSON = ['completion'];

const context = { environment: {}, out: () => undefined, err: () => undefined, nowMs: () => 0 };

/** Returns every executable command by its words, except for the hidden command of completion. */
function leavesOf(command: Command, words: readonly string[] = []): [words: string, command: Command][] {
  const visible = command.commands.filter((each) => !each.name().startsWith('_'));
  if (visible.length === 0) return [[words.join(' '), command]];
  return visible.flatMap((each) => leavesOf(each, [...words, each.name()]));
}

const LEAVES = leavesOf(createProgram(context));

let cli: CliUnderTest;
let directory: TemporaryDirectory;

beforeAll(() => {
  cli = createCli();
  directory = makeTemporaryDirectory();
  directory.write('lists.yaml', 'format: feature-control/blocklists\nversion: 1\n---\nlist: global\n');
});

afterAll(() => {
  directory.remove();
});

async function helpOf(words: string): Promise<string> {
  return (await cli.run(...words.split(' '), '--help')).out.join('\n');
}

describe('every command', () => {
  it('is listed here', () => {
    const names = LEAVES.map(([words]) => words).sort();
    expect([...Object.keys(ARGUMENTS), ...WITHOUT_JSON].sort()).toEqual(names);
  });

  it.each(Object.entries(ARGUMENTS))('%s prints only JSON with --json', async (words, given) => {
    const args = given.map((arg) => (arg === 'lists.yaml' ? `${directory.path}/${arg}` : arg));
    // Watching ends when it is interrupted, here before it starts.
    const isWatch = words === 'watch';
    const interrupted = isWatch ? { interrupted: AbortSignal.abort() } : {};
    const { code, out, err } = await cli.runWith(interrupted, ...words.split(' '), ...args, '--json');
    expect({ words, code, err }).toMatchObject({ code: 0 });
    for (const line of out) expect(() => JSON.parse(line) as unknown).not.toThrow();
    if (!isWatch) expect(out.length).toBeGreaterThan(0);
  });

  it.each(WITHOUT_JSON)('%s explains in its help why it has no --json', async (words) => {
    expect(await helpOf(words)).toContain('no --json');
  });

  it.each(['block', 'unblock', 'import', 'undo', 'history', 'watch'])(
    '%s names in its help who made a change as the output does: actor',
    async (words) => {
      const help = await helpOf(words);
      expect(help).toContain('actor');
      expect(help).not.toContain('author');
    },
  );

  it.each(['publish event', 'token issue'])(
    '%s marks in its help the options that it requires',
    async (words) => {
      const { err } = await cli.run(...words.split(' '), 'summer');
      const [, required = 'no option'] = /required option '(--\S+)/.exec(err.join('\n')) ?? [];
      const options = (await helpOf(words)).split(/\n(?= +-)/);
      expect(options.find((option) => option.includes(` ${required} `))).toContain('(required)');
      expect(options.find((option) => option.includes(' --expires '))).not.toContain('(required)');
    },
  );

  it.each(LEAVES)('%s has a help with examples', async (words) => {
    const help = await helpOf(words);
    expect(help).toContain(`feature-control ${words}`);
    expect(help).toMatch(/^(?:Examples?|To use it from now on):$/m);
  });
});

describe('feature-control --help', () => {
  it('lists every environment variable that commands read, and the command outside of this program', async () => {
    const read = new Set<string>();
    const environment = new Proxy(cli.environment, {
      get: (variables, name: string) => {
        read.add(name);
        return variables[name];
      },
    });
    await cli.runWith({ environment }, 'block', 'fly');
    expect(read).toContain('AUDIT_DAYS');
    const help = (await cli.run('--help')).out.join('\n');
    expect([...read].filter((name) => !help.includes(`  ${name} `))).toEqual([]);
    expect(help).toContain('npx feature-control conformance --help');
  });
});

describe('feature-control --version', () => {
  it('prints the version', async () => {
    expect(await cli.run('--version')).toEqual({ code: 0, out: [VERSION], err: [] });
  });
});

describe('every command', () => {
  it.each(Object.entries(ARGUMENTS))(
    '%s refuses an unknown option, and shows its usage',
    async (words, args) => {
      const { code, out, err } = await cli.run(...words.split(' '), ...args, '--no-such-option');
      expect([code, out]).toEqual([2, []]);
      expect(err[0]).toBe("error: unknown option '--no-such-option'");
      expect(err.at(-1)).toContain(`Usage: feature-control ${words} [options]`);
    },
  );

  it('accepts options at any place', async () => {
    await cli.run('block', 'zoom', '--client', 'any-mod');
    const { blocklist } = await cli.json('check', '--server', 'lobby', 'any-mod', '--json', 'zoom');
    expect(blocklist).toEqual(['zoom']);
  });

  it('names a variable that is probably misspelt', async () => {
    const { KEY_PREFIX = '', ...others } = cli.environment;
    const environment = { ...others, KEY_PREFX: KEY_PREFIX, HOME: '/', REDIS_CERT_FILE: 'x' };
    const { err } = await cli.runWith({ environment }, 'status');
    expect(err[0]).toBe('KEY_PREFX is not a setting: did you mean KEY_PREFIX?');
    expect(err.filter((line) => line.includes('did you mean'))).toHaveLength(1);
  });
});

describe('token', () => {
  it('prints with --json the token, and the owner of a revoked one', async () => {
    const issued = await cli.json('token', 'issue', 'grafana', ...SCOPES, '--expires', '1h');
    expect(issued).toMatchObject({
      token: expect.stringMatching(/^fct_/),
      name: 'grafana',
      scopes: ['metrics:read'],
      expiresAt: expect.any(Number),
    });
    const { revoked } = await cli.json('token', 'revoke', 'grafana');
    expect(revoked).toMatchObject({ name: 'grafana', hash: issued['hash'] });
  });
});
