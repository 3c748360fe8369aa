import type { ChangeFeed, ChangeListener, Subscription } from './change-feed.ts';
import type { RedisNode } from '../url/redis-url-authority.ts';
import { ListeningParts } from './listening-parts.ts';

export interface ClusterChangeFeedDependencies {
  /** Tells who the masters are, now and whenever that was looked at again. */
  readonly watchMasters: (found: (masters: readonly RedisNode[]) => void) => Subscription;
  /** The feed of one master. */
  readonly feedOf: (master: RedisNode) => ChangeFeed;
}

/** {@link ChangeFeed} of a cluster. Each master reports its own keys alone, so all current masters are listened to. */
export class ClusterChangeFeed implements ChangeFeed {
  readonly #dependencies: ClusterChangeFeedDependencies;

  constructor(dependencies: ClusterChangeFeedDependencies) {
    this.#dependencies = dependencies;
  }

  subscribe(prefixes: readonly string[], listener: ChangeListener): Subscription {
    const { feedOf, watchMasters } = this.#dependencies;
    const parts = new ListeningParts(listener);
    const subscriptions = new Map<string, Subscription>();
    const watch = watchMasters((masters) => {
      const named = new Map(masters.map((master) => [`${master.host}:${master.port}`, master]));
      for (const [name, master] of named) {
        if (subscriptions.has(name)) continue;
        subscriptions.set(name, feedOf(master).subscribe(prefixes, parts.add(name)));
      }
      for (const [name, subscription] of subscriptions) {
        if (named.has(name)) continue;
        subscription.close();
        subscriptions.delete(name);
        parts.remove(name);
      }
    });
    return {
      close() {
        watch.close();
        for (const subscription of subscriptions.values()) subscription.close();
      },
    };
  }
}
