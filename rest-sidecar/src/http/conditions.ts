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

function matchesAny(tags: string, etag: string, matches: (tag: string, etag: string) => boolean): boolean {
  return tags.trim() === '*' || tags.split(',').some((tag) => matches(tag.trim(), etag));
}

const isSame = (tag: string, etag: string): boolean => tag === etag;

/** What stands between may have weakened ours. */
const isSameContent = (tag: string, etag: string): boolean => tag.replace(/^W\//, '') === etag;
