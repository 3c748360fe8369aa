import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { openConnection } from '../../support/http/raw-connection.ts';
import type { RawConnection } from '../../support/http/raw-connection.ts';
import { useStarted } from '../../support/use-started.ts';
import { startTestSidecar, type SidecarUnderTest } from '../sidecar-under-test.ts';

const PIPELINED = 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n';

const responsesIn = (text: string): readonly string[] => (text === '' ? [] : text.split(/(?=HTTP\/1\.1 )/));

/**
 * Sends requests one after the other, so that a delayed response delays the test.
 * @returns the number of answered requests
 */
async function answerSequentially(sidecar: SidecarUnderTest, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  let answered = 0;
  for (; answered < count; answered++)
    if ((await sidecar.get('/v1/servers', { agent })).status !== 200) break;
  agent.destroy();
  return answered;
}

/** Sends a byte on each socket about every 100 ms, spread over time. */
function sendSlowly(sockets: readonly Socket[]): NodeJS.Timeout {
  let next = 0;
  return setInterval(() => {
    for (let turn = 0; turn < sockets.length / 20; turn++) {
      const socket = sockets[next++ % sockets.length];
      if (socket?.writable === true) socket.write('X');
    }
  }, 5);
}

describe('the limits of the server', () => {
  const sidecar = useStarted(
    async () => await startTestSidecar({ config: { maxConnections: 600, keepAliveMs: 1000 } }),
  );
  /** Opened first and awaited last: each lasts for seconds, during which the other tests run. */
  let idle: Record<'unfinished' | 'silent' | 'asked', RawConnection>;

  beforeAll(async () => {
    idle = {
      unfinished: await openConnection(sidecar.port, 'GET /v1/health HTTP/1.1\r\nHost: x\r\n'),
      silent: await openConnection(sidecar.port),
      asked: await openConnection(sidecar.port, 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n'),
    };
  });

  it('do not delay other clients while 500 clients send a byte at a time', async () => {
    const slow = await Promise.all(
      Array.from(
        { length: 500 },
        async () => await openConnection(sidecar.port, 'GET /v1/servers HTTP/1.1\r\n'),
      ),
    );
    const dripping = sendSlowly(slow.map(({ socket }) => socket));
    expect(await answerSequentially(sidecar, 200)).toBe(200);
    await Promise.all(slow.map(async ({ closed }) => await closed));
    clearInterval(dripping);
    expect(slow.every(({ text }) => text().startsWith('HTTP/1.1 408'))).toBe(true);
  });

  it.each([4, 5, 17, 150])(
    'answer all of %i requests that a client sends at once, in their order [G58]',
    async (count) => {
      const paths = Array.from({ length: count }, (_, index) => `/v1/health?${index % 2 ? 'odd' : 'even'}`);
      const methods = paths.map((path, index) => `${index % 3 === 0 ? 'HEAD' : 'GET'} ${path}`);
      const requests = methods.map((line) => `${line} HTTP/1.1\r\nHost: x\r\n\r\n`);
      const { socket, text } = await openConnection(sidecar.port, requests.join(''));
      await eventually(() => responsesIn(text()).length === count, { what: `${count} responses` });
      const hasBody = responsesIn(text()).map((response) => response.endsWith('{"status":"ok"}'));
      expect(hasBody).toEqual(methods.map((line) => line.startsWith('GET')));
      expect(text()).not.toContain('Connection: close');
      // The connection continues to work.
      socket.write(PIPELINED);
      await eventually(() => responsesIn(text()).length === count + 1, { what: 'one more response' });
      socket.destroy();
    },
  );

  it('end a request with incomplete headers, with an error response', async () => {
    await idle.unfinished.closed;
    expect(idle.unfinished.text()).toMatch(
      /^HTTP\/1.1 408 Request Timeout\r\n[^]+\{"error":"The request took too long to arrive\."\}$/,
    );
  });

  it('close a connection without a request, and an idle connection', async () => {
    await Promise.all([idle.silent.closed, idle.asked.closed]);
    expect(idle.asked.text()).toMatch(/^HTTP\/1.1 200 OK/);
  });
});
