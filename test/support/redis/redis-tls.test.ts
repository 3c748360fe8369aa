import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { OWN_CONNECTION } from './own-connection.ts';
import { startTlsRedis } from './redis-tls.ts';

describe('startTlsRedis', () => {
  it('is trusted only by clients that know its authority', async () => {
    const server = await startTlsRedis();
    const connect = async (tls: object): Promise<string> => {
      const redis = new Redis(server.url, { ...OWN_CONNECTION, tls, retryStrategy: null, lazyConnect: true });
      redis.on('error', () => undefined);
      try {
        await redis.connect();
        return await redis.ping();
      } finally {
        redis.disconnect();
      }
    };
    expect(await connect({ ca: readFileSync(server.caFile) })).toBe('PONG');
    await expect(connect({})).rejects.toThrow();
    await server.stop();
  });
});
