import type { Answer, ErrorAnswer } from './answer.ts';
import { freshMsOf, retryAfterMsOf } from './response-times.ts';
import { withTimeout } from './with-timeout.ts';

interface ConditionalGetOptions {
  readonly fetch: typeof fetch;
  /** The timeout of a request and of reading its response, in milliseconds. */
  readonly timeoutMs: number;
  /** The maximum number of cached answers. */
  readonly cacheSize: number;
  /** Whether `fetch` has its own HTTP cache, which revalidates entries, as in browsers. */
  readonly hasHttpCache: boolean;
}

interface CachedAnswer {
  readonly etag: string;
  readonly data: unknown;
}

/**
 * Sends conditional GET requests. If nothing has changed, the response is a 304 without a body, and the
 * cached data is returned. In a browser, the browser's own cache sends `If-None-Match`: setting the header
 * here would disable that cache, and cause a preflight before each request to another origin.
 */
export class ConditionalGet {
  readonly #options: ConditionalGetOptions;
  /** Answers by URL, least recently used first. */
  readonly #cache = new Map<string, CachedAnswer>();

  constructor(options: ConditionalGetOptions) {
    this.#options = options;
  }

  /** @throws the signal's reason when the caller aborts */
  async get<T>(url: string, signal?: AbortSignal): Promise<Answer<T>> {
    const { timeoutMs } = this.#options;
    try {
      return await withTimeout(timeoutMs, signal, async (either) => await this.#request<T>(url, either));
    } catch (cause) {
      signal?.throwIfAborted();
      return failure(describe(cause, timeoutMs), cause);
    }
  }

  async #request<T>(url: string, signal: AbortSignal): Promise<Answer<T>> {
    const cached = this.#cache.get(url);
    if (cached !== undefined) this.#keep(url, cached);
    const response = await this.#fetch(url, cached?.etag, signal);
    // Also reads empty bodies: an unread body keeps its connection open, or makes browsers consider the
    // request aborted.
    const text = await response.text();
    const freshMs = freshMsOf(response.headers);
    const etag = response.headers.get('ETag');
    const isUnchanged =
      cached !== undefined && (response.status === 304 || (response.ok && etag === cached.etag));
    if (isUnchanged) return { ok: true, data: cached.data as T, freshMs };
    if (!response.ok) return errorAnswer(response, text);
    const data = JSON.parse(text) as T;
    if (etag !== null) this.#keep(url, { etag, data });
    return { ok: true, data, freshMs };
  }

  async #fetch(url: string, etag: string | undefined, signal: AbortSignal): Promise<Response> {
    const { fetch, hasHttpCache } = this.#options;
    return await fetch(url, {
      headers: {
        Accept: 'application/json',
        ...(!hasHttpCache && etag !== undefined && { 'If-None-Match': etag }),
      },
      ...(hasHttpCache && { cache: 'no-cache' }),
      signal,
    });
  }

  #keep(url: string, answer: CachedAnswer): void {
    this.#cache.delete(url);
    this.#cache.set(url, answer);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > this.#options.cacheSize && oldest !== undefined) this.#cache.delete(oldest);
  }
}

/** Creates the answer for a failure without a response of the service. */
export function failure(error: string, cause: unknown): ErrorAnswer {
  return { ok: false, status: undefined, error, retryAfterMs: undefined, cause };
}

function errorAnswer({ headers, status }: Response, text: string): ErrorAnswer {
  const error = sentenceIn(text) ?? `The service answered ${status}.`;
  return { ok: false, status, error, retryAfterMs: retryAfterMsOf(headers) };
}

/** Returns the sentence of an ErrorResponse. A proxy in front of the service may send any other body. */
function sentenceIn(text: string): string | undefined {
  try {
    const body = JSON.parse(text) as { readonly error?: unknown } | null;
    return typeof body?.error === 'string' ? body.error : undefined;
  } catch {
    return undefined;
  }
}

function describe(cause: unknown, timeoutMs: number): string {
  if (cause instanceof SyntaxError) return 'The response is not JSON.';
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError';
  return isTimeout ? `No response within ${timeoutMs} ms.` : 'The service could not be reached.';
}
