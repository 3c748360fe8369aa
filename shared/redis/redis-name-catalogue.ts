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
 * without players, and without delaying requests (G56). One sorted set for each kind: name → time of the last
 * request, in milliseconds since the epoch, minus the probation.
 */
export class RedisNameCatalogue {
  /**
   * Newest first. Rejects if they cannot be read. One read serves all callers within the interval, as an
   * admin's every keystroke requests names.
   */
  readonly clients: () => Promise<readonly string[]>;
  readonly features: () => Promise<readonly string[]>;
  readonly #dependencies: RedisNameCatalogueDependencies;
  /** The names to write: mods send the same ones for each player. */
  readonly #newClients = new Set<string>();
  readonly #newFeatures = new Set<string>();
  #cancelWrite: CancelTimer | undefined;
  #isClosed = false;

  constructor(dependencies: RedisNameCatalogueDependencies) {
    this.#dependencies = dependencies;
    const { clock, commands, keys } = dependencies;
    const latest = (key: string) => cachedFor(INTERVAL_MS, clock, () => commands.zrevrange(key, MAX_KEPT));
    this.clients = latest(keys.catalogueClients);
    this.features = latest(keys.catalogueFeatures);
  }

  /** Records the names of a request. Cheap, and never blocks. */
  record(client: string, features: readonly string[]): void {
    // Nearly all requests return here.
    if (this.#newClients.has(client) || this.#newClients.size >= MAX_WAITING || this.#isClosed) return;
    this.#newClients.add(client);
    for (const feature of features) {
      if (this.#newFeatures.size >= MAX_WAITING) break;
      this.#newFeatures.add(feature);
    }
    this.#cancelWrite ??= this.#dependencies.timers.after(INTERVAL_MS, () => {
      const { catalogueClients, catalogueFeatures } = this.#dependencies.keys;
      this.#cancelWrite = undefined;
      void this.#write(catalogueClients, this.#newClients);
      void this.#write(catalogueFeatures, this.#newFeatures);
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelWrite?.();
  }

  /** Never rejects: names that cannot be written are recorded again at their next request. */
  async #write(key: string, waiting: Set<string>): Promise<void> {
    const names = [...waiting].filter(isPresentable);
    waiting.clear();
    if (names.length === 0) return;
    const { clock, commands, logger } = this.#dependencies;
    const nowMs = clock.epochMs();
    try {
      const scores = [nowMs, nowMs - PROBATION_MS, MAX_KEPT].map(String);
      await commands.evaluate(RANK_NAMES, [key], [...scores, ...names]);
    } catch (cause) {
      logger.debug(`Names for completion could not be written: ${String(cause)}`);
    }
  }
}

/**
 * Excludes names that are empty or too long, contain invisible characters, cannot be encoded in UTF-8, or
 * cannot be typed in the game.
 */
function isPresentable(name: string): boolean {
  return name !== '' && name.length <= MAX_LENGTH && escapeUnprintable(name) === name;
}
