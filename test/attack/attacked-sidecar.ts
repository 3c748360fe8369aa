import type { Redis } from 'ioredis';
import { hashOf, newTokenText } from '../../rest-sidecar/src/operators/token.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { startBuiltSidecar, type BuiltSidecar } from '../support/http/built-sidecar.ts';
import { orStop } from '../support/processes/or-stop.ts';
import type { RedisServer } from '../support/redis/redis-server.ts';
import { startServerStore } from '../support/redis/redis-stores.ts';
import { exchange } from './exchange.ts';

/** Such as `http://127.0.0.1:40123`, in the log. */
const OPERATORS = /[Oo]perator.* on (http:\S+)/;

export const KEY_PREFIX = 'fc:';

/** The sidecar as it ships, in a process of its own with a small heap, on a Redis of its own. */
export interface AttackedSidecar {
  readonly redis: RedisServer;
  /** Of who may write to that Redis. */
  readonly admin: Redis;
  readonly keys: RedisKeys;
  readonly sidecar: BuiltSidecar;
  readonly origin: string;
  /** Of the operator listener. */
  readonly operators: string;
  /** Stores a token with all scopes. @returns its text */
  issueToken(fields?: Readonly<Record<string, string>>): Promise<string>;
  stop(): Promise<void>;
}

/** Redis is compared once an hour: what is seen sooner was notified. */
const SETTINGS = {
  RESYNC_SECONDS: '3600',
  OPERATORS_PORT: '0',
  NODE_OPTIONS: '--max-old-space-size=512',
};

/** @param settings of the sidecar, beside those of all attacks */
export async function startAttackedSidecar(
  settings: Readonly<Record<string, string>> = {},
): Promise<AttackedSidecar> {
  const store = await startServerStore();
  const { admin, server: redis } = store;
  const keys = new RedisKeys(KEY_PREFIX);
  const environment = { REDIS_URL: redis.url, KEY_PREFIX, ...SETTINGS, ...settings };
  const sidecar = await orStop(store, async () => await startBuiltSidecar(environment));
  const stop = async (): Promise<void> => {
    await sidecar.stop();
    await store.stop();
  };
  const operators = await orStop({ stop }, async () => await untilReady(sidecar));
  return {
    ...{ redis, admin, keys, sidecar, operators, stop, origin: sidecar.origin },
    async issueToken(fields = {}) {
      const text = newTokenText();
      const scopes = 'metrics:read blocklists:read rate-limits:read';
      await admin.hset(keys.tokenOf(hashOf(text)), { name: 'test', scopes, createdAt: '1', ...fields });
      return text;
    },
  };
}

/** @returns the origin of the operator listener, when that says that the sidecar is ready */
async function untilReady({ said }: BuiltSidecar): Promise<string> {
  const patience = { withinMs: 30_000, what: 'the sidecar to be ready' };
  const find = (): string | undefined => OPERATORS.exec(said.join('\n'))?.[1];
  const origin = await eventually(find, patience);
  await eventually(
    async () => (await exchange(origin, requestFor('/ready'))).startsWith('HTTP/1.1 200'),
    patience,
  );
  return origin;
}

/** @param lines further headers, each with its line break */
export function requestFor(target: string, lines = ''): string {
  return `GET ${target} HTTP/1.1\r\nHost: x\r\n${lines}Connection: close\r\n\r\n`;
}

/** The status of a GET at the operator listener; 0 where there is no answer. */
export async function operatorStatus(origin: string, target: string, token: string): Promise<number> {
  const answer = await exchange(origin, requestFor(target, `Authorization: Bearer ${token}\r\n`));
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
}
