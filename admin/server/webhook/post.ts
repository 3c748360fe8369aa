/** Why a receiver has not accepted a message. */
export interface Refusal {
  /** The rest of a sentence about the receiver. */
  readonly problem: string;
  /** How long the receiver wants to be left alone, in milliseconds; 0 if it does not say. */
  readonly retryAfterMs: number;
}

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

const MAX_RETRY_AFTER_S = 3600;

/**
 * Sends a POST request. Redirects are not followed: they may lead into the network of this server.
 * @returns undefined if the receiver has accepted it, with a status from 200 to 299
 */
export async function post(url: string, options: PostOptions): Promise<Refusal | undefined> {
  try {
    const { body, headers, ok, status } = await fetch(url, {
      ...options,
      method: 'POST',
      redirect: 'manual',
    });
    await body?.cancel();
    if (ok) return undefined;
    const seconds = Number(headers.get('retry-after'));
    const isRedirect = headers.has('location');
    return {
      problem: isRedirect ? `redirects (${status}): set WEBHOOK_URL to its new address` : `answers ${status}`,
      retryAfterMs: seconds > 0 ? 1000 * Math.min(seconds, MAX_RETRY_AFTER_S) : 0,
    };
  } catch (cause) {
    return { problem: describeFailure(cause as Error), retryAfterMs: 0 };
  }
}

/** The error of `fetch` itself only says that it has failed. */
function describeFailure({ cause, message, name }: Error): string {
  if (name === 'AbortError') return 'does not answer';
  const { code, message: reason = message } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
  return `cannot be reached: ${code ?? reason}`;
}
