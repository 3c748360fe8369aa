import type { Redis } from 'ioredis';
import type { ServerWatch } from '../../../shared/redis/server/server-watch.ts';
import type { RedisUrl } from '../../../shared/redis/url/redis-url.ts';
import { assertTopology } from '../../../shared/redis/url/topology.ts';
import { orRedisError, toRedisError } from '../redis-replies.ts';

type Done = (error: unknown, facts?: Readonly<Record<string, string>>) => void;

/**
 * Compares the topology of the server with the URL at each (re)connection, before it is `ready` and accepts
 * commands. Another one is emitted as `error`, a {@link WrongTopology}, and the connection is closed.
 *
 * ioredis's own check at this point calls `info()` with a callback; no other caller does. It would wait while
 * Redis is loading, and fail if Redis refuses INFO. Few other commands may be sent then: `READONLY` is one.
 * @param name of the connection in `CLIENT LIST`
 */
export function checkServer(redis: Redis, url: RedisUrl, name: string, watch?: ServerWatch): void {
  const sendInfo = redis.info.bind(redis) as (...sections: readonly string[]) => Promise<string>;
  const check = async (): Promise<Readonly<Record<string, string>>> => {
    await orRedisError(redis.client('SETNAME', name)).catch(ignoreRefusal);
    const info = await orRedisError(sendInfo()).catch(ignoreRefusal);
    await assertTopology(info, url, 'READONLY', (command) => orRedisError(redis.call(command)));
    // ioredis disconnects from a server that Sentinels name if it is not a master.
    const role = /^role:(\w+)/m.exec(info)?.[1];
    watch?.identified(info);
    if (url.topology === 'server' && role !== undefined) watch?.hasRole(role);
    return role === undefined ? {} : { role };
  };
  const checkAndCall = async (done: Done): Promise<void> => {
    try {
      done(null, await check());
    } catch (cause) {
      const { message, reason } = toRedisError(cause);
      // A connection that is already being closed has reported its own reason.
      if (reason === 'error-reply' || message === 'Command timed out') done(cause);
      else redis.disconnect(true);
    }
  };
  const info = async (...args: readonly (string | Done)[]): Promise<unknown> => {
    const [done] = args;
    if (typeof done !== 'function') return await sendInfo(...(args as readonly string[]));
    await checkAndCall(done);
    return undefined;
  };
  Object.assign(redis, { info });
}

/** How a server refuses every command of a client. It may close the connection after it. */
const REFUSES_ALL_COMMANDS = /^(?:ERR max number of clients|DENIED|NOAUTH)/;

/**
 * Replaces the refusal of a command by an empty reply. ioredis itself would send `CLIENT SETNAME`, and ignore
 * that the server refuses everything.
 * @throws any other error
 */
function ignoreRefusal(cause: unknown): string {
  const { message, reason } = toRedisError(cause);
  if (reason === 'error-reply' && !REFUSES_ALL_COMMANDS.test(message)) return '';
  throw cause;
}
