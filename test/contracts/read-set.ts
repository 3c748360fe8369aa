import type { RedisCommands } from '../../shared/redis/redis-commands.ts';

/** What a set says of itself: it can be asked, not walked. */
export interface SetReading {
  readonly size: number;
  /** Of each name asked for, in their order, whether it is in the set. */
  readonly held: readonly boolean[];
}

/** Reads a set, and asks it where it is. @returns undefined where the key holds another type */
export async function readSet(
  commands: Pick<RedisCommands, 'smembers'>,
  key: string,
  names: readonly string[],
): Promise<SetReading | undefined> {
  const [features] = await commands.smembers([key]);
  return features && { size: features.size, held: names.map((name) => features.has(name)) };
}
