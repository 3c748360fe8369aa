import { join } from 'node:path';
import { Redis } from 'ioredis';
import { eventually } from '../eventually.ts';
import { freePort } from '../processes/free-port.ts';
import { launchRedis } from './redis-process.ts';
import { OWN_CONNECTION } from './own-connection.ts';
import { startRedis, type RedisServer } from './redis-server.ts';
import { makeTemporaryDirectory } from '../processes/temporary-directory.ts';

/** A master and its replica, watched by three Sentinels. */
export interface SentinelTopology {
  /** How the Sentinels call the master. */
  readonly masterName: string;
  readonly sentinelPorts: readonly number[];
  /** The two servers: the first is the master at the start. */
  readonly servers: readonly [RedisServer, RedisServer];
  /** @returns the port of the master that the Sentinels agree on now */
  masterPort(): Promise<number>;
  stop(): Promise<void>;
}

export const MASTER_NAME = 'fc-master';
const SENTINELS = 3;
const QUORUM = 2;
/** A master that is silent for this many milliseconds is given up. */
const DOWN_AFTER_MS = 1000;

/**
 * Starts the topology, and waits until each Sentinel knows the others and the replica, and that has copied
 * the master, so that a failover can happen.
 * @param more further settings of the two servers, as on Redis's own command line
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
  await Promise.all(connections.map(introduceSoon));
  const copy = connect(replica.port);
  await eventually(async () => (await copy.info('replication')).includes('master_link_status:up'), {
    withinMs: 20_000,
    everyMs: 20,
    what: 'the replica to have copied the master',
  });
  copy.disconnect();
  await eventually(async () => (await Promise.all(connections.map(knowsAll))).every(Boolean), {
    withinMs: 20_000,
    everyMs: 50,
    what: 'the Sentinels to know one another',
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

/** One that knows of no other until it hears of it through the master that it watches. */
export async function startSentinel(masterPort: number): Promise<Sentinel> {
  const directory = makeTemporaryDirectory();
  const port = await freePort();
  const config = directory.write('sentinel.conf', configFor(port, masterPort));
  const args = [config, '--sentinel', '--dir', directory.path];
  const sentinel = await launchRedis(args, join(directory.path, 'own'), 'Sentinel ID is');
  return {
    port,
    async stop() {
      await sentinel.end('SIGTERM');
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
 * Sentinels learn of one another from what each publishes, every two seconds. One before 7.0 cannot be
 * changed.
 */
async function introduceSoon(sentinel: Redis): Promise<void> {
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

/** A reply of pairs: flat in the second version of the protocol, an object in the third. */
function toMap(reply: unknown): ReadonlyMap<string, string> {
  if (!Array.isArray(reply)) return new Map(Object.entries(reply as Record<string, string>));
  const flat = reply as string[];
  return new Map(flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : [])));
}
