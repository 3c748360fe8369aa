/** A failed request to the admin's server. */
export interface Failure {
  readonly ok: false;
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The body; undefined if it is not JSON. */
  readonly body: unknown;
}

/** Whether the same request may succeed later: without an answer, after a failure, or too many requests. */
export function isTemporary({ status }: Failure): boolean {
  return status === 0 || status === 429 || status >= 500;
}

export type Answer<T> = { readonly ok: true; readonly body: T } | Failure;

export interface RequestOptions {
  readonly method?: 'GET' | 'PATCH' | 'DELETE' | 'POST';
  readonly body?: object;
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

  /** @param token undefined while nobody is signed in */
  constructor(token: string | undefined) {
    this.#token = token;
  }

  async request<T>(path: string, { method = 'GET', body }: RequestOptions = {}): Promise<Answer<T>> {
    // The source is recorded in the history with each change.
    const headers = new Headers({
      'Content-Type': 'application/json',
      'Feature-Control-Source': 'console',
    });
    try {
      const response = await this.#fetch(path, headers, {
        method,
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return await toAnswer<T>(response);
    } catch {
      return { ok: false, status: 0, body: undefined };
    }
  }

  /** Opens the stream of events. @throws if the connection fails */
  async openEvents(lastEventId: string | undefined, signal: AbortSignal): Promise<Response> {
    const headers = new Headers({ 'Console-Tab': this.#tab });
    if (lastEventId !== undefined) headers.set('Last-Event-ID', lastEventId);
    return await this.#fetch('v1/console/events', headers, { signal });
  }

  async #fetch(path: string, headers: Headers, options: RequestInit): Promise<Response> {
    if (this.#token !== undefined) headers.set('Authorization', `Bearer ${this.#token}`);
    // Cookies of other programs on this host are none of the server's business.
    const rules = { credentials: 'omit', cache: 'no-store', redirect: 'error' } as const;
    const response = await fetch(path, { ...options, ...rules, headers });
    if (response.status === 401) this.onUnauthorized();
    return response;
  }
}

/** @throws if the body of a successful response is incomplete or not JSON, such as a proxy's login page */
async function toAnswer<T>(response: Response): Promise<Answer<T>> {
  if (response.status === 204) return { ok: true, body: undefined as T };
  if (response.ok) return { ok: true, body: (await response.json()) as T };
  return { ok: false, status: response.status, body: await response.json().catch(() => undefined) };
}
