import type { Redis } from 'ioredis';
import type { ServerWatch } from '../../../shared/redis/server/server-watch.ts';
import type { CancelTimer } from '../../../shared/timers.ts';
import type { ConnectionOptions } from './connection-options.ts';

/** The interval of `ROLE`, in milliseconds, at which a master is also looked for. */
const ROLE_MS = 1000;

/**
 * Reconnects when the server is no longer the master, and its host name or the Sentinels name another one: a
 * managed failover moves the name, and may leave the connections to the former master open. As long as they
 * name none, the replica is read.
 */
export function followMaster(redis: Redis, { timers }: ConnectionOptions, watch?: ServerWatch): void {
  const isFoundBySentinels = redis.options.sentinels != null;
  let hasRefusedWrite = false;
  let connections = 0;
  let cancel: CancelTimer = () => undefined;
  const { reconnectOnError } = redis.options;
  redis.options.reconnectOnError = (error) => {
    hasRefusedWrite ||= /\bREADONLY\b/.test(error.message);
    return reconnectOnError?.(error) ?? false;
  };
  const check = async (): Promise<void> => {
    const connection = connections;
    const role = await roleOf(redis);
    if (role !== undefined && !isFoundBySentinels) watch?.hasRole(role);
    const isMaster = role === undefined || role === 'master';
    const isReplaced = !isMaster || hasRefusedWrite;
    const isFound = isReplaced && (isFoundBySentinels || (await leadsToMaster(redis)));
    if (connection !== connections) return;
    if (isFound) redis.disconnect(true);
    else checkLater();
  };
  const checkLater = (): void => {
    cancel = timers.after(ROLE_MS, () => void check());
  };
  redis.on('ready', () => {
    hasRefusedWrite = false;
    connections += 1;
    checkLater();
  });
  redis.on('close', () => {
    connections += 1;
    cancel();
  });
}

/** Whether a new connection, which resolves the host name again, leads to a server that may be a master. */
async function leadsToMaster(redis: Redis): Promise<boolean> {
  const options = { lazyConnect: true, enableReadyCheck: false, retryStrategy: null };
  const other = redis.duplicate(options).on('error', () => undefined);
  try {
    await other.connect();
    const role = await roleOf(other);
    return role === undefined || role === 'master';
  } catch {
    return false;
  } finally {
    other.disconnect();
  }
}

/** @returns undefined if the server does not say it */
async function roleOf(redis: Redis): Promise<string | undefined> {
  const reply: unknown = await redis.role().catch(() => undefined);
  return Array.isArray(reply) ? String(reply[0]) : undefined;
}
