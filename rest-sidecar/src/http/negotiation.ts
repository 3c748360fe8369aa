import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';

/** The supported content codings, in order of preference. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const AVAILABLE = [...ENCODINGS, 'identity'] as const;
const BY_PREFERENCE = { preferred: ENCODINGS };

/** @returns the preferred coding of `Accept-Encoding`, by its weights; undefined for the uncompressed body */
export function chooseEncoding(request: IncomingMessage): Encoding | undefined {
  // Without the header, all codings are acceptable, also to clients that know none.
  if (request.headers['accept-encoding'] === undefined) return undefined;
  const encoding = new Negotiator(request).encoding(AVAILABLE, BY_PREFERENCE);
  return encoding === 'identity' ? undefined : encoding;
}
