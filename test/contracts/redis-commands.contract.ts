import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clientList } from '../../shared/feature-control/blocklist-name.ts';
import { formatState } from '../../shared/feature-control/entry-state.ts';
import { readList } from '../../shared/redis/blocklists/reading/read-list.ts';
import type { RedisCommands, SetNxPxReply } from '../../shared/redis/redis-commands.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { sendToEach, startServerStore } from '../support/redis/redis-stores.ts';
import type { RedisStore, StartStore } from '../support/redis/redis-stores.ts';
import { uniquePrefix } from '../support/redis/redis.ts';
import type { ProcessReading } from './ask-commands.ts';
import { describeBlocklistEditor } from './blocklist-editor.contract.ts';

export interface RedisCommandsUnderTest {
  readonly commands: Omit<RedisCommands, 'setNxPx' | 'processes'>;
  /** Calls `setNxPx` for each key, all in the same tick. */
  setEach(keys: readonly string[], value: string, ttlMs: number): Promise<readonly SetNxPxReply[]>;
  /** Calls `processes` and queries the result, which may be in another program. */
  readProcesses(keys: readonly string[]): Promise<ProcessReading>;
  close(): Promise<void>;
}

/** The contract of {@link RedisCommands} on a real Redis, for any adapter. */
export function describeRedisCommands(
  adapter: string,
  create: (url: string) => Promise<RedisCommandsUnderTest>,
  startStore: StartStore = startServerStore,
): void {
  describe(`${adapter} as RedisCommands`, () => {
    const prefix = uniquePrefix();
    let store: RedisStore;
    let redis: RedisStore['admin'];
    let underTest: RedisCommandsUnderTest;
    let commands: RedisCommandsUnderTest['commands'];

    beforeAll(async () => {
      store = await startStore();
      redis = store.admin;
      underTest = await create(store.url);
      ({ commands } = underTest);
    });

    afterAll(async () => {
      await underTest.close();
      await store.stop();
    });

    const keys = new RedisKeys(prefix);

    /** Reads the list of a client. @returns its entries as in the history, sorted */
    const readEntries = async (client: string) => {
      const { contents, wrongTypes } = await readList(commands, keys, keys.blocklistOf(client));
      const entries = [...contents].map(([feature, state]) => `${feature} ${formatState(state)}`).sort();
      return { entries, wrongTypes: [...wrongTypes.keys()] };
    };

    const setOne = async (key: string, value: string, ttlMs: number) => {
      const [reply] = await underTest.setEach([key], value, ttlMs);
      return reply;
    };

    it('sets an absent key with its expiry, and reports that', async () => {
      const reply = await setOne(`${prefix}permit`, '1', 5000);
      expect(reply).toEqual({ stored: true, ttlMs: expect.any(Number) });
      expect(reply?.ttlMs).toBeGreaterThan(0);
      expect(reply?.ttlMs).toBeLessThanOrEqual(5000);
      expect(await redis.pttl(`${prefix}permit`)).toBeGreaterThan(0);
    });

    it('does not change an existing key, and reports its time to live', async () => {
      await redis.set(`${prefix}taken`, 'theirs', 'PX', 7000);
      const reply = await setOne(`${prefix}taken`, 'ours', 60_000);
      expect(reply).toEqual({ stored: false, ttlMs: expect.any(Number) });
      expect(reply?.ttlMs).toBeGreaterThan(0);
      expect(reply?.ttlMs).toBeLessThanOrEqual(7000);
      expect(await redis.get(`${prefix}taken`)).toBe('theirs');
    });

    it('sets an absent key without an expiry, and does not change an existing one', async () => {
      for (const value of ['ours', 'theirs']) await commands.setNx(`${prefix}record`, value);
      expect(await redis.get(`${prefix}record`)).toBe('ours');
      expect(await redis.ttl(`${prefix}record`)).toBe(-1);
    });

    it('returns -1 for a key that never expires', async () => {
      await redis.set(`${prefix}forever`, 'theirs');
      expect(await setOne(`${prefix}forever`, 'ours', 60_000)).toEqual({ stored: false, ttlMs: -1 });
    });

    it('reports the result of each key if many are set concurrently, one of them twice', async () => {
      const keys = Array.from({ length: 40 }, (_, index) => `${prefix}many-${index}`);
      await redis.set(`${prefix}many-3`, 'theirs', 'PX', 50_000);
      await redis.sadd(`${prefix}many-5`, 'of another type');
      const replies = await underTest.setEach([...keys, `${prefix}many-7`], '1', 9000);
      const refused = replies.flatMap(({ stored }, index) => (stored ? [] : [index]));
      expect(refused).toEqual([3, 5, 40]);
      expect(replies[3]?.ttlMs).toBeGreaterThan(9000);
      expect(replies[5]?.ttlMs).toBe(-1);
      expect(replies[40]?.ttlMs).toBeGreaterThan(0);
      expect(replies[40]?.ttlMs).toBeLessThanOrEqual(9000);
      expect(await redis.get(`${prefix}many-3`)).toBe('theirs');
      expect(await redis.get(`${prefix}many-39`)).toBe('1');
      expect(await redis.pttl(`${prefix}many-39`)).toBeLessThanOrEqual(9000);
      const again = await underTest.setEach(keys, '1', 9000);
      expect(again.filter(({ stored }) => stored)).toEqual([]);
    });

    it('writes fields of a hash, and when it expires', async () => {
      await commands.hsetPx(`${prefix}hash`, { a: '1', b: 'ü "x"' }, 50_000);
      await commands.hsetPx(`${prefix}hash`, { a: '2' }, 9000);
      expect(await redis.hgetall(`${prefix}hash`)).toEqual({ a: '2', b: 'ü "x"' });
      const ttlMs = await redis.pttl(`${prefix}hash`);
      expect(ttlMs).toBeGreaterThan(0);
      expect(ttlMs).toBeLessThanOrEqual(9000);
      await redis.set(`${prefix}no-hash`, 'text');
      await expect(commands.hsetPx(`${prefix}no-hash`, { a: '1' }, 9000)).rejects.toEqual(
        expect.objectContaining({ reason: 'wrong-type' }),
      );
    });

    it('runs a script, whether Redis knows it or not, and parses the JSON that it returns', async () => {
      const script = {
        source: `return cjson.encode({ tonumber(ARGV[1]) + 1, redis.call('EXISTS', KEYS[1]) }) -- ${prefix}`,
      };
      expect(await commands.evaluate(script, [`${prefix}absent`], ['41'])).toEqual([42, 0]);
      expect(await commands.evaluate(script, [`${prefix}absent`], ['1'])).toEqual([2, 0]);
    });

    it('reads both keys of a list, whose ends are whole milliseconds up to the last date of JavaScript', async () => {
      await redis.sadd(keys.blocklistOf('a'), 'fly', '__proto__', 'ünïcödé 🚀', 'a/"b\\');
      const timed = keys.timedBlocklistKey(clientList('a'));
      await redis.zadd(timed, 1000.5, 'fly', 2000, '\u0001', 'inf', 'ever');
      expect(await readEntries('a')).toEqual({
        entries: [
          '\u0001 until:2000',
          '__proto__ blocked',
          'a/"b\\ blocked',
          'ever until:8640000000000000',
          'fly blocked,until:1001',
          'ünïcödé 🚀 blocked',
        ],
        wrongTypes: [],
      });
      expect(await readEntries('absent')).toEqual({ entries: [], wrongTypes: [] });
      expect(await commands.keysStartingWith([`${prefix}absent`])).toEqual([]);
    });

    it('reads a list of 10,000 permanent and 5,000 timed blocks', async () => {
      const members = Array.from({ length: 10_000 }, (_, index) => `feature-${index}`);
      const scores = members.slice(0, 5000).flatMap((name, index) => [String(index), `timed-${name}`]);
      await redis.sadd(keys.blocklistOf('large'), ...members);
      await redis.zadd(keys.timedBlocklistKey(clientList('large')), ...scores);
      const { entries } = await readEntries('large');
      expect(new Set(entries).size).toBe(15_000);
      expect(entries).toContain('timed-feature-4999 until:4999');
    });

    it('names the keys of a list that have another type, and reads the other one', async () => {
      await redis.set(keys.blocklistOf('set'), 'text');
      await redis.zadd(keys.timedBlocklistKey(clientList('set')), 1, 'fly');
      expect(await readEntries('set')).toEqual({
        entries: ['fly until:1'],
        wrongTypes: [keys.blocklistOf('set')],
      });
      await redis.sadd(keys.blocklistOf('timed'), 'fly');
      await redis.set(keys.timedBlocklistKey(clientList('timed')), 'text');
      expect(await readEntries('timed')).toEqual({
        entries: ['fly blocked'],
        wrongTypes: [keys.timedBlocklistKey(clientList('timed'))],
      });
    });

    it('reads the clock of Redis', async () => {
      const [seconds] = await redis.time();
      const earlierMs = Number(seconds) * 1000;
      const nowMs = await commands.time();
      expect(nowMs).toBeGreaterThanOrEqual(earlierMs);
      expect(nowMs).toBeLessThan(earlierMs + 3_600_000);
    });

    it('finds keys by prefixes with any characters', async () => {
      const start = `${prefix}[a*?\\]:`;
      // Enough keys that every master of a cluster has some.
      const keys = Array.from({ length: 30 }, (_, index) => `${start}${index}`);
      await Promise.all([...keys, `${prefix}a:three`].map(async (key) => redis.set(key, '1')));
      const found = async (...prefixes: string[]) => [...(await commands.keysStartingWith(prefixes))].sort();
      expect(await found(start)).toEqual(keys.sort());
      const others = ['-', ']', '^', 'q'].map((character) => `${prefix}${character}:x`);
      await Promise.all(others.map(async (key) => redis.set(key, '1')));
      expect(await found(start, ...others)).toEqual([...keys, ...others].sort());
      expect(await found(...others.slice(0, 3))).toEqual(others.slice(0, 3).sort());
      expect(await found(`${prefix}a:t`, `${prefix}a:th`)).toEqual([`${prefix}a:three`]);
    });

    it('reports the serving processes', async () => {
      const infos = await sendToEach(await store.masters(), 'INFO', 'server');
      const runIds = infos.map((info) => /run_id:(\w+)/.exec(String(info))?.[1]);
      const { ids, serving } = await underTest.readProcesses([`${prefix}any`]);
      expect([...ids].sort()).toEqual(runIds.sort());
      expect(ids).toContain(serving[0]);
    });

    it('returns the members with the highest scores, and distinguishes a key of the wrong type from other failures', async () => {
      await redis.zadd(`${prefix}scores`, 1, 'a', 3, 'b', 2, 'c');
      expect(await commands.zrevrange(`${prefix}scores`, 2)).toEqual(['b', 'c']);
      await redis.set(`${prefix}wrong`, 'text');
      const wrongType = expect.objectContaining({ name: 'RedisError', reason: 'wrong-type' });
      await expect(commands.zrevrange(`${prefix}wrong`, 1)).rejects.toEqual(wrongType);
      const broken = { source: 'return redis.error_reply("BROKEN on purpose")' };
      await expect(commands.evaluate(broken, [], [])).rejects.toEqual(
        expect.objectContaining({ reason: 'error-reply' }),
      );
    });

    describeBlocklistEditor(() => ({ commands, redis }));

    it('is usable again after its connections were cut', async () => {
      await sendToEach(await store.masters(), 'CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      const isBack = () =>
        commands.time().then(
          () => true,
          () => false,
        );
      await eventually(isBack, { what: 'the connection to come back' });
    });
  });
}
