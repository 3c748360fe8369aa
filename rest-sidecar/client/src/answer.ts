/**
 * What a request comes to. Whatever goes wrong on the way is an answer too; only an abort of your own is
 * thrown.
 */
export type Answer<T> = GoodAnswer<T> | BadAnswer;

export interface GoodAnswer<T> {
  readonly ok: true;
  /**
   * The very same object as in the latest answer to the same request, where the service says that nothing has
   * changed. Not to be written to.
   */
  readonly data: T;
  /** For how long the service says not to ask again, in milliseconds. */
  readonly freshMs: number;
}

export interface BadAnswer {
  readonly ok: false;
  /** The HTTP status; undefined where nothing came that could be read. */
  readonly status: number | undefined;
  /** One sentence. */
  readonly error: string;
  /** When the service says to try again, in milliseconds from now; undefined where it says nothing. */
  readonly retryAfterMs: number | undefined;
  /**
   * What was thrown, such as the platform's error of a request that could not be sent; absent where nothing
   * was.
   */
  readonly cause?: unknown;
}
