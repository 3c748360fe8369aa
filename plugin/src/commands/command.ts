import type { Reply } from './reply.ts';

/** One subcommand of `/featurecontrol`, without any platform. */
export interface Command {
  readonly name: string;
  /** As an operator reads them, such as `<feature> [client]`; empty where it has none. */
  readonly parameters: string;
  /** What it does, for the list of all commands: a lower-case clause without a full stop. */
  readonly summary: string;
  readonly leastWords: number;
  readonly mostWords: number;
  /** @param words as many as are allowed @throws {RedisError} where Redis fails */
  run(words: readonly string[]): Promise<Reply>;
  /**
   * Names for the word that comes after `words`.
   * @param prefix what was typed of it
   * @throws {RedisError} where Redis fails
   */
  complete(words: readonly string[], prefix: string): Promise<readonly string[]>;
}

/** Whoever may use a command has this permission. */
export function permissionOf({ name }: Command): string {
  return `featurecontrol.command.${name}`;
}

export function noNames(): Promise<readonly string[]> {
  return Promise.resolve([]);
}
