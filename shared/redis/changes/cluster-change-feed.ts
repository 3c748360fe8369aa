import { keyOf } from '../url/redis-node.ts';
import type { RedisNode } from '../url/redis-node.ts';
import type { ChangeFeed, ChangeListener, Subscription } from './change-feed.ts';

interface ClusterChangeFeedDependencies<Master> {
  /** Calls `found` with the current masters, now and after each refresh of the topology. */
  readonly watchMasters: (found: (masters: readonly Master[]) => void) => Subscription;
  /** The feed of one master. */
  readonly feedOf: (master: Master) => ChangeFeed;
}

/** The feed of one master. */
interface Part {
  isListening: boolean;
  subscription?: Subscription;
}

/**
 * A {@link ChangeFeed} for a cluster. Each master reports only its own keys, so it listens to all current
 * masters, and counts as listening while all of them do.
 */
export class ClusterChangeFeed<Master extends RedisNode> implements ChangeFeed {
  readonly #dependencies: ClusterChangeFeedDependencies<Master>;

  constructor(dependencies: ClusterChangeFeedDependencies<Master>) {
    this.#dependencies = dependencies;
  }

  subscribe(prefixes: readonly string[], listener: ChangeListener): Subscription {
    const { feedOf, watchMasters } = this.#dependencies;
    const parts = new Map<string, Part>();
    let wasListening = false;
    const update = (wereAllFlushed = false): void => {
      const isListening = parts.size > 0 && [...parts.values()].every((part) => part.isListening);
      if (isListening && (!wasListening || wereAllFlushed)) listener.anythingMayHaveChanged();
      if (wasListening && !isListening) listener.lost();
      wasListening = isListening;
    };
    const listenerOf = (part: Part): ChangeListener => ({
      keysChanged: (keys) => {
        listener.keysChanged(keys);
      },
      anythingMayHaveChanged: () => {
        part.isListening = true;
        update(true);
      },
      lost: () => {
        part.isListening = false;
        update();
      },
    });
    const watch = watchMasters((masters) => {
      const current = new Map(masters.map((master) => [keyOf(master), master]));
      for (const [key, { subscription }] of parts) {
        if (current.has(key)) continue;
        subscription?.close();
        parts.delete(key);
      }
      for (const [key, master] of current) {
        if (parts.has(key)) continue;
        const part: Part = { isListening: false };
        parts.set(key, part);
        part.subscription = feedOf(master).subscribe(prefixes, listenerOf(part));
      }
      update();
    });
    return {
      close() {
        watch.close();
        for (const { subscription } of parts.values()) subscription?.close();
      },
    };
  }
}
