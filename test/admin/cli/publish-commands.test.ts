import { describe, expect, it } from '@jest/globals';
import { useCli } from './run-cli.ts';

const { environment, json, keys, redis, run, write } = useCli();

const EVENT = ['publish', 'event', 'e', '--server', 's', '--name', 'n'];
const VOTING = ['publish', 'voting', 'v', '--server', 's', '--title', 't'];

const stored = async (key: string): Promise<unknown> => JSON.parse((await redis.get(key)) ?? 'null');
const allKeys = async (): Promise<string[]> => await redis.keys(`${environment.KEY_PREFIX}*`);

describe('feature-control publish', () => {
  it('writes a record from a flag for each field, and prints the outcome', async () => {
    const server = ['publish', 'server', 'lobby', '--display-name', 'Lobby'];
    expect((await run(...server, '--field', 'slots=20')).out).toEqual(['The server lobby: created.']);
    expect(await stored(keys.serverOf('lobby'))).toEqual({ displayName: 'Lobby', slots: 20 });
    expect((await run(...server)).out).toEqual(['The server lobby: replaced.']);
    expect((await run(...server)).out).toEqual(['The server lobby: unchanged.']);
    const window = ['--starts-at', '2026-01-01T00:00Z', '--ends-at', '1798761600000'];
    await run(...EVENT, ...window, '--expires', '1h');
    expect(await stored(keys.eventOf('e'))).toEqual({
      server: 's',
      name: 'n',
      startsAt: Date.UTC(2026, 0, 1),
      endsAt: 1798761600000,
    });
    expect(await redis.pttl(keys.eventOf('e'))).toBeGreaterThan(3_500_000);
  });

  it('writes votings and trades, counts votes, and deletes', async () => {
    const candidates = ['--candidate', 'ice=Ice', '--candidate', 'sand=Sand = dry'];
    await run('publish', 'voting', 'map', '--server', 's', '--title', 'Which?', ...candidates);
    expect(await stored(keys.votingOf('map'))).toMatchObject({
      candidates: [{ id: 'ice' }, { id: 'sand', name: 'Sand = dry' }],
    });
    expect((await run('vote', 'map', 'ice', '--count', '3')).out).toEqual(['ice has 3 votes in map.']);
    expect(await run('vote', 'map', 'icy')).toMatchObject({
      code: 1,
      err: ['feature-control: the voting map has no candidate icy: did you mean ice?'],
    });
    await run('publish', 'trade', '--rate', '12.5', '--datetime', '2026-01-01T00:00Z');
    const [[, fields] = []] = await redis.xrange(keys.coinsTrades, '-', '+');
    expect(fields).toEqual(['rate', '12.5', 'datetime', String(Date.UTC(2026, 0, 1))]);
    expect((await run('unpublish', 'voting', 'map')).code).toBe(0);
    expect(await redis.exists(keys.votingOf('map'), keys.voteCountsOf('map'))).toBe(0);
    expect((await run('unpublish', 'voting', 'map')).code).toBe(1);
  });

  it('warns of a record that has ended, such as a time in seconds', async () => {
    const publish = ['publish', 'event', 'fair', '--server', 's', '--name', 'Fair', '--ends-at'];
    const { code, err } = await run(...publish, '1893456000');
    expect([code, err]).toEqual([
      0,
      ['The event fair is never active: its end is in the past, or not after its start.'],
    ]);
  });

  it('does not round integers in further fields', async () => {
    const publish = ['publish', 'server', 'lobby', '--display-name', 'L', '--field'];
    const id = '123456789012345678';
    await run(...publish, `owner=${id}`, '--field', `more={"id":"${id}","n":1}`);
    expect(await stored(keys.serverOf('lobby'))).toMatchObject({ owner: id, more: { id, n: 1 } });
  });

  it.each<[string[], string]>([
    [['publish', 'server', 'lobby'], "required option '--display-name <text>' not specified"],
    [[...EVENT, '--starts-at', 'soon'], 'startsAt: Write a date'],
    [[...EVENT, '--expires', '2020-01-01'], 'That time is in the past'],
    [[...VOTING, '--field', 'candidates=[]'], 'a voting needs at least one --candidate'],
    [['publish', 'trade', '--rate', 'much'], 'rate must be a number.'],
    [['publish', 'server', 's', '--display-name', 'x', '--file', 'data.yaml'], '--file cannot be used with'],
    [['publish', 'evnt', 'e'], 'unknown type of record evnt: did you mean event?'],
  ])('refuses %j with exit code 2, and writes nothing', async (args, problem) => {
    const { code, err } = await run(...args);
    expect([code, err.join('\n')]).toEqual([2, expect.stringContaining(problem)]);
    expect(await allKeys()).toEqual([]);
  });

  it('writes all records of a file, with dates as people write them', async () => {
    const path = write(
      'data.yaml',
      `servers:
  lobby: { displayName: Lobby }
  1.20: { displayName: Old }
events:
  fair: { server: lobby, name: Fair, startsAt: 2026-01-01T00:00Z, colour: red }
votings:
  map:
    server: lobby
    title: Which?
    candidates: [{ id: ice, name: Ice }]
trades:
  - { rate: 1.5, datetime: 7 }
`,
    );
    const { published } = await json('publish', '--file', path);
    expect(published).toHaveLength(5);
    expect(await stored(keys.eventOf('fair'))).toMatchObject({
      startsAt: Date.UTC(2026, 0, 1),
      colour: 'red',
    });
    // An identifier is a text, also if it looks like a number.
    expect(await redis.exists(keys.serverOf('1.20'))).toBe(1);
    expect(await redis.xlen(keys.coinsTrades)).toBe(1);
  });

  it.each([
    ['server:\n  a: {displayName: A}\n', ['1: Unknown key server: did you mean servers?']],
    ['servers:\n  a:\n    displayName: 5\n', ['3: servers.a.displayName must be a string.']],
    [
      'servers:\n  a: {}\nevents:\n  - x\n',
      ['2: servers.a.displayName is missing.', '4: events must be a mapping'],
    ],
    ['events:\n  a: {server: s, name: n}\n  a: {server: s, name: m}\n', ['3: Map keys must be unique.']],
    ['events:\n  a: {server: s, name: n,\n   startsAt: soon}\n', ['3: events.a.startsAt: Write a date']],
    ['- a\n', ['1: The file must be a mapping with some of: servers, events, votings, trades.']],
    ['servers:\n  [a]: {displayName: A}\n', ['2: With stringKeys, all keys must be strings.']],
    ['servers:\n  a: {displayName: *Sale*}\n', ['2: Aliases are not supported; put *Sale* in quotes']],
    [
      'servers:\n  a:\n    owner: 123456789012345678\n',
      ['3: This number would be rounded; put it in quotes.'],
    ],
  ])('refuses the file %j with lines and fields, and writes nothing', async (text, problems) => {
    const path = write('wrong.yaml', text);
    const { code, err } = await run('publish', '--file', path);
    expect(code).toBe(2);
    for (const problem of problems) expect(err.join('\n')).toContain(`wrong.yaml:${problem}`);
    expect(err.at(-1)).toBe('feature-control: nothing was written');
    expect(await allKeys()).toEqual([]);
  });
});
