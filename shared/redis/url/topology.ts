import { failureOf, isForbidden, isUnknownCommand, RedisError } from '../redis-error.ts';
import type { RedisUrl } from './redis-url.ts';

/** What a server belongs to, and what a URL says about it. */
export type Topology = RedisUrl['topology'];

/** What a server is, with the end of the right scheme of its URL. */
const DESCRIPTIONS: Readonly<Record<Topology, readonly [what: string, end: string]>> = {
  server: ['belongs to no cluster', '://'],
  cluster: ['belongs to a cluster', '-cluster://'],
  sentinel: ['is a Sentinel', '-sentinel:// and end with ?master= and a name'],
};

/** In each message, before the right scheme. */
export const RIGHT_URL = 'so its URL must begin with';

export const UNKNOWN_TOPOLOGY = 'the server does not say whether it belongs to a cluster';

/** The server is of another topology than its URL says: nothing that it contains may be served or changed. */
export class WrongTopology extends RedisError {
  constructor(message: string) {
    super('error-reply', message);
    this.name = 'WrongTopology';
  }
}

/** Error replies by which a server shows its topology. */
const TOPOLOGIES_BY_REPLY: readonly (readonly [reply: RegExp, topology: Topology])[] = [
  [/SELECT is not allowed in cluster mode/, 'cluster'],
  [/cluster (?:support|mode) (?:is )?(?:disabled|not enabled)/i, 'server'],
  [/unknown command [`'](?:CLUSTER|SELECT)\b/i, 'sentinel'],
];

const NO_SENTINEL = /unknown command [`']SENTINEL\b/i;

/** Fields of `INFO` that name the topology: Redis's, Valkey's, and others'. Some servers have none. */
const TOPOLOGIES_BY_FIELD: readonly (readonly [field: RegExp, topology: Topology])[] = [
  [/^(?:\w{1,20}_mode:cluster|cluster_enabled:1)\b/m, 'cluster'],
  [/^(?:\w{1,20}_mode:sentinel|sentinel_masters:\d{1,6})\b/m, 'sentinel'],
  [/^(?:\w{1,20}_mode:standalone|cluster_enabled:0)\b/m, 'server'],
];

/** Sends a command without arguments. @throws {RedisError} */
export type SendCommand = (command: string) => Promise<unknown>;

/**
 * Compares the topology of a server that holds data with the URL by which it was found. A server that does
 * not name its topology in `INFO` is asked by commands that only some servers have.
 * @param info reply to `INFO`; empty if it is refused
 * @param clusterCommand without arguments, which only a server of a cluster executes: `ASKING` or `READONLY`
 * @throws {WrongTopology} with a message that names the right scheme
 */
export async function assertTopology(
  info: string,
  url: RedisUrl,
  clusterCommand: string,
  send: SendCommand,
): Promise<void> {
  const expected = url.topology === 'cluster' ? 'cluster' : 'server';
  let topology = TOPOLOGIES_BY_FIELD.find(([field]) => field.test(info))?.[1];
  // A server of a cluster was named by one of its servers.
  if (topology === undefined && expected === 'server') {
    topology = await ask(clusterCommand, send);
    if (topology === undefined) throw new WrongTopology(UNKNOWN_TOPOLOGY);
  }
  if (topology !== undefined && topology !== expected) throw new WrongTopology(describe(topology, url));
}

/** @returns undefined if the user may not ask @throws {RedisError} if the server is loading, say */
async function ask(clusterCommand: string, send: SendCommand): Promise<Topology | undefined> {
  const failure = await failureOf(send(clusterCommand));
  if (failure === undefined) return 'cluster';
  if (!isForbidden(failure)) {
    const topology = topologyOfReply(failure.message);
    if (topology === undefined) throw failure;
    return topology;
  }
  if (!isUnknownCommand(failure)) return undefined;
  // Without its argument, SELECT is refused, whatever the rights of the user are.
  return isUnknownCommand(await failureOf(send('SELECT'))) ? 'sentinel' : 'server';
}

/**
 * Explains an error reply, or a text that contains one, that a server of another topology than its URL says
 * gives to a command of a library.
 * @returns a message that names the right scheme; undefined if the reason is another one
 */
export function explainReply(text: string, url: RedisUrl): string | undefined {
  const scheme = schemeOf(url);
  if (url.topology === 'sentinel' && NO_SENTINEL.test(text))
    return `the server is no Sentinel, ${RIGHT_URL} ${scheme}://, or with ${scheme}-cluster:// for a cluster`;
  const topology = topologyOfReply(text);
  return topology && describe(topology, url);
}

function topologyOfReply(text: string): Topology | undefined {
  return TOPOLOGIES_BY_REPLY.find(([reply]) => reply.test(text))?.[1];
}

function describe(topology: Topology, url: RedisUrl): string {
  const [what, end] = DESCRIPTIONS[topology];
  return `the server ${what}, ${RIGHT_URL} ${schemeOf(url)}${end}`;
}

function schemeOf({ tls }: RedisUrl): string {
  return tls ? 'rediss' : 'redis';
}
