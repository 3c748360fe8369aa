import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../../tools/processes/free-port.mjs';
import { makeTemporaryDirectory } from '../processes/temporary-directory.ts';
import { launchRedis } from './redis-process.ts';
import { startTlsRedis, tlsOptions } from './redis-tls.ts';
import type { TlsFiles } from './redis-tls.ts';

/**
 * A Redis as of `startTlsRedis()`, including its Sentinels and cluster nodes. Each topology has a single
 * server, as these tests are about TLS.
 */
export interface TlsStore {
  /** The URL for programs. */
  readonly url: string;
  /** The address in that URL. */
  readonly address: string;
  /** The one server with the keys. */
  readonly serverUrl: string;
  readonly files: TlsFiles;
  /** The addresses to use instead of announced ones, as in `REDIS_NAT_MAP`. */
  readonly natMap: string;
  stop(): Promise<void>;
}

/** Starts a single server. */
export async function startTlsServerStore(): Promise<TlsStore> {
  const server = await startTlsRedis();
  return { ...server, address: `127.0.0.1:${server.port}`, natMap: '', serverUrl: server.url };
}

/** Starts one master, monitored by one Sentinel. */
export async function startTlsSentinelStore(): Promise<TlsStore> {
  const server = await startTlsRedis();
  const directory = makeTemporaryDirectory();
  const port = await freePort();
  const config = directory.write('sentinel.conf', `sentinel monitor tls-master 127.0.0.1 ${server.port} 1\n`);
  const settings = ['--port', '0', '--tls-port', String(port), '--tls-replication', 'yes'];
  const args = [config, '--sentinel', '--dir', directory.path, ...settings, ...server.certificates];
  const sentinel = await launchRedis(args, join(directory.path, 'own'), 'Sentinel ID is');
  return {
    url: `rediss-sentinel://127.0.0.1:${port}?master=tls-master`,
    address: `127.0.0.1:${port}`,
    natMap: '',
    serverUrl: server.url,
    files: server.files,
    async stop() {
      await sentinel.stop();
      await server.stop();
      directory.remove();
    },
  };
}

/** Starts one server with all slots. Its certificate is not valid for the address that it announces. */
export async function startTlsClusterStore(): Promise<TlsStore> {
  const busPort = await freePort();
  const cluster = ['--cluster-enabled', 'yes', '--cluster-port', String(busPort), '--tls-cluster', 'yes'];
  const server = await startTlsRedis([...cluster, '--cluster-announce-ip', '127.0.0.9']);
  const redis = new Redis(server.url, tlsOptions(server.files));
  await redis.call('CLUSTER', 'ADDSLOTSRANGE', 0, 16_383);
  redis.disconnect();
  const address = `127.0.0.1:${server.port}`;
  const natMap = `127.0.0.9:${server.port}=${address}`;
  return { ...server, address, natMap, serverUrl: server.url, url: `rediss-cluster://${address}` };
}
