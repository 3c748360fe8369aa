import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { parseConfig } from '../../../rest-sidecar/src/config.ts';
import { startSidecar } from '../../../rest-sidecar/src/sidecar.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { eventually } from '../../support/eventually.ts';
import { startFaultProxy, type FaultProxy } from '../../support/faults/fault-proxy.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
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

/** A sidecar in this process with an operator listener, and the actions of tests. */
export interface OperatorsUnderTest {
  readonly publicOrigin: string;
  /** The port of the operator listener. */
  readonly port: number;
  readonly logger: RecordingLogger;
  readonly keys: RedisKeys;
  readonly redis: Redis;
  /** The fault proxy between the sidecar and Redis. */
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
  /** Stops only the sidecar. */
  stopSidecar(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param settings additional environment variables
 * @param prepare called before the sidecar is started
 */
export async function startOperatorsUnderTest(
  settings: Readonly<Record<string, string>> = {},
  prepare?: (stores: Pick<OperatorsUnderTest, 'keys' | 'redis' | 'faults'>) => Promise<void>,
): Promise<OperatorsUnderTest> {
  const keyPrefix = uniquePrefix();
  const keys = new RedisKeys(keyPrefix);
  const redis = new Redis(testRedisUrl());
  const faults = await startFaultProxy(Number(new URL(testRedisUrl()).port));
  await prepare?.({ keys, redis, faults });
  const environment = {
    REDIS_URL: faults.url,
    KEY_PREFIX: keyPrefix,
    PORT: '0',
    OPERATORS_PORT: '0',
    ...settings,
  };
  const parsed = parseConfig(environment);
  if (!parsed.ok) throw new Error(parsed.problem);
  const logger = new RecordingLogger();
  const sidecar = await startSidecar(parsed.config, logger);
  const port = sidecar.operatorsPort ?? 0;
  const origin = `http://127.0.0.1:${port}`;
  const askOnce: OperatorsUnderTest['askWith'] = async (target, headers, method = 'GET') =>
    await toAnswer(await fetch(origin + target, { method, headers }));
  const askWith: OperatorsUnderTest['askWith'] = async (target, headers, method = 'GET') => {
    const first = await askOnce(target, headers, method);
    const isToBeRepeated = first.status === 503 && first.headers.get('retry-after') === '1';
    if (method !== 'GET' || !isToBeRepeated) return first;
    await delay(1000);
    return await askOnce(target, headers, method);
  };
  const ask: OperatorsUnderTest['ask'] = async (target, token, method) =>
    await askWith(target, token === undefined ? {} : { Authorization: `Bearer ${token}` }, method);
  await eventually(async () => (await ask('/ready')).status === 200, { what: 'the sidecar to be ready' });
  return {
    publicOrigin: `http://127.0.0.1:${sidecar.port}`,
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
    issue: async (scopes, more) => await storeToken(redis, keys, scopes, more),
    async stopSidecar() {
      await sidecar.stop();
    },
    async stop() {
      await sidecar.stop();
      await faults.stop();
      redis.disconnect();
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
