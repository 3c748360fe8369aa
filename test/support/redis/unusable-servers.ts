import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { freePort } from '../../../tools/processes/free-port.mjs';
import { eventually } from '../eventually.ts';
import { startFaultProxy } from '../faults/fault-proxy.ts';
import { clusterNodeSettings } from './cluster-node-settings.ts';
import { OWN_CONNECTION } from './own-connection.ts';
import { startSentinel } from './redis-sentinels.ts';
import { startRedis } from './redis-server.ts';
import { sendToEach } from './redis-stores.ts';

/** A server that a program cannot use, and the reason that it logs. */
export interface UnusableServer {
  readonly url: string;
  readonly reason: string;
  stop(): Promise<unknown>;
}

interface Started {
  readonly port: number;
  stop(): Promise<unknown>;
}

type Row = readonly [what: string, start: () => Promise<UnusableServer>];

/** An address on loopback on which no server listens. */
const UNREACHABLE = '127.0.0.9';

/**
 * @param url with `HOST` in place of the host and the port
 * @param reason the same
 */
function row(what: string, url: string, reason: string, start: () => Promise<Started>): Row {
  const startUnusable = async (): Promise<UnusableServer> => {
    const server = await start();
    const fill = (text: string): string => text.replace('HOST', `127.0.0.1:${server.port}`);
    return { url: fill(url), reason: fill(reason), stop: async () => server.stop() };
  };
  return [what, startUnusable];
}

/** Starts a server behind a proxy that changes what it reports. */
async function startBehind(
  start: () => Promise<Started>,
  replace: (line: string) => string,
): Promise<Started> {
  const server = await start();
  const faults = await startFaultProxy(server.port);
  await faults.set({ kind: 'info', replace });
  const stop = async () => {
    await faults.stop();
    await server.stop();
  };
  return { port: faults.port, stop };
}

const startServer = async (...settings: readonly string[]): Promise<Started> =>
  await startRedis({ settings });
const startNode = async (...more: readonly string[]) =>
  await startRedis({ settings: [...(await clusterNodeSettings()), ...more] });
const startValkeyNode = async (program: string) =>
  await startRedis({ settings: await clusterNodeSettings(), program });
const startLoneSentinel = async () => await startSentinel(await freePort());

