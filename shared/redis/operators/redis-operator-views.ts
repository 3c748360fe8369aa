import type { BlocklistsView, BlocklistView, RateLimitsView } from '../../operators/views.ts';
import type { OperatorCommands } from './operator-commands.ts';
import { subjectOf } from '../../rate-limit/rate-limit.ts';
import type { RedisKeys } from '../redis-keys.ts';

export interface RedisOperatorViewsDependencies {
  readonly commands: OperatorCommands;
  readonly keys: RedisKeys;
  /** The methods that have a limit. */
  readonly methods: readonly string[];
}

/** Features of one list that are shown. More would help nobody, and hold up Redis and the sidecar. */
const MOST_FEATURES = 10_000;

/** What operators see of what both programs share, read from Redis when they ask. */
export class RedisOperatorViews {
  readonly #dependencies: RedisOperatorViewsDependencies;

  constructor(dependencies: RedisOperatorViewsDependencies) {
    this.#dependencies = dependencies;
  }

  async blocklists(): Promise<BlocklistsView> {
    const { commands, keys } = this.#dependencies;
    const clientKeys = [...(await commands.keysStartingWith(keys.blocklistClients))].sort();
    const [global, sizes] = await Promise.all([this.#list(keys.blocklistGlobal), commands.scard(clientKeys)]);
    const clients = clientKeys.map((key, index) => ({
      client: key.slice(keys.blocklistClients.length),
      size: Math.max(0, sizes[index] ?? 0),
    }));
    return { global, clients };
  }

  async blocklistOf(client: string): Promise<BlocklistView> {
    return { client, ...(await this.#list(this.#dependencies.keys.blocklistOf(client))) };
  }

  /** @param player in lower case with hyphens */
  async rateLimitsOf(player: string): Promise<RateLimitsView> {
    const { commands, keys, methods } = this.#dependencies;
    const limits = await Promise.all(
      methods.map(async (method) => {
        const until = await commands.expiry(keys.rateLimitOf(subjectOf(method, player)));
        return until === undefined ? [] : [{ method, until }];
      }),
    );
    return { player, limits: limits.flat() };
  }

  /** A key that holds no set is an empty list, as it is for the plugin. */
  async #list(key: string): Promise<BlocklistView> {
    const { commands } = this.#dependencies;
    const [size = 0] = await commands.scard([key]);
    if (size <= 0) return { size: 0, features: [] };
    const features = await commands.someMembers(key, MOST_FEATURES);
    return { size: Math.max(size, features.length), features: [...features].sort() };
  }
}
