import { formatBlocklistName } from '../feature-control/blocklist-name.ts';
import type { BlocklistName } from '../feature-control/blocklist-name.ts';
import type { RateLimitSubject } from '../rate-limit/rate-limit.ts';
import { PROGRAM_KINDS } from './programs/program-record.ts';
import type { ProgramKind } from './programs/program-record.ts';

/**
 * A key prefix: 1 to 64 visible ASCII characters, so that all tools and logs show it unchanged, without
 * braces, which would change the cluster slot of each key. All programs must use the same.
 */
export const KEY_PREFIX_PATTERN = '^[!-z|~]{1,64}$';

/**
 * Returns what is wrong with the braces of a key prefix; undefined if it has none. It completes a sentence
 * that begins with the name of the setting.
 */
export function bracesProblem(prefix: string): string | undefined {
  return /[{}]/.test(prefix) ? 'must not contain braces, which would change the slot of each key' : undefined;
}

/** Our programs have ids of 16 characters. */
const MAX_PROGRAM_ID_LENGTH = 64;

/** Every key of the Redis contract. Keys are built nowhere else. */
export class RedisKeys {
  readonly blocklistGlobal: string;
  /** Prefix of all blocklist keys, used for change notifications. */
  readonly blocklists: string;
  /** Prefix of personal blocklist keys, followed by the `client`. */
  readonly blocklistClients: string;
  /** Prefix of game servers' blocklist keys, followed by the server's name. */
  readonly blocklistServers: string;
  /** Prefix of all timed blocklist keys, used for change notifications. */
  readonly timedBlocklists: string;
  /** Prefix of all histories, which are streams. */
  readonly histories: string;
  /** Prefix of server keys, followed by the server's id. */
  readonly servers: string;
  /** Prefix of event keys, followed by the event's id. */
  readonly events: string;
  /** Prefix of voting keys, followed by the voting's id. */
  readonly votings: string;
  /** Prefix of vote count keys, followed by the voting's id. */
  readonly voteCounts: string;
  readonly coinsTrades: string;
  /** Prefix of token keys, followed by the SHA-256 of the token. */
  readonly tokens: string;
  /** Sorted sets of the names that mods have recently sent in requests. */
  readonly catalogueClients: string;
  readonly catalogueFeatures: string;
  /** Prefix of the positions of webhooks, followed by a hash of the URL. */
  readonly webhooks: string;
  /** Prefix of heartbeat keys, followed by the kind of the program and an id of the process. */
  readonly programs: string;
  /** Prefix of used permits, followed by the subject. */
  readonly rateLimits: string;

  /** @param prefix of all keys, `fc:` by default */
  constructor(prefix: string) {
    this.blocklists = `${prefix}blocklist:`;
    this.blocklistGlobal = `${this.blocklists}global`;
    this.blocklistClients = `${this.blocklists}client:`;
    this.blocklistServers = `${this.blocklists}server:`;
    this.timedBlocklists = `${prefix}blocklist-until:{${this.blocklists}`;
    this.histories = `${prefix}audit:{${this.blocklists}`;
    this.servers = `${prefix}server:`;
    this.events = `${prefix}event:`;
    this.votings = `${prefix}voting:`;
    this.voteCounts = `${prefix}votes:`;
    this.coinsTrades = `${prefix}coins-trades`;
    this.tokens = `${prefix}token:`;
    this.catalogueClients = `${prefix}catalogue:clients`;
    this.catalogueFeatures = `${prefix}catalogue:features`;
    this.webhooks = `${prefix}webhook:`;
    this.programs = `${prefix}program:`;
    this.rateLimits = `${prefix}ratelimit:`;
  }

  /** The set of features blocked for the mod with the identifier `client`. */
  blocklistOf(client: string): string {
    return this.blocklistClients + client;
  }

  /** The set of features that a list blocks without an end. */
  blocklistKey(list: BlocklistName): string {
    return this.blocklists + formatBlocklistName(list);
  }

  /** The sorted set of a list's timed blocks: feature → end of the block. */
  timedBlocklistKey(list: BlocklistName): string {
    return this.timedOfBlocklist(this.blocklistKey(list));
  }

  /** The history of a list, a stream. */
  historyKey(list: BlocklistName): string {
    return `${this.histories}${formatBlocklistName(list)}}`;
  }

  /** The set of features blocked while a player is on the game server, by its name in the proxy. */
  blocklistOfServer(server: string): string {
    return this.blocklistServers + server;
  }

  /**
   * The sorted set of a list's timed blocks. The braces put it into the slot of the list, unless the name of
   * the list contains braces itself.
   * @param list key of the list
   */
  timedOfBlocklist(list: string): string {
    return `${this.timedPrefixOf(list)}}`;
  }

  /**
   * The prefix of the timed blocklist keys of some lists.
   * @param lists prefix of the keys of these lists
   */
  timedPrefixOf(lists: string): string {
    return this.timedBlocklists + lists.slice(this.blocklists.length);
  }

  /**
   * The key of the list to which timed blocks belong.
   * @param timed key of the sorted set
   */
  blocklistOfTimed(timed: string): string {
    return this.#blocklistOf(timed, this.timedBlocklists);
  }

  /**
   * The key of the list to which a history belongs.
   * @param stream key of the history
   */
  blocklistOfHistory(stream: string): string {
    return this.#blocklistOf(stream, this.histories);
  }

  /** The JSON of a server. */
  serverOf(id: string): string {
    return this.servers + id;
  }

  /** The JSON of an event. */
  eventOf(id: string): string {
    return this.events + id;
  }

  /** The JSON of a voting. */
  votingOf(id: string): string {
    return this.votings + id;
  }

  /** The vote counts of a voting: hash of candidate id → count. */
  voteCountsOf(votingId: string): string {
    return this.voteCounts + votingId;
  }

  /**
   * The record of a token.
   * @param hash SHA-256 of the token in lower-case hexadecimal
   */
  tokenOf(hash: string): string {
    return this.tokens + hash;
  }

  /**
   * What a webhook has delivered: hash of history → id of the latest delivered entry.
   * @param id a hash of its URL, which is a secret
   */
  webhookOf(id: string): string {
    return this.webhooks + id;
  }

  /** The heartbeat of a running program: each kind of program has keys that only its Redis user may write. */
  programOf(kind: string, id: string): string {
    return `${this.programs}${kind}:${id}`;
  }

  /**
   * The kind of program to which a heartbeat belongs.
   * @param key begins with `programs`
   * @returns undefined if the key is not one of `programOf`
   */
  kindOfProgram(key: string): ProgramKind | undefined {
    const kind = PROGRAM_KINDS.find((one) => key.startsWith(this.programOf(one, '')));
    const idLength = key.length - this.programOf(kind ?? '', '').length;
    return idLength > 0 && idLength <= MAX_PROGRAM_ID_LENGTH ? kind : undefined;
  }

  /** The used permits of a player for a method. */
  rateLimitOf(subject: RateLimitSubject): string {
    return this.rateLimits + subject;
  }

  /** The key of the list whose name stands in braces after `prefix`, which ends with the opening one. */
  #blocklistOf(key: string, prefix: string): string {
    return this.blocklists + key.slice(prefix.length).replace(/\}$/, '');
  }
}
