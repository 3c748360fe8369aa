import type { Logger } from '../../../shared/logger.ts';
import { Circuit, withCircuit } from '../../../shared/redis/circuit.ts';
import type { Timers } from '../../../shared/timers.ts';
import type { ScriptHost } from '../../types/bridge.ts';
import type { RedisAccess } from '../redis-access.ts';
import { JavaException } from './java-exception.ts';
import { LettuceChangeFeed } from './lettuce-change-feed.ts';
import { LettuceClient } from './lettuce-client.ts';
import { LettuceCommands } from './lettuce-commands.ts';
import { LettuceConnection } from './lettuce-connection.ts';

export interface LettuceRedisOptions {
  readonly url: string;
  readonly commandTimeoutMs: number;
  readonly host: ScriptHost;
  readonly timers: Timers;
  readonly logger: Logger;
}

/**
 * Redis by Lettuce: one connection for commands, and one for each change feed. Begins to connect, and returns at once, whether Redis is there or not.
 * @throws (a Java exception) where the URL is none
 */
export function createLettuceRedis(options: LettuceRedisOptions): RedisAccess {
  const { url, commandTimeoutMs, host, timers, logger } = options;
  const client = new LettuceClient({ url, commandTimeoutMs, executor: host.executor() });
  const { promise: attempted, resolve: markAttempted } = deferred();
  let wasDown = false;
  const connection = new LettuceConnection({
    client,
    host,
    timers,
    prepare: () => Promise.resolve(),
    up: () => {
      logger.info(wasDown ? 'Redis is back' : 'Redis is connected');
      wasDown = false;
      markAttempted();
    },
    down: (cause) => {
      wasDown = true;
      logger.warn(`Redis is out of reach, and is tried again until it is back: ${reasonOf(cause)}`);
      markAttempted();
    },
  });
  connection.open();
  return {
    // A Redis that hangs is not waited for by each command anew.
    commands: withCircuit(
      new LettuceCommands(() => connection.current?.async(), host.executor()),
      new Circuit(timers),
    ),
    changeFeed: new LettuceChangeFeed(client, host, timers, (cause) => {
      // Where Redis is out of reach, the other connection says so.
      if (connection.current !== undefined)
        logger.warn(`Changes in Redis cannot be heard: ${reasonOf(cause)}`);
    }),
    attempted,
    isConnected: () => connection.current !== undefined,
    close: async () => {
      connection.close();
      await client.shutDown();
    },
  };
}

function reasonOf(cause: unknown): string {
  return cause instanceof JavaException ? cause.rootMessage : String(cause);
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}
