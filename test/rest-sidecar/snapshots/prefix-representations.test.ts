import { describe, expect, it } from '@jest/globals';
import { Compressor } from '../../../rest-sidecar/src/http/compressor.ts';
import { RepresentationFactory } from '../../../rest-sidecar/src/http/representation.ts';
import { PrefixRepresentations } from '../../../rest-sidecar/src/snapshots/prefix-representations.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';

describe('PrefixRepresentations', () => {
  it('cuts a prefix from the bytes once per change', () => {
    const settings = { contentType: 'text/plain', cacheControl: 'no-cache', compressor: new Compressor() };
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
});
