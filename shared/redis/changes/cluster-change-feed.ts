import type { ChangeFeed, ChangeListener, Subscription } from './change-feed.ts';
import type { RedisNode } from '../url/redis-url-authority.ts';

export interface ClusterChangeFeedDependencies {
  /** Tells who the masters are, now and whenever that was looked at again. */
  readonly watchMasters: (found: (masters: readonly RedisNode[]) => void) => Subscription;
  /** The feed of one master. */
  readonly feedOf: (master: RedisNode) => ChangeFeed;
}

/**
 * {@link ChangeFeed} of a cluster. Each master reports its own keys alone, so all current masters are
 * listened to.
 */
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

/**
 * Combines several feeds, each of which reports a part of the keys, into one: it listens while all of them
 * do.
 */
export class ListeningParts {
  readonly #whole: ChangeListener;
  /** By the parts' names, whether each listens. */
  readonly #parts = new Map<string, boolean>();
  #isWhole = false;

  constructor(whole: ChangeListener) {
    this.#whole = whole;
  }

  /** @returns the listener of one more part, which does not listen yet */
  add(name: string): ChangeListener {
    this.#parts.set(name, false);
    this.#update();
    return {
      keysChanged: (keys) => {
        this.#whole.keysChanged(keys);
      },
      anythingMayHaveChanged: () => {
        const wasWhole = this.#isWhole;
        this.#parts.set(name, true);
        this.#update();
        // All keys of this part were flushed.
        if (wasWhole) this.#whole.anythingMayHaveChanged();
      },
      lost: () => {
        this.#parts.set(name, false);
        this.#update();
      },
    };
  }

  /** The part has no keys any more, and says nothing more. */
  remove(name: string): void {
    this.#parts.delete(name);
    this.#update();
  }

  #update(): void {
    const wasWhole = this.#isWhole;
    this.#isWhole = this.#parts.size > 0 && [...this.#parts.values()].every(Boolean);
    if (this.#isWhole && !wasWhole) this.#whole.anythingMayHaveChanged();
    if (wasWhole && !this.#isWhole) this.#whole.lost();
  }
}
