/** The sizes. */
export const LARGE: {
  /** Features in the global list. */
  readonly features: number;
  /** Clients with a personal list. */
  readonly clients: number;
  /** Features in each personal list. */
  readonly featuresOfClient: number;
};

/**
 * Names a feature of the global list.
 * @param index from 0
 */
export function featureNumber(index: number): string;

/**
 * Names a client with a personal list.
 * @param index from 0
 */
export function clientNumber(index: number): string;

/**
 * Names a feature of a client's personal list.
 * @param index from 0
 */
export function featureOfClient(client: number, index: number): string;

/**
 * Fills a Redis with blocklists of that size, at its maximum rate.
 * @param keys key names from `RedisKeys`
 * @throws {Error} with an error reply of Redis
 */
export function fillWithLargeLists(
  url: string,
  keys: { readonly blocklistGlobal: string; readonly blocklistClients: string },
): Promise<void>;
