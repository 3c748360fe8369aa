import { expect } from '@jest/globals';
import { subjectOf } from '../../shared/rate-limit/rate-limit.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import type { RedisStore } from '../support/redis/redis-stores.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { check } from './ask.ts';
import { warningsAndErrorsOf } from './log-expectations.ts';

const keys = new RedisKeys('fc:');
const CLIENTS = Array.from({ length: 20 }, (_, index) => `mod-${index}`);

/** Sends a request as a new player. */
async function blockedFor(proxy: StandIn, client: string, features: readonly string[]) {
  const player = await proxy.join({ connected: true });
  const { payload } = await check(player, client, [...features]);
  await player.disconnect();
  return payload?.blocklist;
}

/**
 * Expects that the plugin has loaded existing lists and reads new edits, of many clients so that a cluster
 * has them on all masters. Then expects that it takes a permit.
 */
async function expectService(proxy: StandIn, admin: RedisStore['admin']): Promise<void> {
  for (const client of CLIENTS)
    expect(await blockedFor(proxy, client, ['fly', client])).toEqual(['fly', client]);
  for (const client of CLIENTS) await admin.sadd(keys.blocklistOf(client), 'edited');
  for (const client of CLIENTS) {
    const isSeen = async () => (await blockedFor(proxy, client, ['edited']))?.length === 1;
    await eventually(isSeen, { what: `the edit for ${client}` });
  }
  const player = await proxy.join({ connected: true });
  expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ ok: true });
  expect(await admin.pttl(keys.rateLimitOf(subjectOf('checkFeatures', player.uuid)))).toBeGreaterThan(0);
  expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ error: 'RATE_LIMITED' });
}

/**
 * Expects that the plugin moves to another store with one connection and without warnings.
 * @param admin a client of that store
 * @param move makes the plugin use that store
 */
export async function expectMoved(
  proxy: StandIn,
  admin: RedisStore['admin'],
  move: () => Promise<unknown>,
): Promise<void> {
  const connections = (): number => proxy.log.filter((line) => line.includes('Connected to Redis')).length;
  const before = { connections: connections(), problems: warningsAndErrorsOf(proxy) };
  await move();
  await expectService(proxy, admin);
  expect(connections()).toBe(before.connections + 1);
  expect(warningsAndErrorsOf(proxy)).toEqual(before.problems);
}

/** Writes lists of many clients. */
export async function fill(admin: RedisStore['admin']): Promise<void> {
  await admin.sadd(keys.blocklistGlobal, 'fly');
  for (const client of CLIENTS) await admin.sadd(keys.blocklistOf(client), client);
}
