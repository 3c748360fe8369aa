import { beforeEach, describe, expect, it } from '@jest/globals';
import { LoadedLists } from '../../../plugin/src/velocity/loaded-lists.ts';
import { deferred } from '../../support/fakes/deferred.ts';

/** The lists of one service, which the test loads. */
class Lists {
  readonly #loading = deferred();
  readonly available = this.#loading.promise;

  async load(): Promise<void> {
    this.#loading.resolve();
    await this.available;
  }
}

describe('the loaded lists', () => {
  const [first, second] = [new Lists(), new Lists()];
  let current: Lists;
  let notified: (Lists | undefined)[];
  let loaded: LoadedLists<Lists>;

  const use = (lists: Lists): void => {
    current = lists;
    loaded.serviceChanged();
  };

  beforeEach(() => {
    notified = [];
    loaded = new LoadedLists({ current: () => current, loaded: () => notified.push(loaded.lists) });
  });

  it('are those of a reloaded service if the first one never loads [G73]', async () => {
    const [never, reloaded] = [new Lists(), new Lists()];
    use(never);
    expect(loaded.lists).toBeUndefined();
    use(reloaded);
    await reloaded.load();
    await never.load();
    expect(loaded.lists).toBe(reloaded);
    expect(notified).toEqual([reloaded]);
  });

  it('stay those of the previous service until the current one has loaded its own [G18, G73]', async () => {
    use(first);
    await first.load();
    use(second);
    expect(loaded.lists).toBe(first);
    await second.load();
    expect(loaded.lists).toBe(second);
    expect(notified).toEqual([first, second]);
  });
});
