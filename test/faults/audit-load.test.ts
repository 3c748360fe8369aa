import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RedisBlocklistEditor } from '../../shared/redis/blocklists/redis-blocklist-editor.ts';
import { clientList } from '../../shared/feature-control/blocklist-name.ts';
import type { BlocklistChange } from '../../shared/feature-control/blocklist-editor.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { NodeTimers } from '../../rest-sidecar/src/platform/node-timers.ts';
import { IoredisCommands } from '../../rest-sidecar/src/redis/ioredis-commands.ts';
import { createRedisClient } from '../../rest-sidecar/src/redis/redis-client.ts';
import type { RedisClient } from '../../rest-sidecar/src/redis/redis-client.ts';
import { eventually } from '../support/eventually.ts';
import { toRedisEndpoint } from '../support/redis/to-redis-endpoint.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';

const EDITORS = 8;
const EDITS = 250;
/** Long: the test is about the load, not about a deadline. */
const OPTIONS = { name: 'audit-load', timers: new NodeTimers(), commandTimeoutMs: 60_000 };
const LIST = clientList('loaded');

let redis: RedisClient;

beforeAll(async () => {
  redis = createRedisClient(toRedisEndpoint(testRedisUrl()), OPTIONS);
  await eventually(() => redis.status === 'ready');
});

afterAll(() => {
  redis.disconnect();
});

/** All edit one list at the same time, each its own features, one after the other. */
async function load(entries: number) {
  const keys = new RedisKeys(uniquePrefix());
  const editor = new RedisBlocklistEditor(new IoredisCommands(redis), keys, { entries, days: 30 }, true);
  const edit = async (number: number): Promise<void> => {
    for (let index = 0; index < EDITS; index += 1) {
      const author = { actor: `admin-${number}`, source: 'api' } as const;
      const { outcome } = await editor.block(LIST, `feature-${number}-${index}`, author);
      if (outcome !== 'changed') throw new Error(`an edit was ${outcome}`);
    }
  };
  await Promise.all(Array.from({ length: EDITORS }, (_, number) => edit(number)));
  const pages: BlocklistChange[] = [];
  let before: string | undefined;
  do {
    const page = await editor.history({ list: LIST, most: 700, before });
    pages.push(...page.changes);
    before = page.next;
  } while (before !== undefined);
  return { keys, changes: pages };
}

/** The features that one of the admins has edited, in order; the changes are the newest first. */
function editedBy(number: number, changes: readonly BlocklistChange[]): string[] {
  const own = changes.filter(({ actor }) => actor === `admin-${number}`);
  return own.map(({ feature }) => feature).reverse();
}

/** The edits of an admin, from number `first` on. */
function featuresOf(number: number, first: number): string[] {
  return Array.from({ length: EDITS - first }, (_, index) => `feature-${number}-${first + index}`);
}

describe('a load of edits', () => {
  it('loses no entry of the history, and keeps the order of each admin', async () => {
    const { changes, keys } = await load(EDITORS * EDITS);
    expect(changes).toHaveLength(EDITORS * EDITS);
    expect(await redis.scard(keys.blocklistKey(LIST))).toBe(EDITORS * EDITS);
    for (let number = 0; number < EDITORS; number += 1)
      expect(editedBy(number, changes)).toEqual(featuresOf(number, 0));
  });

  it('loses of a full history what its bound says, the oldest, and nothing else', async () => {
    const bound = 300;
    const { changes } = await load(bound);
    expect(changes).toHaveLength(bound);
    for (let number = 0; number < EDITORS; number += 1) {
      const own = editedBy(number, changes);
      expect(own).toEqual(featuresOf(number, EDITS - own.length));
    }
  });
});
