import { formatBlocklistName } from '../feature-control/blocklist-name.ts';
import type { BlocklistName } from '../feature-control/blocklist-name.ts';
import type { RateLimitSubject } from '../rate-limit/rate-limit.ts';
import { slotOf } from './cluster-slot.ts';

/**
 * A prefix of keys: 1 to 64 visible ASCII characters, so that every tool and every log shows it as it is. The
 * same for both programs.
 */
export const KEY_PREFIX_PATTERN = '^[!-~]{1,64}$';

/** Lists of which the audit stream is remembered. */
const MOST_REMEMBERED = 1000;

/** Every key of the Redis contract (version 2), and the only place that spells them. */
export class RedisKeys {
  readonly blocklistGlobal: string;
  /** What all keys of blocklists begin with: the prefix to listen to. */
  readonly blocklists: string;
  /** What the keys of personal blocklists begin with; the rest of such a key is the `client`. */
  readonly blocklistClients: string;
  /** What the keys of game servers' blocklists begin with; the rest of such a key is the server's name. */
  readonly blocklistServers: string;
  /** What all keys of timed blocks begin with: the prefix to listen to. */
  readonly blocklistsUntil: string;
  /** What all audit streams begin with. */
  readonly audits: string;
  /** What the keys of servers begin with; the rest of such a key is the server's id. */
  readonly servers: string;
  /** What the keys of events begin with; the rest of such a key is the event's id. */
  readonly events: string;
  /** What the keys of votings begin with; the rest of such a key is the voting's id. */
  readonly votings: string;
  /** What the keys of vote counts begin with; the rest of such a key is the voting's id. */
  readonly voteCounts: string;
  readonly coinsTrades: string;
  /** What the keys of operators' tokens begin with; the rest of such a key is the SHA-256 of the token. */
  readonly tokens: string;
  /** Sorted sets of the names that mods have asked about recently. */
  readonly catalogueClients: string;
  readonly catalogueFeatures: string;
  /** What the keys of heartbeats begin with; the rest of such a key is an id of the process. */
  readonly nodes: string;
  /** The hashes in which version 1 of the contract kept servers, events and votings, each id → JSON. */
  readonly version1: Readonly<Record<'servers' | 'events' | 'votings', string>>;
  /** What the keys of used permits begin with; the rest of such a key is the subject. */
  readonly rateLimits: string;
  /** By the key of a list: looking for a hash tag takes thousands of attempts. */
  readonly #auditStreams = new Map<string, string>();

  /** @param prefix what all keys begin with, `fc:` unless configured */
  constructor(prefix: string) {
    this.blocklists = `${prefix}blocklist:`;
    this.blocklistGlobal = `${this.blocklists}global`;
    this.blocklistClients = `${this.blocklists}client:`;
    this.blocklistServers = `${this.blocklists}server:`;
    this.blocklistsUntil = `${prefix}blocklist-until:`;
    this.audits = `${prefix}audit:`;
    this.servers = `${prefix}server:`;
    this.events = `${prefix}event:`;
    this.votings = `${prefix}voting:`;
    this.voteCounts = `${prefix}votes:`;
    this.coinsTrades = `${prefix}coins-trades`;
    this.tokens = `${prefix}token:`;
    this.catalogueClients = `${prefix}catalogue:clients`;
    this.catalogueFeatures = `${prefix}catalogue:features`;
    this.nodes = `${prefix}node:`;
    this.version1 = { servers: `${prefix}servers`, events: `${prefix}events`, votings: `${prefix}votings` };
    this.rateLimits = `${prefix}ratelimit:`;
  }

  /** The set of features blocked for the mod with the identifier `client`. */
  blocklistOf(client: string): string {
    return this.blocklistClients + client;
  }

  /** The set of features that are blocked in a list for good. */
  blocklistKey(list: BlocklistName): string {
    return this.blocklists + formatBlocklistName(list);
  }

  /** The sorted set of a list's timed blocks: feature → when it is free again. */
  blocklistUntilKey(list: BlocklistName): string {
    return this.blocklistsUntil + formatBlocklistName(list);
  }

  /**
   * The audit stream of one of the two keys of a list. It is in the same slot of a cluster, so a change and
   * its record are one step; names with braces need a hash tag that was looked for.
   */
  auditOf(listKey: string): string {
    const known = this.#auditStreams.get(listKey);
    if (known !== undefined) return known;
    const stream = this.#findAuditStream(listKey);
    if (this.#auditStreams.size >= MOST_REMEMBERED) this.#auditStreams.clear();
    this.#auditStreams.set(listKey, stream);
    return stream;
  }

  /** The set of features blocked while a player is on the game server, by its name in the proxy. */
  blocklistOfServer(server: string): string {
    return this.blocklistServers + server;
  }

  /** The sorted set of the timed blocks beside a list: feature → time. @param list the key of the list */
  timedBlocklistOf(list: string): string {
    return this.blocklistsUntil + list.slice(this.blocklists.length);
  }

  /** The list that a timed one stands beside. @param timed the key of the timed one */
  blocklistBeside(timed: string): string {
    return this.blocklists + timed.slice(this.blocklistsUntil.length);
  }

  /** The JSON of one server. */
  serverOf(id: string): string {
    return this.servers + id;
  }

  /** The JSON of one event. */
  eventOf(id: string): string {
    return this.events + id;
  }

  /** The JSON of one voting. */
  votingOf(id: string): string {
    return this.votings + id;
  }

  /** The hash of candidate id → count of one voting. */
  voteCountsOf(votingId: string): string {
    return this.voteCounts + votingId;
  }

  /** One operators' token. @param hash SHA-256 of its text, in lower-case hexadecimal digits */
  tokenOf(hash: string): string {
    return this.tokens + hash;
  }

  /** The heartbeat of one running proxy or sidecar. */
  nodeOf(id: string): string {
    return this.nodes + id;
  }

  /** The permit that a player has used. */
  rateLimitOf(subject: RateLimitSubject): string {
    return this.rateLimits + subject;
  }

  #findAuditStream(listKey: string): string {
    const plain = `${this.audits}{${listKey}}`;
    const slot = slotOf(listKey);
    if (slotOf(plain) === slot) return plain;
    for (let tag = 0; ; tag += 1) {
      const key = `${this.audits}{${tag}}:${listKey}`;
      if (slotOf(key) === slot) return key;
    }
  }
}
