import { beforeEach, describe, expect, it } from '@jest/globals';
import { clientList, GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import { useCli } from './run-cli.ts';

const { beat, keys, redis, run } = useCli();
const LUNAR = clientList('lunar');

const lineOf = async (bridge: string): Promise<string | undefined> =>
  (await run('bridges')).out.find((line) => line.startsWith(bridge));

beforeEach(async () => {
  await redis.sadd(keys.blocklistKey(GLOBAL_LIST), 'minimap.cave-mode', 'fly');
  await redis.sadd(keys.blocklistKey(LUNAR), 'waila', 'zoom');
});

describe('feature-control bridges', () => {
  it('shows for each mod what is blocked, what cannot be blocked, and what only together with others', async () => {
    const { out } = await run('bridges');
    expect(out[0]).toMatch(/^bridge +mod +players +blocked +cannot block +blocked only with --coarse$/);
    expect(await lineOf('xaero')).toMatch(/ - +- +minimap\.cave-mode$/);
    expect(await lineOf('voxelmap')).toMatch(/ cavesAllowed +- +-$/);
    expect(await lineOf('lunar')).toMatch(/ waila, zoom +minimap\.cave-mode +-$/);
    const { out: json } = await run('bridges', '--json', '--coarse');
    expect(JSON.parse(json.join('\n'))).toContainEqual({
      bridge: 'xaero',
      mod: 'Xaero’s Minimap and World Map',
      blocked: ['fair-play'],
      unsupported: [],
      coarse: [],
    });
  });

  it('sums the players with each mod on all proxies that enable its bridge', async () => {
    await beat('one', { bridges: '{"xaero":3,"lunar":0}' });
    await beat('two', { bridges: '{"xaero":4,"<b>":1,"":2,"lunar":"x"}' });
    expect(await lineOf('xaero')).toMatch(/World Map +7 /);
    expect(await lineOf('lunar')).toMatch(/ 0 +waila, zoom/);
    expect(await lineOf('feather')).toMatch(/ - +- +minimap/);
  });
});
