import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { uniquePrefix } from '../support/redis/redis.ts';
import type { MirrorStore } from './mirror-stores.ts';
import { BAD, BAD_PART } from './mirrored-sets.ts';
import { observe } from './observed-mirror.ts';
import type { MirrorUnderTest } from './observed-mirror.ts';

export interface MirrorContract<Store extends MirrorStore> {
  readonly startStore: () => Promise<Store>;
  /** @param prefix of the keys, as for `MirroredSets` */
  readonly create: (store: Store, prefix: string) => Promise<MirrorUnderTest>;
  /**
   * How often the initial load may read everything: once more in a cluster, if a further server begins to
   * report changes meanwhile. Default: once.
   */
  readonly maxInitialReads?: number;
}

const START_TIMEOUT_MS = 60_000;

/** The contract of a mirror, for any adapter of the ports that it uses. */
export function describeMirror<Store extends MirrorStore>(
  adapter: string,
  { create, startStore, maxInitialReads = 1 }: MirrorContract<Store>,
): void {
  describe(`Mirror over ${adapter}`, () => {
    let store: Store;
    let prefix: string;
    let mirror: MirrorUnderTest;
    let set: string;
    let record: string;
    let single: string;

    beforeAll(async () => {
      store = await startStore();
    }, START_TIMEOUT_MS);

    beforeEach(async () => {
      // The prefix contains special characters of patterns.
      prefix = `${uniquePrefix()}[*]?:`;
      set = `${prefix}set:one`;
      record = `${prefix}record:one`;
      single = `${prefix}single`;
      await store.write(set, 'a', 'b');
      await store.write(record, 'a');
      await store.write(`${prefix}other`, 'a');
      mirror = await create(store, prefix);
      await until(({ isUpToDate }) => isUpToDate, 'the initial load');
    });

    afterEach(async () => {
      await mirror.close();
      await store.flush();
    });

    afterAll(async () => {
      await store.stop();
    });

    const { known, report, shows, until } = observe(() => mirror);

    /** Excludes the error of a cluster without enough masters, which is unrelated to lost data. */
    const warnings = async (): Promise<readonly string[]> =>
      (await report()).warnings.filter((warning) => !warning.includes('CLUSTERDOWN'));

    const loseAll = async (): Promise<void> => {
      await store.restart({ empty: true });
      await until(({ isUpToDate, lost }) => isUpToDate && lost === 2, 'the loss to be found');
    };

    it('contains every key of its prefixes and no others once it is loaded', async () => {
      expect(await report(set, record, single)).toMatchObject({
        isLoaded: true,
        isFailing: false,
        lost: 0,
        wrongTypes: 0,
        rejected: 0,
        size: 2,
        keys: [['a', 'b'], ['a'], null],
      });
    });

    it('reads many keys, each once, and notifies its listeners of all of them once they are loaded', async () => {
      const many = Array.from({ length: 300 }, (_, index) => `${prefix}record:${index}`);
      for (const key of many) await store.write(key, 'a');
      const another = await create(store, prefix);
      const observed = observe(() => another);
      await observed.until(({ isUpToDate }) => isUpToDate, 'the initial load');
      const { notified, overlaps, reads, size } = await observed.report();
      await another.close();
      expect({ overlaps, size }).toEqual({ overlaps: 0, size: 302 });
      expect(reads).toBeGreaterThanOrEqual(303);
      expect(reads).toBeLessThanOrEqual(maxInitialReads * 303);
      expect([...notified].sort()).toEqual([set, record, ...many].sort());
    });

    it('shows added, changed and deleted keys, and notifies its listeners of just these [G48]', async () => {
      const before = (await report()).notified.length;
      await store.write(single, 'c');
      await shows(single, 'c');
      await store.write(record, 'b', 'c');
      await shows(record, 'b', 'c');
      await store.write(set);
      await shows(set);
      await until(({ notified }) => notified.length === before + 3, 'the notifications');
      expect((await report()).notified.slice(before)).toEqual(expect.arrayContaining([single, record, set]));
    });

    it('shows that a key has expired', async () => {
      await store.expire(record, 50);
      await shows(record);
    });

    it('reads a constantly changing key as often as needed, never twice at a time, and shows its last value', async () => {
      const { reads } = await report();
      for (let turn = 0; turn < 200; turn += 1) await store.write(set, `turn-${turn}`);
      await store.write(set, 'd');
      await shows(set, 'd');
      const after = await report();
      expect(after.overlaps).toBe(0);
      expect(after.reads - reads).toBeLessThanOrEqual(201 * 2);
    });

    it('does not notify its listeners of a key that was written with an equal value', async () => {
      const { notified } = await report();
      await store.write(record, 'a');
      await store.write(single, 'c');
      await shows(single, 'c');
      await shows(record, 'a');
      await until((found) => found.notified.length > notified.length, 'the notification');
      expect((await report()).notified).toEqual([...notified, single]);
    });

    it('keeps the last known value of a key of a wrong type, counts it, and logs it once [G26]', async () => {
      await store.overwrite(set);
      await until(({ wrongTypes }) => wrongTypes === 1, 'the wrong type');
      await store.overwrite(set);
      await shows(set, 'a', 'b');
      const { warnings } = await report();
      expect(warnings).toEqual([expect.stringContaining('should be a set')]);
      await store.write(set, 'c');
      await shows(set, 'c');
      expect(await report()).toMatchObject({ wrongTypes: 0, warnings });
    });

    it('omits an invalid value, counts it, and logs it once [G26]', async () => {
      await store.write(record, BAD);
      await shows(record);
      await store.write(record, BAD, 'a');
      await store.write(single, 'a');
      await shows(single, 'a');
      const rejected = await report();
      expect(rejected).toMatchObject({ rejected: 1, size: 2 });
      expect(rejected.warnings).toEqual([expect.stringContaining(': It is bad.')]);
      await store.write(record, 'b', BAD_PART);
      await shows(record, 'b', BAD_PART);
      expect(await report()).toMatchObject({ rejected: 1, size: 3 });
      await store.write(record);
      await shows(record);
      expect(await report()).toMatchObject({ rejected: 0, size: 2 });
    });

    it('finds changed, added and deleted keys that were not reported', async () => {
      await mirror.mute(true);
      await store.write(set);
      await store.write(single, 'd');
      await store.write(record, 'b');
      await store.write(`${prefix}record:new`, 'c');
      await shows(set);
      await shows(single, 'd');
      await shows(record, 'b');
      await shows(`${prefix}record:new`, 'c');
      await store.write(record);
      await shows(record);
    });

    it('survives a cut connection, and shows what was changed in between', async () => {
      await store.cut(async () => {
        await store.write(set);
        await store.write(record, 'd');
        await store.write(single, 'c');
      });
      await shows(set);
      await shows(record, 'd');
      await shows(single, 'c');
      await until(({ isFailing, isUpToDate }) => isUpToDate && !isFailing, 'the connections to be back');
      expect(await report()).toMatchObject({ lost: 0, warnings: [] });
    });

    it('treats the keys of a flush as deleted', async () => {
      await store.flush();
      await until(({ isUpToDate, size }) => isUpToDate && size === 0, 'the deletion of all keys');
      expect((await report()).lost).toBe(0);
    });

    it('accepts another process that has kept the data', async () => {
      await store.restart({ empty: false });
      await store.write(single, 'c');
      await shows(single, 'c');
      await shows(set, 'a', 'b');
      expect([(await report()).lost, await warnings()]).toEqual([0, []]);
    });

    it('keeps values that were lost with a process, each until its key is written again or deleted', async () => {
      await loseAll();
      expect(await warnings()).toEqual([expect.stringContaining('without its data')]);
      expect(await known(set)).toEqual(['a', 'b']);
      await shows(record, 'a');
      await store.write(record, 'c');
      await shows(record, 'c');
      await shows(set, 'a', 'b');
      expect((await report()).lost).toBe(1);
      await store.write(set, 'c');
      await store.write(set);
      await shows(set);
      expect(await report()).toMatchObject({ lost: 0, size: 1 });
    });

    it('keeps lost values through further lost connections and revalidations, until a flush', async () => {
      await loseAll();
      await store.cut(() => Promise.resolve());
      await mirror.mute(true);
      await store.write(single, 'c');
      await shows(single, 'c');
      await shows(set, 'a', 'b');
      await shows(record, 'a');
      expect((await report()).lost).toBe(2);
      await store.flush();
      await shows(set);
      await shows(record);
      expect((await report()).lost).toBe(0);
    });
  });
}
