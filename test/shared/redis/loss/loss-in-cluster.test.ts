import { describe, expect, it } from '@jest/globals';
import { GLOBAL, PERSONAL, settle, watchedLists } from './watched-lists.ts';

describe('lists that are missing in a cluster', () => {
  /** The global list is served by one process, the personal one by another. */
  const servedBy = (global: string, personal: string) => () =>
    Promise.resolve({
      ids: [global, personal],
      of: (key: string) => (key === GLOBAL ? global : personal),
    });

  it('a server that restarts empty has lost its lists, and missing lists of other servers were deleted', async () => {
    const { redis, ask, vanish, reconnect } = await watchedLists(servedBy('one', 'two'));
    await reconnect(() => {
      vanish();
      redis.processes = servedBy('one', 'three');
    });
    expect(await ask()).toEqual(['minimap']);
    // The lists that one server has lost are still kept when the other loses its data, too.
    redis.write(GLOBAL, 'zoom');
    await settle();
    await reconnect(() => {
      vanish();
      redis.processes = servedBy('four', 'three');
    });
    expect(await ask()).toEqual(['minimap', 'zoom']);
  });

  it('a promoted replica with data is trusted, including the lists that it does not have', async () => {
    const { redis, logger, ask, reconnect } = await watchedLists(servedBy('one', 'two'));
    await reconnect(() => {
      redis.writeSilently(PERSONAL, 'zoom');
      redis.processes = servedBy('one', 'three');
    });
    expect(await ask()).toEqual(['fly', 'zoom']);
    expect(logger.at('warn')).toEqual([]);
  });
});
