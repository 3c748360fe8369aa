import { describe, expect, it } from '@jest/globals';
import { HttpServer } from '../../../node/http/http-server.ts';
import { createApp } from '../../../rest-sidecar/src/app.ts';
import { SERVER_ERRORS } from '../../../rest-sidecar/src/http/errors.ts';
import type { Snapshots } from '../../../rest-sidecar/src/snapshots/snapshots.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { ask } from '../../support/http/http.ts';
import { useStarted } from '../../support/use-started.ts';
import { startTestSidecar } from '../sidecar-under-test.ts';

const PROBLEM = 'application/problem+json';

describe('error bodies', () => {
  const sidecar = useStarted(startTestSidecar);

  const errors: [number, string, string][] = [
    [400, 'GET', '/v1/coins-trades?limit=0'],
    [404, 'GET', '/v1/servers?id=none'],
    [404, 'GET', '/nowhere'],
    [405, 'DELETE', '/v1/events'],
    [414, 'GET', `/v1/events?server=${'x'.repeat(9000)}`],
  ];

  it.each(errors)(
    'of status %d are an ErrorResponse for any other Accept',
    async (status, method, target) => {
      for (const accept of ['*/*', 'text/html', 'application/json', 'application/*', '', 'nonsense;;q=,']) {
        const answer = await sidecar.get(target, { method, headers: { accept } });
        expect(answer.status).toBe(status);
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
        expect(answer.json).toEqual({ error: expect.stringMatching(/^[A-Z\w].+\.$/) });
        expect(answer.headers['vary']).toBe('Accept');
      }
    },
  );

  it.each(errors)(
    'of status %d are problem details if the client requests them',
    async (status, method, target) => {
      const plain = (await sidecar.get(target, { method })).json as { error: string };
      for (const accept of [
        PROBLEM,
        `${PROBLEM}, application/json`,
        `text/html, ${PROBLEM.toUpperCase()};q=0.5`,
      ]) {
        const answer = await sidecar.get(target, { method, headers: { accept } });
        expect(answer.headers['content-type']).toBe(PROBLEM);
        expect(answer.json).toEqual({
          type: 'about:blank',
          title: expect.any(String),
          status,
          detail: plain.error,
        });
      }
    },
  );

  it('are an ErrorResponse if the client prefers JSON', async () => {
    for (const accept of [`${PROBLEM};q=0`, `application/json, ${PROBLEM};q=0.9`]) {
      const answer = await sidecar.get('/nowhere', { headers: { accept } });
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  it('do not affect the media type of other responses', async () => {
    const { headers } = await sidecar.get('/v1/health', { headers: { accept: PROBLEM } });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });
});

it('an unexpected error is answered with 500 without details, and logged with its cause [G9]', async () => {
  const cause = new Error('secret detail');
  const broken = new Proxy({} as Snapshots['events'], {
    get() {
      throw cause;
    },
  });
  const logger = new RecordingLogger();
  const app = createApp({ snapshots: { events: broken } as Snapshots, logger });
  const server = new HttpServer(app, { ...SERVER_ERRORS, maxConnections: 10, keepAliveMs: 1000, logger });
  const port = await server.listen({ host: '127.0.0.1', port: 0 });
  const { status, json, text } = await ask(`http://127.0.0.1:${port}`, '/v1/events');
  await server.stop();
  expect([status, json]).toEqual([500, { error: 'An unexpected error occurred and was logged.' }]);
  expect(text).not.toContain('secret');
  expect(logger.records).toContainEqual({
    level: 'error',
    message: 'Unexpected error in a request',
    cause,
  });
});
