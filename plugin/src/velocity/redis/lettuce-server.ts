import { Circuit } from '../../../../shared/redis/circuit.ts';
import type { RedisAccess } from '../../redis-access.ts';
import { LettuceChangeFeed } from './lettuce-change-feed.ts';
import { LettuceCommands } from './lettuce-commands.ts';
import { LettuceConnection } from './lettuce-connection.ts';
import type { LettuceAccess, LettucePlace } from './lettuce-connection.ts';
import type { Attempt } from './attempt.ts';

/** One server that holds all keys, whoever that is by now: one connection for commands, and one for each change feed. */
export function createLettuceServer(
  access: LettuceAccess,
  place: LettucePlace,
  attempt: Attempt,
): RedisAccess {
  const { client, host, timers } = access;
  const connection = new LettuceConnection({
    ...access,
    place,
    prepare: () => Promise.resolve(),
    up: attempt.up,
    down: attempt.down,
  });
  connection.open();
  return {
    commands: new LettuceCommands(
      { commands: () => connection.commands },
      new Circuit(timers),
      host.thread(),
    ),
    changeFeed: new LettuceChangeFeed(access, place, (cause) => {
      // Where Redis is out of reach, the other connection says so.
      if (connection.commands !== undefined) attempt.deaf(cause);
    }),
    attempted: attempt.over,
    isConnected: () => connection.commands !== undefined,
    close: async () => {
      connection.close();
      await client.shutDown();
    },
  };
}
