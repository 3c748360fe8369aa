import type { Clock } from '../../clock.ts';
import type { NameCatalogue } from '../../feature-control/name-catalogue.ts';
import type { Logger } from '../../logger.ts';
import type { CancelTimer, Timers } from '../../timers.ts';
import type { NameCommands } from './redis-stored-blocklists.ts';
import type { RedisScript } from '../redis-commands.ts';
import type { RedisKeys } from '../redis-keys.ts';

export interface RedisNameCatalogueDependencies {
  readonly commands: Pick<NameCommands, 'evaluate' | 'zrevrange'>;
  readonly keys: RedisKeys;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

/**
 * Names are written together, and no more often than this, in milliseconds; and read again when what was read
 * is this old.
 */
const INTERVAL_MS = 5000;
/** Names of each kind that wait to be written; further ones are recorded when they are asked about again. */
const MOST_WAITING = 200;
/**
 * Names of features that one request adds, and requests of one client that are looked at: mods ask the same
 * again and again, for each player.
 */
const MOST_OF_REQUEST = 50;
const MOST_REQUESTS_OF_CLIENT = 10;
/** Longer names, in UTF-16 units, would be of no use in a completion. */
const MOST_LENGTH = 128;
/** Names of each kind that are kept. */
const MOST_KEPT = 1000;
/**
 * A name is on probation until it is asked about a second time: it ranks as if it were so much older, in
 * milliseconds, so made-up names displace only one another.
 */
const PROBATION_MS = 24 * 60 * 60 * 1000;

/**
 * Puts names into a sorted set, and leaves the highest of it. A name that is there already gets the score
 * ARGV[1], unless it has a higher one; a new one gets ARGV[2].
 *
 * KEYS[1] the sorted set; ARGV[3] how many names stay; ARGV[4] and on the names. Answers { how many names
 * there are }.
 */
const RANK_NAMES: RedisScript = {
  source: `
for i = 4, #ARGV do
  if redis.call('ZSCORE', KEYS[1], ARGV[i]) then
    redis.call('ZADD', KEYS[1], 'GT', ARGV[1], ARGV[i])
  else
    redis.call('ZADD', KEYS[1], ARGV[2], ARGV[i])
  end
end
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - tonumber(ARGV[3]))
return { redis.call('ZCARD', KEYS[1]) }
`,
};

/**
 * The names that mods ask about, of all proxies, in Redis: bounded, without players, and never waited for by
 * a request (G56).
 */
export class RedisNameCatalogue implements NameCatalogue {
  readonly #dependencies: RedisNameCatalogueDependencies;
  readonly #clients: RankedNames;
  readonly #features: RankedNames;
  /** By client, how many of its requests were looked at since the last writing. */
  readonly #requests = new Map<string, number>();
  #cancelWrite: CancelTimer | undefined;
  #closed = false;

  constructor(dependencies: RedisNameCatalogueDependencies) {
    this.#dependencies = dependencies;
    this.#clients = new RankedNames(dependencies, dependencies.keys.catalogueClients);
    this.#features = new RankedNames(dependencies, dependencies.keys.catalogueFeatures);
  }

  note(client: string, features: readonly string[]): void {
    const before = this.#requests.get(client) ?? 0;
    // Nearly all requests are one of a client that was looked at already, and go no further.
    if (before < MOST_REQUESTS_OF_CLIENT) this.#lookAt(client, features, before);
  }

  #lookAt(client: string, features: readonly string[], before: number): void {
    if (this.#closed || (before === 0 && this.#requests.size >= MOST_WAITING)) return;
    this.#requests.set(client, before + 1);
    this.#clients.add(client);
    const some = Math.min(features.length, MOST_OF_REQUEST);
    for (let index = 0; index < some && !this.#features.isFull; index += 1)
      this.#features.add(features[index] ?? '');
    this.#cancelWrite ??= this.#dependencies.timers.after(INTERVAL_MS, () => {
      this.#cancelWrite = undefined;
      this.#requests.clear();
      void this.#clients.write();
      void this.#features.write();
    });
  }

  clients(): Promise<readonly string[]> {
    return this.#clients.latest();
  }

  features(): Promise<readonly string[]> {
    return this.#features.latest();
  }

  close(): void {
    this.#closed = true;
    this.#cancelWrite?.();
  }
}

/**
 * One sorted set: name → when it was last asked about, in milliseconds since the epoch, less the probation.
 */
class RankedNames {
  readonly #dependencies: RedisNameCatalogueDependencies;
  readonly #key: string;
  readonly #waiting = new Set<string>();
  #latest: Promise<readonly string[]> | undefined;
  #readAtMs = 0;

  constructor(dependencies: RedisNameCatalogueDependencies, key: string) {
    this.#dependencies = dependencies;
    this.#key = key;
  }

  get isFull(): boolean {
    return this.#waiting.size >= MOST_WAITING;
  }

  add(name: string): void {
    if (!this.isFull && name.length <= MOST_LENGTH) this.#waiting.add(name);
  }

  /** Never rejects: what is not written is recorded at the next request. */
  async write(): Promise<void> {
    const names = [...this.#waiting].filter(isPresentable);
    this.#waiting.clear();
    if (names.length === 0) return;
    const { clock, commands, logger } = this.#dependencies;
    const again = clock.epochMs();
    try {
      const scores = [again, again - PROBATION_MS, MOST_KEPT].map(String);
      await commands.evaluate(RANK_NAMES, [this.#key], [...scores, ...names]);
    } catch (cause) {
      logger.debug(`Names for completion could not be written: ${String(cause)}`);
    }
  }

  /** One reading serves all who ask within the interval, as each keystroke of an admin does. */
  latest(): Promise<readonly string[]> {
    const { clock, commands } = this.#dependencies;
    const now = clock.monotonicMs();
    if (this.#latest !== undefined && now < this.#readAtMs + INTERVAL_MS) return this.#latest;
    this.#readAtMs = now;
    this.#latest = commands.zrevrange(this.#key, MOST_KEPT).catch((cause: unknown) => {
      this.#latest = undefined;
      throw cause;
    });
    return this.#latest;
  }
}

/** Nothing invisible, nothing that has no form in UTF-8, and nothing that cannot be typed in the game. */
function isPresentable(name: string): boolean {
  return name !== '' && !/[\p{Cc}\p{Cf}\p{Surrogate}\p{Zl}\p{Zp}§]/u.test(name);
}
