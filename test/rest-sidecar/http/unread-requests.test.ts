import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { sendUnreadRequests } from '../../attack/unread-requests.ts';
import type { UnreadRequests } from '../../attack/unread-requests.ts';
import { eventually } from '../../support/eventually.ts';
import { ask } from '../../support/http/http.ts';
import { startGets } from '../../support/load/gets.ts';
import { startBuiltSidecar } from '../../support/http/built-servers.ts';
import type { BuiltServer } from '../../support/http/built-servers.ts';
import { peakResidentBytes } from '../../support/processes/peak-resident-bytes.ts';
import { testRedisUrl } from '../../support/redis/redis.ts';

/** `npm run attack` opens 1,500. */
const CONNECTIONS = 300;
const HEAP_MB = 512;
const MAX_RESIDENT_BYTES = 300_000_000;

const LARGE = '/v1/servers?id=large';

describe('a sidecar whose clients send requests without end, and never read', () => {
  let sidecar: BuiltServer;
  let redis: Redis;
  const attacks: UnreadRequests[] = [];

  beforeEach(async () => {
    redis = new Redis(testRedisUrl());
    sidecar = await startBuiltSidecar({
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
    });
    const keys = new RedisKeys(sidecar.keyPrefix);
    // If it is sent 60 times, it is more than operating systems buffer.
    await redis.set(keys.serverOf('large'), JSON.stringify({ displayName: 'x'.repeat(100_000) }));
    await eventually(async () => (await ask(sidecar.origin, LARGE)).status === 200, { what: 'the server' });
  });

  afterEach(async () => {
    for (const attack of attacks.splice(0)) attack.stop();
    await sidecar.kill();
    redis.disconnect();
  });

  it('survives, uses little memory, and answers all other clients [G58]', async () => {
    const { origin } = sidecar;
    const client = startGets({
      origin,
      perSecond: 100,
      paths: ['/v1/health'],
      connections: 4,
      problemIn: ({ text }) => (text === '{"status":"ok"}' ? undefined : text),
    });
    attacks.push(await sendUnreadRequests(sidecar.origin, CONNECTIONS, [LARGE, '/openapi.json']));
    await client.finish();
    expect([...client.wrong, ...client.unanswered]).toEqual([]);
    expect(sidecar.output.filter((line) => line.includes('Redis is unreachable'))).toEqual([]);
    expect(peakResidentBytes(sidecar.pid) ?? 0).toBeLessThan(MAX_RESIDENT_BYTES);
    for (const attack of attacks.splice(0)) attack.stop();
    expect(await sidecar.stop()).toBe(0);
  });
});
