import { cachedFor } from '../cached-for.ts';
import { escapeUnprintable } from '../escape-unprintable.ts';
import type { Platform } from '../platform.ts';
import type { CancelTimer } from '../timers.ts';
import type { RedisCommands } from './redis-commands.ts';
import type { RedisScript } from './redis-commands.ts';
import type { RedisKeys } from './redis-keys.ts';

interface RedisNameCatalogueDependencies extends Platform {
  readonly commands: Pick<RedisCommands, 'evaluate' | 'zrevrange'>;
  readonly keys: RedisKeys;
}

/** Interval in milliseconds at which collected names are written, and after which names are read again. */
const INTERVAL_MS = 5000;
/**
 * Maximum number of names of each kind that wait to be written. Further ones are recorded when they are next
 * requested.
 */
const MAX_WAITING = 200;
/** Maximum length of a name in UTF-16 code units. Longer names would be useless for completion. */
const MAX_LENGTH = 128;
/** Maximum number of names of each kind that are kept. */
const MAX_KEPT = 1000;
/**
 * A name is on probation until it is requested a second time: it ranks as if it were this much older, in
 * milliseconds, so that random names only displace each other.
 */
const PROBATION_MS = 24 * 60 * 60 * 1000;

/**
 * Adds names to a sorted set and keeps the ones with the highest scores. An existing name gets the score
 * ARGV[1], unless its score is higher; a new one gets ARGV[2].
 *
 * KEYS[1] the sorted set; ARGV[3] the number of names to keep; ARGV[4…] the names.
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
return 'true'
`,
};

/**
 * The names in the requests of all proxies, in Redis, as suggestions for people who type names: bounded,
 * without players, and without delaying requests (G56).
 */
export class RedisNameCatalogue {
  readonly #dependencies: RedisNameCatalogueDependencies;
  readonly #clients: RankedNames;
  readonly #features: RankedNames;
  /** The clients that have sent a request since the last write: mods send the same one for each player. */
  readonly #seen = new Set<string>();
  #cancelWrite: CancelTimer | undefined;
  #isClosed = false;

  constructor(dependencies: RedisNameCatalogueDependencies) {
    this.#dependencies = dependencies;
    this.#clients = new RankedNames(dependencies, dependencies.keys.catalogueClients);
    this.#features = new RankedNames(dependencies, dependencies.keys.catalogueFeatures);
  }

  /** Records the names of a request. Cheap, and never blocks. */
  record(client: string, features: readonly string[]): void {
    // Nearly all requests return here.
    if (this.#seen.has(client) || this.#seen.size >= MAX_WAITING || this.#isClosed) return;
    this.#seen.add(client);
    this.#clients.add([client]);
    this.#features.add(features);
    this.#cancelWrite ??= this.#dependencies.timers.after(INTERVAL_MS, () => {
      this.#cancelWrite = undefined;
      this.#seen.clear();
      void this.#clients.write();
      void this.#features.write();
    });
  }

  /** Newest first. Rejects if they cannot be read. */
  clients(): Promise<readonly string[]> {
    return this.#clients.latest();
  }

  features(): Promise<readonly string[]> {
    return this.#features.latest();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelWrite?.();
  }
}

/** One sorted set: name → time of the last request, in milliseconds since the epoch, minus the probation. */
class RankedNames {
  readonly #dependencies: RedisNameCatalogueDependencies;
  readonly #key: string;
  readonly #waiting = new Set<string>();
  /** One read serves all callers within the interval, as an admin's every keystroke requests names. */
  readonly latest: () => Promise<readonly string[]>;

  constructor(dependencies: RedisNameCatalogueDependencies, key: string) {
    this.#dependencies = dependencies;
    this.#key = key;
    const { clock, commands } = dependencies;
    this.latest = cachedFor(INTERVAL_MS, clock, () => commands.zrevrange(key, MAX_KEPT));
  }

  add(names: readonly string[]): void {
    for (const name of names) {
      if (this.#waiting.size >= MAX_WAITING) return;
      if (name.length <= MAX_LENGTH) this.#waiting.add(name);
    }
  }

  /** Never rejects: names that cannot be written are recorded again at their next request. */
  async write(): Promise<void> {
    const names = [...this.#waiting].filter(isPresentable);
    this.#waiting.clear();
    if (names.length === 0) return;
    const { clock, commands, logger } = this.#dependencies;
    const nowMs = clock.epochMs();
    try {
      const scores = [nowMs, nowMs - PROBATION_MS, MAX_KEPT].map(String);
      await commands.evaluate(RANK_NAMES, [this.#key], [...scores, ...names]);
    } catch (cause) {
      logger.debug(`Names for completion could not be written: ${String(cause)}`);
    }
  }
}

/**
 * Excludes names that are empty, contain invisible characters, cannot be encoded in UTF-8, or cannot be typed
 * in the game.
 */
function isPresentable(name: string): boolean {
  return name !== '' && escapeUnprintable(name) === name;
}
