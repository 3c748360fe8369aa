import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { freePort } from '../../../tools/processes/free-port.mjs';
import { eventually } from '../eventually.ts';
import { OWN_CONNECTION } from './own-connection.ts';
import { startSentinel } from './redis-sentinels.ts';
import { startRedis } from './redis-server.ts';
import { clusterNodeSettings } from './servers-of-each-kind.ts';

/** A server that a program cannot use, and the reason that it logs. */
export interface UnusableServer {
  readonly url: string;
  readonly reason: string;
  stop(): Promise<unknown>;
}

/** The only address that cannot be reached on loopback: no server listens on it. */
const UNREACHABLE = '127.0.0.9';

async function startClosed(): Promise<UnusableServer> {
  const address = `127.0.0.1:${await freePort()}`;
  const reason = `${address} refuses connections: start Redis there, or correct the address`;
  return { url: `redis://${address}`, reason, stop: () => Promise.resolve() };
}

async function startWebServer(): Promise<UnusableServer> {
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  };
  return { url: `redis://${address}`, reason: `${address} is not Redis: correct the address`, stop };
}

async function startFull(): Promise<UnusableServer> {
  const server = await startRedis({ settings: ['--maxclients', '1'] });
  const client = new Redis(server.url, OWN_CONNECTION);
  await once(client, 'ready');
  const stop = async () => {
    client.disconnect();
    await server.stop();
  };
  const problem = 'has as many clients as its maxclients allows: raise it, or close others';
  return { url: server.url, reason: `127.0.0.1:${server.port} ${problem}`, stop };
}

/** @param loggedIn the part of the URL before the host */
async function startRestricted(
  settings: readonly string[],
  loggedIn: string,
  problem: string,
): Promise<UnusableServer> {
  const server = await startRedis({ settings });
  const url = server.url.replace('//', `//${loggedIn}`);
  return { url, reason: `127.0.0.1:${server.port} ${problem}`, stop: async () => server.stop() };
}

/** A cluster of one server that announces an address that cannot be reached. */
export async function startAnnouncingNode() {
  const settings = [...(await clusterNodeSettings()), '--cluster-announce-ip', UNREACHABLE];
  const server = await startRedis({ settings });
  const redis = new Redis(server.url, OWN_CONNECTION);
  await redis.call('CLUSTER', 'ADDSLOTSRANGE', 0, 16_383);
  const isWhole = async () => (await redis.cluster('INFO')).includes('cluster_state:ok');
  await eventually(isWhole, { what: 'the cluster to serve all slots' });
  redis.disconnect();
  return announcing(server, server.port, `redis-cluster://127.0.0.1:${server.port}`, async () =>
    server.stop(),
  );
}

/** A server whose Sentinel announces an address that cannot be reached. */
export async function startAnnouncingSentinel() {
  const server = await startRedis();
  const sentinel = await startSentinel(server.port);
  const redis = new Redis(sentinel.port, OWN_CONNECTION);
  await redis.call('SENTINEL', 'MONITOR', 'announced', UNREACHABLE, server.port, 1);
  redis.disconnect();
  return announcing(
    server,
    server.port,
    `redis-sentinel://127.0.0.1:${sentinel.port}?master=announced`,
    async () => {
      await sentinel.stop();
      await server.stop();
    },
  );
}

function announcing(server: { readonly url: string }, port: number, url: string, stop: () => Promise<void>) {
  const announced = `${UNREACHABLE}:${port}`;
  const problem = 'refuses connections: make it reachable, or map it in REDIS_NAT_MAP';
  return {
    url,
    serverUrl: server.url,
    reason: `${announced}, which Redis announces, ${problem}`,
    natMap: `${announced}=127.0.0.1:${port}`,
    stop,
  };
}

const WRONG_PASSWORD = 'refuses the user or the password: correct them in its URL';

/** The servers that no program can use, by what they are. */
export const UNUSABLE_SERVERS: readonly (readonly [what: string, start: () => Promise<UnusableServer>])[] = [
  ['nothing', startClosed],
  ['a web server', startWebServer],
  ['a server with too many clients', startFull],
  [
    'a server with another password',
    () => startRestricted(['--requirepass', 'right'], ':wrong@', WRONG_PASSWORD),
  ],
  ['a cluster that announces another address', startAnnouncingNode],
  ['a Sentinel that announces another address', startAnnouncingSentinel],
];

/** A server that only the plugin cannot use. */
export async function startWithoutHello(): Promise<UnusableServer> {
  const settings = ['--rename-command', 'HELLO', ''];
  return await startRestricted(
    settings,
    '',
    'has no HELLO, which the plugin needs: remove its rename-command',
  );
}
