import { Redis } from 'ioredis';

/** `featuresOfClient`: the number of features in each personal list. */
export const LARGE = { features: 1_000_000, clients: 10_000, featuresOfClient: 5 };
/** Number of members that one command adds: Redis runs no other command in the meantime. */
const PAGE = 1000;

/** Names a feature of the global list. */
export const featureNumber = (index: number): string => `mod-${index % 1000}:feature-${index}`;
/** Names a client with a personal list. */
export const clientNumber = (index: number): string => `client-${index}`;
/** Names a feature of a client's personal list. */
export const featureOfClient = (client: number, index: number): string => `own-${client}-${index}`;

/** Fills a Redis with blocklists. */
export async function fillWithLargeLists(
  url: string,
  keys: { readonly blocklistGlobal: string; readonly blocklistClients: string },
  size: typeof LARGE,
): Promise<void> {
  const redis = new Redis(url);
  const adding: Promise<unknown>[] = [];
  for (let first = 0; first < size.features; first += PAGE) {
    const page = Array.from({ length: PAGE }, (_, index) => featureNumber(first + index));
    adding.push(redis.sadd(keys.blocklistGlobal, ...page));
  }
  for (let client = 0; client < size.clients; client += 1) {
    const own = Array.from({ length: size.featuresOfClient }, (_, index) => featureOfClient(client, index));
    adding.push(redis.sadd(keys.blocklistClients + clientNumber(client), ...own));
  }
  await Promise.all(adding);
  redis.disconnect();
}
