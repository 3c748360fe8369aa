import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FAST_STARTUP_JVM_OPTIONS } from '../../tools/processes/jvm-options.mjs';
import { eventually } from '../support/eventually.ts';
import { commandCounts } from '../support/redis/command-counts.ts';
import { startServerStore, type ServerStore } from '../support/redis/redis-stores.ts';
import type { LoadReport, StandInUsage } from '../velocity-stand-in/driven-stand-in.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { applySettings } from './admin.ts';
import { askStatus } from './ask-status.ts';
import { CHANNEL, checkRequest } from './ask.ts';
import { expectNothingForwarded, warningsAndErrorsOf } from './log-expectations.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from './start-proxy.ts';
import { subscribeRequest } from './subscribing.ts';

const PER_SECOND = 20_000;
const SUBSCRIBERS = 1100;
const SECONDS = 1;
/** Other players, who each send one request during the flood. */
const OTHERS_PER_SECOND = 40;
/** Most packets of a flood are not answered; every packet of the other players is. */
const FLOOD_ANSWERS_WITHIN_MS = 0;
const REQUEST = checkRequest('my-mod', ['fly', 'zoom']);
const MAX_HEAP_GROWTH_BYTES = 16 * 1024 * 1024;
/**
 * The number of threads that the proxy itself may start: its pools grow with the number of simultaneous
 * tasks, which is higher on a busy machine. One thread per packet would be thousands.
 */
const MAX_NEW_THREADS = 100;

