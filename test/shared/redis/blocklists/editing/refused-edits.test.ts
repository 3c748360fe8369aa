import { describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { NodeTimers } from '../../../../../node/node-timers.ts';
import { GLOBAL_LIST } from '../../../../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil } from '../../../../../shared/feature-control/entry-state.ts';
import { RedisBlocklistEditor } from '../../../../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import { AUTHOR, createEditor } from '../../../../contracts/editor-under-test.ts';
import { IoredisRedisCommands } from '../../../../support/redis/ioredis-redis-commands.ts';
import { startServerStore } from '../../../../support/redis/redis-stores.ts';
import { useStarted } from '../../../../support/use-started.ts';

const LATER = blockedUntil(4_102_444_800_000);

describe('an edit that Redis refuses', () => {
  const store = useStarted(async () => await startServerStore({ persistent: false }));

  it.each(['sadd', 'srem', 'zadd', 'zrem', 'xadd'])(
    'because the user may not run %s is neither made nor recorded [G66]',
    async (command) => {
      await store.admin.call('ACL', 'SETUSER', 'limited', 'reset', 'on', '>p', '~*', '+@all', `-${command}`);
      const limited = new Redis(store.url.replace('//', '//limited:p@'));
      const { editor, keys, set, stateOf } = createEditor({
        commands: new IoredisRedisCommands(store.admin),
      });
      const refused = new RedisBlocklistEditor({
        commands: new IoredisRedisCommands(limited),
        keys,
        timers: new NodeTimers(),
        maxRecords: 100,
      });
      await set(GLOBAL_LIST, 'permanent', BLOCKED);
      await set(GLOBAL_LIST, 'timed', LATER);
      const before = await editor.history({ maxChanges: 100 });
      const wanted = new Map([
        ['permanent', LATER],
        ['timed', BLOCKED],
      ]);
      await expect(refused.edit(GLOBAL_LIST, wanted, AUTHOR)).rejects.toMatchObject({
        reason: 'error-reply',
        message: expect.stringMatching(/^NOPERM /) as unknown,
      });
      expect(await stateOf(GLOBAL_LIST, 'permanent')).toEqual(BLOCKED);
      expect(await stateOf(GLOBAL_LIST, 'timed')).toEqual(LATER);
      expect(await editor.history({ maxChanges: 100 })).toEqual(before);
      limited.disconnect();
    },
  );
});
