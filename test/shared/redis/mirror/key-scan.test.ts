import { describe, expect, it } from '@jest/globals';
import { KeyScan } from '../../../../shared/redis/mirror/key-scan.ts';
import { RedisError } from '../../../../shared/redis/redis-error.ts';
import type { RedisCommands } from '../../../../shared/redis/redis-commands.ts';
import { ManualTime } from '../../../support/fakes/manual-time.ts';
import { settle } from './mirror-under-test.ts';

const KEYS = ['a:1', 'a:2', 'b:1', 'c:1'];
const PAGES = 3;
const PAGE_MS = 2;
const PAUSE_MS = 8;

function setUp() {
  const time = new ManualTime();
  const scans: (readonly string[])[] = [];
  const state = { pages: 0, isFailing: false };
  const keysStartingWith: RedisCommands['keysStartingWith'] = async (prefixes, run) => {
    scans.push(prefixes);
    for (let page = 0; page < PAGES; page += 1)
      await run?.(async () => {
        time.advance(PAGE_MS);
        state.pages += 1;
        if (state.isFailing) throw new RedisError('unreachable', 'no reply');
        await Promise.resolve();
      });
    return KEYS;
  };
  const scan = new KeyScan({ commands: { keysStartingWith }, clock: time, timers: time });
  return { scan, scans, state, time };
}

describe('KeyScan', () => {
  it('finds the keys of all searches that begin at the same time with one scan', async () => {
    const { scan, scans } = setUp();
    const found = await Promise.all([
      scan.find(['a:'], false),
      scan.find(['b:', 'd:'], false),
      scan.find([], false),
    ]);
    expect(found.map((keys) => [...keys])).toEqual([['a:1', 'a:2'], ['b:1'], []]);
    expect(scans).toEqual([['a:', 'b:', 'd:']]);
    await scan.find(['a:'], false);
    expect(scans).toHaveLength(2);
  });

  it('scans in the background with pauses that are longer than the commands', async () => {
    const { scan, state, time } = setUp();
    const search = scan.find(['a:'], true);
    for (let page = 1; page <= PAGES; page += 1) {
      await settle();
      time.advance(PAUSE_MS - 1);
      await settle();
      expect(state.pages).toBe(page);
      time.advance(1);
    }
    expect((await search).size).toBe(2);
    expect(time.pendingTimers).toBe(0);
  });

  it('scans without pauses if one of the searches is urgent, and from then on if it must hurry', async () => {
    const { scan, state, time } = setUp();
    await Promise.all([scan.find(['a:'], true), scan.find(['b:'], false)]);
    expect(state.pages).toBe(PAGES);
    const search = scan.find(['a:'], true);
    await settle();
    expect(state.pages).toBe(PAGES + 1);
    scan.hurry();
    expect(time.pendingTimers).toBe(0);
    await search;
    expect(state.pages).toBe(2 * PAGES);
  });

  it('fails all searches of a scan that fails, and scans again for the next one', async () => {
    const { scan, scans, state } = setUp();
    state.isFailing = true;
    const searches = [scan.find(['a:'], true), scan.find(['b:'], true)];
    for (const search of searches) await expect(search).rejects.toThrow('no reply');
    state.isFailing = false;
    expect((await scan.find(['c:'], false)).size).toBe(1);
    expect(scans).toHaveLength(2);
  });
});
