import type { Answer, BadAnswer } from './answer.ts';
import type { EtagCache } from './etag-cache.ts';
import { freshMsOf, retryAfterMsOf } from './response-times.ts';

export interface ConditionalGet {
  readonly fetch: typeof fetch;
  readonly cache: EtagCache;
  /** How long an answer may take, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Asks for a URL, and says with it which answer is known: if that still holds, the service answers 304 without a body, and the known data is the answer.
 * @throws the signal's reason when the caller aborts
 */
export async function getConditionally<T>(
  { fetch, cache, timeoutMs }: ConditionalGet,
  url: string,
  signal?: AbortSignal,
): Promise<Answer<T>> {
  const known = cache.get(url);
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      headers: { Accept: 'application/json', ...(known && { 'If-None-Match': known.etag }) },
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const freshMs = freshMsOf(response.headers);
    // Even where there is none: a body that is not read keeps its connection, or makes browsers take the request for aborted.
    const text = await response.text();
    if (response.status === 304 && known !== undefined) {
      return { ok: true, data: known.data as T, freshMs };
    }
    if (!response.ok) return refusal(response, text);
    const data = JSON.parse(text) as T;
    const etag = response.headers.get('ETag');
    if (etag !== null) cache.set(url, { etag, data });
    return { ok: true, data, freshMs };
  } catch (cause) {
    signal?.throwIfAborted();
    return { ok: false, status: undefined, error: describe(cause, timeoutMs), retryAfterMs: undefined };
  }
}

function refusal(response: Response, text: string): BadAnswer {
  return {
    ok: false,
    status: response.status,
    error: sentenceIn(text) ?? `The service answered ${response.status}.`,
    retryAfterMs: retryAfterMsOf(response.headers),
  };
}

/** What stands in an ErrorResponse. What is in front of the service may answer with anything. */
function sentenceIn(text: string): string | undefined {
  try {
    const body = JSON.parse(text) as { readonly error?: unknown } | null;
    return typeof body?.error === 'string' ? body.error : undefined;
  } catch {
    return undefined;
  }
}

function describe(cause: unknown, timeoutMs: number): string {
  if (cause instanceof SyntaxError) return 'What came is not JSON.';
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError';
  return isTimeout ? `Nothing came within ${timeoutMs} ms.` : 'The service could not be reached.';
}
