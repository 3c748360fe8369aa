import type { RequestListener } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { clientsOfListeners } from './client-of-listener.ts';

describe('the timeout and the signal of a request of the REST client', () => {
  const { clientOf } = clientsOfListeners();

  const head = { 'Content-Length': '99' };
  it.each<[string, RequestListener]>([
    ['no response', () => undefined],
    ['half a body', (_request, response) => void response.writeHead(200, head).write('{')],
  ])('returns an error after a timeout with %s, also if memory is collected meanwhile', async (_, answer) => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const client = await clientOf(answer, { timeoutMs: 500 });
    const { signal } = new AbortController();
    const collecting = setInterval(collect, 50);
    const timedOut = { ok: false, error: 'No response within 500 ms.' };
    expect(await client.getHealth({}, { signal })).toMatchObject(timedOut);
    clearInterval(collecting);
  });

  it('sends no request with a signal that is already aborted', async () => {
    let requests = 0;
    const client = await clientOf((_request, response) => response.end(String(requests++)));
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(client.getHealth({}, { signal })).rejects.toThrow('enough');
    expect(requests).toBe(0);
  });
});
