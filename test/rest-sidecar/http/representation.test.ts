import { describe, expect, it } from '@jest/globals';
import { Compressor } from '../../../rest-sidecar/src/http/compressor.ts';
import { evaluateConditions } from '../../../rest-sidecar/src/http/conditions.ts';
import { RepresentationFactory } from '../../../rest-sidecar/src/http/representation.ts';
import type { Representation } from '../../../rest-sidecar/src/http/representation.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';

function createFactory(time: ManualTime): RepresentationFactory {
  const settings = { contentType: 'text/plain', cacheControl: 'no-cache', compressor: new Compressor() };
  return new RepresentationFactory(settings, time);
}

const dateOf = ({ identity }: Representation): string => identity.okHeaders['Last-Modified'] ?? '';

const isFresh = (representation: Representation, since: string): boolean =>
  evaluateConditions({ 'if-modified-since': since }, representation.identity, representation.changed) ===
  'not modified';

describe('a representation', () => {
  it('is sent again if other bytes had the same date', () => {
    const time = new ManualTime();
    const factory = createFactory(time);
    const first = factory.first(Buffer.from('a'));
    time.advance(100);
    const second = factory.next(first, Buffer.from('b'));
    expect(dateOf(second)).toBe(dateOf(first));
    expect(isFresh(second, dateOf(second))).toBe(false);
    time.advance(1000);
    const third = factory.next(second, Buffer.from('c'));
    expect(isFresh(third, dateOf(third))).toBe(true);
    expect(isFresh(third, dateOf(second))).toBe(false);
  });

  it('is sent again to a client that has a version with a date before which the clock was set back', () => {
    const time = new ManualTime(Date.UTC(2026, 4, 1, 12, 0, 0));
    const factory = createFactory(time);
    const first = factory.first(Buffer.from('a'));
    time.advance(-5000);
    const second = factory.next(first, Buffer.from('b'));
    time.advance(2000);
    const third = factory.next(second, Buffer.from('c'));
    expect(isFresh(third, dateOf(first))).toBe(false);
    time.advance(3000);
    const fourth = factory.next(third, Buffer.from('d'));
    expect(dateOf(fourth)).toBe(dateOf(first));
    expect(isFresh(fourth, dateOf(first))).toBe(false);
    time.advance(1000);
    const fifth = factory.next(fourth, Buffer.from('e'));
    expect(isFresh(fifth, dateOf(fifth))).toBe(true);
  });
});
