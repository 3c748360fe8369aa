import type { IncomingHttpHeaders } from 'node:http';
import { toSeconds } from './representation.ts';
import type { Representation, Variant } from './representation.ts';

/**
 * Whether the client already has this variant (RFC 9110, 13.1.2 and 13.1.3): `If-None-Match` decides where it is given, `If-Modified-Since` otherwise. Tags
 * are compared weakly, since what stands between may have weakened ours.
 */
export function isNotModified(
  headers: IncomingHttpHeaders,
  variant: Variant,
  representation: Representation,
): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags === variant.etag || matchesAny(tags, variant.etag);
  const since = headers['if-modified-since'];
  if (since === undefined || !representation.isDateUnique) return false;
  return toSeconds(Date.parse(since)) >= toSeconds(representation.changedAtMs);
}

function matchesAny(tags: string, etag: string): boolean {
  return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
