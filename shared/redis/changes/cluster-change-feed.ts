import type { ChangeFeed, ChangeListener, Subscription } from './change-feed.ts';
import { keyOf } from '../url/redis-node.ts';
import type { RedisNode } from '../url/redis-node.ts';

export interface ClusterChangeFeedDependencies {
  /** Calls `found` with the current masters, now and after each refresh of the topology. */
  readonly watchMasters: (found: (masters: readonly RedisNode[]) => void) => Subscription;
  /** The feed of one master. */
  readonly feedOf: (master: RedisNode) => ChangeFeed;
}

/**
 * A {@link ChangeFeed} for a cluster. Each master reports only its own keys, so it listens to all current
 * masters.
 */
export class ClusterChangeFeed implements ChangeFeed {
  readonly #dependencies: ClusterChangeFeedDependencies;

  constructor(dependencies: ClusterChangeFeedDependencies) {
    this.#dependencies = dependencies;
  }

  subscribe(prefixes: readonly string[], listener: ChangeListener): Subscription {
    const { feedOf, watchMasters } = this.#dependencies;
    const combined = new CombinedListener(listener);
    const subscriptions = new Map<string, Subscription>();
    const watch = watchMasters((masters) => {
      const named = new Map(masters.map((master) => [keyOf(master), master]));
      for (const [name, master] of named) {
        if (subscriptions.has(name)) continue;
        subscriptions.set(name, feedOf(master).subscribe(prefixes, combined.add(name)));
      }
      for (const [name, subscription] of subscriptions) {
        if (named.has(name)) continue;
        subscription.close();
        subscriptions.delete(name);
        combined.remove(name);
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

/** Combines several feeds, each for a part of the keys, into one that listens while all of them listen. */
export class CombinedListener {
  readonly #listener: ChangeListener;
  /** Whether each part listens, by its name. */
  readonly #parts = new Map<string, boolean>();
  #isListening = false;

  constructor(listener: ChangeListener) {
    this.#listener = listener;
  }

  /**
   * Adds a part that does not listen yet.
   * @returns its listener
   */
  add(name: string): ChangeListener {
    this.#parts.set(name, false);
    this.#update();
    return {
      keysChanged: (keys) => {
        this.#listener.keysChanged(keys);
      },
      anythingMayHaveChanged: () => {
        const wasListening = this.#isListening;
        this.#parts.set(name, true);
        this.#update();
        // All keys of this part were flushed.
        if (wasListening) this.#listener.anythingMayHaveChanged();
      },
      lost: () => {
        this.#parts.set(name, false);
        this.#update();
      },
    };
  }

  /** Removes a part that has no keys any more and reports nothing further. */
  remove(name: string): void {
    this.#parts.delete(name);
    this.#update();
  }

  #update(): void {
    const wasListening = this.#isListening;
    this.#isListening = this.#parts.size > 0 && [...this.#parts.values()].every(Boolean);
    if (this.#isListening && !wasListening) this.#listener.anythingMayHaveChanged();
    if (wasListening && !this.#isListening) this.#listener.lost();
  }
}
