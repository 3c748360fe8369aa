import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { GLOBAL_LIST } from '../../../../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil } from '../../../../../shared/feature-control/entry-state.ts';
import { RedisBlocklistEditor } from '../../../../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import { RedisKeys } from '../../../../../shared/redis/redis-keys.ts';
import { IoredisRedisCommands } from '../../../../support/redis/ioredis-redis-commands.ts';
import { startRedis } from '../../../../support/redis/redis-server.ts';
import type { RedisServer } from '../../../../support/redis/redis-server.ts';
import { uniquePrefix } from '../../../../support/redis/redis.ts';

const AUTHOR = { actor: 'Alex', source: 'command-line' } as const;
const LATER_MS = 4_102_444_800_000;

describe('an edit that Redis refuses', () => {
  const keys = new RedisKeys(uniquePrefix());
  let server: RedisServer;
  let admin: Redis;

  beforeAll(async () => {
    server = await startRedis({ persistent: false });
    admin = new Redis(server.url);
  });

  afterAll(async () => {
    admin.disconnect();
    await server.stop();
  });

  it.each(['sadd', 'srem', 'zadd', 'zrem', 'zremrangebyscore', 'xadd'])(
    'because the user may not run %s is neither made nor recorded [G66]',
    async (command) => {
      await admin.call('ACL', 'SETUSER', 'limited', 'reset', 'on', '>p', '~*', '+@all', `-${command}`);
      const limited = new Redis(server.url.replace('//', '//limited:p@'));
      const commands = new IoredisRedisCommands(limited);
      const [refused, editor] = [commands, new IoredisRedisCommands(admin)].map(
        (each) => new RedisBlocklistEditor(each, keys, 100),
      );
      const difference = [
        { feature: 'permanent', before: BLOCKED, after: blockedUntil(LATER_MS) },
        { feature: 'timed', before: blockedUntil(LATER_MS), after: BLOCKED },
      ];
      await editor?.block(GLOBAL_LIST, 'permanent', AUTHOR);
      await editor?.block(GLOBAL_LIST, 'timed', { ...AUTHOR, untilMs: LATER_MS });
      const before = await editor?.history({ maxChanges: 100 });
      await expect(refused?.change(GLOBAL_LIST, difference, AUTHOR)).rejects.toMatchObject({
        reason: 'error-reply',
        message: expect.stringMatching(/^NOPERM .*/) as unknown,
      });
      expect(await editor?.read(GLOBAL_LIST, 'permanent')).toEqual(BLOCKED);
      expect(await editor?.read(GLOBAL_LIST, 'timed')).toEqual(blockedUntil(LATER_MS));
      expect(await editor?.history({ maxChanges: 100 })).toEqual(before);
      limited.disconnect();
    },
  );
});
