import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createProgram } from '../../../rest-sidecar/src/cli/program.ts';
import { eventually } from '../../support/eventually.ts';
import { startTlsRedis, type TlsRedis } from '../../support/redis-tls.ts';
import { placeOf } from '../../support/redis-place.ts';
import { startTestSidecar } from '../sidecar-under-test.ts';

describe('a Redis with TLS and an authority of its own', () => {
  let server: TlsRedis;
  let other: TlsRedis;

  beforeAll(async () => {
    server = await startTlsRedis();
    other = await startTlsRedis();
  });

  afterAll(async () => {
    await server.stop();
    await other.stop();
  });

  const startOn = async (authorityFile: string | undefined, loaded: boolean) => {
    const authority = authorityFile === undefined ? undefined : readFileSync(authorityFile, 'utf8');
    return await startTestSidecar({ config: { redis: placeOf(server.url, authority) }, loaded });
  };

  const listTokens = async (environment: Readonly<Record<string, string>>) => {
    const said = { out: '', err: '' };
    const out = (text: string): void => void (said.out += text);
    const err = (text: string): void => void (said.err += text);
    const program = createProgram({ environment, out, err, nowMs: () => Date.now() });
    return { code: await program.run(['token', 'list']), ...said };
  };

  it('is read by the sidecar that knows it [G7]', async () => {
    const sidecar = await startOn(server.authorityFile, true);
    expect((await sidecar.get('/v1/servers')).status).toBe(200);
    await sidecar.stop();
  });

  it.each([
    ['another one', () => other.authorityFile],
    ['none', () => undefined],
  ])('is not read by the sidecar that knows %s, which says why [G8]', async (_, authorityFile) => {
    const sidecar = await startOn(authorityFile(), false);
    await eventually(() => sidecar.logger.at('warn').length > 0, { what: 'a word of it' });
    expect(sidecar.logger.at('warn').join('\n')).toMatch(/No connection to Redis: .*certificate/);
    expect((await sidecar.get('/v1/servers')).status).toBe(503);
    await sidecar.stop();
  });

  it('takes tokens from the command line that knows it, and from no other', async () => {
    const REDIS_URL = server.url;
    expect(await listTokens({ REDIS_URL, REDIS_CA_FILE: server.authorityFile })).toMatchObject({ code: 0 });
    for (const REDIS_CA_FILE of ['', other.authorityFile]) {
      const { code, err } = await listTokens({ REDIS_URL, REDIS_CA_FILE });
      expect({ code, err }).toEqual({
        code: 1,
        err: expect.stringMatching(/cannot be reached: .*certificate/),
      });
    }
  });
});