const FLOODS: readonly (readonly [string, string | Uint8Array])[] = [
  ['valid', REQUEST],
  ['of the largest size that a client may send', Buffer.alloc(32_767, '"many",')],
  ['deeply nested', '['.repeat(30_000)],
  ['not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x22])],
];

/** The tests share one proxy, whose counters grow from test to test. */
describe('a player who sends 20,000 packets a second', () => {
  let store: ServerStore;
  let proxy: StandIn;
  let hostile: StandInPlayer;
  /** Packets sent on the channel by all players. */
  let sent = 0;
  /** Measured after the first flood, when the JVM has loaded and compiled the code. */
  let usedAtFirst: StandInUsage | undefined;

  beforeAll(async () => {
    store = await startServerStore({ persistent: false });
    proxy = await startProxy({ redisUrl: store.url, jvmOptions: [...FAST_STARTUP_JVM_OPTIONS, '-Xmx256m'] });
    hostile = await proxy.join({ connected: true });
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
    await store.stop();
  });

  const flood = async (
    content: string | Uint8Array,
    channel = CHANNEL,
  ): Promise<[LoadReport, LoadReport]> => {
    const joining = Array.from({ length: OTHERS_PER_SECOND * SECONDS }, () =>
      proxy.join({ connected: true }),
    );
    const others = await Promise.all(joining);
    const flooding = { channel, contents: [content], perSecond: PER_SECOND, seconds: SECONDS };
    const asking = { contents: [REQUEST], perSecond: OTHERS_PER_SECOND, seconds: SECONDS };
    const reports = await Promise.all([
      proxy.load({ players: [hostile], ...flooding, answersWithinMs: FLOOD_ANSWERS_WITHIN_MS }),
      proxy.load({ players: others, channel: CHANNEL, ...asking, answersWithinMs: PATIENCE.withinMs }),
    ]);
    await Promise.all(others.map((other) => other.disconnect()));
    sent += reports[1].sent + (channel === CHANNEL ? reports[0].sent : 0);
    return reports;
  };

  /** Returns the status, with the number of answers and of dropped packets. */
  const counts = async (): Promise<{ answered: number; dropped: number; status: string }> => {
    const status = await askStatus(proxy);
    return {
      answered: sumOf(/Answers: (.*)\./.exec(status)),
      dropped: sumOf(/packets: (.*)\./.exec(status)),
      status,
    };
  };

  /** Expects that every packet was either answered or counted as dropped, exactly once. */
  const expectAllCounted = async (): Promise<void> => {
    await eventually(async () => {
      const { answered, dropped } = await counts();
      expect(answered + dropped).toBe(sent);
      return true;
    }, PATIENCE);
    expect((await counts()).status).toContain('Queue: 0 packets waiting, 0 requests in flight.');
  };

  it.each(FLOODS)(
    '%s: others are answered, nothing is forwarded, and each packet is counted [G12]',
    async (_, content) => {
      const [flooded, asked] = await flood(content);
      expect(flooded.sent).toBeGreaterThan(1000);
      expect([flooded.handled, flooded.forwarded]).toEqual([flooded.sent, 0]);
      expect([asked.answered, asked.forwarded]).toEqual([asked.sent, 0]);
      await expectAllCounted();
      usedAtFirst ??= await proxy.usage();
    },
    60_000,
  );

  it('causes no growth of memory or threads', async () => {
    if (usedAtFirst === undefined) throw new Error('there was no flood');
    const { heapBytes, peakThreads } = usedAtFirst;
    const after = await proxy.usage();
    expect(after.heapBytes - heapBytes).toBeLessThan(MAX_HEAP_GROWTH_BYTES);
    expect(after.peakThreads).toBeLessThan(peakThreads + MAX_NEW_THREADS);
  }, 60_000);

  it('is answered from memory if the guard admits all, and packets that do not fit into the queue are counted [G50]', async () => {
    await applySettings(
      proxy,
      '[guard]\npackets-per-second = 1000000\nbytes-per-second = 1073741824\n[queue]\npackets = 64\n',
    );
    // A reload resets the number of answers only.
    const { answered, dropped } = await counts();
    hostile = await proxy.join({ connected: true });
    await store.admin.config('RESETSTAT');
    const flooded = await proxy.load({
      players: [hostile],
      channel: CHANNEL,
      contents: [REQUEST],
      perSecond: 5 * PER_SECOND,
      seconds: SECONDS,
      answersWithinMs: FLOOD_ANSWERS_WITHIN_MS,
    });
    sent = answered + dropped + flooded.sent;
    await expectAllCounted();
    const { status } = await counts();
    expect(status).toMatch(/RATE_LIMITED/);
    expect(status).toMatch(/over the limit of the queue/);
    // For the permit, and each second, when a cached refusal expires, until the reply to the first request.
    const asked = (await commandCounts(store.admin)).get('set') ?? 0;
    expect(asked).toBeLessThan(20);
  }, 90_000);

  it('is not logged, but if others are refused because of it, at most once a minute', () => {
    const lines = warningsAndErrorsOf(proxy).filter((line) => !line.includes('Too many requests at once'));
    expect(lines).toEqual([]);
    expect(proxy.log.length).toBeLessThan(500);
  });
});

describe('1,100 players who subscribe in one second, each with new names', () => {
  it('are all answered, some of them with RATE_LIMITED, and logged in one line [G50]', async () => {
    const store = await startServerStore({ persistent: false });
    const config = '[redis]\ncommand-timeout-ms = 10000\n';
    const proxy = await startProxy({ redisUrl: store.url, config });
    try {
      const joining = Array.from({ length: SUBSCRIBERS }, () => proxy.join({ connected: true }));
      const players = await Promise.all(joining);
      const contents = players.map((_, index) =>
        subscribeRequest({ [`mod-${index}`]: [`feature-${index}`] }, `request-${index}`),
      );
      // A slow Redis makes any machine too slow for so many.
      store.server.pause();
      const load = { perSecond: SUBSCRIBERS, seconds: SECONDS, answersWithinMs: PATIENCE.withinMs };
      const loading = proxy.load({ players, channel: CHANNEL, contents, ...load });
      await proxy.untilLogged(/Too many requests at once/);
      store.server.resume();
      const { sent, answered } = await loading;
      expect(answered).toBe(sent);
      expectNothingForwarded(proxy);
      expect(await askStatus(proxy)).toMatch(/Answers: (?=.* OK)(?=.* RATE_LIMITED)(?!.*INTERNAL_ERROR)/);
      // On a slow machine, the pause lasts long enough to be reported.
      const lines = warningsAndErrorsOf(proxy).filter((line) => !line.includes('has not answered for'));
      expect(lines).toEqual([expect.stringMatching(/WARN.* Too many requests at once/)]);
      expect(proxy.log.filter((line) => /Exception|^\s+at /.test(line))).toEqual([]);
    } finally {
      await proxy.stop();
      await store.stop();
    }
  }, 120_000);
});

/** Sums the counts in a text such as `12 OK, 3 BAD_REQUEST`. */
function sumOf(match: RegExpExecArray | null): number {
  const numbers = (match?.[1] ?? '').replaceAll(/(\d),(?=\d)/g, '$1').match(/\d+/g) ?? [];
  return numbers.reduce((sum, number) => sum + Number(number), 0);
}
