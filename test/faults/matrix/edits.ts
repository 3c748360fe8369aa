import { randomUUID } from 'node:crypto';
import { check } from '../../jar/ask.ts';
import { eventually } from '../../support/eventually.ts';
import { get } from '../../support/get.ts';
import type { Network } from './network-under-test.ts';
import type { Outcome } from './row.ts';

/** @param withinMs how long an edit may take to be seen; the default is a resync and a loaded machine's time */
export async function seeEdits(network: Network, withinMs = 20_000): Promise<Outcome> {
  const seen = await Promise.all(
    [seeBlock, seeServer].map(async (see) => {
      const startedAt = performance.now();
      const isSeen = await see(network, withinMs);
      return { isSeen, tookMs: Math.round(performance.now() - startedAt) };
    }),
  );
  const [block, server] = seen;
  const times = `${block?.tookMs ?? 0} and ${server?.tookMs ?? 0} ms`;
  const areSeen = seen.every(({ isSeen }) => isSeen);
  return {
    load: [],
    seen: [`edits seen after ${times} (game, web)`],
    broken: areSeen ? [] : [`edits not seen within ${times}`],
  };
}

/** An admin blocks a feature: mods are told. */
async function seeBlock({ admin, keys, proxy }: Network, withinMs: number): Promise<boolean> {
  const feature = `edited-${randomUUID()}`;
  await admin.sadd(keys.blocklistGlobal, feature);
  const isBlocked = async (): Promise<boolean> => {
    // One who has not asked before has a permit.
    const player = await proxy.join({ connected: true });
    const { payload } = await check(player, 'my-mod', [feature]);
    await player.disconnect();
    return payload?.blocklist.includes(feature) === true;
  };
  const isSeen = await within(withinMs, isBlocked);
  await admin.srem(keys.blocklistGlobal, feature);
  return isSeen;
}

/** A server is added: web clients see it. */
async function seeServer({ admin, keys, origin }: Network, withinMs: number): Promise<boolean> {
  const id = `edited-${randomUUID()}`;
  await admin.hset(keys.servers, id, '{"displayName":"Edited"}');
  const isSeen = await within(
    withinMs,
    async () => (await get(`${origin}/v1/servers?id=${id}`)).status === 200,
  );
  await admin.hdel(keys.servers, id);
  return isSeen;
}

async function within(withinMs: number, check: () => Promise<boolean>): Promise<boolean> {
  return await eventually(check, { withinMs }).catch(() => false);
}
