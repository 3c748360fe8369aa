import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../../tools/processes/free-port.mjs';
import { eventually } from '../eventually.ts';
import { makeTemporaryDirectory } from '../processes/temporary-directory.ts';
import { OWN_CONNECTION } from './own-connection.ts';
import { launchRedis } from './redis-process.ts';
import { startRedis, type RedisServer } from './redis-server.ts';

/** A master and its replica, monitored by three Sentinels. */
export interface SentinelTopology {
  /** The name of the master in the Sentinels' configuration. */
  readonly masterName: string;
  readonly sentinelPorts: readonly number[];
  /** The two servers; the first is the initial master. */
  readonly servers: readonly [RedisServer, RedisServer];
  /** @returns the port of the master on which the Sentinels currently agree */
  masterPort(): Promise<number>;
  stop(): Promise<void>;
}

export const MASTER_NAME = 'fc-master';
const SENTINELS = 3;
const QUORUM = 2;
/** A master without a reply for this many milliseconds counts as failed. */
const DOWN_AFTER_MS = 1000;

/**
 * Starts the topology, and waits until each Sentinel knows the others and the replica, and the replica is in
 * sync with the master, so that a failover is possible.
 * @param more additional settings of the two servers, in the form of Redis's command line
 */
export async function startSentinels(more: readonly string[] = []): Promise<SentinelTopology> {
  const settings = [...more, '--repl-diskless-sync-delay', '0'];
  const master = await startRedis({ settings });
  const replicaOf = ['--replicaof', '127.0.0.1', String(master.port)];
  const replica = await startRedis({ settings: [...settings, ...replicaOf] });
  const sentinels: Sentinel[] = [];
  while (sentinels.length < SENTINELS) sentinels.push(await startSentinel(master.port));
  const sentinelPorts = sentinels.map(({ port }) => port);
  const connections = sentinelPorts.map(connect);
  await Promise.all(connections.map(publishOften));
  const replicaConnection = connect(replica.port);
  await eventually(
    async () => (await replicaConnection.info('replication')).includes('master_link_status:up'),
    {
      withinMs: 20_000,
      everyMs: 20,
      what: 'the replica to have copied the master',
    },
  );
  replicaConnection.disconnect();
  await eventually(async () => (await Promise.all(connections.map(knowsAll))).every(Boolean), {
    withinMs: 20_000,
    everyMs: 50,
    what: 'the Sentinels to know each other',
  });
  return {
    masterName: MASTER_NAME,
    sentinelPorts,
    servers: [master, replica],
    async masterPort() {
      const answers = await Promise.all(connections.map(askForMaster));
      const [first] = answers;
      if (first === undefined || answers.some((answer) => answer !== first))
        throw new Error('no agreement yet');
      return first;
    },
    async stop() {
      for (const connection of connections) connection.disconnect();
      await Promise.all([...sentinels, master, replica].map((one) => one.stop()));
    },
  };
}

export interface Sentinel {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a Sentinel, which discovers the others through the master that it monitors. */
export async function startSentinel(masterPort: number): Promise<Sentinel> {
  const directory = makeTemporaryDirectory();
  const port = await freePort();
  const config = directory.write('sentinel.conf', configFor(port, masterPort));
  const args = [config, '--sentinel', '--dir', directory.path];
  const sentinel = await launchRedis(args, join(directory.path, 'own'), 'Sentinel ID is');
  return {
    port,
    async stop() {
      await sentinel.stop();
      directory.remove();
    },
  };
}

function configFor(port: number, masterPort: number): string {
  return `port ${port}
bind 127.0.0.1
sentinel monitor ${MASTER_NAME} 127.0.0.1 ${masterPort} ${QUORUM}
sentinel down-after-milliseconds ${MASTER_NAME} ${DOWN_AFTER_MS}
sentinel failover-timeout ${MASTER_NAME} 5000
`;
}

function connect(port: number): Redis {
  return new Redis(port, '127.0.0.1', OWN_CONNECTION).on('error', () => undefined);
}

/**
 * Sets the interval at which a Sentinel publishes itself to the others; the default is two seconds. Before
 * Redis 7.0, it cannot be changed.
 */
async function publishOften(sentinel: Redis): Promise<void> {
  await sentinel.call('SENTINEL', 'DEBUG', 'PUBLISH-PERIOD', 100).catch(() => undefined);
}

async function knowsAll(sentinel: Redis): Promise<boolean> {
  const fields = toMap(await sentinel.call('SENTINEL', 'MASTER', MASTER_NAME));
  return fields.get('num-slaves') === '1' && fields.get('num-other-sentinels') === String(SENTINELS - 1);
}

async function askForMaster(sentinel: Redis): Promise<number> {
  const [, port] = (await sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', MASTER_NAME)) as string[];
  return Number(port);
}

/** Converts a reply of pairs: a flat array in RESP2, an object in RESP3. */
function toMap(reply: unknown): ReadonlyMap<string, string> {
  if (!Array.isArray(reply)) return new Map(Object.entries(reply as Record<string, string>));
  const flat = reply as string[];
  return new Map(flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : [])));
}
