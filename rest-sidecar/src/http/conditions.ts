import type { IncomingHttpHeaders } from 'node:http';
import fresh from 'fresh';
import { toSeconds } from './representation.ts';
import type { ChangeTime, Variant } from './representation.ts';

/**
 * The result of the conditions: send the representation (200), the client already has it (304), or a
 * precondition failed (412).
 */
type ConditionResult = 'send' | 'not modified' | 'failed';

/**
 * Evaluates the conditions of a GET request in the order of RFC 9110, section 13.2.2. A date is ignored if
 * the request also has the corresponding tags, and if it is not an HTTP date.
 */
export function evaluateConditions(
  headers: IncomingHttpHeaders,
  { etag, notModifiedHeaders }: Variant,
  changed: ChangeTime,
): ConditionResult {
  if (isPreconditionFailed(headers, etag, changed)) return 'failed';
  const { 'if-none-match': tags, 'if-modified-since': since } = headers;
  if (tags === undefined && since === undefined) return 'send';
  const asked = {
    'if-none-match': tags,
    // A date is not unique if the representation changed twice within its second.
    'if-modified-since': changed.isDateUnique && HTTP_DATE.test(since ?? '') ? since : undefined,
  };
  const lastModified = notModifiedHeaders['Last-Modified'];
  const isNotModified = [etag, ...tagsOfIntermediaries(headers, etag)].some((tag) =>
    fresh(asked, { etag: tag, 'last-modified': lastModified }),
  );
  return isNotModified ? 'not modified' : 'send';
}

/**
 * An intermediary that compresses a body may add the coding to its tag, as Apache does: `"x"` becomes
 * `"x-gzip"`.
 */
function tagsOfIntermediaries(headers: IncomingHttpHeaders, etag: string): readonly string[] {
  const { 'accept-encoding': codings = '', 'if-none-match': tags = '' } = headers;
  const names = codings.match(/[\w-]+/g) ?? [];
  return names.map((name) => `${etag.slice(0, -1)}-${name}"`).filter((tag) => tags.includes(tag));
}

function isPreconditionFailed(headers: IncomingHttpHeaders, etag: string, changed: ChangeTime): boolean {
  const { 'if-match': tags, 'if-unmodified-since': since } = headers;
  if (tags !== undefined) return !matchesAnyTag(tags, etag);
  if (since === undefined || !HTTP_DATE.test(since)) return false;
  return toSeconds(Date.parse(since)) < toSeconds(changed.changedAtMs);
}

/**
 * Whether the value of `If-Match` contains the tag or is `*`. Weak tags never match (RFC 9110, section
 * 13.1.1).
 */
function matchesAnyTag(tags: string, etag: string): boolean {
  return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim() === etag);
}

/** The date format of HTTP (RFC 9110, section 5.6.7). `Date.parse` accepts much more. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
