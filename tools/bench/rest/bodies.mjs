/** What the bench requests: two servers of `GET /v1/servers`, with representations of 200 bytes and 20 KB. */
import { Redis } from 'ioredis';
import { firstResponse } from './first-response.mjs';

/** By name, the id of a server, and the bytes of what it stands for. */
export const BODIES = { '200 B': ['small', 200], '20 KB': ['large', 20_000] };

export const targetOf = (id) => `/v1/servers?id=${id}`;

/** Headers that each server of Node's makes by itself. */
const OWN = new Set(['Date', 'Connection', 'Keep-Alive']);

/** Writes both to the Redis of that port, which may still be starting. */
export async function writeBodies(port) {
  const redis = new Redis(port, '127.0.0.1');
  redis.on('error', () => undefined);
  for (const [id, bytes] of Object.values(BODIES)) {
    const rest = JSON.stringify({ id, displayName: '' }).length;
    await redis.set(`fc:server:${id}`, JSON.stringify({ displayName: 'x'.repeat(bytes - rest) }));
  }
  redis.disconnect();
}

/**
 * What the sidecar answers, so that the others can answer the same.
 * @returns {Promise<{ target: string, body: string, headers: Record<string, string>, notModifiedHeaders:
 * Record<string, string> }[]>}
 */
export async function collectAnswers(port) {
  return await Promise.all(
    Object.values(BODIES).map(async ([id, bytes]) => {
      const target = targetOf(id);
      const { headers, body } = await firstResponse(port, target);
      if (body.length !== bytes) throw new Error(`${target} is not as it is to be: ${body}`);
      const notModified = await firstResponse(port, target, { 'If-None-Match': headers.ETag });
      return { target, body, headers: given(headers), notModifiedHeaders: given(notModified.headers) };
    }),
  );
}

/**
 * Whether a server answers the very bytes that the sidecar answers.
 * @throws {Error} where it does not, as nothing could be compared then
 */
export async function assertSameBytes(port, referencePort, answers) {
  for (const { target, headers } of answers) {
    for (const more of [{}, { 'If-None-Match': headers.ETag }]) {
      const [own, reference] = [
        await firstResponse(port, target, more),
        await firstResponse(referencePort, target, more),
      ];
      if (sorted(own.text) !== sorted(reference.text)) {
        throw new Error(`Answers differ:\n${own.text}\n\n${reference.text}`);
      }
    }
  }
}

function given(headers) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.has(name)));
}

/**
 * Without the time, and with the headers in one order, whatever theirs is: as many bytes, and the same ones.
 */
function sorted(text) {
  const [head, body] = text.split('\r\n\r\n');
  const lines = head
    .toLowerCase()
    .split('\r\n')
    .map((line) => (line.startsWith('date:') ? 'date' : line));
  return `${lines.toSorted().join('\n')}\n\n${body}`;
}
