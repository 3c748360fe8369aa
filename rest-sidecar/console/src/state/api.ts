/** What a request to the operator listener came to, where it did not succeed. */
export interface Failure {
  /** 0 where there was no answer. */
  readonly status: number;
  /** A sentence of the sidecar's; empty where there is none. */
  readonly sentence: string;
  readonly retryAfterSeconds: number;
  /** The body, where it was JSON. */
  readonly body: unknown;
  readonly etag: string | undefined;
}

export type Answer<T> =
  | { readonly ok: true; readonly body: T; readonly etag: string | undefined }
  | { readonly ok: false; readonly failure: Failure };

export interface Asked {
  readonly method?: 'GET' | 'PUT' | 'DELETE' | 'POST';
  readonly body?: object;
  readonly ifMatch?: string | undefined;
}

/** Requests that take longer count as unanswered, in milliseconds. */
const PATIENCE_MS = 15_000;

/** Asks the operator listener that has served the page, with a token that goes nowhere but its header. */
export class Api {
  readonly #token: string;
  readonly #fetch: typeof fetch;
  /** Called when the token is not valid any more. */
  refused: () => void = () => undefined;

  constructor(token: string, fetching: typeof fetch = fetch) {
    this.#token = token;
    this.#fetch = fetching.bind(globalThis);
  }

  async ask<T>(path: string, { method = 'GET', body, ifMatch }: Asked = {}): Promise<Answer<T>> {
    try {
      const response = await this.#fetch(path, {
        method,
        headers: {
          ...this.#authorization,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          // Recorded with each change.
          ...(method !== 'GET' && { 'Feature-Control-Source': 'console' }),
          ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...OPTIONS,
      });
      if (response.status === 401) this.refused();
      return await toAnswer<T>(response);
    } catch {
      return { ok: false, failure: NO_ANSWER };
    }
  }

  /** Opens the stream of events. @throws where there is no connection */
  async listen(lastEventId: string | undefined, signal: AbortSignal): Promise<Response> {
    const headers = {
      ...this.#authorization,
      ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
    };
    return await this.#fetch('v1/console/events', { headers, signal, ...OPTIONS });
  }

  get #authorization(): { readonly Authorization: string } {
    return { Authorization: `Bearer ${this.#token}` };
  }
}

const OPTIONS = { cache: 'no-store', credentials: 'omit', redirect: 'error' } as const;
const NO_ANSWER: Failure = {
  status: 0,
  sentence: '',
  retryAfterSeconds: 0,
  body: undefined,
  etag: undefined,
};

async function toAnswer<T>(response: Response): Promise<Answer<T>> {
  const body: unknown = await response.json().catch(() => undefined);
  const etag = response.headers.get('etag') ?? undefined;
  if (response.ok) return { ok: true, body: body as T, etag };
  const { error } = (body ?? {}) as { error?: unknown };
  const sentence = typeof error === 'string' ? error : '';
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 1);
  return { ok: false, failure: { status: response.status, sentence, retryAfterSeconds, body, etag } };
}
