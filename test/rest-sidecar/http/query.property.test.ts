import { Agent } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startTestSidecar, type SidecarUnderTest } from '../sidecar-under-test.ts';
import { wellFormedCharacter } from '../../support/any-character.ts';

const RUNS = { numRuns: 300 };
const SERVER = 'löbby 1';
const GREATEST_LIMIT = 2 ** 31 - 1;

/**
 * One pair of a query string, with its decoded name and value: undefined if they are not percent-encoded
 * UTF-8 (G54).
 */
interface Pair {
  readonly text: string;
  readonly name: string | undefined;
  readonly value: string | undefined;
}

const encodings: readonly ((text: string) => string)[] = [
  encodeURIComponent,
  (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
];
const written = (text: string) => fc.constantFrom(...encodings.map((encode) => encode(text)));
const broken = fc.constantFrom('%', '%f', '%zz', '%ff', 'a%c3', '%ed%a0%80');

const pair = (name: string): fc.Arbitrary<Pair> => {
  const names = fc.oneof(
    { weight: 3, arbitrary: fc.constant(name) },
    fc.constantFrom('limit', 'server', 'id', `${name}[]`, `${name}[0]`, name.toUpperCase(), '__proto__', ''),
  );
  const values = fc.oneof(
    fc.constantFrom(
      SERVER,
      '',
      '1',
      '007',
      '0',
      '-1',
      '1.5',
      '1e2',
      ' 5',
      '+5',
      '2147483647',
      '2147483648',
      '٣',
    ),
    fc.integer().map(String),
    fc.string({ unit: wellFormedCharacter }),
  );
  const validPair = fc
    .tuple(names, values)
    .chain(([key, value]) =>
      fc
        .tuple(written(key), written(value))
        .map(([left, right]) => ({ text: `${left}=${right}`, name: key, value })),
    );
  const bare = names.chain((key) => written(key).map((text) => ({ text, name: key, value: '' })));
  const brokenValue = broken.map((text) => ({ text: `${name}=${text}`, name, value: undefined }));
  const brokenName = broken.map((text) => ({ text: `${text}=1`, name: undefined, value: '1' }));
  return fc.oneof({ weight: 6, arbitrary: validPair }, bare, brokenValue, brokenName);
};

const queryOf = (name: string) => fc.array(pair(name), { maxLength: 4 });

/** Targets of all characters that Node's HTTP client allows. */
const anyTarget = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
});

describe('a query', () => {
  const agent = new Agent({ keepAlive: true });
  let sidecar: SidecarUnderTest;

  beforeAll(async () => {
    sidecar = await startTestSidecar();
    await sidecar.redis.set(sidecar.keys.serverOf(SERVER), '{"displayName":"Lobby"}');
    await sidecar.shows(`/v1/servers?id=${encodeURIComponent(SERVER)}`, { id: SERVER, displayName: 'Lobby' });
  });

  afterAll(async () => {
    agent.destroy();
    await sidecar.stop();
  });

  const ask = async (path: string, pairs: readonly Pair[]) => {
    const { status, json } = await sidecar.get(`${path}?${pairs.map(({ text }) => text).join('&')}`, {
      agent,
    });
    return { status, json };
  };

  /** @returns the values of the name; undefined if one of them cannot be decoded */
  const valuesOf = (pairs: readonly Pair[], name: string): readonly string[] | undefined => {
    const values = pairs.filter((each) => each.name === name).map(({ value }) => value);
    return values.every((value) => value !== undefined) ? values : undefined;
  };

  it('of getCoinsTrades is answered with 400 if limit is not one whole number from 1 to 2147483647, and with 200 otherwise [R-TRADES-3, G3, G22, G24, G54]', async () => {
    const fits = (values: readonly string[] | undefined): boolean => {
      if (values === undefined || values.length > 1) return false;
      const [limit = '1'] = values;
      return /^[0-9]+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= GREATEST_LIMIT;
    };
    await fc.assert(
      fc.asyncProperty(queryOf('limit'), async (pairs) => {
        const { status, json } = await ask('/v1/coins-trades', pairs);
        expect(status).toBe(fits(valuesOf(pairs, 'limit')) ? 200 : 400);
        expect(json).toEqual(status === 200 ? [] : { error: expect.stringContaining('limit') as unknown });
      }),
      RUNS,
    );
  });

  it.each(['/v1/events', '/v1/votings'])(
    'of %s is answered with 400 if server cannot be decoded, an array if it is given, and an object otherwise [R-ALL-2, G4, G23, G24, G54]',
    async (path) => {
      await fc.assert(
        fc.asyncProperty(queryOf('server'), async (pairs) => {
          const { status, json } = await ask(path, pairs);
          const values = valuesOf(pairs, 'server');
          expect(status).toBe(values === undefined ? 400 : 200);
          if (values !== undefined) expect(json).toEqual(values.length > 0 ? [] : {});
        }),
        RUNS,
      );
    },
  );

  it('of getServers is answered with 400 if id cannot be decoded, 404 if the first id is unknown, and 200 otherwise [R-SERVERS-3, G4, G23, G54]', async () => {
    const expected = (values: readonly string[] | undefined): number => {
      if (values === undefined) return 400;
      return values[0] === undefined || values[0] === SERVER ? 200 : 404;
    };
    await fc.assert(
      fc.asyncProperty(queryOf('id'), async (pairs) => {
        const { status, json } = await ask('/v1/servers', pairs);
        expect(status).toBe(expected(valuesOf(pairs, 'id')));
        expect(typeof json).toBe('object');
      }),
      RUNS,
    );
  });

  it('of any text is answered with JSON, and with 200, 400 or 404 [R-ALL-2, G54]', async () => {
    const paths = fc.constantFrom('coins-trades', 'events', 'votings', 'servers', 'health');
    await fc.assert(
      fc.asyncProperty(paths, anyTarget, async (path, query) => {
        const { status, json } = await sidecar.get(`/v1/${path}?${query}`, { agent });
        expect([200, 400, 404]).toContain(status);
        expect(typeof json).toBe('object');
      }),
      RUNS,
    );
  });
});
