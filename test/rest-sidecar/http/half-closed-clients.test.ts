import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { HttpServer } from '../../../node/http/http-server.ts';
import { SERVER_ERRORS } from '../../../rest-sidecar/src/http/errors.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';

const requestFor = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

describe('a client that closes its sending side', () => {
  let server: HttpServer;
  let client: Socket;
  let received: string;

  beforeEach(async () => {
    const app = express().get('/late', ({ socket }, response) => {
      // As a large body, which is compressed for the first time.
      const respond = () => setImmediate(() => response.end('late'));
      if (socket.readableEnded) respond();
      else socket.once('end', respond);
    });
    const logger = new RecordingLogger();
    server = new HttpServer(app, {
      ...SERVER_ERRORS,
      maxConnections: 10,
      keepAliveMs: 60_000,
      stalledMs: 300,
      logger,
    });
    client = connect(await server.listen({ host: '127.0.0.1', port: 0 }), '127.0.0.1');
    received = '';
    client.on('error', () => undefined).on('data', (piece: Buffer) => (received += piece.toString('latin1')));
    await once(client, 'connect');
  });

  afterEach(async () => {
    client.destroy();
    await server.stop();
  });

  it('gets the responses that are not ready yet, and is disconnected', async () => {
    client.end(requestFor('/late') + requestFor('/late'));
    await once(client, 'close');
    expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(received).toMatch(/late$/);
  });

  it.each(['', 'GET / HT', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab'])(
    'is disconnected if it has sent no complete request: %j',
    async (bytes) => {
      client.end(bytes);
      await once(client, 'close');
      expect(received).not.toContain(' 200 ');
    },
  );
});
