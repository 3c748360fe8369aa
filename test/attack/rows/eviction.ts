import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { brokenGuarantees } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { check } from '../../jar/ask.ts';
import { warningsAndErrorsOf } from '../../jar/log-expectations.ts';
import { eventually } from '../../support/eventually.ts';
import { ask } from '../../support/http/http.ts';
import type { StandInPlayer } from '../../velocity-stand-in/stand-in-player.ts';
import type { AttackedProxy } from '../attacked-proxy.ts';
import type { AttackedSidecar } from '../attacked-sidecar.ts';

const BLOCKED = ['fly', 'minimap'];
const PLAYERS = 20;
/** Difference between Redis's memory limit and its current use. */
const FREE_BYTES = 1_000_000;
const JUNK_BYTES = 10_000;
const MAX_JUNK = 2000;

/**
 * Tests a full Redis with the policy that the documentation requires (`noeviction`), and with one that it
 * warns against (`allkeys-lru`).
 */
export const EVICTION_IN_THE_GAME: Row<AttackedProxy> = {
  fault: 'Redis is full, with and without eviction of blocklists',
  guarantee:
    'without eviction, blocked features stay blocked and limits hold; with it, the features of an evicted list are free; all requests are answered',
  run: async ({ admin, keys, proxy }) => {
    const from = warningsAndErrorsOf(proxy).length;
    await admin.sadd(keys.blocklistGlobal, ...BLOCKED);
    const blockedFor = async (player: StandInPlayer): Promise<string> => {
      const answer = await check(player, 'my-mod', BLOCKED);
      return answer.ok ? String(answer.payload?.blocklist) : (answer.error ?? '');
    };
    const blocked = async (): Promise<string> => await blockedFor(await proxy.join({ connected: true }));
    await eventually(async () => (await blocked()) === String(BLOCKED));
    await fill(admin, 'noeviction', () => Promise.resolve(false));
    // Full for the smallest write, too, also when Redis frees the buffers of its connections.
    await admin.config('SET', 'maxmemory', '1');
    const full = await Promise.all(Array.from({ length: PLAYERS }, async () => await blocked()));
    const wrong = full.filter((answer) => answer !== String(BLOCKED));
    const player = await proxy.join({ connected: true });
    const answers = [await blockedFor(player), await blockedFor(player)];
    const isEvicted = async (): Promise<boolean> => (await admin.exists(keys.blocklistGlobal)) === 0;
    const wasEvicted = await fill(admin, 'allkeys-lru', isEvicted);
    await eventually(async () => (await blocked()) === '').catch(() => undefined);
    const afterwards = await Promise.all(Array.from({ length: PLAYERS }, async () => await blocked()));
    const notFree = afterwards.filter((answer) => answer !== '');
    await reset(admin);
    const lines = warningsAndErrorsOf(proxy).length - from;
    return {
      load: [`${2 * PLAYERS} checks`],
      seen: [`${wrong.length} answers without a blocked feature, ${lines} lines in the log`],
      broken: brokenGuarantees({
        [`answered ${wrong.join(' ')} without eviction`]: wrong.length === 0,
        [`a player that sent two requests was answered ${answers.join(' and ')}`]:
          answers[1] === 'RATE_LIMITED',
        [`answered ${notFree.join(' ')} when the list was evicted`]: notFree.length === 0,
        [`${lines} lines in the log`]: lines <= 5,
        'the list was not evicted': wasEvicted,
      }),
    };
  },
};

export const EVICTION_OF_RECORDS: Row<AttackedSidecar> = {
  fault: 'Redis is full and evicts records',
  guarantee: 'the sidecar still responds, and logs no error',
  run: async ({ admin, keys, origin, sidecar }) => {
    await admin.set(keys.serverOf('lobby'), '{"displayName":"Lobby"}');
    const isEvicted = async (): Promise<boolean> => (await admin.exists(keys.serverOf('lobby'))) === 0;
    const wasEvicted = await fill(admin, 'allkeys-lru', isEvicted);
    const [health, servers] = [await ask(origin, '/v1/health'), await ask(origin, '/v1/servers')];
    await reset(admin);
    const errors = sidecar.output.filter((line) => line.includes(' ERROR '));
    return {
      load: [],
      seen: [`health ${health.text}`],
      broken: brokenGuarantees({
        [`health ${health.status}, servers ${servers.status}`]:
          health.status === 200 && servers.status === 200,
        [String(errors[0])]: errors.length === 0,
        'the record was not evicted': wasEvicted,
      }),
    };
  },
};

/**
 * Sets a memory limit and an eviction policy, and fills Redis until it refuses a write or `isDone` returns
 * true.
 * @returns whether `isDone` returned true
 */
async function fill(admin: Redis, policy: string, isDone: () => Promise<boolean>): Promise<boolean> {
  const used = Number(/used_memory:(\d+)/.exec(await admin.info('memory'))?.[1]);
  // Before the policy, which would evict everything that exceeds an earlier limit.
  await admin.config('SET', 'maxmemory', String(used + FREE_BYTES));
  await admin.config('SET', 'maxmemory-policy', policy);
  const junk = 'x'.repeat(JUNK_BYTES);
  for (let count = 0; count < MAX_JUNK; count++) {
    const reply = await admin.set(`junk:${randomUUID()}`, junk).catch(() => undefined);
    if (await isDone()) return true;
    if (reply === undefined) return false;
  }
  return false;
}

/** Resets the memory limit and the policy, and deletes all keys. */
async function reset(admin: Redis): Promise<void> {
  await admin.config('SET', 'maxmemory', '0');
  await admin.config('SET', 'maxmemory-policy', 'noeviction');
  await admin.flushdb();
}
