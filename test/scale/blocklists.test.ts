import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { joinAdmin, replyTo } from '../jar/admin.ts';
import { JvmPauses } from '../faults/matrix/watches/jvm-pauses.ts';
import { CHANNEL, checkRequest, parseAnswer } from '../jar/ask.ts';
import { PATIENCE, START_TIMEOUT_MS, untilReady } from '../jar/start-proxy.ts';
import { eventually } from '../support/eventually.ts';
import { startServerStore, type ServerStore } from '../support/redis/redis-stores.ts';
import { LOAD_TEST_JVM_OPTIONS, startStandIn, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { commandCounts } from './command-counts.ts';
import { blockedIn, requestBlocked } from './request-blocked.ts';
import { inDigits, LAST, SIZE } from './size.ts';
import { SubscribedPlayers } from './subscribed-players.ts';
import { clientNumber, featureNumber, featureOfClient, fillWithLargeLists } from './large-lists.ts';

const RESYNC_SECONDS = 2;
/**
 * Commands that no check sends: of the resync, the heartbeat, the catalogue of names, and this test.
 * The first use of a script is an `eval`.
 */
const OTHER_COMMANDS = [
  'scan',
  'scard',
  'ping',
  'hset',
  'pexpire',
  'time',
  'info',
  'config|resetstat',
  'eval',
  'evalsha',
  'zscore',
  'zadd',
  'zcard',
  'zremrangebyrank',
];
const TIMEOUT_MS = 120_000;
const keys = new RedisKeys('fc:');

/** The tests depend on their order: all of them change the lists of the same proxy. */
describe(`${inDigits(SIZE.features)} features and ${inDigits(SIZE.clients)} clients with lists`, () => {
  let store: ServerStore;
  let redis: Redis;
  let proxy: StandIn;
  let pauses: JvmPauses;

  beforeAll(async () => {
    store = await startServerStore({ persistent: false });
    redis = store.admin;
    await fillWithLargeLists(store.url, keys, SIZE);
    const config = `[blocklists]\nresync-seconds = ${RESYNC_SECONDS}\n`;
    const jvmOptions = [...LOAD_TEST_JVM_OPTIONS, `-Xmx${SIZE.heapMb}m`];
    proxy = await startStandIn({ redisUrl: store.url, config, jvmOptions });
    pauses = new JvmPauses(proxy, () => redis.ping());
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    pauses.stop();
    await proxy.stop();
    await store.stop();
  });

  const blockedOf = (client: string, features: readonly string[]): Promise<readonly string[]> =>
    requestBlocked(proxy, pauses, client, features);

  /** Sends a request whose features depend on `turn`, and expects the right answer. */
  const expectRightFor = async (turn: number): Promise<void> => {
    const client = SIZE.clients / 2 + (turn % 100);
    const blocked = [
      featureNumber(1 + ((turn * 7919) % (LAST - 1))),
      featureOfClient(client, turn % 5),
      featureNumber(0),
    ];
    const names = ['free', blocked[0] ?? '', featureOfClient(client + 1, 0), ...blocked.slice(1), 'mod-0'];
    expect(await blockedOf(clientNumber(client), names)).toEqual(blocked);
  };

  /** Sends requests of other players, one at a time. @returns their number until `isOver` was true */
  const requestUntil = async (isOver: () => boolean | Promise<boolean>): Promise<number> => {
    for (let turn = 0; ; turn += 1) {
      await expectRightFor(turn);
      if (await isOver()) return turn;
    }
  };

  /** Waits until checks report the feature as blocked, or as not blocked. */
  const untilVisible = async (client: string, feature: string, isBlocked: boolean): Promise<void> => {
    const isVisible = async () => (await blockedOf(client, [feature])).includes(feature) === isBlocked;
    const what = `${feature} of ${client} to be ${isBlocked ? '' : 'not '}blocked`;
    await eventually(isVisible, { ...PATIENCE, what });
  };

  /** Runs a command as an admin. @returns the reply */
  const runCommand = async (line: string): Promise<string> => {
    return await replyTo(proxy, await joinAdmin(proxy, line.split(' ')[0] ?? ''), line, PATIENCE);
  };

  const isReading = async (): Promise<boolean> => (await runCommand('status')).includes('being read again');

  /** Waits until checks are answered from memory alone, since each list is up to date. */
  const untilKnown = async (): Promise<void> => {
    const isKnown = async () => {
      await redis.config('RESETSTAT');
      await expectRightFor(1);
      return (await commandCounts(redis)).get('smismember') === undefined;
    };
    await eventually(isKnown, { ...PATIENCE, everyMs: 200, what: 'all lists to be read' });
  };

  it(
    'are read in the background, while requests are answered right [G48]',
    async () => {
      const early = await proxy.join({ connected: true });
      await early.send(CHANNEL, checkRequest(clientNumber(1), ['free', featureNumber(LAST)]));
      const answered = early.next().then(({ bytes }) => ({
        answer: parseAnswer(bytes),
        answeredAtMs: performance.now(),
      }));
      await untilReady(proxy);
      // The packet waits until then: earlier pauses do not count.
      const askedAtMs = performance.now();
      await requestUntil(() => proxy.log.some((line) => line.includes('Initial load complete')));
      const blocked = blockedIn(proxy, pauses, { askedAtMs, ...(await answered) });
      if (blocked !== undefined) expect(blocked).toEqual([featureNumber(LAST)]);
      const features = SIZE.features + SIZE.clients * SIZE.featuresOfClient;
      await proxy.untilLogged(new RegExp(`${SIZE.clients + 1} blocklists, ${features} features`));
    },
    TIMEOUT_MS,
  );

  it(
    'are read again only if they change, and a check sends Redis only the command for its permit',
    async () => {
      await untilKnown();
      const resyncs = (SIZE.clients + 1) * 2;
      await eventually(async () => ((await commandCounts(redis)).get('scard') ?? 0) >= resyncs, PATIENCE);
      const idle = await commandCounts(redis);
      expect([idle.get('sscan'), idle.get('smembers')]).toEqual([undefined, undefined]);
      await redis.config('RESETSTAT');
      await expectRightFor(3);
      const counts = await commandCounts(redis);
      const commandsOfCheck = [...counts].filter(([name]) => !OTHER_COMMANDS.includes(name));
      expect(Object.fromEntries(commandsOfCheck)).toEqual({ set: 1 });
      await redis.sadd(keys.blocklistOf('new-mod'), 'freecam');
      await untilVisible('new-mod', 'freecam', true);
      await untilKnown();
    },
    TIMEOUT_MS,
  );

  it(
    'show direct writes of every kind [G48, F-RULE-2, F-RULE-3]',
    async () => {
      await redis.sadd(keys.blocklistGlobal, 'added');
      await untilVisible('some-mod', 'added', true);
      await redis.srem(keys.blocklistGlobal, featureNumber(LAST));
      await untilVisible('some-mod', featureNumber(LAST), false);
      await redis.sadd(keys.blocklistOf('new-mod'), 'zoom');
      await untilVisible('new-mod', 'zoom', true);
      await redis.del(keys.blocklistOf(clientNumber(1)));
      await untilVisible(clientNumber(1), featureOfClient(1, 0), false);
      await redis.rename(keys.blocklistOf(clientNumber(2)), keys.blocklistOf('renamed'));
      await untilVisible(clientNumber(2), featureOfClient(2, 0), false);
      await untilVisible('renamed', featureOfClient(2, 0), true);
      await redis.copy(keys.blocklistOf('renamed'), keys.blocklistOf(clientNumber(3)), 'REPLACE');
      await untilVisible(clientNumber(3), featureOfClient(2, 0), true);
      await redis.pexpire(keys.blocklistOf(clientNumber(4)), 1);
      await untilVisible(clientNumber(4), featureOfClient(4, 0), false);
    },
    TIMEOUT_MS,
  );

  it(
    'are read again after changes were missed on a lost connection, while requests are answered right [G18]',
    async () => {
      const dump = await redis.dumpBuffer(keys.blocklistOf(clientNumber(10)));
      const missedChanges = redis.pipeline();
      for (const id of await trackingConnections()) missedChanges.client('KILL', 'ID', id);
      missedChanges.sadd(keys.blocklistGlobal, 'missed');
      missedChanges.srem(keys.blocklistGlobal, 'added');
      missedChanges.del(keys.blocklistOf(clientNumber(11)));
      missedChanges.rename(keys.blocklistOf(clientNumber(12)), keys.blocklistOf('renamed'));
      missedChanges.restore(keys.blocklistOf(clientNumber(13)), 0, dump, 'REPLACE');
      missedChanges.pexpire(keys.blocklistOf(clientNumber(14)), 1);
      await missedChanges.exec();
      await eventually(isReading, { ...PATIENCE, what: 'the loss to be detected' });
      expect(await requestUntil(async () => !(await isReading()))).toBeGreaterThan(0);
      await untilVisible('some-mod', 'missed', true);
      await untilVisible('some-mod', 'added', false);
      await untilVisible(clientNumber(11), featureOfClient(11, 0), false);
      await untilVisible('renamed', featureOfClient(12, 0), true);
      await untilVisible(clientNumber(13), featureOfClient(10, 0), true);
      await untilVisible(clientNumber(14), featureOfClient(14, 0), false);
    },
    TIMEOUT_MS,
  );

  it('are listed in part by commands and completions, while requests are answered [G55, G56]', async () => {
    const lines = ['block ', 'unblock mod-', 'list ', 'check client-'];
    const suggesting = Promise.all(lines.map((line) => proxy.suggest(`featurecontrol ${line}`)));
    const replies = Promise.all([runCommand('list'), runCommand('status')]);
    await expectRightFor(4);
    for (const names of await suggesting) {
      expect(names.length).toBeGreaterThan(0);
      expect(names.length).toBeLessThanOrEqual(50);
    }
    const [list, status] = await replies;
    const [all, others] = [SIZE.features, SIZE.features - 50].map(inDigits);
    expect(list).toMatch(
      new RegExp(
        `^${all} features blocked for every client: .* and ${others} more\\.\nClients .* and more\\.$`,
      ),
    );
    expect(list.split(',').length).toBeLessThan(110);
    expect(status).toContain(`Lists: ${all} features for every client, `);
  });

  it('fit in the heap of the proxy, without errors in its log', async () => {
    const { heapBytes } = await proxy.usage();
    expect(heapBytes).toBeLessThan(SIZE.maxUsedMb * 1e6);
    const errors = proxy.log.filter((line) => /OutOfMemory|Exception|ERROR/.test(line));
    expect(errors.filter((line) => !line.includes('No answer within 1500 ms'))).toEqual([]);
  });

  it(
    `are deleted with one event to each subscribed player, of ${inDigits(SIZE.subscribed)}, while others are answered [G65]`,
    async () => {
      const features = [featureNumber(3), 'free', featureNumber(5)];
      const players = await SubscribedPlayers.join(proxy, SIZE.subscribed, { 'some-mod': features });
      await redis.unlink(keys.blocklistGlobal);
      for (let turn = 0; turn === 0 || !players.haveEvents(); turn += 1)
        await untilVisible(clientNumber(SIZE.clients / 2 + turn), featureNumber(turn), false);
      const change = { blocked: [], unblocked: [features[0], features[2]], blocklist: [] };
      const payload = { revision: 2, subscriptions: [{ client: 'some-mod', ...change }] };
      expect(players.events()).toEqual([[{ event: 'blocklistChanged', payload }]]);
    },
    TIMEOUT_MS,
  );

  it(
    'are removed from memory when an admin flushes Redis',
    async () => {
      await redis.flushdb();
      await untilVisible('some-mod', featureNumber(7), false);
      await untilVisible(clientNumber(7), featureOfClient(7, 0), false);
    },
    TIMEOUT_MS,
  );

  /** Returns the ids of the connections on which Redis reports changes. */
  async function trackingConnections(): Promise<string[]> {
    const list = (await redis.client('LIST')) as string;
    return [...list.matchAll(/^id=(\d+) .*\bflags=\w*t/gm)].map(([, id = '']) => id);
  }
});
