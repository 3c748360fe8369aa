import { freePort } from '../../../tools/processes/free-port.mjs';
import { startRedis } from './redis-server.ts';
import { startSentinel } from './redis-sentinels.ts';

/** The ports of one server of each kind. */
export interface ServersOfEachKind {
  readonly server: number;
  readonly clusterNode: number;
  readonly sentinel: number;
  stop(): Promise<void>;
}

/** The settings of a node of a cluster that has no slots. */
export async function clusterNodeSettings(): Promise<readonly string[]> {
  return ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())];
}

export async function startServersOfEachKind(): Promise<ServersOfEachKind> {
  const server = await startRedis();
  const clusterNode = await startRedis({ settings: await clusterNodeSettings() });
  const sentinel = await startSentinel(server.port);
  return {
    server: server.port,
    clusterNode: clusterNode.port,
    sentinel: sentinel.port,
    async stop() {
      await Promise.all([sentinel, clusterNode, server].map((one) => one.stop()));
    },
  };
}
