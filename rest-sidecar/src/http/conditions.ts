import type { IncomingHttpHeaders } from 'node:http';
import { toSeconds } from './representation.ts';
import type { ChangeTime, Variant } from './representation.ts';

/**
 * The answer: the representation (200), that the client has it already (304), or that a condition is not met
 * (412).
 */
export type Verdict = 'send' | 'not modified' | 'failed';

/**
 * Judges the conditions of a GET in their order (RFC 9110, 13.2.2). Where a tag is given, the date beside it
 * does not count.
 */
export function judge(headers: IncomingHttpHeaders, { etag }: Variant, changed: ChangeTime): Verdict {
  if (isFailed(headers, etag, changed)) return 'failed';
  const { 'if-none-match': tags, 'if-modified-since': since } = headers;
  const isKnown =
    tags === undefined
      ? since !== undefined && changed.isDateUnique && secondsOf(since) >= toSeconds(changed.changedAtMs)
      : tags === etag || matchesAny(tags, etag, isSameContent);
  return isKnown ? 'not modified' : 'send';
}

function isFailed(headers: IncomingHttpHeaders, etag: string, changed: ChangeTime): boolean {
  const { 'if-match': tags, 'if-unmodified-since': since } = headers;
  if (tags !== undefined) return !matchesAny(tags, etag, isSame);
  return since !== undefined && secondsOf(since) < toSeconds(changed.changedAtMs);
}

/**
 * The date format in use, and two obsolete ones that must still be read (RFC 9110, 5.6.7). All of them are
 * UTC.
 */
const DATE_FORMATS = [
  /^[A-Z]\w{2}, \d{2} [A-Z]\w{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z]\w{5,8}, \d{2}-[A-Z]\w{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z]\w{2} [A-Z]\w{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/**
 * @returns NaN, which compares to nothing, where the text is no date of HTTP: such a condition does not count
 */
function secondsOf(date: string): number {
  if (!DATE_FORMATS.some((format) => format.test(date))) return NaN;
  return toSeconds(Date.parse(date.endsWith('GMT') ? date : `${date} GMT`));
}

/**
 * One entry of a list of tags, with what separates it from the next. A comma may stand within the quotation
 * marks (RFC 9110, 8.8.3).
 */
const ENTRY = /[ \t]*((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")?[ \t]*(?:,|$)/y;

/** A list that is malformed matches nothing. */
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

/** Whether `If-Match` names the tag, or any (RFC 9110, 13.1.1): weak tags never match. */
export function matchesAnyTag(tags: string, etag: string): boolean {
  return matchesAny(tags, etag, isSame);
}

const isSame = (tag: string, etag: string): boolean => tag === etag;

/** A proxy on the way may have weakened our tag. */
const isSameContent = (tag: string, etag: string): boolean => tag.replace(/^W\//, '') === etag;
