import type { IncomingHttpHeaders } from 'node:http';
import { toSeconds } from './representation.ts';
import type { ChangeTime, Variant } from './representation.ts';

/**
 * The result of the conditions: send the representation (200), the client already has it (304), or a
 * precondition failed (412).
 */
export type ConditionResult = 'send' | 'not modified' | 'failed';

/**
 * Evaluates the conditions of a GET request in the order of RFC 9110, section 13.2.2. A date is ignored if
 * the request also has the corresponding tags.
 */
export function evaluateConditions(
  headers: IncomingHttpHeaders,
  { etag }: Variant,
  changed: ChangeTime,
): ConditionResult {
  if (isPreconditionFailed(headers, etag, changed)) return 'failed';
  const { 'if-none-match': tags, 'if-modified-since': since } = headers;
  const isNotModified =
    tags === undefined
      ? since !== undefined && changed.isDateUnique && secondsOf(since) >= toSeconds(changed.changedAtMs)
      : tags === etag || matchesAny(tags, etag, isWeaklyEqual);
  return isNotModified ? 'not modified' : 'send';
}

function isPreconditionFailed(headers: IncomingHttpHeaders, etag: string, changed: ChangeTime): boolean {
  const { 'if-match': tags, 'if-unmodified-since': since } = headers;
  if (tags !== undefined) return !matchesAny(tags, etag, isEqual);
  return since !== undefined && secondsOf(since) < toSeconds(changed.changedAtMs);
}

/**
 * The current date format of HTTP, and two obsolete formats that must still be accepted (RFC 9110, section
 * 5.6.7). All are UTC.
 */
const DATE_FORMATS = [
  /^[A-Z]\w{2}, \d{2} [A-Z]\w{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z]\w{5,8}, \d{2}-[A-Z]\w{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z]\w{2} [A-Z]\w{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/**
 * @returns NaN if the text is not an HTTP date; comparisons with NaN are false, so such a condition is
 * ignored
 */
function secondsOf(date: string): number {
  if (!DATE_FORMATS.some((format) => format.test(date))) return NaN;
  return toSeconds(Date.parse(date.endsWith('GMT') ? date : `${date} GMT`));
}

/**
 * One entry of a list of entity tags, with the separator after it. The quoted part of a tag may contain
 * commas (RFC 9110, section 8.8.3).
 */
const ENTRY = /[ \t]*((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")?[ \t]*(?:,|$)/y;

/** Returns whether a tag of the list matches, or the list is `*`. A malformed list does not match. */
function matchesAny(tags: string, etag: string, matches: (tag: string, etag: string) => boolean): boolean {
  if (tags.trim() === '*') return true;
  let isFound = false;
  let position = 0;
  while (position < tags.length) {
    ENTRY.lastIndex = position;
    const entry = ENTRY.exec(tags);
    if (entry === null) return false;
    const [whole, tag] = entry;
    isFound ||= tag !== undefined && matches(tag, etag);
    position += whole.length;
  }
  return isFound;
}

/**
 * Whether the value of `If-Match` contains the tag or is `*`. Weak tags never match (RFC 9110, section
 * 13.1.1).
 */
export function matchesAnyTag(tags: string, etag: string): boolean {
  return matchesAny(tags, etag, isEqual);
}

const isEqual = (tag: string, etag: string): boolean => tag === etag;

/** Weak comparison: a proxy between client and service may have made the tag weak. */
const isWeaklyEqual = (tag: string, etag: string): boolean => tag.replace(/^W\//, '') === etag;
