import type { Answer, BadAnswer } from './answer.ts';
import { freshMsOf, retryAfterMsOf } from './response-times.ts';

export interface ConditionalGetOptions {
  readonly fetch: typeof fetch;
  /** How long an answer may take, in milliseconds. */
  readonly timeoutMs: number;
  /** How many answers are kept. */
  readonly cacheSize: number;
  /** Whether `fetch` has a cache of its own, as a browser's has, which revalidates what it holds. */
  readonly hasHttpCache: boolean;
}

interface CachedAnswer {
  readonly etag: string;
  readonly data: unknown;
}

/**
 * Asks for URLs in a way that costs a 304 without a body where nothing has changed; the data that is known is
 * then the answer. In a browser its own cache asks so: an `If-None-Match` of ours would switch that cache
 * off, and cost a preflight before each request to another origin.
 */
export class ConditionalGet {
  readonly #options: ConditionalGetOptions;
  /** By URL, the least recently used first. */
  readonly #cache = new Map<string, CachedAnswer>();

  constructor(options: ConditionalGetOptions) {
    this.#options = options;
  }

  /** @throws the signal's reason when the caller aborts */
  async get<T>(url: string, signal?: AbortSignal): Promise<Answer<T>> {
    const known = this.#cache.get(url);
    if (known !== undefined) this.#keep(url, known);
    try {
      const response = await this.#fetch(url, known?.etag, signal);
      // Even where there is none: a body that is not read keeps its connection, or makes browsers take the
      // request for aborted.
      const text = await response.text();
      const freshMs = freshMsOf(response.headers);
      const etag = response.headers.get('ETag');
      const isKnown =
        known !== undefined && (response.status === 304 || (response.ok && etag === known.etag));
      if (isKnown) return { ok: true, data: known.data as T, freshMs };
      if (!response.ok) return refusal(response, text);
      const data = JSON.parse(text) as T;
      if (etag !== null) this.#keep(url, { etag, data });
      return { ok: true, data, freshMs };
    } catch (cause) {
      signal?.throwIfAborted();
      return failure(describe(cause, this.#options.timeoutMs), cause);
    }
  }

  async #fetch(url: string, etag: string | undefined, signal?: AbortSignal): Promise<Response> {
    const { fetch, timeoutMs, hasHttpCache } = this.#options;
    const timeout = AbortSignal.timeout(timeoutMs);
    return await fetch(url, {
      headers: {
        Accept: 'application/json',
        ...(!hasHttpCache && etag !== undefined && { 'If-None-Match': etag }),
      },
      ...(hasHttpCache && { cache: 'no-cache' }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
  }

  #keep(url: string, answer: CachedAnswer): void {
    this.#cache.delete(url);
    this.#cache.set(url, answer);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > this.#options.cacheSize && oldest !== undefined) this.#cache.delete(oldest);
  }
}

/** Something went wrong that is no answer of the service. */
export function failure(error: string, cause: unknown): BadAnswer {
  return { ok: false, status: undefined, error, retryAfterMs: undefined, cause };
}

function refusal({ headers, status }: Response, text: string): BadAnswer {
  const error = sentenceIn(text) ?? `The service answered ${status}.`;
  return { ok: false, status, error, retryAfterMs: retryAfterMsOf(headers) };
}

/** What stands in an ErrorResponse. A proxy in front of the service may answer with anything. */
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
