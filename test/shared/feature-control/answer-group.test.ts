import { describe, expect, it } from '@jest/globals';
import type { Blocklists } from '../../../shared/feature-control/blocked-features.ts';
import { AnswerGroup } from '../../../shared/feature-control/subscriptions/answer-group.ts';
import { NO_SCOPE } from '../../../shared/feature-control/player-scope.ts';

const listsOf = (...global: string[]): Blocklists => ({ global: new Set(global), personal: new Set() });

describe('an AnswerGroup whose look-up is answered late', () => {
  /** Starts a look-up that waits for Redis, in the first generation of the lists. */
  const setUp = () => {
    const group = new AnswerGroup('my-mod', ['fly', 'zoom'], NO_SCOPE);
    let reply: (lists: Blocklists) => void = () => undefined;
    const lists = new Promise<Blocklists>((resolve) => (reply = resolve));
    const late = group.lookUp({ lookUp: () => lists }, 1);
    const lookUpNow = (generation: number) => group.lookUp({ lookUp: () => listsOf('zoom') }, generation);
    return {
      group,
      late,
      lookUpNow,
      reply: () => {
        reply(listsOf('fly'));
      },
    };
  };

  it('keeps what was looked up after the list has changed', async () => {
    const { group, late, lookUpNow, reply } = setUp();
    group.markStale();
    expect(lookUpNow(1)).toEqual(['zoom']);
    reply();
    expect(await late).toEqual(['zoom']);
    expect([group.blocklist, group.isStale(1)]).toEqual([['zoom'], false]);
  });

  it('keeps what was looked up in a later generation', async () => {
    const { group, late, lookUpNow, reply } = setUp();
    expect(lookUpNow(2)).toEqual(['zoom']);
    reply();
    expect(await late).toEqual(['zoom']);
    expect([group.blocklist, group.isStale(2)]).toEqual([['zoom'], false]);
  });

  it('uses it, and looks up again, if nothing newer is known', async () => {
    const { group, late, reply } = setUp();
    group.markStale();
    reply();
    expect(await late).toEqual(['fly']);
    expect(group.isStale(1)).toBe(true);
  });
});
