/** The result of a request. Failures are answers too; only an abort by the caller is thrown. */
export type Answer<T> = SuccessAnswer<T> | ErrorAnswer;

export interface SuccessAnswer<T> {
  readonly ok: true;
  /**
   * The data. If the service reports that nothing has changed, this is the same object as in the previous
   * answer to the same request. Do not modify it.
   */
  readonly data: T;
  /** How long the data is fresh, in milliseconds: a request before that is unnecessary. */
  readonly freshMs: number;
}

export interface ErrorAnswer {
  readonly ok: false;
  /** The HTTP status; undefined if no valid response was received. */
  readonly status: number | undefined;
  /** One sentence that describes the failure. */
  readonly error: string;
  /**
   * When to try again according to the service, in milliseconds from now; undefined if the service does not
   * say.
   */
  readonly retryAfterMs: number | undefined;
  /**
   * The thrown value, such as the platform's error for a request that could not be sent; absent if nothing
   * was thrown.
   */
  readonly cause?: unknown;
}
