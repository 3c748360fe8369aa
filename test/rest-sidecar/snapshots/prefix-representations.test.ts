import { describe, expect, it } from '@jest/globals';
import { Compressor } from '../../../node/http/compressor.ts';
import { RepresentationFactory } from '../../../node/http/representation.ts';
import { PrefixRepresentations } from '../../../rest-sidecar/src/snapshots/prefix-representations.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';

const settings = { contentType: 'text/plain', cacheControl: 'no-cache', compressor: new Compressor() };

describe('PrefixRepresentations', () => {
  it('cuts a prefix from the bytes once per change', () => {
    const prefixes = new PrefixRepresentations(new RepresentationFactory(settings, new ManualTime()));
    expect(prefixes.first(1)).toBeUndefined();
    prefixes.publish(['1', '2', '3'], 0);
    const two = prefixes.first(2);
    expect(String(two?.body)).toBe('[1,2]');
    expect(prefixes.first(2)).toBe(two);
    expect(prefixes.first(3)).toBe(prefixes.first(2_147_483_647));
    prefixes.publish(['1', '2', '3'], 1);
    expect(prefixes.first(2)).toBe(two);
    prefixes.publish(['0', '1', '2', '3'], 2);
    expect(String(prefixes.first(2)?.body)).toBe('[0,1]');
  });

  it('caches at most 32 MB of prefixes, and cuts them again with the same validators', () => {
    const prefixes = new PrefixRepresentations(new RepresentationFactory(settings, new ManualTime()));
    const megabyte = `"${'x'.repeat(1_000_000)}"`;
    const all = [1, 2, 3, 4, 5, 6, 7];
    // The second publication shows that the size is counted from each one again.
    for (const first of ['1', '2']) {
      prefixes.publish([first, ...Array.from({ length: 8 }, () => megabyte)], 0);
      const cut = all.map((count) => prefixes.first(count + 1));
      expect(all.every((count) => prefixes.first(count + 1) === cut[count - 1])).toBe(true);
    }
    const before = prefixes.first(2);
    prefixes.first(9);
    const again = prefixes.first(2);
    expect(again).not.toBe(before);
    expect(again?.identity.etag).toBe(before?.identity.etag);
    expect(again?.changedAtMs).toBe(before?.changedAtMs);
  });
});
