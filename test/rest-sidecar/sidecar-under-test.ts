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

export type SidecarUnderTest = Awaited<ReturnType<typeof startTestSidecar>>;

export interface SidecarOptions {
  /** The URL of the Redis that the sidecar reads. Default: the Redis that all suites share. */
  readonly redisUrl?: string;
  /** Replaces the defaults. */
  readonly config?: Partial<SidecarConfig>;
  /** Whether to wait for the initial load. Default: true. */
  readonly loaded?: boolean;
}

/** Starts a sidecar in this process, on a free port, and a client of the Redis that it reads. */
export async function startTestSidecar(options: SidecarOptions = {}) {
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
  const { port } = sidecar;
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  const origin = `http://127.0.0.1:${port}`;
  const get = async (target: string, options?: HttpRequestOptions) => await ask(origin, target, options);
  /** Repeats the request until the body is as expected, or fails with the last body. */
  const shows = async (target: string, expected: unknown): Promise<HttpResponse> => {
    const expectedText = JSON.stringify(expected);
    return await eventually(
      async () => {
        const response = await get(target);
        if (response.text !== expectedText) throw new Error(`${target} is ${response.text}`);
        return response;
      },
      { what: `${target} to be ${expectedText}` },
    );
  };
  const stop = async (): Promise<void> => {
    redis.disconnect();
    await sidecar.stop();
  };
  if (loaded) await shows('/v1/health', { status: 'ok' });
  return { origin, port, keys: new RedisKeys(keyPrefix), redis, logger, get, shows, stop };
}

function defaultConfig(): SidecarConfig {
  const parsed = parseConfig({});
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.value.config;
}
