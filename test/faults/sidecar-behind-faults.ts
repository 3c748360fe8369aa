import { startTestSidecar, type SidecarUnderTest } from '../rest-sidecar/sidecar-under-test.ts';
import { startFaultProxy, type FaultProxy } from '../support/faults/fault-proxy.ts';
import { startServerStore, type ServerStore } from '../support/redis/redis-stores.ts';

/** A sidecar on a Redis of its own. */
export interface SidecarBehindFaults extends Pick<ServerStore, 'admin' | 'server'> {
  /** The fault proxy between the sidecar and Redis. */
  readonly faults: FaultProxy;
  readonly sidecar: SidecarUnderTest;
  stop(): Promise<void>;
}

export async function startSidecarBehindFaults(): Promise<SidecarBehindFaults> {
  const store = await startServerStore();
  const { admin, server } = store;
  const faults = await startFaultProxy(server.port);
  const sidecar = await startTestSidecar({ redisUrl: faults.url });
  return {
    admin,
    server,
    faults,
    sidecar,
    async stop() {
      await sidecar.stop();
      await faults.stop();
      await store.stop();
    },
  };
}
