import type { Logger } from '../../../../shared/logger.ts';
import { describeNodes } from '../../../../shared/redis/url/redis-url.ts';
import type { RedisUrl } from '../../../../shared/redis/url/redis-url.ts';
import type { Timers } from '../../../../shared/timers.ts';
import type { ScriptHost } from '../../../types/bridge.ts';
import type { RedisAccess } from '../../redis-access.ts';
import { Attempt } from './attempt.ts';
import { LettuceClient } from './lettuce-client.ts';
import { createLettuceCluster } from './lettuce-cluster.ts';
import { createLettuceServer } from './lettuce-server.ts';
import { masterPlace, serverPlace } from './lettuce-places.ts';
import { LettuceSentinels } from './lettuce-sentinels.ts';
import { serverUri } from './redis-uris.ts';

export interface LettuceRedisOptions {
  readonly url: RedisUrl;
  /** Of authorities to trust, each the Base64 of one in DER; none for those that the JVM trusts. */
  readonly certificates: readonly string[];
  readonly commandTimeoutMs: number;
  readonly host: ScriptHost;
  readonly timers: Timers;
  readonly logger: Logger;
}

/**
 * Redis by Lettuce. Begins to connect, and returns at once, whether Redis is there or not.
 * @throws (a Java exception) where a certificate is none
 */
export function createLettuceRedis(options: LettuceRedisOptions): RedisAccess {
  const { url, certificates, commandTimeoutMs, host, timers, logger } = options;
  const client = new LettuceClient({ certificates, commandTimeoutMs, executor: host.thread() });
  const access = { client, host, timers };
  const attempt = new Attempt(logger, describeNodes(url));
  switch (url.kind) {
    case 'server':
      return createLettuceServer(access, serverPlace(serverUri(url, url.nodes[0])), attempt);
    case 'sentinel':
      return createLettuceServer(access, masterPlace(url, new LettuceSentinels(access, url)), attempt);
    case 'cluster':
      return createLettuceCluster(access, url, attempt);
  }
}
