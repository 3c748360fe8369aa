import type { IncomingHttpHeaders } from 'node:http';
import { parseHttpDate } from './http-date.ts';
import { toSeconds } from './representation.ts';
import type { ChangeTime, Variant } from './representation.ts';

/** What a request is to be answered with: what it asks for; that the client has it already (304); that a condition is not met (412). */
export type Verdict = 'send' | 'not modified' | 'failed';

/** Judges the conditions of a GET in their order (RFC 9110, 13.2.2). A tag that is given decides, and the date beside it does not count. */
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

/** NaN, which compares to nothing, where the text is no date: such a condition does not count. */
function secondsOf(date: string): number {
  return toSeconds(parseHttpDate(date));
}

/** One entry of a list of tags, with what separates it from the next: a comma may stand within the quotation marks (RFC 9110, 8.8.3). */
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

const isSame = (tag: string, etag: string): boolean => tag === etag;

/** What stands between may have weakened ours. */
const isSameContent = (tag: string, etag: string): boolean => tag.replace(/^W\//, '') === etag;
