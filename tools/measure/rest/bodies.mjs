/**
 * The responses that the bench requests: two servers of `GET /v1/servers`, with representations of 200 bytes
 * and 20 KB.
 */
import { Redis } from 'ioredis';
import { firstResponse } from './first-response.mjs';

/** The id of a server and the size of its representation in bytes, by name. */
export const BODIES = { '200 B': ['small', 200], '20 KB': ['large', 20_000] };

export const targetOf = (id) => `/v1/servers?id=${id}`;

/** Headers that Node's HTTP server adds itself. */
const NODE_HEADERS = new Set(['Date', 'Connection', 'Keep-Alive']);

/** Writes both servers to the Redis on that port. */
export async function writeBodies(port) {
  const redis = new Redis(port, '127.0.0.1');
  for (const [id, bytes] of Object.values(BODIES)) {
    const rest = JSON.stringify({ id, displayName: '' }).length;
    await redis.set(`fc:server:${id}`, JSON.stringify({ displayName: 'x'.repeat(bytes - rest) }));
  }
  redis.disconnect();
}

/**
 * Collects the sidecar's responses, so that the other servers can send the same ones.
 * @returns {Promise<{ target: string, body: string, headers: Record<string, string>, notModifiedHeaders:
 * Record<string, string> }[]>}
 */
export async function collectAnswers(port) {
  return await Promise.all(
    Object.values(BODIES).map(async ([id, bytes]) => {
      const target = targetOf(id);
      const { headers, body } = await firstResponse(port, target);
      if (body.length !== bytes) throw new Error(`${target} has an unexpected body: ${body}`);
      const notModified = await firstResponse(port, target, { 'If-None-Match': headers.ETag });
      return {
        target,
        body,
        headers: withoutNodeHeaders(headers),
        notModifiedHeaders: withoutNodeHeaders(notModified.headers),
      };
    }),
  );
}

/**
 * Asserts that a server sends exactly the same bytes as the sidecar.
 * @throws {Error} if it does not, as a comparison would be invalid
 */
export async function assertSameBytes(port, referencePort, answers) {
  for (const { target, headers } of answers) {
    for (const extraHeaders of [{}, { 'If-None-Match': headers.ETag }]) {
      const [own, reference] = [
        await firstResponse(port, target, extraHeaders),
        await firstResponse(referencePort, target, extraHeaders),
      ];
      if (sorted(own.text) !== sorted(reference.text)) {
        throw new Error(`Answers differ:\n${own.text}\n\n${reference.text}`);
      }
    }
  }
}

function withoutNodeHeaders(headers) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NODE_HEADERS.has(name)));
}

/** Normalises a response: without the date, and with the headers in alphabetical order. */
function sorted(text) {
  const [head, body] = text.split('\r\n\r\n');
  const lines = head
    .toLowerCase()
    .split('\r\n')
    .map((line) => (line.startsWith('date:') ? 'date' : line));
  return `${lines.toSorted().join('\n')}\n\n${body}`;
}
