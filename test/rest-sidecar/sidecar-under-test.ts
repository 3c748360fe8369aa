import { Redis } from 'ioredis';
import { SystemClock } from '../../node/system-clock.ts';
import type { SidecarConfig } from '../../rest-sidecar/src/config.ts';
import { parseConfig } from '../../rest-sidecar/src/config.ts';
import { startSidecar } from '../../rest-sidecar/src/sidecar.ts';
import { RecentWarnings } from '../../shared/recent-warnings.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { RecordingLogger } from '../support/fakes/recording-logger.ts';
import { ask } from '../support/http/http.ts';
import type { HttpRequestOptions, HttpResponse } from '../support/http/http.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { toRedisEndpoint } from '../support/redis/to-redis-endpoint.ts';

/** A sidecar in this process, on a free port, and a client of the Redis that it reads. */
export interface SidecarUnderTest {
  readonly origin: string;
  readonly port: number;
  readonly keys: RedisKeys;
  readonly redis: Redis;
  readonly logger: RecordingLogger;
  get(target: string, options?: HttpRequestOptions): Promise<HttpResponse>;
  /** Repeats the request until the body is as expected, or fails with the last body. */
  shows(target: string, expected: unknown): Promise<HttpResponse>;
  stop(): Promise<void>;
}

export interface SidecarOptions {
  /** The URL of the Redis that the sidecar reads. Default: the Redis that all suites share. */
  readonly redisUrl?: string;
  /** Replaces the defaults. */
  readonly config?: Partial<SidecarConfig>;
  /** Whether to wait for the initial load. Default: true. */
  readonly loaded?: boolean;
}

export async function startTestSidecar(options: SidecarOptions = {}): Promise<SidecarUnderTest> {
  const { redisUrl = testRedisUrl(), loaded = true } = options;
  const keyPrefix = options.config?.keyPrefix ?? uniquePrefix();
  const logger = new RecordingLogger();
  const config = {
    ...defaultConfig(),
    port: 0,
    redis: toRedisEndpoint(redisUrl),
    keyPrefix,
    ...options.config,
  };
  const sidecar = await startSidecar(config, new RecentWarnings(logger, new SystemClock()));
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  const origin = `http://127.0.0.1:${sidecar.port}`;
  const get = async (target: string, options?: HttpRequestOptions) => await ask(origin, target, options);
  const shows = async (target: string, expected: unknown) => await untilShown(get, target, expected);
  if (loaded) await shows('/v1/health', { status: 'ok' });
  const stop = async (): Promise<void> => {
    redis.disconnect();
    await sidecar.stop();
  };
  const { port } = sidecar;
  return { origin, port, keys: new RedisKeys(keyPrefix), redis, logger, get, shows, stop };
}

function defaultConfig(): SidecarConfig {
  const parsed = parseConfig({});
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.value.config;
}

async function untilShown(
  get: SidecarUnderTest['get'],
  target: string,
  expected: unknown,
): Promise<HttpResponse> {
  const expectedText = JSON.stringify(expected);
  let latest = '';
  const check = async (): Promise<HttpResponse | undefined> => {
    const response = await get(target);
    latest = response.text;
    return latest === expectedText ? response : undefined;
  };
  return await eventually(check).catch((cause: unknown) => {
    throw new Error(`${target} should be ${expectedText}, but is ${latest}`, { cause });
  });
}
