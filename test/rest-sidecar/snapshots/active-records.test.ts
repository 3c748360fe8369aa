import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ActiveRecords } from '../../../rest-sidecar/src/snapshots/active-records.ts';
import type { ServedRecord } from '../../../rest-sidecar/src/snapshots/active-records.ts';
import { isActive } from '../../../shared/rest/active-window.ts';

const id = fc.constantFrom('a', 'b', 'c', 'A', '10', '9', '__proto__', 'ü');
const time = fc.integer({ min: 0, max: 20 });
const record: fc.Arbitrary<ServedRecord> = fc.record(
  {
    server: fc.constantFrom('s', 't', '__proto__'),
    startsAt: time,
    endsAt: time,
    text: fc.integer().map(String),
  },
  { requiredKeys: ['server', 'text'] },
);
const step = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), id, record }),
  fc.record({ kind: fc.constant('delete' as const), id }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: -8, max: 8 }) }),
  fc.record({ kind: fc.constant('take' as const) }),
);

/** Computes the expected lists from all records. */
function listsOf(records: ReadonlyMap<string, ServedRecord>, nowMs: number): Map<string, string> {
  const active = [...records].filter(([, each]) => isActive(each, nowMs));
  const ordered = active.sort(([a], [b]) => (a < b ? -1 : 1));
  const lists = new Map<string, string[]>();
  for (const [, { server, text }] of ordered) lists.set(server, [...(lists.get(server) ?? []), text]);
  return new Map([...lists].map(([server, texts]) => [server, `[${texts.join(',')}]`]));
}

it('ActiveRecords has the list of active records of each server after any sequence of changes [G6, G29]', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const records = new ActiveRecords();
      const expected = new Map<string, ServedRecord>();
      const lists = new Map<string, string>();
      let nowMs = 0;
      const take = (): void => {
        for (const [server, text] of records.takeChanges(nowMs)) {
          if (text === undefined) lists.delete(server);
          else lists.set(server, text);
        }
        expect(lists).toEqual(listsOf(expected, nowMs));
      };
      for (const next of steps) {
        if (next.kind === 'set') {
          records.set(next.id, next.record);
          expected.set(next.id, next.record);
        } else if (next.kind === 'delete') {
          records.set(next.id, undefined);
          expected.delete(next.id);
        } else if (next.kind === 'wait') nowMs += next.ms;
        else take();
      }
      take();
    }),
  );
});
