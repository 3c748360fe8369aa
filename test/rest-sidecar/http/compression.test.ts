import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { useStarted } from '../../support/use-started.ts';
import { startTestSidecar } from '../sidecar-under-test.ts';

describe('compression', () => {
  const sidecar = useStarted(startTestSidecar);
  const LARGE = '/v1/events?server=large';

  const addEvents = async (server: string, count: number): Promise<void> => {
    const events = Array.from({ length: count }, (_, index) => {
      const event = {
        server,
        name: `Event ${index}`,
        description: `Number ${index} of ${count}: `.repeat(5),
      };
      return [sidecar.keys.eventOf(`${server}-${index}`), JSON.stringify(event)];
    });
    await sidecar.redis.mset(...events.flat());
    // Many changes may be published in several steps.
    const areServed = async () => {
      const { text } = await sidecar.get(`/v1/events?server=${server}`);
      return (JSON.parse(text) as unknown[]).length === count;
    };
    await eventually(areServed, { what: `all events of ${server}` });
  };

  beforeAll(async () => {
    await addEvents('small', 1);
    await addEvents('middle', 20);
    await addEvents('large', 2000);
  });

  describe.each(['/v1/events?server=middle', LARGE])('of %s', (target) => {
    it.each(['br', 'gzip'])('with %s has the same content, and its own ETag', async (encoding) => {
      const plain = await sidecar.get(target);
      const compressed = await sidecar.get(target, { headers: { 'accept-encoding': encoding } });
      expect(compressed.headers['content-encoding']).toBe(encoding);
      expect(compressed.text).toBe(plain.text);
      expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(compressed.headers['content-length']).toBe(String(compressed.bytes.length));
      expect(compressed.headers['etag']).not.toBe(plain.headers['etag']);
    });

    it('answers 304 to the tag of the requested coding only', async () => {
      const tag =
        (await sidecar.get(target, { headers: { 'accept-encoding': 'gzip' } })).headers['etag'] ?? '';
      const ask = async (encoding: string) =>
        (await sidecar.get(target, { headers: { 'accept-encoding': encoding, 'if-none-match': tag } }))
          .status;
      expect([await ask('gzip'), await ask('br'), await ask('identity')]).toEqual([304, 200, 200]);
    });

    it('answers HEAD with the length of the GET response', async () => {
      const headers = { 'accept-encoding': 'br' };
      const get = await sidecar.get(target, { headers });
      const head = await sidecar.get(target, { method: 'HEAD', headers });
      expect([head.bytes.length, head.headers['content-length']]).toEqual([0, String(get.bytes.length)]);
    });
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.5, identity', undefined],
    ['deflate', undefined],
    ['gzip;q=0', undefined],
    ['*;q=0', undefined],
    ['gzip;q=nonsense', undefined],
    ['', undefined],
    [',,;;q=,', undefined],
  ])('follows Accept-Encoding: %s', async (acceptEncoding, expected) => {
    const { headers } = await sidecar.get(LARGE, { headers: { 'accept-encoding': acceptEncoding } });
    expect([headers['content-encoding'], headers['vary']]).toEqual([expected, 'Accept-Encoding']);
  });

  it('is not done for bodies of up to 1 KB', async () => {
    for (const target of ['/v1/events?server=small', '/v1/events?server=none', '/v1/health', '/v1/servers']) {
      const { headers } = await sidecar.get(target, { headers: { 'accept-encoding': 'br, gzip' } });
      expect(headers['content-encoding']).toBeUndefined();
    }
  });
});
