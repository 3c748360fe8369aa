import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { posix } from 'node:path';
import { readZipEntry } from '../../../tools/files/zip.mjs';
import { builtJar } from '../../velocity-stand-in/built-jar.ts';

/** The path of the libraries in the jar, as in build.gradle. */
const LIBRARIES = 'META-INF/libraries';
const SLOW_PIECES = 8;
const SLOW_PIECE_MS = 250;

/**
 * The response to a request for an existing file. `slow`: it is sent in parts over 2 s. `elsewhere`: a
 * redirect to a local file. `endless`: a body that does not end.
 */
export type MirrorBehaviour =
  | 'good'
  | 'slow'
  | 'missing'
  | 'silent'
  | 'stalled'
  | 'wrong'
  | 'cut off'
  | 'elsewhere'
  | 'endless';

/** A Maven repository on loopback with exactly the libraries of the full jar. */
export interface MavenMirror {
  readonly url: string;
  /** The file name of every request, in order. */
  readonly requests: string[];
  /** The behaviour for every file. Default: good. */
  behaviour: MirrorBehaviour;
  stop(): void;
}

/** Starts a mirror. It ends with this process at the latest. */
export async function startMavenMirror(): Promise<MavenMirror> {
  const files = readLibraries();
  const server = createServer((request, response) => {
    mirror.requests.push(posix.basename(request.url ?? ''));
    const content = files.get(request.url ?? '');
    answer(response, content === undefined ? 'missing' : mirror.behaviour, content);
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the mirror does not listen');
  const mirror: MavenMirror = {
    url: `http://127.0.0.1:${address.port}/maven2`,
    requests: [],
    behaviour: 'good',
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  return mirror;
}

function answer(
  response: ServerResponse,
  behaviour: MirrorBehaviour,
  content: Buffer = Buffer.alloc(0),
): void {
  if (behaviour === 'silent') return;
  if (behaviour === 'missing') {
    response.writeHead(404).end('There is no such file.');
    return;
  }
  if (behaviour === 'elsewhere') {
    response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    return;
  }
  if (behaviour === 'endless') {
    response.writeHead(200);
    sendWithoutEnd(response);
    return;
  }
  response.writeHead(200, { 'content-length': content.length });
  const half = content.subarray(0, content.length / 2);
  if (behaviour === 'stalled') response.write(half);
  else if (behaviour === 'cut off') response.write(half, () => response.destroy());
  else if (behaviour === 'slow') sendSlowly(response, content);
  else response.end(behaviour === 'wrong' ? Buffer.alloc(content.length) : content);
}

/** Sends as fast as the client reads. */
function sendWithoutEnd(response: ServerResponse): void {
  const piece = Buffer.alloc(1_000_000);
  const send = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', send);
  send();
}

function sendSlowly(response: ServerResponse, content: Buffer): void {
  const pieceBytes = Math.ceil(content.length / SLOW_PIECES);
  const send = (at: number): void => {
    response.write(content.subarray(at, at + pieceBytes));
    if (at + pieceBytes >= content.length) response.end();
    else setTimeout(send, SLOW_PIECE_MS, at + pieceBytes);
  };
  send(0);
}

/** The contents of the libraries by path in a repository. */
function readLibraries(): Map<string, Buffer> {
  const jar = readFileSync(builtJar());
  const index = readZipEntry(jar, `${LIBRARIES}/index`).toString();
  const paths = Array.from(index.matchAll(/ (\S+)$/gm), ([, path = '']) => path);
  const read = (path: string) => readZipEntry(jar, `${LIBRARIES}/${posix.basename(path)}`);
  return new Map(paths.map((path) => [`/maven2/${path}`, read(path)]));
}
