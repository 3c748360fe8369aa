/** How much there is of everything. */
export const LARGE: {
  /** In the global list. */
  readonly features: number;
  /** With a list of their own. */
  readonly clients: number;
  /** In each of those. */
  readonly featuresOfClient: number;
};

/** The features of the global list. @param index from 0 on */
export function featureNumber(index: number): string;

/** The clients that have a list. @param index from 0 on */
export function clientNumber(index: number): string;

/** The features of one client's own list. @param index from 0 on */
export function featureOfClient(client: number, index: number): string;

/**
 * Fills a Redis with blocklists of that size, as fast as it takes them.
 * @param keys as `RedisKeys` has them
 * @throws {Error} with what Redis refuses
 */
export function fillWithLargeLists(
  url: string,
  keys: { readonly blocklistGlobal: string; readonly blocklistClients: string },
): Promise<void>;
