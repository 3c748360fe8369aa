import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import type { ReadResult } from '../../../shared/redis/mirror/mirror-kind.ts';
import type { IoredisCommands, StreamEntry } from '../../../node/redis/ioredis-commands.ts';
import { coinsTradesKind } from '../../../node/records/coins-trades-kind.ts';
import type { MirroredTrades } from '../../../node/records/coins-trades-kind.ts';

/** A stream in memory. */
class FakeStream implements Pick<IoredisCommands, 'newestEntries'> {
  entries: StreamEntry[] = [];
  hasOtherType = false;
  #added = 0;

  add(rate: string): void {
    this.entries.unshift({ id: `${++this.#added}-0`, fields: fieldsOf(rate) });
  }

  /** Replaces a trade under the same id, as in a stream that is deleted and created again. */
  replace(index: number, rate: string): void {
    const entry = this.entries[index];
    if (entry !== undefined) this.entries[index] = { id: entry.id, fields: fieldsOf(rate) };
  }

  newestEntries(_key: string, count: number, latest = 'Infinity') {
    if (this.hasOtherType) return Promise.reject(new RedisError('wrong-type', 'WRONGTYPE'));
    const isOlder = ({ id }: StreamEntry): boolean => Number.parseFloat(id) <= Number.parseFloat(latest);
    return Promise.resolve(this.entries.filter(isOlder).slice(0, count));
  }
}

function fieldsOf(rate: string): Map<string, string> {
  return new Map([
    ['rate', rate],
    ['datetime', '7'],
  ]);
}

function create(maximum = 1000) {
  const stream = new FakeStream();
  const kind = coinsTradesKind({ key: 'trades', commands: stream, maximum });
  const read = async (): Promise<ReadResult<MirroredTrades>> => {
    const [result] = await kind.read(['trades'], () => undefined);
    if (result === undefined) throw new Error('nothing was read');
    return result;
  };
  const trades = async (): Promise<MirroredTrades> => {
    const result = await read();
    return result.state === 'present' ? result.value : [];
  };
  return { stream, kind, read, trades };
}

const bodyOf = (trades: MirroredTrades): string => `[${trades.flatMap(({ json }) => json ?? []).join()}]`;

const write = (rates: readonly string[]): string =>
  JSON.stringify(rates.map((rate) => ({ rate: Number(rate), datetime: 7 })));

describe('the mirrored trades', () => {
  it('are the trades of the stream after any additions, deletions, trims and replacements [R-TRADES-2, G2, G3]', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), count: fc.integer({ min: 1, max: 40 }) }),
      fc.record({ kind: fc.constant('delete' as const), at: fc.nat(60) }),
      fc.record({ kind: fc.constant('trim' as const), to: fc.nat(60) }),
      fc.record({ kind: fc.constant('replace' as const), at: fc.nat(60) }),
      fc.record({ kind: fc.constant('look' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step), async (steps) => {
        const { stream, trades } = create(50);
        for (const next of steps) {
          if (next.kind === 'add') for (let index = 0; index < next.count; index++) stream.add(String(index));
          else if (next.kind === 'delete') stream.entries.splice(next.at, 1);
          else if (next.kind === 'trim') stream.entries.splice(next.to);
          else if (next.kind === 'replace') stream.replace(next.at, '0.5');
          else {
            const rates = stream.entries.slice(0, 50).map(({ fields }) => fields.get('rate') ?? '');
            expect(bodyOf(await trades())).toBe(write(rates));
          }
        }
      }),
    );
  });

  it('are the same objects while they are unchanged, so that they are parsed once', async () => {
    const { stream, kind, trades } = create();
    for (const rate of ['1', '2', '3']) stream.add(rate);
    const before = await trades();
    expect(kind.isSame?.(before, await trades())).toBe(true);
    stream.add('4');
    const after = await trades();
    expect([after[1] === before[0], after[3] === before[2]]).toEqual([true, true]);
    expect(kind.isSame?.(before, after)).toBe(false);
    stream.replace(3, '5');
    expect(kind.isSame?.(after, await trades())).toBe(false);
  });

  it('leave out an invalid entry [G26, G32]', async () => {
    const { stream, read } = create(3);
    for (const rate of ['1', 'x', '2']) stream.add(rate);
    const reason = 'rate or datetime is missing or not a valid number.';
    expect(await read()).toMatchObject({ state: 'present', rejectedParts: [{ name: '2-0', reason }] });
    for (const rate of ['3', '4', '5']) stream.add(rate);
    expect(await read()).toMatchObject({ state: 'present', rejectedParts: [] });
  });
});
