import { createServer, type RequestListener } from 'node:http';
import { Duplex } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { endInOneWrite } from '../../../node/platform-workarounds/end-in-one-write.ts';
import { eventually } from '../../support/eventually.ts';

/** Characters of latin1, which are bytes of UTF-8. */
const BODY = '{"name":"Ã¼"}';
const HEADERS = { 'Content-Type': 'application/json', 'Content-Length': String(BODY.length) };

/** A connection with received requests, which keeps the pieces of each write. */
class Connection extends Duplex {
  readonly writes: string[][] = [];
  isEnded = false;

  constructor(requests: string) {
    super({ decodeStrings: false });
    this.push(requests, 'latin1');
  }

  override _read(): void {
    return undefined;
  }

  override _write(piece: string, _encoding: string, written: () => void): void {
    this.writes.push([piece]);
    written();
  }

  override _writev(pieces: readonly { chunk: string }[], written: () => void): void {
    this.writes.push(pieces.map(({ chunk }) => chunk));
    written();
  }

  override _final(ended: () => void): void {
    this.isEnded = true;
    ended();
  }
}

/** Returns the pieces of each write. The last request must close the connection. */
async function writesOf(answer: RequestListener, requests: string): Promise<readonly string[][]> {
  const connection = new Connection(requests);
  createServer(answer).emit('connection', connection);
  await eventually(() => connection.isEnded, { what: 'the end of the connection' });
  return connection.writes;
}

const plain: RequestListener = (_request, response) => {
  response.writeHead(200, HEADERS).end(BODY, 'latin1');
};

const inOneWrite: RequestListener = ({ url }, response) => {
  response.writeHead(200, HEADERS);
  if (url === '/flushed') response.flushHeaders();
  endInOneWrite(response, BODY);
};

const request = (method: string, url: string): string => `${method} ${url} HTTP/1.1\r\nHost: a\r\n`;
const LAST = `${request('GET', '/')}Connection: close\r\n\r\n`;

const textOf = (writes: readonly string[][]): string =>
  writes
    .flat()
    .join('')
    .replaceAll(/^Date: .*$/gm, 'Date');

describe('a response that is ended in one write', () => {
  it('is one piece', async () => {
    expect((await writesOf(inOneWrite, LAST)).map(({ length }) => length)).toEqual([1]);
  });

  it.each([
    ['alone', ''],
    ['after another one', `${request('GET', '/')}\r\n`],
    ['after a response to HEAD', `${request('HEAD', '/')}\r\n`],
    ['after one whose headers were sent before its body', `${request('GET', '/flushed')}\r\n`],
    ['after one to HTTP/1.0', 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'],
  ])('has the same bytes: %s', async (_what, before) => {
    const ours = textOf(await writesOf(inOneWrite, before + LAST));
    expect(ours).toContain(BODY);
    expect(ours).toBe(textOf(await writesOf(plain, before + LAST)));
  });
});
