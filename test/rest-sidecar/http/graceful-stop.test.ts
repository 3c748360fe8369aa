import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startTestSidecar } from '../sidecar-under-test.ts';

/** Records whose common response is more than the operating systems of both sides buffer. */
const RECORDS = 24;
const RECORD_BYTES = 500_000;

describe('a sidecar that is stopped', () => {
  it('does not wait for a client that never completes its request', async () => {
    const sidecar = await startTestSidecar();
    const socket = connect(sidecar.port, '127.0.0.1', () =>
      socket.write('GET /v1/health HTTP/1.1\r\nHost: x\r\n'),
    );
    socket.on('error', () => undefined).resume();
    await once(socket, 'connect');
    await sidecar.shows('/v1/health', { status: 'ok' });
    // A stop that waits for the client exceeds the time limit of the test.
    await sidecar.stop();
  });

  it('does not wait forever for a client that never reads its response', async () => {
    const sidecar = await startTestSidecar();
    const value = JSON.stringify({ displayName: 'x'.repeat(RECORD_BYTES) });
    for (let number = 0; number < RECORDS; number += 1)
      await sidecar.redis.set(sidecar.keys.serverOf(`large-${number}`), value);
    const isServed = async (): Promise<boolean> => {
      const { text } = await sidecar.get('/v1/servers');
      return text.length > RECORDS * RECORD_BYTES;
    };
    await eventually(isServed, { withinMs: 50_000, what: 'the servers' });
    const request = 'GET /v1/servers HTTP/1.1\r\nHost: x\r\n\r\n';
    const socket = connect(sidecar.port, '127.0.0.1', () => socket.write(request));
    socket.on('error', () => undefined).pause();
    await once(socket, 'connect');
    await sidecar.shows('/v1/health', { status: 'ok' });
    await sidecar.stop();
    socket.destroy();
  });

  it('announces the end of each connection in its next response', async () => {
    const sidecar = await startTestSidecar();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await sidecar.get('/v1/health', { agent })).headers['connection']).toBe('keep-alive');
    const stopped = sidecar.stop();
    expect((await sidecar.get('/v1/health', { agent })).headers['connection']).toBe('close');
    await stopped;
    await expect(sidecar.get('/v1/health')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    agent.destroy();
  });
});
