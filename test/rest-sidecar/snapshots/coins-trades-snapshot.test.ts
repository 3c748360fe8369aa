import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LossWatch } from '../../../shared/redis/loss/loss-watch.ts';
import { oneProcess } from '../../../shared/redis/loss/serving-processes.ts';
import { WrongTypes } from '../../../shared/redis/wrong-types.ts';
import { Compressor } from '../../../rest-sidecar/src/http/compressor.ts';
import { RepresentationFactory } from '../../../rest-sidecar/src/http/representation.ts';
import type {
  CoinsTradeStream,
  StreamEntry,
} from '../../../rest-sidecar/src/snapshots/coins-trade-stream.ts';
import { CoinsTradesSnapshot } from '../../../rest-sidecar/src/snapshots/coins-trades-snapshot.ts';
import { LeftOut } from '../../../rest-sidecar/src/snapshots/left-out.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';

/** A stream in memory, which counts the entries that were read. */
class FakeStream implements CoinsTradeStream {
  entries: StreamEntry[] = [];
  read = 0;
  isDown = false;
  #added = 0;

  add(rate: string): void {
    const fields = new Map([
      ['rate', rate],
      ['datetime', '7'],
    ]);
    this.entries.unshift({ id: `${++this.#added}-0`, fields });
  }

  /** As a stream that is deleted and made again may: the same id, and another trade. */
  replace(index: number, rate: string): void {
    const entry = this.entries[index];
    if (entry !== undefined)
      this.entries[index] = { ...entry, fields: new Map([...entry.fields, ['rate', rate]]) };
  }

  newest(count: number) {
    if (this.isDown) return Promise.reject(new Error('down'));
    const entries = this.entries.slice(0, count);
    this.read += entries.length;
    return Promise.resolve({ length: this.entries.length, entries });
  }
}

function create(maximum = 1000) {
  const [stream, clock, logger] = [new FakeStream(), new ManualTime(), new RecordingLogger()];
  const settings = { contentType: 'text/plain', cacheControl: 'no-cache', compressor: new Compressor() };
  const factory = new RepresentationFactory(settings, clock);
  const leftOut = new LeftOut(logger);
  const commands = { processes: () => Promise.resolve(oneProcess('first')) };
  const snapshot = new CoinsTradesSnapshot({
    ...{ key: 'trades', stream, leftOut, factory, clock, maximum },
    losses: new LossWatch({ commands, logger, what: 'keys' }),
    wrongTypes: new WrongTypes(logger),
  });
  const bodyOf = (limit: number): string | undefined => snapshot.newest(limit)?.identity.body.toString();
  const refresh = async (): Promise<void> => {
    snapshot.takeNotes();
    await snapshot.refresh();
  };
  /** As the refresh loop does, until nothing is left to be read. */
  const settle = async (): Promise<void> => {
    snapshot.noteChange('trades');
    snapshot.takeNotes();
    while ((await snapshot.refresh()) === 'read in part');
  };
  const change = async (): Promise<void> => {
    snapshot.noteChange('trades');
    await refresh();
  };
  return { stream, snapshot, leftOut, logger, bodyOf, change, refresh, settle };
}

const write = (rates: readonly string[]): string =>
  JSON.stringify(rates.map((rate) => ({ rate: Number(rate), datetime: 7 })));

