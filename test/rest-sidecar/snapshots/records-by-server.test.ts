import { describe, expect, it } from '@jest/globals';
import { Compressor } from '../../../rest-sidecar/src/http/compressor.ts';
import { RepresentationFactory } from '../../../rest-sidecar/src/http/representation.ts';
import { RecordsByServer } from '../../../rest-sidecar/src/snapshots/records-by-server.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';

/** A clock that can be set without affecting the timers. */
class SettableTime extends ManualTime {
  setByMs = 0;

  override epochMs(): number {
    return super.epochMs() + this.setByMs;
  }
}

function create() {
  const time = new SettableTime(0);
  const settings = { contentType: 'text/plain', cacheControl: 'no-cache', compressor: new Compressor() };
  const factory = new RepresentationFactory(settings, time);
  const records = new RecordsByServer({ factory, clock: time, timers: time });
  const shown = (): string => String(records.of('s').body);
  const set = (id: string, window: { startsAt?: number; endsAt?: number } = {}): void => {
    records.set(id, { server: 's', ...window, text: `"${id}"` });
    records.publish();
  };
  return { records, set, shown, time };
}

describe('RecordsByServer', () => {
  it('adds and removes records on time, without a request [G6]', () => {
    const { set, shown, time } = create();
    set('a', { startsAt: 3_700, endsAt: 5_000 });
    time.advance(3_699);
    expect(shown()).toBe('[]');
    time.advance(1);
    expect(shown()).toBe('["a"]');
    time.advance(1_299);
    expect(shown()).toBe('["a"]');
    time.advance(1);
    expect(shown()).toBe('[]');
  });

  it('follows within a second a clock that was set forward or back [G6]', () => {
    const { set, shown, time } = create();
    set('a', { startsAt: 3_600_000 });
    time.setByMs = 3_600_000;
    time.advance(1_000);
    expect(shown()).toBe('["a"]');
    time.setByMs = 0;
    time.advance(1_000);
    expect(shown()).toBe('[]');
  });

  it('publishes at most 20 times in any second because of the time, and the last record within 60 ms', () => {
    const { records, shown, time } = create();
    const updates: number[] = [];
    for (let index = 1; index <= 1_000; index++) {
      const window = { startsAt: index * 5, endsAt: index < 1_000 ? index * 5 + 5 : undefined };
      records.set(String(index), { server: 's', ...window, text: String(index) });
    }
    records.publish();
    let before = records.of('s');
    while (time.monotonicMs() < 5_000) {
      time.advance(5);
      if (records.of('s') !== before) updates.push(time.monotonicMs());
      before = records.of('s');
    }
    expect(updates.length).toBeGreaterThan(50);
    for (const since of updates)
      expect(updates.filter((at) => at >= since && at < since + 1_000).length).toBeLessThanOrEqual(20);
    time.advance(60);
    expect(shown()).toBe('[1000]');
  });
});
