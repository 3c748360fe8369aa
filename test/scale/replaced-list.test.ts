import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clientList, GLOBAL_LIST } from '../../shared/feature-control/blocklist-name.ts';
import type { BlocklistChange } from '../../shared/feature-control/blocklist-editor.ts';
import { RedisBlocklistEditor } from '../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { IoredisCommands } from '../../node/redis/ioredis-commands.ts';
import { eventually } from '../support/eventually.ts';
import { startBuiltSidecar } from '../support/http/built-sidecar.ts';
import type { BuiltSidecar } from '../support/http/built-sidecar.ts';
import { peakResidentBytes } from '../support/processes/peak-resident-bytes.ts';
import { startServerStore, type ServerStore } from '../support/redis/redis-stores.ts';

const NAMES = Number(process.env['FC_REPLACED_NAMES'] ?? 100_000);
/** Maximum memory of an idle sidecar with Node, and of one name in the old and the new list together. */
const MAX_BYTES = { idle: 150e6, name: 250 };
const PATIENCE = { withinMs: 120_000, everyMs: 50 };

const FILL = "for i = 1, ARGV[2] do redis.call('SADD', KEYS[1], ARGV[1] .. '-' .. i) end return 1";

describe('a sidecar that records direct writes', () => {
  let store: ServerStore;
  let sidecar: BuiltSidecar;
  let keys: RedisKeys;
  let editor: RedisBlocklistEditor;

  const historyOf = async (list = GLOBAL_LIST): Promise<readonly BlocklistChange[]> =>
    (await editor.history({ list, maxChanges: 5000 })).changes;

  let marks = 0;
  /** Waits until a new direct write is recorded: all earlier writes have been read by then. */
  const untilRecorded = async (): Promise<void> => {
    const list = clientList('mark');
    const before = (await historyOf(list)).length;
    await eventually(
      async () => {
        await store.admin.sadd(keys.blocklistKey(list), `mark-${(marks += 1)}`);
        return (await historyOf(list)).length > before;
      },
      { ...PATIENCE, everyMs: 300 },
    );
  };

  beforeAll(async () => {
    store = await startServerStore({ persistent: false });
    // The list exists before the sidecar starts, so it needs a fixed prefix.
    const prefix = 'replaced:';
    keys = new RedisKeys(prefix);
    editor = new RedisBlocklistEditor(
      new IoredisCommands(store.admin),
      keys,
      { entries: 1000, days: 30 },
      true,
    );
    await store.admin.eval(FILL, 1, keys.blocklistGlobal, 'old', NAMES);
    await store.admin.eval(FILL, 1, `${prefix}staged`, 'new', NAMES);
    sidecar = await startBuiltSidecar({ REDIS_URL: store.url, KEY_PREFIX: prefix, OPERATORS_PORT: '0' });
    await untilRecorded();
  }, 180_000);

  afterAll(async () => {
    await sidecar.stop();
    await store.stop();
  });

  it(`records the replacement and the deletion of a list of ${NAMES} names as one entry each, in limited memory [G71]`, async () => {
    await store.admin.rename('replaced:staged', keys.blocklistGlobal);
    await eventually(async () => (await historyOf()).length > 0, PATIENCE);
    await untilRecorded();
    const [replaced] = await historyOf();
    expect(replaced).toMatchObject({ source: 'direct', feature: '' });
    expect(replaced?.sizes).toMatchObject({ before: NAMES, after: NAMES, canUndo: false });
    expect(replaced?.sizes?.names).toHaveLength(5);
    await store.admin.unlink(keys.blocklistGlobal);
    await eventually(async () => (await historyOf()).length > 1, PATIENCE);
    await untilRecorded();
    const changes = await historyOf();
    expect(changes.map(({ sizes }) => [sizes?.before, sizes?.after])).toEqual([
      [NAMES, 0],
      [NAMES, NAMES],
    ]);
    expect(peakResidentBytes(sidecar.pid) ?? 0).toBeLessThan(MAX_BYTES.idle + MAX_BYTES.name * NAMES);
  }, 360_000);
});
