/** A failed request to the admin's server. */
export interface Failure {
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The server's error message; empty if there is none. */
  readonly message: string;
  readonly retryAfterSeconds: number;
  /** The body; undefined if it is not JSON. */
  readonly body: unknown;
  readonly etag: string | undefined;
}

/** Whether the same request may succeed later: there was no answer, or the server or Redis has failed. */
export function isTemporary({ status }: Failure): boolean {
  return status === 0 || status >= 500;
}

export type Answer<T> =
  | { readonly ok: true; readonly body: T; readonly etag: string | undefined }
  | { readonly ok: false; readonly failure: Failure };

export interface RequestOptions {
  readonly method?: 'GET' | 'PUT' | 'DELETE' | 'POST';
  readonly body?: object;
  readonly ifMatch?: string | undefined;
}

/** Time limit of a whole response, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** Sends requests to the server that served the page. The token is only sent in a header. */
export class Api {
  readonly #token: string | undefined;
  /** Identifies this tab, so that a new stream of events replaces the earlier one. */
  readonly #tab = Math.random().toString(36).slice(2);

  /** Called when the token is no longer valid. */
  onUnauthorized: () => void = () => undefined;

  /** @param token undefined for the session of the printed link, whose cookie the browser sends */
  constructor(token: string | undefined) {
    this.#token = token;
  }

  /** Whether the requests belong to the session of the printed link. */
  get isOfLink(): boolean {
    return this.#token === undefined;
  }

  async request<T>(path: string, options: RequestOptions = {}): Promise<Answer<T>> {
    const { method = 'GET', body, ifMatch } = options;
    try {
      const response = await fetch(path, {
        method,
        headers: {
          ...this.#authorization,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          // Recorded in the history with each change.
          ...(method !== 'GET' && { 'Feature-Control-Source': 'console' }),
          ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...this.#options,
      });
      if (response.status === 401) this.onUnauthorized();
      return await toAnswer<T>(response);
    } catch {
      return { ok: false, failure: NO_ANSWER };
    }
  }

  /** Opens the stream of events. @throws if the connection fails */
  async openEvents(lastEventId: string | undefined, signal: AbortSignal): Promise<Response> {
    const headers = {
      ...this.#authorization,
      'Console-Tab': this.#tab,
      ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
    };
    return await fetch('v1/console/events', { headers, signal, ...this.#options });
  }

  get #authorization(): Readonly<Record<string, string>> {
    return this.#token === undefined ? {} : { Authorization: `Bearer ${this.#token}` };
  }

  get #options(): RequestInit {
    const credentials = this.#token === undefined ? 'same-origin' : 'omit';
    return { cache: 'no-store', credentials, redirect: 'error' };
  }
}

const NO_ANSWER: Failure = {
  status: 0,
  message: '',
  retryAfterSeconds: 0,
  body: undefined,
  etag: undefined,
};

/** @throws if the body of a successful response is incomplete or not JSON, such as a proxy's login page */
async function toAnswer<T>(response: Response): Promise<Answer<T>> {
  // A proxy that compresses makes the tag weak. It names the state of an entry, not the bytes of the body.
  const etag = response.headers.get('etag')?.replace(/^W\//, '');
  if (response.status === 204) return { ok: true, body: undefined as T, etag };
  if (response.ok) return { ok: true, body: (await response.json()) as T, etag };
  const body: unknown = await response.json().catch(() => undefined);
  const { error } = (body ?? {}) as { error?: unknown };
  const message = typeof error === 'string' ? error : '';
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 1);
  return { ok: false, failure: { status: response.status, message, retryAfterSeconds, body, etag } };
}
