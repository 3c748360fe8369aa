/** Maximum number of clients with subscriptions of one player. */
export const MAX_CLIENTS = 64;

/** Maximum number of features in all subscriptions of one player. */
export const MAX_FEATURES = 1000;

/**
 * Maximum size of all subscriptions of one player as JSON, in bytes of UTF-8. An event names each feature at
 * most twice and each client once, so that no event exceeds the maximum packet size (G13).
 */
export const MAX_BYTES = 16_000;

/** The bounded quantities of one subscription. */
export interface SubscriptionSize {
  readonly features: readonly string[];
  /** Size of its JSON. */
  readonly bytes: number;
}

/** Returns a sentence that names the exceeded bound; undefined if the subscriptions are within all bounds. */
export function describeExcess(subscriptions: readonly SubscriptionSize[]): string | undefined {
  const features = subscriptions.reduce((sum, subscription) => sum + subscription.features.length, 0);
  const bytes = subscriptions.reduce((sum, subscription) => sum + subscription.bytes, 0);
  if (subscriptions.length > MAX_CLIENTS) return tooMany(`${MAX_CLIENTS} clients`);
  if (features > MAX_FEATURES) return tooMany(`${MAX_FEATURES} features`);
  return bytes > MAX_BYTES ? tooMany(`${MAX_BYTES} bytes`) : undefined;
}

function tooMany(bound: string): string {
  return `payload.subscriptions must have at most ${bound}, with those that the player has already.`;
}
