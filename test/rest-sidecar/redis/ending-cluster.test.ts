import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Cluster, Redis } from 'ioredis';
import { EndingCluster } from '../../../rest-sidecar/src/redis/ending-cluster.ts';
import { deferred } from '../../support/fakes/deferred.ts';
import type { Deferred } from '../../support/fakes/deferred.ts';
import { freePort } from '../../support/processes/free-port.ts';
import { startRedis } from '../../support/redis/redis-server.ts';
import type { RedisServer } from '../../support/redis/redis-server.ts';

const LOOK_MS = 5;

/** Disconnects during a look that was planned. */
class DisconnectingCluster extends EndingCluster {
  looks = 0;
  readonly lastLookIsOver: Deferred = deferred();

  override refreshSlotsCache(looked?: Parameters<Cluster['refreshSlotsCache']>[0]): void {
    super.refreshSlotsCache(looked);
    if (++this.looks < 3) return;
    Cluster.prototype.refreshSlotsCache.call(this, () => {
      this.lastLookIsOver.resolve();
    });
    this.disconnect();
  }
}

describe('EndingCluster', () => {
  let server: RedisServer;

  beforeEach(async () => {
    const ownPlace = ['--cluster-port', String(await freePort()), '--cluster-announce-ip', '127.0.0.1'];
    server = await startRedis({ settings: ['--cluster-enabled', 'yes', ...ownPlace] });
    const redis = new Redis(server.url);
    await redis.call('CLUSTER', 'ADDSLOTSRANGE', 0, 16_383);
    redis.disconnect();
  });

  afterEach(async () => {
    await server.stop();
  });

  it('looks no more when it was disconnected during a look', async () => {
    const cluster = new DisconnectingCluster([server.url], {
      slotsRefreshInterval: LOOK_MS,
      enableReadyCheck: false,
    });
    await cluster.lastLookIsOver.promise;
    // A look that was planned meanwhile comes before this: timers of one duration end in their order.
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    expect(cluster.looks).toBe(3);
  });
});
