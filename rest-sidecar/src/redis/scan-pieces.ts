import { orRedisError } from './redis-replies.ts';

/** Elements asked for at a time: some 2 ms of Redis's time, in which it serves no other client. */
export const SCAN_COUNT = 2000;

type Piece<Element> = readonly [cursor: string | Buffer, elements: readonly Element[]];

/**
 * Iterates `SCAN`, `HSCAN` or `SSCAN` to the end. An element may come more than once.
 * @param scan sends the command with a cursor
 * @throws {RedisError}
 */
export async function* scanPieces<Element>(
  scan: (cursor: string) => Promise<Piece<Element>>,
): AsyncGenerator<readonly Element[]> {
  let cursor = '0';
  do {
    const [next, elements] = await orRedisError(scan(cursor));
    yield elements;
    cursor = String(next);
  } while (cursor !== '0');
}
