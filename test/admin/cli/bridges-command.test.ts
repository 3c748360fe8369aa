import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { runProgram } from '../../../admin/cli/program.ts';
import { testRedisUrl, uniquePrefix } from '../../support/redis/redis.ts';

const environment = { REDIS_URL: testRedisUrl(), KEY_PREFIX: uniquePrefix() };
const globalList = `${environment.KEY_PREFIX}blocklist:global`;
const lunarList = `${environment.KEY_PREFIX}blocklist:client:lunar`;
const timedLists = ['global', 'client:lunar'].map(
  (list) => `${environment.KEY_PREFIX}blocklist-until:${list}`,
);
let redis: Redis;

async function run(...args: string[]): Promise<{ code: number; out: string[] }> {
  const out: string[] = [];
  const context = {
    environment,
    out: (line: string) => out.push(line),
    err: () => undefined,
    nowMs: () => 0,
  };
  return { code: await runProgram(['bridges', ...args], context), out };
}

beforeAll(async () => {
  redis = new Redis(environment.REDIS_URL);
  await redis.sadd(globalList, 'minimap.cave-mode', 'fly');
  await redis.sadd(lunarList, 'waila', 'zoom');
});

afterAll(async () => {
  await redis.del(globalList, lunarList, ...timedLists);
  redis.disconnect();
});

describe('feature-control bridges', () => {
  it('shows for each mod what is blocked, what cannot be blocked, and what only together with others', async () => {
    const { code, out } = await run();
    expect(code).toBe(0);
    expect(out[0]).toMatch(/^bridge +mod +players +blocked +cannot block +blocked only with --coarse$/);
    expect(out.find((line) => line.startsWith('xaero'))).toMatch(/ - +- +minimap\.cave-mode$/);
    expect(out.find((line) => line.startsWith('voxelmap'))).toMatch(/ cavesAllowed +- +-$/);
    expect(out.find((line) => line.startsWith('lunar'))).toMatch(/ waila, zoom +minimap\.cave-mode +-$/);
    expect(out.find((line) => line.startsWith('feather'))).toMatch(/ - +minimap\.cave-mode +-$/);
  });

  it('sums the players with each mod on all proxies that enable its bridge', async () => {
    const heartbeat = { kind: 'proxy', version: '1', health: 'ok', startedAt: 1, clock: 1, seenAt: 1 };
    const nodes = ['one', 'other'].map((name) => `${environment.KEY_PREFIX}node:${name}`);
    await redis.hset(nodes[0] ?? '', { ...heartbeat, name: 'one', bridges: 'xaero=3 lunar=0' });
    await redis.hset(nodes[1] ?? '', { ...heartbeat, name: 'other', bridges: 'xaero=4 <b>=1 =2 lunar=x' });
    const { out } = await run();
    await redis.del(...nodes);
    expect(out.find((line) => line.startsWith('xaero'))).toMatch(/World Map +7 /);
    expect(out.find((line) => line.startsWith('lunar'))).toMatch(/ 0 +waila, zoom/);
    expect(out.find((line) => line.startsWith('feather'))).toMatch(/ - +- +minimap/);
  });

  it('shows timed blocks until they end', async () => {
    const [global = '', lunar = ''] = timedLists;
    await redis.zadd(global, Date.now() + 3_600_000, 'minimap.radar', 1, 'waypoints');
    await redis.zadd(lunar, '+inf', 'freelook', 1, 'toggle-sneak');
    const { out } = await run();
    await redis.del(...timedLists);
    expect(out.find((line) => line.startsWith('lunar'))).toMatch(/ freelook, snaplook, waila, zoom +minimap/);
    expect(out.find((line) => line.startsWith('voxelmap'))).toMatch(/ cavesAllowed, radarAllowed +- +-$/);
  });

  it('prints the same as JSON, and blocks more with --coarse', async () => {
    const { out } = await run('--json', '--coarse');
    expect(JSON.parse(out.join('\n'))).toContainEqual({
      bridge: 'xaero',
      mod: 'Xaero’s Minimap and World Map',
      blocked: ['fair-play'],
      unsupported: [],
      coarse: [],
      isListTooLong: false,
    });
  });

  it('shows that names are ignored because a list is too long', async () => {
    await redis.sadd(lunarList, ...Array.from({ length: 255 }, (_, index) => `mod-${index}`));
    const { out } = await run();
    expect(out.at(-1)).toBe(
      'lunar ignores some names in its list, because the list has more than 256 names.',
    );
  });
});
