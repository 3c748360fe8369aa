import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clientList, GLOBAL_LIST } from '../../shared/feature-control/blocklist-name.ts';
import type { BlocklistChange } from '../../shared/feature-control/blocklist-editor.ts';
import { RedisBlocklistEditor } from '../../shared/redis/blocklists/redis-blocklist-editor.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { IoredisCommands } from '../../rest-sidecar/src/redis/ioredis-commands.ts';
import { eventually } from '../support/eventually.ts';
import { startBuiltSidecar } from '../support/http/built-sidecar.ts';
import type { BuiltSidecar } from '../support/http/built-sidecar.ts';
import { peakResidentBytes } from '../support/processes/peak-resident-bytes.ts';
import { startServerStore, type ServerStore } from '../support/redis/redis-stores.ts';

const NAMES = Number(process.env['FC_REPLACED_NAMES'] ?? 100_000);
/** What Node itself and an idle sidecar take, and what one name may take at most, old and new together. */
const BYTES = { idle: 150e6, name: 250 };
const PATIENCE = { withinMs: 120_000, everyMs: 50 };

const FILL = "for i = 1, ARGV[2] do redis.call('SADD', KEYS[1], ARGV[1] .. '-' .. i) end return 1";

describe('a sidecar that records plain writes', () => {
  let store: ServerStore;
  let sidecar: BuiltSidecar;
  let keys: RedisKeys;
  let editor: RedisBlocklistEditor;

  const historyOf = async (list = GLOBAL_LIST): Promise<readonly BlocklistChange[]> =>
    (await editor.history({ list, most: 5000 })).changes;

  /** Whether a plain write that is made now is recorded: then everything before has been read. */
  let marks = 0;
  const untilSeen = async (): Promise<void> => {
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
    // The prefix is the sidecar's; the list is there before it is.
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
    await untilSeen();
  }, 180_000);

  afterAll(async () => {
    await sidecar.stop();
    await store.stop();
  });

  it(`holds a list of ${NAMES} names that is replaced, and deleted, within its bounds, one entry each time [G71]`, async () => {
    await store.admin.rename('replaced:staged', keys.blocklistGlobal);
    await eventually(async () => (await historyOf()).length > 0, PATIENCE);
    await untilSeen();
    const [replaced] = await historyOf();
    expect(replaced).toMatchObject({ source: 'direct', feature: '' });
    expect(replaced?.sizes).toMatchObject({ before: NAMES, after: NAMES, canUndo: false });
    expect(replaced?.sizes?.names).toHaveLength(5);
    await store.admin.unlink(keys.blocklistGlobal);
    await eventually(async () => (await historyOf()).length > 1, PATIENCE);
    await untilSeen();
    const changes = await historyOf();
    expect(changes.map(({ sizes }) => [sizes?.before, sizes?.after])).toEqual([
      [NAMES, 0],
      [NAMES, NAMES],
    ]);
    expect(peakResidentBytes(sidecar.pid) ?? 0).toBeLessThan(BYTES.idle + BYTES.name * NAMES);
  }, 360_000);
});
