import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { limitTableOf } from '../../plugin/src/config/method-limits.ts';
import { METHODS } from '../../shared/feature-control/methods.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { CHANNEL } from '../jar/ask.ts';
import { expectNothingForwarded, expectQuietLog } from '../jar/log-expectations.ts';
import { START_TIMEOUT_MS, startProxy } from '../jar/start-proxy.ts';
import { answerOf } from '../support/fakes/answer-of.ts';
import { createAllMethods } from '../support/fakes/create-all-methods.ts';
import { createDispatcher } from '../support/fakes/create-dispatcher.ts';
import { ManualTime } from '../support/fakes/manual-time.ts';
import { MemoryBlocklistStore } from '../support/fakes/memory-blocklist-store.ts';
import { readPacket } from '../support/jar/read-packet.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { useRedis } from '../support/redis/use-redis.ts';
import { messages } from '../support/response-validators.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import { LOAD_TEST_JVM_OPTIONS, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { anyPacket, CLIENT, GLOBAL, PERSONAL } from './any-packet.ts';

/**
 * Until a player may send another request of a method, in milliseconds: soon, as other tests cover the rate
 * limit. In the longer window, some player is refused however slow the machine is.
 */
const WINDOWS_MS: Readonly<Record<string, number>> = { checkFeatures: 100, subscribe: 1000 };

/** All packets reach the dispatcher: other tests cover the guard. */
const CONFIG = `
[guard]
packets-per-second = 1000000
bytes-per-second = 1073741824
[queue]
packets = 100000
bytes = 1073741824
[redis]
command-timeout-ms = 10000
${METHODS.map(({ name }) => `[limits.${limitTableOf(name)}]\nwindow-ms = ${WINDOWS_MS[name] ?? 100}\n`).join('')}`;
/** The players, who each send one packet at a time. */
const PLAYERS = 50;
const MAX_MS_PER_PACKET = 10;

/** `npm run fuzz` sets these variables. */
const count = Number(process.env['FC_FUZZ_PACKETS'] ?? '5000');
const seed = process.env['FC_FUZZ_SEED'];

interface Answer {
  readonly id: string;
  readonly ok: boolean;
  readonly error?: string;
  readonly message?: string;
}

describe('the built jar with generated packets', () => {
  const keyPrefix = uniquePrefix();
  const time = new ManualTime();
  /** The protocol in Node, with a permit for every request. */
  const dispatcher = createDispatcher({
    methods: createAllMethods(time, {
      blocklists: new MemoryBlocklistStore(GLOBAL, { [CLIENT]: PERSONAL }),
    }),
    timers: time,
  });
  const outcomes = new Map<string, number>();
  const redis = useRedis();
  let proxy: StandIn;
  let players: readonly StandInPlayer[];

  beforeAll(async () => {
    const keys = new RedisKeys(keyPrefix);
    await redis.sadd(keys.blocklistGlobal, ...GLOBAL);
    await redis.sadd(keys.blocklistOf(CLIENT), ...PERSONAL);
    proxy = await startProxy({
      redisUrl: testRedisUrl(),
      keyPrefix,
      config: CONFIG,
      jvmOptions: LOAD_TEST_JVM_OPTIONS,
    });
    const joining = Array.from({ length: PLAYERS }, async () => proxy.join({ connected: true }));
    players = await Promise.all(joining);
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
  });

  /** @returns the problem with the answer to a packet; undefined if there is none */
  const problemOf = async (
    player: StandInPlayer | undefined,
    packet: Buffer,
  ): Promise<string | undefined> => {
    if (player === undefined) return 'there is no player';
    expect(await player.send(CHANNEL, packet)).toBe('handled');
    const text = (await player.next()).bytes.toString('utf8');
    // A million answers would fill the memory.
    player.received.length = 0;
    const expected = await answerOf(dispatcher, readPacket(packet), 'player');
    const [answer, right] = [text, expected].map((each) => JSON.parse(each) as Answer) as [Answer, Answer];
    if (!messages.success(answer) && !messages.error(answer)) return `breaks the schema: ${text}`;
    const outcome = answer.error ?? 'OK';
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (withoutRevision(text) === withoutRevision(expected)) return undefined;
    return right.ok && answer.id === right.id && isRefusal(answer)
      ? undefined
      : `${text} instead of ${expected}`;
  };

  it(
    'answers each packet like the protocol in Node, forwards none, and logs nothing [E-BAD-1, G46, W-ERR-3]',
    async () => {
      const batch = fc.array(anyPacket, { minLength: PLAYERS, maxLength: PLAYERS });
      // fast-check reports the seed of a failure, and shrinks its packets.
      await fc.assert(
        fc.asyncProperty(batch, async (packets) => {
          const problems = packets.map((packet, index) => problemOf(players[index], packet));
          expect((await Promise.all(problems)).filter((problem) => problem !== undefined)).toEqual([]);
        }),
        { numRuns: Math.ceil(count / PLAYERS), ...(seed !== undefined && { seed: Number(seed) }) },
      );
      expectNothingForwarded(proxy);
      expectQuietLog(proxy);
      expect([...outcomes.keys()].sort()).toEqual(['BAD_REQUEST', 'NOT_FOUND', 'OK', 'RATE_LIMITED']);
      expect(outcomes.get('OK')).toBeGreaterThan(count / 20);
    },
    60_000 + count * MAX_MS_PER_PACKET,
  );
});

/** In the jar, the player may have subscribed before. */
function withoutRevision(answer: string): string {
  return answer.replace(/"revision":\d+/, '"revision":0');
}

/** Whether the jar refused what Node answers, as the player had sent requests before (G65). */
function isRefusal({ error, message }: Answer): boolean {
  const isFull = message?.endsWith('with those that the player has already.') === true;
  return error === 'RATE_LIMITED' || isFull;
}
