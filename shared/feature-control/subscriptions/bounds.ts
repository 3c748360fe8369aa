/** Clients that one player may have subscriptions of. */
export const MOST_CLIENTS = 64;

/** Features in all subscriptions of one player. */
export const MOST_FEATURES = 1000;

/**
 * Bytes of UTF-8 that all subscriptions of one player have as JSON. An event names each feature at most twice
 * and each client once, so that none is larger than a packet may be (G13).
 */
export const MOST_BYTES = 16_000;

/** What subscriptions of one player are bounded by. */
export interface SubscriptionSize {
  readonly features: readonly string[];
  /** Of the JSON. */
  readonly bytes: number;
}

/** @returns what is too much, as a sentence; undefined where the subscriptions are within the bounds */
export function excessOf(subscriptions: readonly SubscriptionSize[]): string | undefined {
  const features = subscriptions.reduce((sum, subscription) => sum + subscription.features.length, 0);
  const bytes = subscriptions.reduce((sum, subscription) => sum + subscription.bytes, 0);
  if (subscriptions.length > MOST_CLIENTS) return tooMany(`${MOST_CLIENTS} clients`);
  if (features > MOST_FEATURES) return tooMany(`${MOST_FEATURES} features`);
  return bytes > MOST_BYTES ? tooMany(`${MOST_BYTES} bytes`) : undefined;
}

function tooMany(bound: string): string {
  return `payload.subscriptions must have at most ${bound}, with those that the player has already.`;
}

/** @param json as `JSON.stringify` writes it: without half a surrogate pair */
export function utf8Length(json: string): number {
  // All of it is ASCII, nearly always.
  if (!/[^\0-\x7f]/.test(json)) return json.length;
  let bytes = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    const isHalfOfPair = code >= 0xd800 && code <= 0xdfff;
    bytes += code < 0x80 ? 1 : code < 0x800 || isHalfOfPair ? 2 : 3;
  }
  return bytes;
}
