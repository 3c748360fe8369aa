import type { IncomingMessage } from 'node:http';
import { HTTP_ERRORS, MAX_TARGET_LENGTH, MAX_HEADERS } from './errors.ts';
import type { HttpError } from './errors.ts';

/** The target of an OPTIONS request for the server as a whole (RFC 9110, section 9.3.7). */
export const WHOLE_SERVER = '*';

/** A target in absolute form: it must have a host, and no user (RFC 9110, section 4.2). */
const ABSOLUTE_URL = /^[a-z][a-z\d+.-]*:\/\/(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?(?:[/?]|$)/i;

/** Valid values of `Host`: a name or an address, optionally with a port. It may be empty. */
const HOST = /^[\w.~!$&'()*+,;=:%[\]-]*$/;

/**
 * Request bodies are ignored. A small body is read and discarded; for a larger one, the connection is closed.
 */
const MAX_DISCARDED_BODY_BYTES = 64 * 1024;

/**
 * Returns the error of a request that Node accepts but that violates a rule of HTTP. The rules are the same
 * for every path.
 * @returns undefined if the request is valid
 */
export function refusalOf(request: IncomingMessage): HttpError | undefined {
  const { httpVersionMajor, rawHeaders, url = '' } = request;
  // Node also parses requests of HTTP/0.9 and 2.0.
  if (httpVersionMajor !== 1) return HTTP_ERRORS.wrongVersion;
  if (url.length > MAX_TARGET_LENGTH) return HTTP_ERRORS.longTarget;
  if (!url.startsWith('/') && url !== WHOLE_SERVER && !ABSOLUTE_URL.test(url)) return HTTP_ERRORS.wrongTarget;
  // Express would ignore the fragment, and also accept backslashes in the path before it.
  if (url.includes('#')) return HTTP_ERRORS.wrongTarget;
  if (rawHeaders.length > 2 * MAX_HEADERS) return HTTP_ERRORS.manyHeaders;
  return refusalOfHost(request) ?? refusalOfCoding(request);
}

/**
 * Checks the transfer coding (RFC 9112, section 6.3). Node reports that it cannot parse such a body only
 * after the request was answered.
 */
function refusalOfCoding({ headers: { 'transfer-encoding': coding } }: IncomingMessage) {
  const name = coding?.toLowerCase();
  if (name === undefined || name === 'chunked') return undefined;
  return /(?:^|[\t ,])chunked$/.test(name) ? HTTP_ERRORS.unknownCoding : HTTP_ERRORS.endlessBody;
}

/**
 * Requires exactly one valid `Host` (RFC 9112, section 3.2): of two, a proxy in front could use one, and this
 * server the other.
 */
function refusalOfHost({ headers: { host }, httpVersionMinor, rawHeaders }: IncomingMessage) {
  if (host === undefined) return httpVersionMinor === 0 ? undefined : HTTP_ERRORS.noHost;
  return HOST.test(host) && isHostGivenOnce(rawHeaders) ? undefined : HTTP_ERRORS.wrongHost;
}

function isHostGivenOnce(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count === 1;
}

/** Whether the request has a body that is too large to be read and discarded. */
export function hasLargeBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  const length = headers['content-length'];
  return length !== undefined && Number(length) > MAX_DISCARDED_BODY_BYTES;
}

const SCHEME_AND_HOST = /^[^/]*:\/\/[^/?]*\/?/;

/**
 * Returns the target without scheme and host, if it is in absolute form (RFC 9112, section 3.2.2). Express
 * parses such a URL with Node's obsolete parser, which throws for some hosts.
 */
export function withoutHost(url = ''): string {
  return url.startsWith('/') ? url : url.replace(SCHEME_AND_HOST, '/');
}
