import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  prepareHeaders,
  PreparedHeadersResponse,
  withOthers,
} from '../../../node/platform-workarounds/prepared-headers.ts';

const NOT_MODIFIED = prepareHeaders({ ETag: '"a"', Vary: 'Accept-Encoding' });
const OK = withOthers(NOT_MODIFIED, { 'Content-Type': 'text/plain', 'Content-Length': '2' });

/** Headers whose properties differ from their lines, to detect which of them are sent. */
const DISTINGUISHABLE = { ...withOthers(prepareHeaders({ A: 'a line' }), { B: 'b' }), A: 'a property' };

const answer: RequestListener = ({ url }, response) => {
  if (url === '/telling') response.writeHead(204, DISTINGUISHABLE).end();
  else if (url === '/not-modified') response.writeHead(304, NOT_MODIFIED).end();
  else response.writeHead(200, OK).end('ok');
};

/** Returns everything that a server sends for the given requests, until it closes the connection. */
async function exchange(server: Server, asked: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
  socket.write(asked);
  let text = '';
  for await (const piece of socket) text += String(piece);
  return text.replaceAll(/^Date: .*$/gm, 'Date');
}

/** Returns the lines in a fixed order. */
const linesOf = (text: string): readonly string[] => text.split('\r\n').sort();

const LAST = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

describe('prepared headers', () => {
  const fast = createServer({ ServerResponse: PreparedHeadersResponse } as unknown as ServerOptions, answer);
  const plain = createServer(answer);

  beforeAll(async () => {
    for (const server of [fast, plain]) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    }
  });

  afterAll(() => {
    for (const server of [fast, plain]) server.close();
  });

  it.each([
    ['200', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['200 to HEAD', 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['304', 'GET /not-modified HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['200 to HTTP/1.0 that keeps the connection', 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'],
    ['304 to HTTP/1.0', 'GET /not-modified HTTP/1.0\r\n\r\n'],
    ['nothing more', ''],
  ])('are sent like headers that Node formats: %s', async (_what, asked) => {
    const [ours, nodes] = [await exchange(fast, asked + LAST), await exchange(plain, asked + LAST)];
    expect(linesOf(ours)).toEqual(linesOf(nodes));
  });

  it('are sent as prepared lines', async () => {
    const asked = 'GET /telling HTTP/1.1\r\nHost: a\r\n\r\n';
    expect(linesOf(await exchange(fast, asked + LAST))).toEqual(
      expect.arrayContaining(['A: a line', 'B: b']),
    );
    expect(linesOf(await exchange(plain, asked + LAST))).toContain('A: a property');
  });

  it.each([[{ 'A b': 'c' }], [{ A: 'b\r\nC: d' }], [{ '': 'b' }]])(
    'are rejected if Node would reject them: %j',
    (headers: Readonly<Record<string, string>>) => {
      expect(() => prepareHeaders(headers)).toThrow(/header/i);
    },
  );
});
