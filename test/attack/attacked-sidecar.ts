import type { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { startBuiltSidecar, type BuiltSidecar } from '../support/http/built-sidecar.ts';
import { stopOnError } from '../support/processes/stop-on-error.ts';
import type { RedisServer } from '../support/redis/redis-server.ts';
import { startServerStore } from '../support/redis/redis-stores.ts';
import { storeToken } from '../support/redis/store-token.ts';
import { exchange } from './exchange.ts';

/** Matches the origin of the operator listener in the log, such as `http://127.0.0.1:40123`. */
const OPERATORS = /[Oo]perator.* on (http:\S+)/;

export const KEY_PREFIX = 'fc:';

/** The built sidecar in a separate process with a small heap, and a Redis of its own. */
export interface AttackedSidecar {
  readonly redis: RedisServer;
  /** A connection with write access to that Redis. */
  readonly admin: Redis;
  readonly keys: RedisKeys;
  readonly sidecar: BuiltSidecar;
  readonly origin: string;
  /** The origin of the operator listener. */
  readonly operators: string;
  /** Stores a token with all scopes. @returns its text */
  issueToken(fields?: Readonly<Record<string, string>>): Promise<string>;
  stop(): Promise<void>;
}

/** Settings for all attacks. The resync runs only once an hour, so all changes arrive as notifications. */
const SETTINGS = {
  RESYNC_SECONDS: '3600',
  OPERATORS_PORT: '0',
  NODE_OPTIONS: '--max-old-space-size=512',
};

/** @param settings environment variables of the sidecar, in addition to {@link SETTINGS} */
export async function startAttackedSidecar(
  settings: Readonly<Record<string, string>> = {},
): Promise<AttackedSidecar> {
  const store = await startServerStore();
  const { admin, server: redis } = store;
  const keys = new RedisKeys(KEY_PREFIX);
  const environment = { REDIS_URL: redis.url, KEY_PREFIX, ...SETTINGS, ...settings };
  const sidecar = await stopOnError(store, async () => await startBuiltSidecar(environment));
  const stop = async (): Promise<void> => {
    await sidecar.stop();
    await store.stop();
  };
  const operators = await stopOnError({ stop }, async () => await untilReady(sidecar));
  return {
    redis,
    admin,
    keys,
    sidecar,
    operators,
    stop,
    origin: sidecar.origin,
    async issueToken(fields) {
      return await storeToken(admin, keys, 'metrics:read blocklists:read rate-limits:read', fields);
    },
  };
}

/** @returns the origin of the operator listener, once its readiness check succeeds */
async function untilReady({ output }: BuiltSidecar): Promise<string> {
  const options = { withinMs: 30_000, what: 'the sidecar to be ready' };
  const find = (): string | undefined => OPERATORS.exec(output.join('\n'))?.[1];
  const origin = await eventually(find, options);
  await eventually(
    async () => (await exchange(origin, requestFor('/ready'))).startsWith('HTTP/1.1 200'),
    options,
  );
  return origin;
}

/**
 * Returns the text of a GET request.
 * @param lines additional headers, each with its line break
 */
export function requestFor(target: string, lines = ''): string {
  return `GET ${target} HTTP/1.1\r\nHost: x\r\n${lines}Connection: close\r\n\r\n`;
}

/** Returns the status of a GET at the operator listener, or 0 without an answer. */
export async function operatorStatus(origin: string, target: string, token: string): Promise<number> {
  const answer = await exchange(origin, requestFor(target, `Authorization: Bearer ${token}\r\n`));
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
}
