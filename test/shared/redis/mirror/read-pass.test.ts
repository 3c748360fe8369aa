import { describe, expect, it } from '@jest/globals';
import { ReadPass } from '../../../../shared/redis/mirror/read-pass.ts';
import { ManualTime } from '../../../support/fakes/manual-time.ts';

describe('ReadPass', () => {
  it('reads a batch again that could not be read, also the last one', () => {
    const pass = new ReadPass(['a', 'b', 'c'], true, new ManualTime());
    const take = (): string[] => pass.take(2, () => false);
    expect(take()).toEqual(['a', 'b']);
    pass.begin(['a', 'b'])(true);
    for (let attempt = 0; attempt < 3; attempt++) {
      expect([pass.waitMs(), take()]).toEqual([0, ['c']]);
      pass.begin(['c'])(false);
      expect(pass.isComplete).toBe(false);
    }
    expect(take()).toEqual(['c']);
    pass.begin(['c'])(true);
    expect([pass.isComplete, pass.waitMs()]).toEqual([true, Infinity]);
  });
});
