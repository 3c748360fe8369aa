import type { IncomingMessage } from 'node:http';
import { ERRORS, LONGEST_TARGET, MOST_HEADERS } from './errors.ts';
import type { HttpError } from './errors.ts';

/** The target of a request that is about the server as a whole (RFC 9110, section 9.3.7). */
const WHOLE_SERVER = '*';

/** A target that is a whole URL names a host, and no user (RFC 9110, section 4.2). */
const WHOLE_URL = /^[a-z][a-z\d+.-]*:\/\/(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?(?:[/?]|$)/i;

/** What may stand in `Host`: a name or an address, and a port. It may be empty. */
const HOST = /^[\w.~!$&'()*+,;=:%[\]-]*$/;

/**
 * A body means nothing here. A small one is read and discarded; after a larger one the connection is closed.
 */
const LARGEST_DISCARDED_BODY = 64 * 1024;

/**
 * Why a request is refused that Node takes, by the rules of HTTP that are the same for every path.
 * @returns undefined where it is not refused
 */
export function refusalOf(request: IncomingMessage): HttpError | undefined {
  const { httpVersionMajor, rawHeaders, url = '' } = request;
  // Node reads those of 0.9 and 2.0 as well.
  if (httpVersionMajor !== 1) return ERRORS.wrongVersion;
  if (url.length > LONGEST_TARGET) return ERRORS.longTarget;
  if (!url.startsWith('/') && url !== WHOLE_SERVER && !WHOLE_URL.test(url)) return ERRORS.wrongTarget;
  if (rawHeaders.length > 2 * MOST_HEADERS) return ERRORS.manyHeaders;
  return refusalOfHost(request) ?? refusalOfCoding(request);
}

/**
 * Node reports that it cannot read such a body only after the request was answered (RFC 9112, section 6.3).
 */
function refusalOfCoding({ headers: { 'transfer-encoding': coding } }: IncomingMessage) {
  const name = coding?.toLowerCase();
  if (name === undefined || name === 'chunked') return undefined;
  return /(?:^|[\t ,])chunked$/.test(name) ? ERRORS.unknownCoding : ERRORS.endlessBody;
}

/** A proxy in front could use one `Host` and this server the other (RFC 9112, section 3.2). */
function refusalOfHost({ headers: { host }, httpVersionMinor, rawHeaders }: IncomingMessage) {
  if (host === undefined) return httpVersionMinor === 0 ? undefined : ERRORS.noHost;
  return HOST.test(host) && isHostGivenOnce(rawHeaders) ? undefined : ERRORS.wrongHost;
}

function isHostGivenOnce(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count === 1;
}

/** Whether the request has a body that is not worth reading to its end. */
export function hasLargeBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  const length = headers['content-length'];
  return length !== undefined && Number(length) > LARGEST_DISCARDED_BODY;
}

const SCHEME_AND_HOST = /^[^/]*:\/\/[^/?]*\/?/;

/**
 * Of a target that is a whole URL, what follows the host (RFC 9112, section 3.2.2). Express reads such a URL
 * with Node's obsolete parser, which throws for some hosts.
 */
export function withoutHost(url = ''): string {
  return url.startsWith('/') ? url : url.replace(SCHEME_AND_HOST, '/');
}
