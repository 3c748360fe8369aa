import type { IncomingMessage } from 'node:http';
import type { HttpError } from './error-body.ts';
import type { HeaderList } from './header-list.ts';

/** The target that asks the server as a whole (RFC 9110, section 9.3.7). */
export const WHOLE_SERVER = '*';

/** Longer request targets are refused; no sensible one comes near. */
const LONGEST_TARGET = 8192;

/** Node leaves out what exceeds the number of headers that it is told: more are refused, or a condition could be overlooked. */
export const MOST_HEADERS = 100;

/** A target that is a whole URL names a host, and nobody who asks (RFC 9110, section 4.2). */
const WHOLE_URL = /^[a-z][a-z\d+.-]*:\/\/(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?(?:[/?]|$)/i;

/** What may stand in `Host`: a name or an address, and a port. It may be empty. */
const HOST = /^[\w.~!$&'()*+,;=:%[\]-]*$/;

export const ALLOW: HeaderList = ['Allow', 'GET, HEAD, OPTIONS'];

export const WRONG_METHOD: HttpError = {
  status: 405,
  sentence: 'This interface is read-only: use GET, HEAD or OPTIONS.',
  headers: ALLOW,
};

export const WRONG_VERSION: HttpError = { status: 505, sentence: 'Use HTTP/1.1 or HTTP/1.0.' };

export const UNMET_EXPECTATION: HttpError = {
  status: 417,
  sentence: 'The only expectation that is met is 100-continue.',
};

export const CONDITION_FAILED: HttpError = {
  status: 412,
  sentence: 'What If-Match or If-Unmodified-Since asks for is not current.',
};

export const TOO_LONG: HttpError = {
  status: 414,
  sentence: `The URL is longer than ${LONGEST_TARGET} characters.`,
};
const WRONG_TARGET: HttpError = {
  status: 400,
  sentence: 'A URL must be a path, or name a host and no user.',
};
const TOO_MANY: HttpError = { status: 431, sentence: `There are more than ${MOST_HEADERS} headers.` };
export const NO_HOST: HttpError = { status: 400, sentence: 'The header Host is missing.' };
const WRONG_HOST: HttpError = {
  status: 400,
  sentence: 'The header Host must be given once, and name a host.',
};

/** Nothing tells where such a body ends (RFC 9112, section 6.3). */
const ENDLESS_BODY: HttpError = {
  status: 400,
  sentence: 'The last coding in Transfer-Encoding must be chunked.',
};
const UNKNOWN_CODING: HttpError = {
  status: 501,
  sentence: 'The only coding that is known in Transfer-Encoding is chunked.',
};

/** Why a request is refused that Node takes, by the rules of HTTP that do not depend on what is asked for; undefined where it is not. */
export function refusalOf(request: IncomingMessage): HttpError | undefined {
  const { httpVersionMajor, rawHeaders, url = '' } = request;
  // Node reads those of 0.9 and 2.0 as well.
  if (httpVersionMajor !== 1) return WRONG_VERSION;
  if (url.length > LONGEST_TARGET) return TOO_LONG;
  if (!url.startsWith('/') && url !== WHOLE_SERVER && !WHOLE_URL.test(url)) return WRONG_TARGET;
  if (rawHeaders.length > 2 * MOST_HEADERS) return TOO_MANY;
  return refusalOfHost(request) ?? refusalOfCoding(request);
}

/** Node says that it cannot read such a body only when the request was answered. */
function refusalOfCoding({ headers: { 'transfer-encoding': coding } }: IncomingMessage) {
  const name = coding?.toLowerCase();
  if (name === undefined || name === 'chunked') return undefined;
  return /(?:^|[\t ,])chunked$/.test(name) ? UNKNOWN_CODING : ENDLESS_BODY;
}

/** What stands between could take the one `Host` for its own and this server the other (RFC 9112, 3.2). */
function refusalOfHost({ headers: { host }, httpVersionMinor, rawHeaders }: IncomingMessage) {
  if (host === undefined) return httpVersionMinor === 0 ? undefined : NO_HOST;
  return HOST.test(host) && isHostGivenOnce(rawHeaders) ? undefined : WRONG_HOST;
}

function isHostGivenOnce(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count === 1;
}
