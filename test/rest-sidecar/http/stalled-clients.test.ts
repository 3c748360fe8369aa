import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { HttpServer } from '../../../node/http/http-server.ts';
import { SERVER_ERRORS } from '../../../rest-sidecar/src/http/errors.ts';
import { eventually } from '../../support/eventually.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';

/** More than operating systems buffer for a client. */
const BODY = Buffer.alloc(16_000_000);
const STALLED_MS = 300;
/**
 * The timeout for a client that reads: longer than a busy machine delays the client, and shorter than the
 * client takes to read everything.
 */
const STALLED_READER_MS = 5000;
const PAUSE_MS = 25;

describe('a client that requests a large body', () => {
  let closed: number;
  let server: HttpServer;
  let client: Socket;
  /** The number of bytes that the client has read. */
  let read: number;

  afterEach(async () => {
    client.destroy();
    await server.stop();
  });

  /** Starts a client that sends a request, and reads nothing yet. */
  const start = async (stalledMs: number): Promise<void> => {
    closed = read = 0;
    const app = express().get('/', (_request, response) => {
      response.once('close', () => closed++);
      response.writeHead(200, { 'Content-Length': BODY.length });
      response.end(BODY);
    });
    const logger = new RecordingLogger();
    server = new HttpServer(app, {
      ...SERVER_ERRORS,
      maxConnections: 10,
      keepAliveMs: 60_000,
      stalledMs,
      logger,
    });
    client = connect(await server.listen({ host: '127.0.0.1', port: 0 }), '127.0.0.1');
    await once(client, 'connect');
    client.on('error', () => undefined).on('data', (piece: Buffer) => (read += piece.length));
    client.pause();
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  };

  it('and does not read it is disconnected', async () => {
    await start(STALLED_MS);
    await eventually(() => closed === 1, { what: 'the end of the connection' });
    client.resume();
    await once(client, 'close');
    expect(read).toBeLessThan(BODY.length);
  });

  it('and reads slowly gets all of it, and can send another request', async () => {
    await start(STALLED_READER_MS);
    const startedAtMs = performance.now();
    const readALittle = (): void => {
      client.pause();
      setTimeout(() => client.resume(), PAUSE_MS);
    };
    client.on('data', readALittle).resume();
    await eventually(() => read > BODY.length, { what: 'the complete response' });
    expect(performance.now() - startedAtMs).toBeGreaterThan(STALLED_READER_MS);
    client.off('data', readALittle);
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually(() => read > 2 * BODY.length, { what: 'another complete response' });
  });
});

describe('a client that sends many requests at once, and reads no responses', () => {
  const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  let server: HttpServer;
  let port: number;

  beforeEach(async () => {
    const app = express().get('/', (_request, response) => {
      response.end('short');
    });
    const logger = new RecordingLogger();
    server = new HttpServer(app, { ...SERVER_ERRORS, maxConnections: 10, keepAliveMs: 60_000, logger });
    port = await server.listen({ host: '127.0.0.1', port: 0 });
  });

  afterEach(async () => {
    await server.stop();
  });

  /** @returns the number of requests that the server has handled when it has closed the connection */
  const sendMany = async (): Promise<number> => {
    const before = server.counts.requests;
    const client = connect(port, '127.0.0.1').on('error', () => undefined);
    client.write(REQUEST.repeat(2000));
    client.resume();
    await once(client, 'close');
    return server.counts.requests - before;
  };

  it('is disconnected at its 202nd request, and the next one at its tenth [G58]', async () => {
    expect(await sendMany()).toBe(202);
    expect(await sendMany()).toBe(10);
  });
});
