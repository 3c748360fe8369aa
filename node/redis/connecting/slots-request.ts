import type { Redis } from 'ioredis';

type Done = (error: unknown, ranges?: readonly SlotRange[]) => void;
type SlotRange = readonly [
  first: number,
  last: number,
  ...servers: [host: string | null, ...rest: unknown[]][],
];

/**
 * Adapts how ioredis reads the slot map, by `CLUSTER SLOTS` on a duplicate of the connection:
 * - The timeout of the command includes that of connecting, as it is queued meanwhile.
 * - The hosts that a node of a cluster does not name (null, an empty text or `?`) are filled in: they stand
 *   for the host of the connection. ioredis ignores such servers, and connects to `?`.
 */
export function adaptSlotsRequest(redis: Redis, timeoutMs: () => number): void {
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (options) => {
    const copy = duplicate({ ...options, commandTimeout: timeoutMs() });
    const send = copy.cluster.bind(copy) as unknown as (subcommand: string, done: Done) => unknown;
    const cluster = (subcommand: string, done: Done) =>
      send(subcommand, (error, ranges) => {
        for (const server of ranges?.flatMap(([, , ...servers]) => servers) ?? [])
          if (isUnnamed(server[0])) server[0] = copy.options.host ?? null;
        done(error, ranges);
      });
    return Object.assign(copy, { cluster });
  };
}

/** Whether a host in `CLUSTER SLOTS` or in a redirection stands for that of the connection. */
export function isUnnamed(host: string | null): boolean {
  return host === null || host === '' || host === '?';
}
