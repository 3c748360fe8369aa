import { setTimeout as delay } from 'node:timers/promises';
import { brokenGuarantees } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { ask } from '../../support/http/http.ts';
import { openConnection } from '../../support/http/raw-connection.ts';
import type { AttackedSidecar } from '../attacked-sidecar.ts';

/** A request inside a body. A front end treats it as a part of the body; it must never be answered. */
const HIDDEN = 'GET /v1/servers?id=smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
const CHUNKED = `${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`;
const LENGTH = `Content-Length: ${HIDDEN.length}`;

/** Returns a request with these additional header lines and this body. */
const request = (lines: string, body: string): string =>
  `GET /v1/health HTTP/1.1\r\nHost: x\r\n${lines}\r\n\r\n${body}`;

const CODINGS = [
  'xchunked',
  'chunked, identity',
  'identity, chunked',
  'chunked, chunked',
  'gzip, chunked',
  '"chunked"',
  'chunked\u000b',
  '\u000bchunked',
  'chunked;q=1',
  'CHUNKED',
  ' chunked ',
  '\tchunked',
  'chunk',
  '',
];
const LENGTHS = [
  '+5',
  '-1',
  '0x5',
  '5,5',
  '5, 6',
  '5 6',
  '1e1',
  '05',
  '\u000b5',
  '5\u0000',
  '9'.repeat(30),
  '',
];
const CHUNK_SIZES = [
  '0x5',
  '+5',
  '-5',
  '5 ',
  ' 5',
  '5;a=b',
  '5;\u0000',
  '5\n',
  'FFFFFFFFFFFFFFFFF',
  '10000000000000005',
  '',
  'g',
  '5\r',
  '5;a\nb',
  '00000000000000000000005',
];

/** Requests whose end two parsers might find at different positions. */
const PROBES: readonly string[] = [
  ...CODINGS.map((coding) => request(`Transfer-Encoding: ${coding}`, CHUNKED)),
  ...CODINGS.map((coding) => request(`${LENGTH}\r\nTransfer-Encoding: ${coding}`, HIDDEN)),
  ...LENGTHS.map((length) => request(`Content-Length: ${length}`, HIDDEN)),
  ...CHUNK_SIZES.map((size) => request('Transfer-Encoding: chunked', `${size}\r\nhello\r\n0\r\n\r\n`)),
  request('Transfer-Encoding : chunked', CHUNKED),
  request(' Transfer-Encoding: chunked', CHUNKED),
  request('Transfer-Encoding:\r\n chunked', CHUNKED),
  request('X: y\nTransfer-Encoding: chunked', CHUNKED),
  request('X: y\rTransfer-Encoding: chunked', CHUNKED),
  request('X: y\u0000\r\nTransfer-Encoding: chunked', CHUNKED),
  request('Transfer-Encoding\u0000: chunked', CHUNKED),
  request(`Transfer_Encoding: chunked\r\n${LENGTH}`, HIDDEN),
  request('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', CHUNKED),
  request('Transfer-Encoding: identity\r\nTransfer-Encoding: chunked', CHUNKED),
  request(`${LENGTH}\r\nContent-Length: 0`, HIDDEN),
  request(`Content-Length: 0\r\n${LENGTH}`, HIDDEN),
  request(`${LENGTH}\r\n${LENGTH}`, HIDDEN),
  request(`${LENGTH}\r\nTransfer-Encoding: chunked`, `0\r\n\r\n${HIDDEN}`),
  request(`Connection: Content-Length\r\n${LENGTH}`, HIDDEN),
  request('Expect: 100-continue\r\nTransfer-Encoding: chunked', CHUNKED),
  request(
    `Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n${LENGTH}`,
    HIDDEN,
  ),
  request('Transfer-Encoding: chunked', `0\r\nX: y\r\n\nGET`),
  request('Transfer-Encoding: chunked', `5\r\nhelloXX0\r\n\r\n`),
  `GET /v1/health HTTP/1.1\nHost: x\n${LENGTH}\n\n${HIDDEN}`,
  `GET /v1/health HTTP/1.1\r\nHost: x\r\n${LENGTH}\r\n\n${HIDDEN}`,
  `GET /v1/health\r\n${LENGTH}\r\n\r\n${HIDDEN}`,
  `GET /v1/health HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNKED}`,
  `GET /v1/health HTTP/1.1 \r\nHost: x\r\n${LENGTH}\r\n\r\n${HIDDEN}`,
  `GET /v1/health\tHTTP/1.1\r\nHost: x\r\n${LENGTH}\r\n\r\n${HIDDEN}`,
  `GET /v1/health?\r\nX: HTTP/1.1\r\nHost: x\r\n${LENGTH}\r\n\r\n${HIDDEN}`,
  `HEAD /v1/health HTTP/1.1\r\nHost: x\r\n${LENGTH}\r\n\r\n${HIDDEN}`,
  `POST /v1/health HTTP/1.1\r\nHost: x\r\n${LENGTH}\r\n\r\n${HIDDEN}`,
  `CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n${HIDDEN}`,
  `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${HIDDEN}`,
];

/** Time limit for the answers to a probe. */
const ANSWER_MS = 1500;

/** Returns what is received on a new connection until the other side closes it. */
async function answerTo(origin: string, probe: string): Promise<string> {
  const { closed, socket, text } = await openConnection(Number(new URL(origin).port), probe);
  await Promise.race([closed, delay(ANSWER_MS)]);
  socket.destroy();
  return text();
}

export const SMUGGLING: Row<AttackedSidecar> = {
  fault: 'Smuggling: a request inside what a front end treats as the body of another',
  guarantee: 'no probe is answered as two requests, and other requests are still answered',
  run: async ({ admin, keys, origin }) => {
    await admin.set(keys.serverOf('smuggled'), '{"displayName":"SMUGGLED"}');
    const answers = await Promise.all(
      PROBES.map(async (probe) => ({ probe, answer: await answerTo(origin, probe) })),
    );
    const smuggled = answers
      .filter(({ answer }) => (answer.match(/HTTP\/1\.1 (?!100)\d{3} /g)?.length ?? 0) > 1)
      .filter(({ answer }) => !isRestRefused(answer))
      .map(({ probe }) => JSON.stringify(probe));
    const { text } = await ask(origin, '/v1/health');
    await admin.del(keys.serverOf('smuggled'));
    return {
      load: [`${PROBES.length} probes`],
      seen: [`${smuggled.length} answered as two requests`],
      broken: brokenGuarantees({
        [`answered as two requests: ${smuggled.slice(0, 3).join(' ')}`]: smuggled.length === 0,
        'no probe was answered': answers.some(({ answer }) => answer.startsWith('HTTP/1.1 ')),
        [`the health is ${text}`]: text === '{"status":"ok"}',
      }),
    };
  },
};

/**
 * Whether the bytes after the first request were rejected as an invalid request, and the connection was
 * closed. The first request itself may be answered.
 */
function isRestRefused(answer: string): boolean {
  const [, ...others] = answer.split(/(?=HTTP\/1\.1 \d{3} )/);
  return others.length === 1 && /^HTTP\/1\.1 (?:400|505)[^]*\r\nConnection: close\r\n/i.test(others[0] ?? '');
}
