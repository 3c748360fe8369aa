import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { callInNode } from '../support/call-in-node.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/temporary-directory.ts';

const CONTENT = Buffer.from(Array.from({ length: 50_000 }, (_, index) => index % 251));
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

describe('download', () => {
  let directory: TemporaryDirectory;
  let server: Server;
  let requests: (string | undefined)[];
  let answer: (request: IncomingMessage, response: ServerResponse) => void;

  beforeEach(async () => {
    directory = makeTemporaryDirectory();
    requests = [];
    server = createServer((request, response) => {
      requests.push(request.headers.range);
      answer(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
    directory.remove();
  });

  /** Serves the rest from where the client asks for it. */
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': CONTENT.length - from });
    response.end(CONTENT.subarray(from));
  };
  const target = () => join(directory.path, 'folder', 'file');
  function url(): string {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server does not listen');
    return `http://127.0.0.1:${address.port}/file`;
  }
  async function download(sha256 = SHA256, from = url()): Promise<void> {
    const file = { url: from, path: target(), sha256, idleMs: 500 };
    await callInNode('tools/lib/download.mjs', 'download', file);
  }

  it('brings a file', async () => {
    answer = serve;
    await download();
    expect(readFileSync(target()).equals(CONTENT)).toBe(true);
    expect(existsSync(`${target()}.part`)).toBe(false);
  });

  it('goes on where it was cut off', async () => {
    answer = (request, response) => {
      if (requests.length > 1) {
        serve(request, response);
        return;
      }
      response.writeHead(200, { 'content-length': CONTENT.length });
      response.write(CONTENT.subarray(0, 20_000), () => response.destroy());
    };
    await download();
    expect(readFileSync(target()).equals(CONTENT)).toBe(true);
    expect(requests).toStrictEqual([undefined, 'bytes=20000-']);
  });

  it('goes on where an earlier run was cut off', async () => {
    directory.write('folder/file.part', CONTENT.subarray(0, 30_000));
    answer = serve;
    await download();
    expect(readFileSync(target()).equals(CONTENT)).toBe(true);
    expect(requests).toStrictEqual(['bytes=30000-']);
  });

  it('starts from nothing when the server knows no ranges', async () => {
    directory.write('folder/file.part', CONTENT.subarray(0, 30_000));
    answer = (_, response) => response.end(CONTENT);
    await download();
    expect(readFileSync(target()).equals(CONTENT)).toBe(true);
  });

  it('starts from nothing when what it has turns out to be wrong', async () => {
    directory.write('folder/file.part', Buffer.alloc(100));
    answer = serve;
    await download();
    expect(readFileSync(target()).equals(CONTENT)).toBe(true);
    expect(requests).toStrictEqual(['bytes=100-', undefined]);
  });

  it('takes a file for what it is when only its name was missing', async () => {
    directory.write('folder/file.part', CONTENT);
    answer = (_, response) => response.writeHead(416).end();
    await download();
    expect(readFileSync(target()).equals(CONTENT)).toBe(true);
  });

  it('refuses another file, and leaves nothing of it', async () => {
    answer = serve;
    await expect(download('0'.repeat(64))).rejects.toThrow(/not the expected file: its SHA-256 is/);
    expect(existsSync(target())).toBe(false);
    expect(existsSync(`${target()}.part`)).toBe(false);
  });

  it('gives up after three refusals, and names the status', async () => {
    answer = (_, response) => response.writeHead(503).end();
    await expect(download()).rejects.toThrow('could not be downloaded: the server answered 503');
    expect(requests).toHaveLength(3);
  });

  it('gives up on a server that sends nothing', async () => {
    answer = () => undefined;
    await expect(download()).rejects.toThrow('nothing came for 0.5 s');
  });

  it('gives up where nobody listens', async () => {
    const from = url();
    server.close();
    await once(server, 'close');
    await expect(download(SHA256, from)).rejects.toThrow(
      `${from} could not be downloaded: connect ECONNREFUSED`,
    );
  });
});
