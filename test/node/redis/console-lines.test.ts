import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { freePort } from '../../../tools/processes/free-port.mjs';
import { eventually } from '../../support/eventually.ts';
import { connectClient } from '../../support/redis/connect-client.ts';
import { startClusterStore, startSentinelStore, startServerStore } from '../../support/redis/redis-stores.ts';
import type { StartStore } from '../../support/redis/redis-stores.ts';

const STORES: readonly (readonly [string, StartStore])[] = [
  ['a server', startServerStore],
  ['a master behind Sentinels', startSentinelStore],
  ['a cluster', startClusterStore],
];

describe('a line that ioredis would print to the console', () => {
  const printed: unknown[] = [];

  beforeEach(() => {
    printed.length = 0;
    for (const method of ['warn', 'error', 'log'] as const) {
      jest.spyOn(console, method).mockImplementation((...args) => void printed.push(args));
    }
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each(STORES)('about a password that %s does not require is absent', async (_, start) => {
    const store = await start();
    const ask = store.url.includes('?') ? '&sentinel-password=unused' : '';
    const { client, logger } = connectClient(store.url.replace('://', '://:unused@') + ask);
    await eventually(async () => (await client.get('key').catch(() => undefined)) === null, {
      what: 'the connection',
    });
    client.disconnect();
    await store.stop();
    expect(printed).toEqual([]);
    expect(logger.records).toEqual([]);
  });

  it('about a Sentinel that does not answer is one line of the log, and the other Sentinels are used', async () => {
    const store = await startSentinelStore();
    const away = `127.0.0.1:${await freePort()}`;
    const { client, logger } = connectClient(store.url.replace('://', `://${away},`));
    await eventually(() => client.status === 'ready' && logger.records.length > 0, {
      what: 'the connection',
    });
    // Causes one more attempt to connect to the Sentinel.
    const again = new Promise((resolve) => client.once('ready', resolve));
    client.disconnect(true);
    await again;
    client.disconnect();
    await store.stop();
    expect(printed).toEqual([]);
    expect(logger.at('warn')).toEqual([
      `Sentinel ${away} is unreachable, reconnecting: ${away} refuses connections: start Redis there, or correct the address`,
    ]);
  });
});
