import { describe, expect, it } from '@jest/globals';
import { parseRedirection } from '../../../plugin/src/cluster/redirection.ts';
import { selectMostSaid, SlotTable } from '../../../plugin/src/cluster/slot-table.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';

const ONE = { host: 'one', port: 1 };
const TWO = { host: 'two', port: 2 };

describe('SlotTable', () => {
  const table = new SlotTable([
    { from: 0, to: 9, master: ONE },
    { from: 10, to: 10, master: TWO },
    { from: 12, to: 20, master: ONE },
  ]);

  it('knows who serves a slot, and that some are served by nobody', () => {
    expect([0, 9, 10, 11, 12, 20, 21].map((slot) => table.ownerOf(slot))).toEqual([
      ...['one:1', 'one:1', 'two:2', undefined, 'one:1', 'one:1', undefined],
    ]);
  });

  it('names each master once', () => {
    expect(table.masters).toEqual([ONE, TWO]);
  });

  it('is the same in whatever order it was told, and another when a slot moves', () => {
    const told = [
      { from: 0, to: 9, master: ONE },
      { from: 10, to: 20, master: TWO },
    ];
    expect(new SlotTable(told).equals(new SlotTable(told.toReversed()))).toBe(true);
    expect(new SlotTable(told).equals(table)).toBe(false);
  });
});

describe('of what the servers of a cluster say', () => {
  it('what most of them say counts', () => {
    const before = [{ from: 0, to: 20, master: ONE }];
    const after = [{ from: 0, to: 20, master: TWO }];
    expect(selectMostSaid([before, after, after])).toBe(after);
    expect(selectMostSaid([])).toBeUndefined();
  });
});

describe('a redirection', () => {
  const sender = { host: 'sender', port: 7 };

  it.each([
    ['MOVED 3999 other:6381', { node: { host: 'other', port: 6381 }, isAsk: false }],
    ['ASK 3999 2001:db8::1:6381', { node: { host: '2001:db8::1', port: 6381 }, isAsk: true }],
    ['MOVED 3999 :6381', { node: { host: 'sender', port: 6381 }, isAsk: false }],
  ])('is read from %s', (message, expected) => {
    expect(parseRedirection(new RedisError('refused', message), sender)).toEqual(expected);
  });

  it.each([new RedisError('refused', 'CLUSTERDOWN Hash slot not served'), new Error('MOVED 1 other:1')])(
    'is not read from %s',
    (cause) => {
      expect(parseRedirection(cause, sender)).toBeUndefined();
    },
  );
});