describe('CoinsTradesSnapshot', () => {
  it('reads of a stream that has grown what was added, and not all again', async () => {
    const { stream, snapshot, bodyOf, change, refresh } = create();
    for (let index = 0; index < 5000; index++) stream.add(String(index));
    expect(snapshot.newest(1)).toBeUndefined();
    await refresh();
    expect(stream.read).toBe(1000);
    stream.read = 0;
    for (let round = 0; round < 10; round++) {
      stream.add(String(6000 + round));
      await change();
    }
    expect(stream.read).toBeLessThanOrEqual(10 * 32);
    expect(bodyOf(11)).toBe(
      write(['6009', '6008', '6007', '6006', '6005', '6004', '6003', '6002', '6001', '6000', '4999']),
    );
  });

  it('answers any limit as the stream says, whatever is added, deleted, trimmed and replaced [R-TRADES-2, G2, G3]', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), count: fc.integer({ min: 1, max: 40 }) }),
      fc.record({ kind: fc.constant('delete' as const), at: fc.nat(60) }),
      fc.record({ kind: fc.constant('trim' as const), to: fc.nat(60) }),
      fc.record({ kind: fc.constant('replace' as const), at: fc.nat(60) }),
      fc.record({ kind: fc.constant('look' as const), limit: fc.integer({ min: 1, max: 70 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step), async (steps) => {
        const { stream, bodyOf, settle } = create(50);
        for (const next of steps) {
          if (next.kind === 'add') for (let index = 0; index < next.count; index++) stream.add(String(index));
          else if (next.kind === 'delete') stream.entries.splice(next.at, 1);
          else if (next.kind === 'trim') stream.entries.splice(next.to);
          else if (next.kind === 'replace') stream.replace(next.at, '0.5');
          else {
            await settle();
            const rates = stream.entries
              .slice(0, Math.min(50, next.limit))
              .map(({ fields }) => fields.get('rate') ?? '');
            expect(bodyOf(next.limit)).toBe(write(rates));
          }
        }
      }),
    );
  });

  it('serves what was added at once, and reads all that it holds behind it, and nothing more', async () => {
    const { stream, snapshot, bodyOf, refresh } = create();
    for (let index = 0; index < 500; index++) stream.add('1');
    await refresh();
    stream.replace(400, '2');
    stream.add('3');
    stream.read = 0;
    snapshot.noteChange('trades');
    snapshot.takeNotes();
    expect([await snapshot.refresh(), stream.read, bodyOf(1)]).toEqual(['read in part', 32, write(['3'])]);
    expect([await snapshot.refresh(), stream.read]).toEqual(['read', 32 + 501]);
    expect(bodyOf(1000)).toBe(write(stream.entries.map(({ fields }) => fields.get('rate') ?? '')));
    expect([await snapshot.refresh(), stream.read]).toEqual(['not read', 32 + 501]);
  });

  it('reads again what it could not when it was to look behind what was added', async () => {
    const { stream, snapshot, bodyOf, refresh } = create();
    for (let index = 0; index < 50; index++) stream.add('1');
    await refresh();
    stream.replace(40, '2');
    stream.add('3');
    snapshot.noteChange('trades');
    snapshot.takeNotes();
    await snapshot.refresh();
    stream.isDown = true;
    await expect(snapshot.refresh()).rejects.toThrow('down');
    stream.isDown = false;
    expect(await snapshot.refresh()).toBe('read');
    expect(bodyOf(50)).toContain('"rate":2');
  });

  it('cuts a limit from the bytes once per change', async () => {
    const { stream, snapshot, change, refresh } = create();
    for (let index = 0; index < 10; index++) stream.add('1');
    await refresh();
    const five = snapshot.newest(5);
    expect(snapshot.newest(5)).toBe(five);
    expect(snapshot.newest(10)).toBe(snapshot.newest(2147483647));
    stream.add('2');
    await change();
    expect(snapshot.newest(5)).not.toBe(five);
  });

  it('counts and logs an entry that is no trade once, and forgets it when it is gone [G26, G32]', async () => {
    const { stream, bodyOf, change, leftOut, logger } = create(3);
    for (const rate of ['1', 'x', '2']) stream.add(rate);
    await change();
    await change();
    expect([bodyOf(3), leftOut.count, logger.at('warn').length]).toEqual([write(['2', '1']), 1, 1]);
    for (const rate of ['3', '4', '5']) stream.add(rate);
    await change();
    expect([bodyOf(3), leftOut.count]).toEqual([write(['5', '4', '3']), 0]);
  });
});
