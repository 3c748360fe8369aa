import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isActive } from '../../../shared/rest/active-window.ts';
import { ActiveRecords } from '../../../rest-sidecar/src/snapshots/active-records.ts';
import type { ServedRecord } from '../../../rest-sidecar/src/snapshots/active-records.ts';

const id = fc.constantFrom('a', 'b', 'c', 'A', '10', '9', '__proto__', 'ü');
const time = fc.integer({ min: 0, max: 20 });
const record: fc.Arbitrary<ServedRecord> = fc.record({
  server: fc.constantFrom('s', 't', '__proto__'),
  window: fc.record({ startsAt: time, endsAt: time }, { requiredKeys: [] }),
  text: fc.integer().map(String),
});
const step = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), id, record }),
  fc.record({ kind: fc.constant('delete' as const), id }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: -8, max: 8 }) }),
  fc.record({ kind: fc.constant('take' as const) }),
);

/** Computes the expected lists from all records. */
function listsOf(records: ReadonlyMap<string, ServedRecord>, nowMs: number): Map<string, string> {
  const active = [...records].filter(([, { window }]) => isActive(window, nowMs));
  const ordered = active.sort(([a], [b]) => (a < b ? -1 : 1));
  const lists = new Map<string, string[]>();
  for (const [, { server, text }] of ordered) lists.set(server, [...(lists.get(server) ?? []), text]);
  return new Map([...lists].map(([server, texts]) => [server, `[${texts.join(',')}]`]));
}

describe('ActiveRecords', () => {
  it('has the list of active records of each server after any sequence of changes [G6, G29]', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const records = new ActiveRecords();
        const expected = new Map<string, ServedRecord>();
        const lists = new Map<string, string>();
        let nowMs = 0;
        const take = (): void => {
          records.applyTime(nowMs);
          for (const [server, text] of records.takeChanges()) {
            if (text === undefined) lists.delete(server);
            else lists.set(server, text);
          }
          expect(lists).toEqual(listsOf(expected, nowMs));
        };
        for (const next of steps) {
          if (next.kind === 'set') {
            records.set(next.id, next.record, nowMs);
            expected.set(next.id, next.record);
          } else if (next.kind === 'delete') {
            records.delete(next.id);
            expected.delete(next.id);
          } else if (next.kind === 'wait') nowMs += next.ms;
          else take();
        }
        take();
      }),
    );
  });

  it('adds a record again if the clock was set back between its change and the next update [G6]', () => {
    const records = new ActiveRecords();
    records.applyTime(-5);
    records.set('a', { server: 's', window: { endsAt: 0 }, text: '0' }, 0);
    expect(records.nextChangeMs(-1)).toBe(-1);
    records.applyTime(-1);
    expect(records.takeChanges()).toEqual(new Map([['s', '[0]']]));
  });

  it('returns when the next record becomes active or inactive [G6]', () => {
    const records = new ActiveRecords();
    expect(records.nextChangeMs(0)).toBe(Infinity);
    records.set('a', { server: 's', window: { startsAt: 5, endsAt: 9 }, text: '1' }, 0);
    records.set('b', { server: 's', window: { endsAt: 20 }, text: '2' }, 0);
    const at = (nowMs: number): number => {
      records.applyTime(nowMs);
      return records.nextChangeMs(nowMs);
    };
    expect([0, 5, 9, 20].map(at)).toEqual([5, 9, 20, Infinity]);
    // The clock is set back.
    expect([19, 8, 4].map((nowMs) => [records.nextChangeMs(nowMs), at(nowMs)])).toEqual([
      [19, 20],
      [8, 9],
      [4, 5],
    ]);
  });

  it('updates only records that became active or inactive, also after the clock was set back [G6]', () => {
    const records = new ActiveRecords();
    for (let index = 0; index < 10_000; index++) {
      const window = { startsAt: 10 * ((index * 7919) % 10_000) };
      records.set(String(index), { server: `of ${index}`, window, text: '1' }, 0);
    }
    records.takeChanges();
    const updatesAt = (nowMs: number): number => {
      records.applyTime(nowMs);
      return records.takeChanges().size;
    };
    // Five records become active, then three and two of them inactive again.
    expect([50, 51, 52, 20, 20, 5].map(updatesAt)).toEqual([5, 0, 0, 3, 0, 2]);
    expect(updatesAt(1_000_000)).toBe(9999);
    records.applyTime(-1);
    const changes = [...records.takeChanges().values()];
    expect([changes.length, ...new Set(changes)]).toEqual([10_000, undefined]);
  });

  it('distinguishes records when one replaces another', () => {
    const records = new ActiveRecords();
    for (const id of ['c', 'b', 'a']) records.set(id, { server: 's', window: {}, text: `"${id}"` }, 0);
    records.delete('b');
    records.set('d', { server: 't', window: { startsAt: 5 }, text: '"d"' }, 0);
    records.delete('c');
    records.set('e', { server: 's', window: {}, text: '"e"' }, 0);
    records.applyTime(5);
    expect(records.takeChanges()).toEqual(
      new Map([
        ['s', '["a","e"]'],
        ['t', '["d"]'],
      ]),
    );
  });

  it('changes only the list of one server when one record changes', () => {
    const records = new ActiveRecords();
    for (const server of ['s', 't', 'u']) records.set(server, { server, window: {}, text: '1' }, 0);
    records.takeChanges();
    records.set('t', { server: 't', window: {}, text: '2' }, 0);
    expect(records.takeChanges()).toEqual(new Map([['t', '[2]']]));
  });
});
