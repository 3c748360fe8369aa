import type { Answer, BadAnswer } from './answer.ts';
import type { EtagCache } from './etag-cache.ts';
import { freshMsOf, retryAfterMsOf } from './response-times.ts';

export interface ConditionalGet {
  readonly fetch: typeof fetch;
  readonly cache: EtagCache;
  /** How long an answer may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether `fetch` has a cache of its own, as a browser's has, which revalidates what it holds. */
  readonly hasHttpCache: boolean;
}

/**
 * Asks for a URL in a way that costs a 304 without a body where nothing has changed; the data that is known is then the
 * answer. In a browser its own cache asks so: an `If-None-Match` of ours would switch that cache off, and cost a preflight
 * before each request to another origin.
 * @throws the signal's reason when the caller aborts
 */
export async function getConditionally<T>(
  { fetch, cache, timeoutMs, hasHttpCache }: ConditionalGet,
  url: string,
  signal?: AbortSignal,
): Promise<Answer<T>> {
  const known = cache.get(url);
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      headers: { Accept: 'application/json', ...(!hasHttpCache && known && { 'If-None-Match': known.etag }) },
      ...(hasHttpCache && { cache: 'no-cache' }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const freshMs = freshMsOf(response.headers);
    // Even where there is none: a body that is not read keeps its connection, or makes browsers take the request for aborted.
    const text = await response.text();
    const etag = response.headers.get('ETag');
    const isKnown = known !== undefined && (response.status === 304 || (response.ok && etag === known.etag));
    if (isKnown) return { ok: true, data: known.data as T, freshMs };
    if (!response.ok) return refusal(response, text);
    const data = JSON.parse(text) as T;
    if (etag !== null) cache.set(url, { etag, data });
    return { ok: true, data, freshMs };
  } catch (cause) {
    signal?.throwIfAborted();
    return {
      ok: false,
      status: undefined,
      error: describe(cause, timeoutMs),
      retryAfterMs: undefined,
      cause,
    };
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
