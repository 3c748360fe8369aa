import { describe, expect, it } from '@jest/globals';
import { Compressor } from '../../../node/http/compressor.ts';
import { RepresentationFactory } from '../../../node/http/representation.ts';
import { KeyedRepresentations } from '../../../rest-sidecar/src/snapshots/keyed-representations.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';

function create(): KeyedRepresentations {
  const settings = { contentType: 'text/plain', cacheControl: 'no-cache', compressor: new Compressor() };
  return new KeyedRepresentations(new RepresentationFactory(settings, new ManualTime()));
}

describe('KeyedRepresentations', () => {
  it('has different tags for different objects', () => {
    const tagOf = (values: Record<string, string>): string | undefined => {
      const representations = create();
      representations.publish(new Map(Object.entries(values)), 0);
      return representations.all?.identity.etag;
    };
    const objects = [
      {},
      { a: '1' },
      { a: '2' },
      { b: '1' },
      { a: '1', b: '2' },
      { a: '2', b: '1' },
      { 'a":1,"b': '2' },
    ];
    expect(new Set(objects.map(tagOf)).size).toBe(objects.length);
    expect(tagOf({ a: '1', b: '2' })).toBe(tagOf({ b: '2', a: '1' }));
  });

  it('assembles the object when it is read, with the time of its latest change', () => {
    const representations = create();
    expect([representations.all, representations.isPublished]).toEqual([undefined, false]);
    representations.publish(new Map([['a', '1']]), 1000);
    expect(representations.isPublished).toBe(true);
    const first = representations.all;
    expect(first).toMatchObject({ changedAtMs: 1000, isDateUnique: true });
    representations.publish(new Map([['a', '2']]), 1500);
    representations.publish(new Map([['a', '1']]), 1600);
    expect(representations.all).toBe(first);
    representations.publish(new Map([['a', '3']]), 1700);
    expect(representations.all).toMatchObject({ changedAtMs: 1700, isDateUnique: false });
    representations.publish(new Map([['a', '4']]), 2500);
    representations.publish(new Map([['a', '5']]), 3500);
    expect(representations.all).toMatchObject({ changedAtMs: 3500, isDateUnique: true });
  });
});
