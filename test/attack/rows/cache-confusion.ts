import { brokenGuarantees } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { eventually } from '../../support/eventually.ts';
import { ask } from '../../support/http/http.ts';
import type { AttackedSidecar } from '../attacked-sidecar.ts';
import { requestFor } from '../attacked-sidecar.ts';
import { exchange } from '../exchange.ts';

/** Headers that change the response of some servers, and that caches do not include in their key. */
const UNKEYED = [
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Proto: evil',
  'X-Forwarded-Prefix: /evil',
  'X-Forwarded-For: 127.0.0.1',
  'Forwarded: host=evil.example',
  'X-Original-URL: /v1/servers?id=evil',
  'X-Rewrite-URL: /v1/servers?id=evil',
  'X-HTTP-Method-Override: DELETE',
  'X-HTTP-Method: HEAD',
  'X-Host: evil.example',
  'Range: bytes=0-1',
  'Accept-Language: de',
  'Cookie: id=evil',
  'Authorization: Bearer evil',
  'Origin: https://evil.example',
  'Content-Type: text/html',
  'Accept: text/html',
  'TE: trailers',
  'Via: 1.1 evil',
  'Max-Forwards: 0',
];

/** Path spellings that a cache could map to another resource. */
const SPELLINGS = [
  '//v1/servers',
  '/v1//servers',
  '/v1/./servers',
  '/v1/x/../servers',
  '/v1/servers/',
  '/v1/servers;a=b',
  '/V1/servers',
  '/v1/servers%2f',
  '/v1%2fservers',
  '/v1/servers%00',
  '/v1/servers.css',
  '/v1/servers/a.js',
  '/v1/servers%3fid=evil',
  '/v1/servers%23',
  '/v1/servers#',
  '/v1\\servers#',
  '/%2e%2e/v1/servers',
  '/v1/servers\\',
  '/v1/servers%0d%0aX:y',
];

/** Headers that may differ from one response to the next. */
const VARYING = /^(?:date|connection|keep-alive|age):/i;

export const CACHE_CONFUSION: Row<AttackedSidecar> = {
  fault: 'Cache confusion: unkeyed headers, other spellings of a path, and errors',
  guarantee:
    'only Accept-Encoding changes a cached response, no other spelling is served, no error may be stored',
  run: async ({ admin, keys, origin }) => {
    await admin.set(keys.serverOf('lobby'), '{"displayName":"Lobby"}');
    await eventually(async () => (await ask(origin, '/v1/servers')).text.includes('Lobby'));
    const get = async (target: string, lines = ''): Promise<string> =>
      await exchange(origin, requestFor(target, lines));
    const plain = withoutVarying(await get('/v1/servers'));
    const changed: string[] = [];
    for (const header of UNKEYED)
      if (withoutVarying(await get('/v1/servers', `${header}\r\n`)) !== plain) changed.push(header);
    const served: string[] = [];
    const stored: string[] = [];
    for (const spelling of SPELLINGS) {
      const answer = await get(spelling);
      if (!/^HTTP\/1\.1 4\d\d /.test(answer)) served.push(spelling);
      if (!/\r\nCache-Control: no-store\r\n/i.test(answer)) stored.push(spelling);
    }
    const vary = /\r\nVary: ([^\r]*)/i.exec(plain)?.[1] ?? 'nothing';
    await admin.del(keys.serverOf('lobby'));
    return {
      load: [`${UNKEYED.length} headers, ${SPELLINGS.length} spellings`],
      seen: [
        `${changed.length} headers changed a response, ${served.length} spellings were served; Vary: ${vary}`,
      ],
      broken: brokenGuarantees({
        [`changed by ${changed.join('; ')}`]: changed.length === 0,
        [`served at ${served.join(' ')}`]: served.length === 0,
        [`errors that may be stored: ${stored.join(' ')}`]: stored.length === 0,
        [`Vary: ${vary}`]: /^Accept-Encoding$/i.test(vary),
      }),
    };
  },
};

function withoutVarying(answer: string): string {
  return answer
    .split('\r\n')
    .filter((line) => !VARYING.test(line))
    .join('\r\n');
}
