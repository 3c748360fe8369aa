import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { freePort } from '../../../tools/processes/free-port.mjs';
import { eventually } from '../eventually.ts';
import { OWN_CONNECTION } from './own-connection.ts';
import { startSentinel } from './redis-sentinels.ts';
import { startRedis } from './redis-server.ts';
import { clusterNodeSettings } from './cluster-node-settings.ts';

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

async function startFrozen(): Promise<UnusableServer> {
  const server = await startRedis();
  server.pause();
  const advice =
    'see whether Redis runs there, with TLS if the URL says so, and whether a firewall is in between';
  const reason = `127.0.0.1:${server.port} does not answer: ${advice}`;
  const stop = async () => {
    server.resume();
    await server.stop();
  };
  return { url: server.url, reason, stop };
}

async function startWithoutDatabase(): Promise<UnusableServer> {
  const server = await startRedis();
  const reason = `127.0.0.1:${server.port} has no database with that number: correct the end of its URL`;
  return { url: `${server.url}/9999`, reason, stop: async () => server.stop() };
}

async function startWithoutMaster(): Promise<UnusableServer> {
  const sentinel = await startSentinel(await freePort());
  const address = `127.0.0.1:${sentinel.port}`;
  const reason = `${address} knows no master with that name: correct ?master= in the URL`;
  return { url: `redis-sentinel://${address}?master=none`, reason, stop: async () => sentinel.stop() };
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

type Start = () => Promise<UnusableServer>;

/** A server of another kind than the scheme of its URL says. @param rest the URL after the port */
function ofOtherKind(
  kind: 'server' | 'cluster node' | 'Sentinel',
  scheme: string,
  rest: string,
  reason: string,
): Start {
  return async () => {
    const settings = kind === 'cluster node' ? await clusterNodeSettings() : [];
    const server =
      kind === 'Sentinel' ? await startSentinel(await freePort()) : await startRedis({ settings });
    return { url: `${scheme}127.0.0.1:${server.port}${rest}`, reason, stop: async () => server.stop() };
  };
}

const CLUSTER = 'the server belongs to a cluster, so its URL must begin with redis-cluster://';
const SENTINEL =
  'the server is a Sentinel, so its URL must begin with redis-sentinel:// and end with ?master= and a name';
const NO_CLUSTER = 'the server belongs to no cluster, so its URL must begin with redis://';
const NO_SENTINEL =
  'the server is no Sentinel, so its URL must begin with redis://, or with redis-cluster:// for a cluster';
const NO_PASSWORD = 'requires a password: put the user and the password into its URL';
const WRONG_PASSWORD = 'refuses the user or the password: correct them in its URL';

/** The servers that no program can use, by what they are. */
export const UNUSABLE_SERVERS: readonly (readonly [what: string, start: Start])[] = [
  ['nothing', startClosed],
  ['a web server', startWebServer],
  ['a server with too many clients', startFull],
  [
    'a server with another password',
    () => startRestricted(['--requirepass', 'right'], ':wrong@', WRONG_PASSWORD),
  ],
  ['a server with a password', () => startRestricted(['--requirepass', 'right'], '', NO_PASSWORD)],
  ['a server that does not answer', startFrozen],
  ['a server without the database', startWithoutDatabase],
  ['a Sentinel without the master', startWithoutMaster],
  ['a cluster that announces another address', startAnnouncingNode],
  ['a Sentinel that announces another address', startAnnouncingSentinel],
  ['a node of a cluster as redis://', ofOtherKind('cluster node', 'redis://', '', CLUSTER)],
  ['a node of a cluster as redis://…/1', ofOtherKind('cluster node', 'redis://', '/1', CLUSTER)],
  ['a Sentinel as redis://', ofOtherKind('Sentinel', 'redis://', '', SENTINEL)],
  ['a Sentinel as redis://…/1', ofOtherKind('Sentinel', 'redis://', '/1', SENTINEL)],
  ['a Sentinel as redis-cluster://', ofOtherKind('Sentinel', 'redis-cluster://', '', SENTINEL)],
  ['a server as redis-cluster://', ofOtherKind('server', 'redis-cluster://', '', NO_CLUSTER)],
  ['a server as redis-sentinel://', ofOtherKind('server', 'redis-sentinel://', '?master=m', NO_SENTINEL)],
];

/** A server that only the plugin cannot use. */
export async function startWithoutHello(): Promise<UnusableServer> {
  const problem = 'has no HELLO, which the plugin needs: remove its rename-command';
  return await startRestricted(['--rename-command', 'HELLO', ''], '', problem);
}
