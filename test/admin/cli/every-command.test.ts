import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { createProgram } from '../../../admin/cli/program.ts';
import { joinTexts, takesText } from '../../../admin/cli/text-options.ts';
import { VERSION } from '../../../shared/version.ts';
import { createCli, useCli } from './run-cli.ts';
import type { CliUnderTest } from './run-cli.ts';

/** Valid arguments of each command, in an order in which the commands succeed. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  block: ['fly'],
  export: [],
  unblock: ['fly'],
  list: [],
  clients: [],
  check: ['my-mod', 'fly'],
  where: ['fly'],
  watch: [],
  history: [],
  undo: [],
  redo: [],
  rollback: ['--since', '1h'],
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
  'token issue': ['one', '--scopes', 'metrics:read'],
  'token list': [],
  'token revoke': ['one'],
};

/** Commands whose output is not data, which their help explains. */
const WITHOUT_JSON = ['serve', 'completion', 'dump'];

/** Returns every executable command by its words, except for the hidden command of completion. */
function leavesOf(command: Command, words: readonly string[] = []): string[] {
  const visible = command.commands.filter((each) => !each.name().startsWith('_'));
  if (visible.length === 0) return [words.join(' ')];
  return visible.flatMap((each) => leavesOf(each, [...words, each.name()]));
}

function leafOf(program: Command, words: string): Command {
  return words.split(' ').reduce((command, word) => {
    const next = command.commands.find((each) => each.name() === word);
    if (next === undefined) throw new Error(`no command ${words}`);
    return next;
  }, program);
}

const context = { environment: {}, out: () => undefined, err: () => undefined, nowMs: () => 0 };
const LEAVES = leavesOf(createProgram(context));

const { write } = useCli();
/** The same for all tests, as later commands depend on earlier ones. */
let cli: CliUnderTest;
let lists: string;

beforeAll(() => {
  cli = createCli();
  lists = write('lists.yaml', 'format: feature-control/blocklists\nversion: 1\n---\nlist: global\n');
});

describe('every command', () => {
  it('is listed here', () => {
    expect([...Object.keys(ARGUMENTS), ...WITHOUT_JSON].sort()).toEqual(LEAVES.sort());
  });

  it.each(Object.entries(ARGUMENTS))('%s prints only JSON with --json', async (words, given) => {
    const args = given.map((arg) => (arg === 'lists.yaml' ? lists : arg));
    // Watching ends immediately, as nothing waits for a signal here.
    const { code, out, err } = await cli.run(...words.split(' '), ...args, '--json');
    expect({ words, code, err }).toMatchObject({ code: 0 });
    for (const line of out) expect(() => JSON.parse(line) as unknown).not.toThrow();
    if (words !== 'watch') expect(out.length).toBeGreaterThan(0);
  });

  it.each(LEAVES)('%s has a help with examples', async (words) => {
    const help = (await cli.run(...words.split(' '), '--help')).out.join('\n');
    expect(help).toContain(`feature-control ${words}`);
    expect(help).toMatch(/^(?:Examples?|To use it from now on):$/m);
    if (WITHOUT_JSON.includes(words)) expect(help).toContain('no --json');
  });

  it('accepts options at any place', async () => {
    await cli.run('block', 'zoom', '--client', 'any-mod');
    const { blocklist } = await cli.json('check', '--server', 'lobby', 'any-mod', '--json', 'zoom');
    expect(blocklist).toEqual(['zoom']);
  });

  /** Every option whose value is text, of every command. */
  const TEXT_OPTIONS = LEAVES.flatMap((words) =>
    leafOf(createProgram(context), words)
      .options.filter(takesText)
      .map((option) => [words, option.long ?? ''] as const),
  );

  it.each(TEXT_OPTIONS)('%s takes the words after %s up to the next option', async (words, flag) => {
    const program = createProgram(context);
    const leaf = leafOf(program, words).action(() => undefined);
    const operands =
      (ARGUMENTS[words] ?? [])
        .join(' ')
        .split(/ ?--.*/)[0]
        ?.split(' ') ?? [];
    for (const option of [leaf, leaf.parent].flatMap((command) => command?.options ?? [])) {
      option.makeOptionMandatory(false);
      if (option.long === flag) option.argParser((value) => value);
    }
    const given = operands.filter((each) => each !== '');
    const parse = async (...args: string[]) =>
      await program.parseAsync(joinTexts(program, [...words.split(' '), ...args]), { from: 'user' });
    await parse(...given, flag, 'x=too', 'fast', '--json');
    expect(leaf.args).toEqual(given);
    expect(Object.values(leaf.optsWithGlobals())).toContain('x=too fast');
    await expect(parse(...given, flag, 'x=too fast', 'zoom')).rejects.toThrow('write all names before');
  });

  it('has no other option with a value than a text, a time or one word', () => {
    const programs = LEAVES.flatMap((words) => leafOf(createProgram(context), words).options);
    const others = programs.filter((option) => option.required && !takesText(option));
    const values = others.map(({ flags }) => flags.replace(/^.*<|>$/g, ''));
    expect([...new Set(values)].sort()).toEqual([
      'address',
      'client',
      'date',
      'duration',
      'feature',
      'file',
      'list',
      'number',
      'port',
      'server',
      'source',
      'time',
    ]);
  });

  it('names a variable that is probably misspelt', async () => {
    const { KEY_PREFIX, ...others } = cli.environment;
    const environment = { ...others, KEY_PREFX: KEY_PREFIX, HOME: '/', OTHER_FILE: 'x' };
    const { err } = await cli.runWith({ environment }, 'status');
    expect(err[0]).toBe('KEY_PREFX is not a setting: did you mean KEY_PREFIX?');
    expect(err.filter((line) => line.includes('did you mean'))).toHaveLength(1);
  });
});

it('feature-control prints its version', async () => {
  expect(await cli.run('--version')).toEqual({ code: 0, out: [VERSION], err: [] });
});