async function startWebServer(): Promise<Started> {
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

async function startFull(): Promise<Started> {
  const server = await startRedis({ settings: ['--maxclients', '1'] });
  const client = new Redis(server.url, OWN_CONNECTION);
  // Redis refuses it until the connection that `startRedis` used has ended.
  client.on('error', () => undefined);
  await eventually(() => client.status === 'ready', { what: 'the only client' });
  const stop = async () => {
    client.disconnect();
    await server.stop();
  };
  return { port: server.port, stop };
}

async function startFrozen(): Promise<Started> {
  const server = await startRedis();
  server.pause();
  const stop = async () => {
    server.resume();
    await server.stop();
  };
  return { port: server.port, stop };
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
  return announcing(server.port, `redis-cluster://127.0.0.1:${server.port}`, async () => server.stop());
}

/** A server whose Sentinel announces an address that cannot be reached. */
export async function startAnnouncingSentinel() {
  const server = await startRedis();
  const sentinel = await startSentinel(server.port);
  const redis = new Redis(sentinel.port, OWN_CONNECTION);
  await redis.call('SENTINEL', 'MONITOR', 'announced', UNREACHABLE, server.port, 1);
  redis.disconnect();
  const stop = async () => {
    await sentinel.stop();
    await server.stop();
  };
  return announcing(server.port, `redis-sentinel://127.0.0.1:${sentinel.port}?master=announced`, stop);
}

function announcing(port: number, url: string, stop: () => Promise<void>) {
  const announced = `${UNREACHABLE}:${port}`;
  const problem = 'refuses connections: make it reachable, or map it in REDIS_NAT_MAP';
  return {
    url,
    serverUrl: `redis://127.0.0.1:${port}`,
    reason: `${announced}, which Redis announces, ${problem}`,
    natMap: `${announced}=127.0.0.1:${port}`,
    stop,
  };
}

const REFUSED = 'HOST refuses connections: start Redis there, or correct the address';
const FULL = 'HOST has as many clients as its maxclients allows: raise it, or close others';
const NO_PASSWORD = 'HOST requires a password: put the user and the password into its URL';
const WRONG_PASSWORD = 'HOST refuses the user or the password: correct them in its URL';
const NO_DATABASE = 'HOST has no database with that number: correct the end of its URL';
const NO_MASTER = 'HOST knows no master with that name: correct ?master= in the URL';
const FROZEN =
  'HOST does not answer: see whether Redis runs there, with TLS if the URL says so, and whether a firewall is in between; if it is far away, raise REDIS_COMMAND_TIMEOUT_MS';
const CLUSTER = 'the server belongs to a cluster, so its URL must begin with redis-cluster://';
const SENTINEL =
  'the server is a Sentinel, so its URL must begin with redis-sentinel:// and end with ?master= and a name';
const NO_CLUSTER = 'the server belongs to no cluster, so its URL must begin with redis://';
const NO_SENTINEL =
  'the server is no Sentinel, so its URL must begin with redis://, or with redis-cluster:// for a cluster';
const SILENT = 'HOST does not say whether it belongs to a cluster: allow its user INFO, ASKING and READONLY';

/** Without the fields that name the topology; Valkey and some managed servers report other ones. */
const withoutMode = (line: string): string =>
  /^(?:\w+_mode|cluster_enabled|sentinel_masters):/.test(line) ? '' : line;
const withOtherMode = (line: string): string => line.replace('redis_mode', 'server_mode');

const startWithPassword = () => startServer('--requirepass', 'right');

/** The servers that no program can use, by what they are. */
export const UNUSABLE_SERVERS: readonly Row[] = [
  row('nothing', 'redis://HOST', REFUSED, async () => ({
    port: await freePort(),
    stop: () => Promise.resolve(),
  })),
  row('a web server', 'redis://HOST', 'HOST is not Redis: correct the address', startWebServer),
  row('a server with too many clients', 'redis://HOST', FULL, startFull),
  row('a server with a password', 'redis://HOST', NO_PASSWORD, startWithPassword),
  row('a server with another password', 'redis://:wrong@HOST', WRONG_PASSWORD, startWithPassword),
  row('a server without the database', 'redis://HOST/9999', NO_DATABASE, startServer),
  row('a server that does not answer', 'redis://HOST', FROZEN, startFrozen),
  row('a Sentinel without the master', 'redis-sentinel://HOST?master=m', NO_MASTER, startLoneSentinel),
  ['a cluster that announces another address', startAnnouncingNode],
  ['a Sentinel that announces another address', startAnnouncingSentinel],
  row('a node of a cluster as redis://', 'redis://HOST', CLUSTER, startNode),
  row('a node of a cluster as redis://…/1', 'redis://HOST/1', CLUSTER, startNode),
  row('a Sentinel as redis://', 'redis://HOST', SENTINEL, startLoneSentinel),
  row('a Sentinel as redis://…/1', 'redis://HOST/1', SENTINEL, startLoneSentinel),
  row('a Sentinel as redis-cluster://', 'redis-cluster://HOST', SENTINEL, startLoneSentinel),
  row('a node of a cluster that names its mode otherwise, as redis://', 'redis://HOST', CLUSTER, () =>
    startBehind(startNode, withOtherMode),
  ),
  row('a node of a cluster that names no mode, as redis://', 'redis://HOST', CLUSTER, () =>
    startBehind(startNode, withoutMode),
  ),
  row('a node of a cluster that refuses INFO, as redis://', 'redis://HOST', CLUSTER, () =>
    startNode('--rename-command', 'INFO', ''),
  ),
  row('a Sentinel that names no mode, as redis://', 'redis://HOST', SENTINEL, () =>
    startBehind(startLoneSentinel, withoutMode),
  ),
  row('a server whose user may not ask for its mode', 'redis://HOST', SILENT, async () => {
    const server = await startRedis();
    await sendToEach([server], 'ACL', 'SETUSER', 'default', '-info', '-asking', '-readonly');
    return server;
  }),
  row('a server as redis-cluster://', 'redis-cluster://HOST', NO_CLUSTER, startServer),
  row('a server as redis-sentinel://', 'redis-sentinel://HOST?master=m', NO_SENTINEL, startServer),
];

/** Servers of Valkey that no program can use; none on machines that cannot have it. */
export const UNUSABLE_VALKEYS: readonly Row[] = [process.env['FC_VALKEY_SERVER']].flatMap((program) =>
  program === undefined
    ? []
    : [
        row('a node of a Valkey cluster as redis://', 'redis://HOST', CLUSTER, () =>
          startValkeyNode(program),
        ),
        row('a Valkey server as redis-cluster://', 'redis-cluster://HOST', NO_CLUSTER, () =>
          startRedis({ program }),
        ),
      ],
);

/** A server that only the plugin cannot use. */
export const SERVER_WITHOUT_HELLO = row(
  'a server without HELLO',
  'redis://HOST',
  'HOST has no HELLO, which the plugin needs: remove its rename-command',
  () => startServer('--rename-command', 'HELLO', ''),
);
