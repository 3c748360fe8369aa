/** Why a receiver has not accepted a message. */
export interface Refusal {
  /** The rest of a sentence about the receiver. */
  readonly problem: string;
  /** How long the receiver wants to be left alone, in milliseconds; 0 if it does not say. */
  readonly retryAfterMs: number;
  /** Whether the receiver refuses this message, and may accept others. */
  readonly isOfMessage: boolean;
}

const MAX_RETRY_AFTER_MS = 3_600_000;
/** Statuses that say that a message is invalid or too large. */
const OF_MESSAGE = [400, 413, 422];
/** Statuses that say that nobody wants messages at this address, as when a webhook of Discord was deleted. */
const GONE = [404, 410];

/**
 * Sends a POST request. Redirects are not followed: they may lead into the network of this server.
 * @returns undefined if the receiver has accepted it, with a status from 200 to 299
 */
export async function post(url: string, options: RequestInit): Promise<Refusal | undefined> {
  try {
    const { body, headers, ok, status } = await fetch(url, {
      ...options,
      method: 'POST',
      redirect: 'manual',
    });
    await body?.cancel();
    if (ok) return undefined;
    const isGone = GONE.includes(status);
    return {
      problem: describeStatus(status, headers.has('location')),
      retryAfterMs: isGone ? MAX_RETRY_AFTER_MS : parseRetryAfter(headers),
      isOfMessage: OF_MESSAGE.includes(status),
    };
  } catch (cause) {
    return { problem: describeFailure(cause as Error), retryAfterMs: 0, isOfMessage: false };
  }
}

function describeStatus(status: number, isRedirect: boolean): string {
  if (GONE.includes(status)) return `answers ${status}: it is paused, and tried again in an hour`;
  return isRedirect ? `redirects (${status}): set WEBHOOK_URL to its new address` : `answers ${status}`;
}

/** @returns milliseconds: `Retry-After` has seconds, or a time by the clock that the header `Date` shows */
function parseRetryAfter(headers: Headers): number {
  const value = headers.get('retry-after') ?? '';
  const now = Date.parse(headers.get('date') ?? '');
  const ms = value !== '' && Number.isFinite(Number(value)) ? 1000 * Number(value) : Date.parse(value) - now;
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : 0;
}

/** The error of `fetch` itself only says that it has failed. */
function describeFailure({ cause, message, name }: Error): string {
  if (name === 'AbortError') return 'does not answer';
  const { code, message: reason = message } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
  return `cannot be reached: ${code ?? reason}`;
}
