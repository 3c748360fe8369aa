import { once } from 'node:events';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { CommandContext } from '../../admin/cli/command-context.ts';
import type { HistoryBody } from '../../shared/rest/blocklist-edits.ts';
import { eventually } from '../support/eventually.ts';
import { testRedisUrl } from '../support/redis/redis.ts';
import { useStarted } from '../support/use-started.ts';
import { createCli } from './cli/run-cli.ts';
import { startAdminServerUnderTest } from './server/admin-server-under-test.ts';

const UNTIL = Date.UTC(new Date().getUTCFullYear() + 2, 0);
const LIST = '/v1/blocklists/clients/my-mod';

const admin = useStarted(startAdminServerUnderTest);
let token: string;
let environment: Record<string, string>;

beforeAll(async () => {
  token = await admin.issue('blocklists:read blocklists:write');
  const KEY_PREFIX = admin.keys.blocklistGlobal.replace('blocklist:global', '');
  environment = { REDIS_URL: testRedisUrl(), KEY_PREFIX, FC_ACTOR: 'test' };
});

const get = async (path: string) => (await admin.ask(path, token)).body as Record<string, unknown>;

const run = async (...args: string[]): Promise<readonly Record<string, unknown>[]> => {
  const { code, err, out } = await createCli().runWith({ environment }, ...args, '--json');
  if (code !== 0) throw new Error(err.join('\n'));
  return out.map((line) => JSON.parse(line) as Record<string, unknown>);
};

const patch = async (features: object): Promise<object> => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return (await admin.sendWith(LIST, headers, 'PATCH', JSON.stringify({ features }))).body as object;
};

/** An edit without what every edit has of its own. */
const withoutId = ({ id, ...edit }: Record<string, unknown>): object => {
  expect(id).toEqual(expect.any(String));
  return edit;
};

describe('the command line prints the JSON of the HTTP interface', () => {
  it('of edits', async () => {
    const until = new Date(UNTIL).toISOString();
    const [blocked = {}] = await run('block', 'fly', 'zoom', '--client', 'my-mod', '--until', until);
    const [unblocked = {}] = await run('unblock', 'fly', 'zoom', 'free', '--client', 'my-mod');
    const state = { blocked: true, until: UNTIL };
    expect(withoutId((await patch({ fly: state, zoom: state })) as typeof blocked)).toEqual(
      withoutId(blocked),
    );
    const free = { blocked: false };
    const edited = await patch({ fly: free, zoom: free, free });
    expect(withoutId(edited as typeof blocked)).toEqual(withoutId(unblocked));
    expect(await run('unblock', 'fly', '--client', 'my-mod')).toEqual([await patch({ fly: free })]);
  });

  it('of lists and entries', async () => {
    await patch({ fly: { blocked: true }, zoom: { blocked: true, until: UNTIL } });
    await admin.redis.zadd(admin.keys.timedOfBlocklist(admin.keys.blocklistOf('my-mod')), UNTIL, 'fly');
    const both = { blocked: true, permanent: true, until: UNTIL };
    await eventually(async () => JSON.stringify(await get(`${LIST}/fly`)).includes('permanent'));
    const { version, ...list } = await get(LIST);
    expect([version, list]).toEqual([expect.any(String), expect.objectContaining({ list: 'client:my-mod' })]);
    expect(await run('list', '--client', 'my-mod')).toEqual([list]);
    expect(await run('export')).toEqual([list]);
    const entry = { list: 'client:my-mod', feature: 'fly', ...both };
    expect(await get(`${LIST}/fly`)).toMatchObject(entry);
    expect(await get('/v1/console/features/fly')).toEqual({ entries: [entry] });
    expect(await run('where', 'fly')).toEqual([{ entries: [entry] }]);
    expect(await run('check', 'my-mod', 'fly')).toMatchObject([{ features: [{ entries: [entry] }] }]);
  });

  it('of changes, with the actor of direct writes', async () => {
    const ended = new AbortController();
    const watched: unknown[] = [];
    const context: Partial<CommandContext> = {
      environment,
      untilEnded: async () => void (await once(ended.signal, 'abort')),
      out: (line) => void watched.push(JSON.parse(line)),
    };
    const watching = createCli().runWith(context, 'watch', '--json');
    // The command listens once it reports a write.
    await eventually(async () => {
      await run('block', 'probe');
      await run('unblock', 'probe');
      return watched.length > 0;
    });
    await admin.redis.sadd(admin.keys.blocklistOf('my-mod'), 'direct');
    const newest = await eventually(async () => {
      const [change] = ((await get('/v1/history')) as unknown as HistoryBody).changes;
      return change?.changes[0]?.feature === 'direct' && change;
    });
    expect(newest).toMatchObject({ actor: 'direct write', source: 'direct' });
    const { changes } = await get('/v1/history?most=200');
    expect(await run('history', '--most', '200')).toEqual([{ changes }]);
    await eventually(() => {
      expect(watched.at(-1)).toEqual(newest);
      return true;
    });
    ended.abort();
    expect(await watching).toMatchObject({ code: 0 });
  });
});
