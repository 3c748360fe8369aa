import { Redis } from 'ioredis';
import { freePort } from '../../../tools/processes/free-port.mjs';
import { eventually } from '../eventually.ts';
import { OWN_CONNECTION } from './own-connection.ts';
import { isPortTaken, startRedis, type RedisServer } from './redis-server.ts';

/** Three masters, each with one replica. */
export interface ClusterTopology {
  /** Servers 0 to 2 are the initial masters, 3 to 5 their replicas, in the same order. */
  readonly servers: readonly RedisServer[];
  /**
   * Moves a slot and its keys to another master while the cluster is serving. Both are indexes of masters.
   */
  moveSlot(slot: number, from: number, to: number): Promise<void>;
  /** Marks a slot as being moved, and moves none of its keys. */
  markSlotAsMoving(slot: number, from: number, to: number): Promise<void>;
  /** Moves the keys of a slot but not the slot itself, so that it stays in migration. */
  beginToMoveSlot(slot: number, from: number, to: number): Promise<void>;
  /** @returns whether every running node reports that all slots are served */
  isWhole(): Promise<boolean>;
  stop(): Promise<void>;
}

const MASTERS = 3;
const SLOTS = 16_384;
/** A node without a reply for this many milliseconds counts as failed. */
const NODE_TIMEOUT_MS = 1000;

interface Node {
  readonly server: RedisServer;
  readonly busPort: number;
  readonly redis: Redis;
  readonly id: string;
}

/** Returns the index of the initial master of a slot. */
export function firstOwnerOf(slot: number): number {
  let owner = MASTERS - 1;
  while (firstSlotOf(owner) > slot) owner -= 1;
  return owner;
}

function firstSlotOf(master: number): number {
  return Math.floor((master * SLOTS) / MASTERS);
}

/**
 * @param settings additional ones of each server, in the form of Redis's command line
 * @param program the path of another server, such as Valkey
 */
export async function startCluster(
  settings: readonly string[] = [],
  program?: string,
): Promise<ClusterTopology> {
  const starting = Array.from({ length: 2 * MASTERS }, async () => await startNode(settings, program));
  const nodes = await Promise.all(starting);
  await joinAll(nodes);
  const isWhole = async (): Promise<boolean> => (await Promise.all(nodes.map(servesAllSlots))).every(Boolean);
  await eventually(isWhole, { withinMs: 20_000, everyMs: 50, what: 'the cluster to serve all slots' });
  return {
    servers: nodes.map(({ server }) => server),
    moveSlot: async (slot, from, to) => {
      await moveSlot(slot, at(nodes, from), at(nodes, to), nodes.slice(0, MASTERS));
    },
    markSlotAsMoving: async (slot, from, to) => {
      await markSlotAsMoving(slot, at(nodes, from), at(nodes, to));
    },
    beginToMoveSlot: async (slot, from, to) => {
      await beginToMoveSlot(slot, at(nodes, from), at(nodes, to));
    },
    isWhole,
    async stop() {
      for (const { redis } of nodes) redis.disconnect();
      await Promise.all(nodes.map(({ server }) => server.stop()));
    },
  };
}

/**
 * The bus port is set explicitly, because Redis's default (port + 10000) exceeds 65535 for many free ports.
 */
async function startNode(more: readonly string[], program?: string): Promise<Node> {
  const busPort = await freePort();
  const settings = [
    ...more,
    '--cluster-enabled',
    'yes',
    '--cluster-port',
    String(busPort),
    '--cluster-node-timeout',
    String(NODE_TIMEOUT_MS),
    '--repl-diskless-sync-delay',
    '0',
    // A replica that has never received data is not listed, and this is all that an empty master sends it.
    '--repl-ping-replica-period',
    '1',
  ];
  let server: RedisServer;
  try {
    server = await startRedis({ settings, ...(program && { program }) });
  } catch (error) {
    if (isPortTaken(error, busPort)) return await startNode(more, program);
    throw error;
  }
  const redis = new Redis(server.url, { ...OWN_CONNECTION, enableReadyCheck: false });
  redis.on('error', () => undefined);
  return { server, busPort, redis, id: await redis.cluster('MYID') };
}

async function joinAll(nodes: readonly Node[]): Promise<void> {
  const first = at(nodes, 0);
  for (const { server, busPort } of nodes.slice(1)) {
    await first.redis.call('CLUSTER', 'MEET', '127.0.0.1', server.port, busPort);
  }
  for (let index = 0; index < MASTERS; index++) {
    const [begin, end] = [firstSlotOf(index), firstSlotOf(index + 1) - 1];
    await at(nodes, index).redis.call('CLUSTER', 'ADDSLOTSRANGE', begin, end);
  }
  for (let index = 0; index < MASTERS; index++) {
    const replica = at(nodes, index + MASTERS);
    const joined = async () =>
      (await replica.redis.call('CLUSTER', 'REPLICATE', at(nodes, index).id)) === 'OK';
    await eventually(joined, { everyMs: 50, what: 'a replica to know its master' });
  }
}

async function markSlotAsMoving(slot: number, from: Node, to: Node): Promise<void> {
  await to.redis.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', from.id);
  await from.redis.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', to.id);
}

async function beginToMoveSlot(slot: number, from: Node, to: Node): Promise<void> {
  await markSlotAsMoving(slot, from, to);
  for (;;) {
    const keys = (await from.redis.call('CLUSTER', 'GETKEYSINSLOT', slot, 100)) as string[];
    if (keys.length === 0) break;
    await from.redis.call('MIGRATE', '127.0.0.1', to.server.port, '', 0, 5000, 'KEYS', ...keys);
  }
}

async function moveSlot(slot: number, from: Node, to: Node, masters: readonly Node[]): Promise<void> {
  await beginToMoveSlot(slot, from, to);
  // The new owner is set first, so that the slot always has one.
  for (const { redis } of [to, ...masters.filter((node) => node !== to)]) {
    await redis.call('CLUSTER', 'SETSLOT', slot, 'NODE', to.id);
  }
}

async function servesAllSlots({ redis }: Node): Promise<boolean> {
  if (redis.status !== 'ready') return true;
  const state = await redis.cluster('INFO');
  const replicas = ((await redis.cluster('SLOTS')) as unknown[][]).every((slots) => slots.length >= 4);
  return state.includes('cluster_state:ok') && state.includes('cluster_known_nodes:6') && replicas;
}

function at(nodes: readonly Node[], index: number): Node {
  const node = nodes[index];
  if (node === undefined) throw new Error(`there is no node ${index}`);
  return node;
}
