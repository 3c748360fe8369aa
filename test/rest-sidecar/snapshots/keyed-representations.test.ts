import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Compressor } from '../../../node/http/compressor.ts';
import { RepresentationFactory } from '../../../node/http/representation.ts';
import { KeyedRepresentations } from '../../../rest-sidecar/src/snapshots/keyed-representations.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';

function create(): KeyedRepresentations {
  const settings = { contentType: 'text/plain', cacheControl: 'no-cache', compressor: new Compressor() };
  return new KeyedRepresentations(new RepresentationFactory(settings, new ManualTime()));
}

const key = fc.oneof(fc.constantFrom('a', 'b', '10', '9', '__proto__', '"', '\n', 'ü🚀', ''), fc.string());
const changes = fc
  .array(fc.tuple(key, fc.option(fc.json(), { nil: undefined })))
  .map((pairs) => new Map(pairs));

/** Writes a JSON object without a JavaScript object, which would move numeric keys to the front. */
const write = (values: ReadonlyMap<string, string>): string =>
  `{${[...values]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .join(',')}}`;

describe('KeyedRepresentations', () => {
  it('is the object of all its values, in the order of their keys, after any changes [G29, G31]', () => {
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1 }), (publications) => {
        const representations = create();
        const values = new Map<string, string>();
        for (const publication of publications) {
          const before = representations.all;
          const same = write(values);
          representations.publish(publication, 0);
          for (const [name, text] of publication) {
            if (text === undefined) values.delete(name);
            else values.set(name, text);
          }
          expect(representations.all?.body.toString()).toBe(write(values));
          for (const [name, text] of values) {
            expect(representations.get(name)?.body.toString()).toBe(text);
          }
          if (before !== undefined && same === write(values)) expect(representations.all).toBe(before);
        }
      }),
    );
  });

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

  it('keeps the representations of unchanged values', () => {
    const representations = create();
    representations.publish(
      new Map([
        ['a', '1'],
        ['b', '2'],
      ]),
      0,
    );
    const [a, b] = [representations.get('a'), representations.get('b')];
    representations.publish(
      new Map([
        ['a', '3'],
        ['b', '2'],
      ]),
      0,
    );
    expect(representations.get('b')).toBe(b);
    expect(representations.get('a')).not.toBe(a);
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
