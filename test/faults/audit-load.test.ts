import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RedisBlocklistEditor } from '../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import { clientList } from '../../shared/feature-control/blocklist-name.ts';
import type { BlocklistChange } from '../../shared/feature-control/blocklist-editor.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { NodeTimers } from '../../node/node-timers.ts';
import { IoredisCommands } from '../../node/redis/ioredis-commands.ts';
import { createRedisClient } from '../../node/redis/redis-client.ts';
import type { RedisClient } from '../../node/redis/redis-client.ts';
import { eventually } from '../support/eventually.ts';
import { toRedisEndpoint } from '../support/redis/to-redis-endpoint.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';

const EDITORS = 8;
const EDITS = 100;
/** With a long time-out, since the test is about the load and not about deadlines. */
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

/**
 * Lets all admins edit one list at the same time, each with sequential edits of different features.
 * @param maxEntries maximum length of the history
 */
async function makeEdits(maxEntries: number) {
  const keys = new RedisKeys(uniquePrefix());
  const editor = new RedisBlocklistEditor(
    new IoredisCommands(redis),
    keys,
    { entries: maxEntries, days: 30 },
    true,
  );
  const edit = async (number: number): Promise<void> => {
    for (let index = 0; index < EDITS; index += 1) {
      const author = { actor: `admin-${number}`, source: 'api' } as const;
      const { outcome } = await editor.block(LIST, `feature-${number}-${index}`, author);
      if (outcome !== 'changed') throw new Error(`the outcome of an edit was ${outcome}`);
    }
  };
  await Promise.all(Array.from({ length: EDITORS }, (_, number) => edit(number)));
  const changes: BlocklistChange[] = [];
  let before: string | undefined;
  do {
    const page = await editor.history({ list: LIST, maxChanges: 700, before });
    changes.push(...page.changes);
    before = page.next;
  } while (before !== undefined);
  return { keys, changes };
}

/** Returns the features that an admin edited, in order. The newest of the changes is the first. */
function editedBy(number: number, changes: readonly BlocklistChange[]): string[] {
  const changesOfAdmin = changes.filter(({ actor }) => actor === `admin-${number}`);
  return changesOfAdmin.map(({ feature }) => feature).reverse();
}

/** Returns the features of an admin's edits, starting with edit number `first`. */
function featuresOf(number: number, first: number): string[] {
  return Array.from({ length: EDITS - first }, (_, index) => `feature-${number}-${first + index}`);
}

describe('a load of edits', () => {
  it('loses no entry of the history, and keeps the order of each admin', async () => {
    const { changes, keys } = await makeEdits(EDITORS * EDITS);
    expect(changes).toHaveLength(EDITORS * EDITS);
    expect(await redis.scard(keys.blocklistKey(LIST))).toBe(EDITORS * EDITS);
    for (let number = 0; number < EDITORS; number += 1)
      expect(editedBy(number, changes)).toEqual(featuresOf(number, 0));
  });

  it('removes only the oldest entries of a full history', async () => {
    const maxEntries = 300;
    const { changes } = await makeEdits(maxEntries);
    expect(changes).toHaveLength(maxEntries);
    for (let number = 0; number < EDITORS; number += 1) {
      const edited = editedBy(number, changes);
      expect(edited).toEqual(featuresOf(number, EDITS - edited.length));
    }
  });
});
