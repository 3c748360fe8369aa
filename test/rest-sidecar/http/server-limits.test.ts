import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startTestSidecar, type SidecarUnderTest } from '../sidecar-under-test.ts';

interface Connection {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  /** What was received. */
  readonly text: () => string;
}

/** @param bytes sent once connected */
async function open(port: number, bytes = ''): Promise<Connection> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (piece: Buffer) => (received += piece.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  socket.write(bytes);
  return { socket, closed, text: () => received };
}

const PIPELINED = 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n';

const responsesIn = (text: string): readonly string[] => (text === '' ? [] : text.split(/(?=HTTP\/1\.1 )/));

/** One request after the other, so that one that is held up holds up the test. */
async function answersInARow(sidecar: SidecarUnderTest, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  let answered = 0;
  for (; answered < count; answered++)
    if ((await sidecar.get('/v1/servers', { agent })).status !== 200) break;
  agent.destroy();
  return answered;
}

/** Each sends a byte every 100 ms or so, and never all at once. */
function dripInTurns(sockets: readonly Socket[]): NodeJS.Timeout {
  let next = 0;
  return setInterval(() => {
    for (let turn = 0; turn < sockets.length / 20; turn++) {
      const socket = sockets[next++ % sockets.length];
      if (socket?.writable === true) socket.write('X');
    }
  }, 5);
}

describe('the limits of the server', () => {
  let sidecar: SidecarUnderTest;
  /** Opened first and awaited last: each lasts for seconds, in which the other tests run. */
  let idle: Record<'unfinished' | 'silent' | 'asked', Connection>;

  beforeAll(async () => {
    sidecar = await startTestSidecar({ config: { maxConnections: 600, keepAliveMs: 1000 } });
    idle = {
      unfinished: await open(sidecar.port, 'GET /v1/health HTTP/1.1\r\nHost: x\r\n'),
      silent: await open(sidecar.port),
      asked: await open(sidecar.port, 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n'),
    };
  });

  afterAll(async () => {
    await sidecar.stop();
  });

  it('refuse connections beyond the most that are allowed, and take new ones again afterwards', async () => {
    const connections = await Promise.all(
      Array.from({ length: 620 }, async () => await open(sidecar.port, 'GET /v1/health HTTP/1.1\r\n')),
    );
    await eventually(() => connections.filter(({ socket }) => socket.destroyed).length >= 20, {
      what: 'the refusal of what is too much',
    });
    expect(sidecar.logger.at('warn')).toContain('Connections are refused: MAX_CONNECTIONS (600) reached');
    for (const { socket } of connections) socket.destroy();
    await sidecar.shows('/v1/health', { status: 'ok' });
  });

  it('answer others while 500 clients send a byte at a time', async () => {
    const slow = await Promise.all(
      Array.from({ length: 500 }, async () => await open(sidecar.port, 'GET /v1/servers HTTP/1.1\r\n')),
    );
    const dripping = dripInTurns(slow.map(({ socket }) => socket));
    expect(await answersInARow(sidecar, 200)).toBe(200);
    await Promise.all(slow.map(async ({ closed }) => await closed));
    clearInterval(dripping);
    expect(slow.every(({ text }) => text().startsWith('HTTP/1.1 408'))).toBe(true);
  });

  it('leave up to 128 requests of a client that reads unharmed, which it sends at once [G58]', async () => {
    const { socket, text } = await open(sidecar.port);
    for (const count of [2, 16, 100, 128]) {
      const before = responsesIn(text()).length;
      socket.write(PIPELINED.repeat(count));
      await eventually(() => responsesIn(text()).length - before === count, { what: `${count} responses` });
    }
    expect(text()).not.toContain('Connection: close');
    socket.destroy();
  });

  it.each([200, 5000])(
    'answer of %i the first 129, say with the last that the connection closes, and close it [G58]',
    async (count) => {
      const { closed, text } = await open(sidecar.port, PIPELINED.repeat(count));
      await closed;
      const responses = responsesIn(text());
      expect(responses.map((response) => response.includes('Connection: close'))).toEqual([
        ...Array.from({ length: 128 }, () => false),
        true,
      ]);
      expect(responses.every((response) => /^HTTP\/1\.1 200 [^]+\{"status":"ok"\}$/.test(response))).toBe(
        true,
      );
    },
  );

  it('hold for who asks and never reads', async () => {
    const value = JSON.stringify({ displayName: 'x'.repeat(100_000) });
    await sidecar.redis.set(sidecar.keys.serverOf('large'), value);
    await eventually(async () => (await sidecar.get('/v1/servers?id=large')).status === 200, {
      what: 'the server',
    });
    const greedy = await open(sidecar.port);
    greedy.socket.pause();
    const request = 'GET /v1/servers?id=large HTTP/1.1\r\nHost: x\r\n\r\n';
    const before = process.memoryUsage().rss;
    for (let round = 0; round < 100; round++) greedy.socket.write(request.repeat(100));
    await sidecar.shows('/v1/health', { status: 'ok' });
    // A gigabyte was asked for.
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
    greedy.socket.destroy();
  });

  it('end a request whose headers do not come to an end, with a word', async () => {
    await idle.unfinished.closed;
    expect(idle.unfinished.text()).toMatch(
      /^HTTP\/1.1 408 Request Timeout\r\n[^]+\{"error":"The request took too long to arrive\."\}$/,
    );
  });

  it('end a connection on which nothing is asked, and one on which nothing more is', async () => {
    await Promise.all([idle.silent.closed, idle.asked.closed]);
    expect(idle.asked.text()).toMatch(/^HTTP\/1.1 200 OK/);
  });
});
