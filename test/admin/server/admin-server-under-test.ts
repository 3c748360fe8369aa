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

/** What exists before the server is started. */
interface Stores {
  readonly keys: RedisKeys;
  readonly redis: Redis | Cluster;
  /** The fault proxy between the server and Redis. */
  readonly faults: FaultProxy;
}

export type AdminServerUnderTest = Awaited<ReturnType<typeof startAdminServerUnderTest>>;

/**
 * Starts an admin's server in this process.
 * @param settings additional environment variables
 * @param prepare called before the server is started
 * @param store its Redis, without a fault proxy. Default: the one of all tests, behind one
 */
export async function startAdminServerUnderTest(
  settings: Readonly<Record<string, string>> = {},
  prepare?: (stores: Stores) => Promise<void>,
  store?: Pick<RedisStore, 'admin' | 'url'>,
) {
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
  const sendWith = async (
    target: string,
    headers: Record<string, string>,
    method: string,
    body?: string,
  ): Promise<Answer> => {
    const init = { method, headers, redirect: 'manual', ...(body !== undefined && { body }) } as const;
    return await toAnswer(await fetch(origin + target, init));
  };
  const askWith = async (
    target: string,
    headers: Record<string, string>,
    method = 'GET',
  ): Promise<Answer> => {
    const first = await sendWith(target, headers, method);
    const isToBeRepeated = first.status === 503 && first.headers.get('retry-after') === '1';
    if (method !== 'GET' || !isToBeRepeated) return first;
    await delay(1000);
    return await sendWith(target, headers, method);
  };
  const ask = async (target: string, token?: string, method?: string): Promise<Answer> =>
    await askWith(target, token === undefined ? {} : { Authorization: `Bearer ${token}` }, method);
  await eventually(async () => (await ask('/ready')).status === 200, { what: 'the server to be ready' });
  return {
    origin,
    port,
    logger,
    keys,
    redis,
    faults,
    /** Like `askWith`, with a token or none. */
    ask,
    /**
     * Repeats a GET once, after a second, if Redis did not answer in time: its replies arrive in this
     * process, which may be busy.
     */
    askWith,
    /** Sends a request, which may have a body. */
    sendWith,
    /** Opens the stream of events. @param lastEventId of a client that resumes */
    async listen(token: string, lastEventId?: string) {
      const resumed = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
      return await readEvents(`${origin}/v1/console/events`, {
        Authorization: `Bearer ${token}`,
        ...resumed,
      });
    },
    /** Stores a token with these fields. @returns its text */
    async issue(scopes: string, more?: Record<string, string>): Promise<string> {
      const token = await storeToken(redis, keys, scopes, more);
      // The server and this process may be busy for longer than a request waits for a new token.
      if (more?.['expiresAt'] === undefined)
        await eventually(async () => (await ask('/v1/session', token)).status === 200, { what: 'the token' });
      return token;
    },
    /** Stops only the server. */
    async stopServer(): Promise<void> {
      await server.stop();
    },
    async stop(): Promise<void> {
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

/** Reads a stream of server-sent events. */
async function readEvents(url: string, headers: Record<string, string>) {
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
    /** Waits for an event with this name, the first or a later one. */
    async untilSent(name: string, count = 1): Promise<unknown> {
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
