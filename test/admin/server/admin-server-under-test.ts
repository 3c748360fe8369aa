import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Cluster } from 'ioredis';
import { createDump } from '../../../admin/cli/dump/create-dump.ts';
import { parseBlocklists } from '../../../admin/cli/transfer/parse-blocklists.ts';
import { readYamlFile } from '../../../admin/cli/yaml-file.ts';
import { startAdminServer } from '../../../admin/server/admin-server.ts';
import { readAdminServerConfig } from '../../../admin/server/config.ts';
import { SystemClock } from '../../../node/system-clock.ts';
import { Variables } from '../../../node/variables.ts';
import { RecentWarnings } from '../../../shared/recent-warnings.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { eventually } from '../../support/eventually.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { startFaultProxy, type FaultProxy } from '../../support/faults/fault-proxy.ts';
import type { RedisStore } from '../../support/redis/redis-stores.ts';
import { testRedisUrl, uniquePrefix } from '../../support/redis/redis.ts';
import { storeToken } from '../../support/redis/store-token.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A stream of server-sent events that is being read. */
export interface EventsUnderTest {
  readonly status: number;
  readonly events: readonly { readonly id?: string; readonly name: string; readonly data: unknown }[];
  readonly isOver: boolean;
  /** Waits for an event with this name, the first or a later one. */
  untilSent(name: string, count?: number): Promise<unknown>;
  close(): void;
}

/** An admin's server in this process, and the actions of tests. */
export interface AdminServerUnderTest {
  readonly origin: string;
  readonly port: number;
  readonly logger: RecordingLogger;
  readonly keys: RedisKeys;
  readonly redis: Redis | Cluster;
  /** The fault proxy between the server and Redis. */
  readonly faults: FaultProxy;
  /** Like `askWith`. @param token none by default */
  ask(target: string, token?: string, method?: string): Promise<Answer>;
  /**
   * Repeats a GET once, after a second, if Redis did not answer in time: its replies arrive in this process,
   * which may be busy.
   */
  askWith(target: string, headers: Record<string, string>, method?: string): Promise<Answer>;
  /** Sends a request with a body. */
  sendWith(
    target: string,
    headers: Record<string, string>,
    method: string,
    body: string | undefined,
  ): Promise<Answer>;
  /** Opens the stream of events. @param lastEventId of a client that resumes */
  listen(token: string, lastEventId?: string): Promise<EventsUnderTest>;
  /** Stores a token with these fields. @returns its text */
  issue(scopes: string, more?: Record<string, string>): Promise<string>;
  /** Stops only the server. */
  stopServer(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param settings additional environment variables
 * @param prepare called before the server is started
 * @param store its Redis, without a fault proxy. Default: the one of all tests, behind one
 */
export async function startAdminServerUnderTest(
  settings: Readonly<Record<string, string>> = {},
  prepare?: (stores: Pick<AdminServerUnderTest, 'keys' | 'redis' | 'faults'>) => Promise<void>,
  store?: Pick<RedisStore, 'admin' | 'url'>,
): Promise<AdminServerUnderTest> {
  const keyPrefix = uniquePrefix();
  const keys = new RedisKeys(keyPrefix);
  const redis = store?.admin ?? new Redis(testRedisUrl());
  const faults = await startFaultProxy(Number(new URL(testRedisUrl()).port));
  await prepare?.({ keys, redis, faults });
  const environment = {
    REDIS_URL: store?.url ?? faults.url,
    KEY_PREFIX: keyPrefix,
    ADMIN_PORT: '0',
    ...settings,
  };
  const logger = new RecordingLogger();
  const server = await startAdminServer(readAdminServerConfig(new Variables(environment)), {
    logger: new RecentWarnings(logger, new SystemClock()),
    actor: 'starter@test',
    readLists: async (path) => parseBlocklists(await readYamlFile(path)),
    consoleDirectory: '',
    createDump: (memory) =>
      createDump({ environment, nowMs: Date.now, out: () => undefined, err: () => undefined }, memory),
  });
  const { port } = server;
  const origin = `http://127.0.0.1:${port}`;
  const askOnce: AdminServerUnderTest['askWith'] = async (target, headers, method = 'GET') =>
    await toAnswer(await fetch(origin + target, { method, headers, redirect: 'manual' }));
  const askWith: AdminServerUnderTest['askWith'] = async (target, headers, method = 'GET') => {
    const first = await askOnce(target, headers, method);
    const isToBeRepeated = first.status === 503 && first.headers.get('retry-after') === '1';
    if (method !== 'GET' || !isToBeRepeated) return first;
    await delay(1000);
    return await askOnce(target, headers, method);
  };
  const ask: AdminServerUnderTest['ask'] = async (target, token, method) =>
    await askWith(target, token === undefined ? {} : { Authorization: `Bearer ${token}` }, method);
  await eventually(async () => (await ask('/ready')).status === 200, { what: 'the server to be ready' });
  return {
    origin,
    port,
    logger,
    keys,
    redis,
    faults,
    ask,
    askWith,
    sendWith: async (target, headers, method, body) =>
      await toAnswer(await fetch(origin + target, { method, headers, ...(body !== undefined && { body }) })),
    async listen(token, lastEventId) {
      const resumed = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
      return await readEvents(`${origin}/v1/console/events`, {
        Authorization: `Bearer ${token}`,
        ...resumed,
      });
    },
    async issue(scopes, more) {
      const token = await storeToken(redis, keys, scopes, more);
      // The server and this process may be busy for longer than a request waits for a new token.
      if (more?.['expiresAt'] === undefined)
        await eventually(async () => (await ask('/v1/session', token)).status === 200, { what: 'the token' });
      return token;
    },
    async stopServer() {
      await server.stop();
    },
    async stop() {
      await server.stop();
      await faults.stop();
      if (store === undefined) redis.disconnect();
    },
  };
}

async function toAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type')?.startsWith('application/json') === true && text !== '';
  return { status, headers, body: isJson ? (JSON.parse(text) as unknown) : text };
}

async function readEvents(url: string, headers: Record<string, string>): Promise<EventsUnderTest> {
  const aborting = new AbortController();
  const response = await fetch(url, { headers, signal: aborting.signal });
  const events: { id?: string; name: string; data: unknown }[] = [];
  const state = { isOver: false };
  const read = async (): Promise<void> => {
    let text = '';
    for await (const piece of response.body ?? []) {
      text += Buffer.from(piece as Uint8Array).toString();
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      events.push(...frames.flatMap(parseFrame));
    }
  };
  void read()
    .catch(() => undefined)
    .finally(() => (state.isOver = true));
  return {
    status: response.status,
    events,
    get isOver() {
      return state.isOver;
    },
    async untilSent(name, count = 1) {
      const found = () => events.filter((event) => event.name === name)[count - 1];
      await eventually(() => found() !== undefined, { what: `the event ${name}` });
      return found()?.data;
    },
    close() {
      aborting.abort();
    },
  };
}

function parseFrame(frame: string): { id?: string; name: string; data: unknown }[] {
  const fields = new Map(frame.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]));
  const [id, name, data] = [fields.get('id'), fields.get('event'), fields.get('data')];
  if (name === undefined) return [];
  return [{ name, data: JSON.parse(data ?? 'null') as unknown, ...(id !== undefined && { id }) }];
}
