import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { startServerStore } from '../support/redis/redis-stores.ts';
import { useStarted } from '../support/use-started.ts';
import { startTestSidecar } from './sidecar-under-test.ts';

/** Longer than a busy machine takes to serve a record. */
const EXPIRY_MS = 10_000;
const LOBBY = '{"displayName":"Lobby"}';

describe('a record that expires', () => {
  const store = useStarted(async () => await startServerStore({ persistent: false }));
  const sidecar = useStarted(
    async () => await startTestSidecar({ redisUrl: store.url, config: { resyncMs: 86_400_000 } }),
  );

  beforeAll(async () => {
    // Redis samples keys with an expiry at random: among these keys, it would find the few expired ones below
    // only after minutes.
    const addOthers = "for key = 1, 100000 do redis.call('SET', 'other:' .. key, '', 'EX', 100000) end";
    await store.admin.eval(addOthers, 0);
  });

  /** @returns the time from before the write until the record is no longer served, in milliseconds */
  const servedForMs = async (target: string, id: string, write: () => Promise<unknown>): Promise<number> => {
    const writingMs = performance.now();
    await write();
    const isServed = async (): Promise<boolean> => (await sidecar.get(target)).text.includes(`"${id}"`);
    await eventually(isServed, { what: `${id} to be served` });
    await eventually(async () => !(await isServed()), { what: `${id} to be gone` });
    return performance.now() - writingMs;
  };

  it('is no longer served when it expires, although Redis reports that much later [G61]', async () => {
    const { redis, keys } = sidecar;
    const targets = [
      ['/v1/servers', keys.serverOf('expires'), LOBBY],
      ['/v1/events?server=s', keys.eventOf('expires'), '{"server":"s","name":"E"}'],
      ['/v1/votings?server=s', keys.votingOf('expires'), '{"server":"s","title":"V","candidates":[]}'],
    ] as const;
    const times = targets.map(async ([target, key, text]) => {
      const servedMs = await servedForMs(target, 'expires', () => redis.set(key, text, 'PX', EXPIRY_MS));
      return [target, servedMs > EXPIRY_MS - 100];
    });
    expect(await Promise.all(times)).toEqual(targets.map(([target]) => [target, true]));
  });
});
