import type { Mirror, MirrorDependencies } from '../../../../shared/redis/mirror/mirror.ts';
import type { Mirrored } from '../../../../shared/redis/mirror/mirrored.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import type { RedisClient } from '../../redis/redis-client.ts';
import type { EventStreams } from './event-streams.ts';
import { ListContentsCache } from './list-contents.ts';
import type { ListContents, ListDelta } from './list-contents.ts';
import { readEntries, sizesKind } from './read-lists.ts';

/** One list, as an overview shows it. */
export interface ListSummary {
  /** `global`, `client:<client>` or `server:<server>`. */
  readonly list: string;
  /** Features that are blocked for good. */
  readonly size: number;
  /** Entries with a time, those that are over and not yet removed included. */
  readonly timed: number;
}

export interface ConsoleListsDependencies {
  readonly mirror: Mirror;
  readonly redis: RedisClient;
  readonly keys: RedisKeys;
  readonly streams: EventStreams;
  readonly clock: MirrorDependencies['clock'];
  readonly timers: MirrorDependencies['timers'];
  readonly process: string;
}

/** What a list is called: the end of its key. */
export const LIST_NAME = /^(?:global|(?:client|server):[\s\S]{1,128})$/u;

/** More lists that changed at the same time are reported in one event, and loaded again. */
const MOST_EVENTS = 50;

/**
 * All blocklists as consoles show them: how large each is, what is in those that are looked at, and changes.
 */
export class ConsoleLists {
  readonly #dependencies: ConsoleListsDependencies;
  readonly #sizes: Mirrored<number>;
  readonly #timed: Mirrored<number>;
  readonly #contents: ListContentsCache;
  #isLoaded = false;

  constructor(dependencies: ConsoleListsDependencies) {
    const { keys, mirror, redis } = dependencies;
    this.#dependencies = dependencies;
    this.#contents = new ListContentsCache({
      ...dependencies,
      read: async (list) => await readEntries(redis, keys.blocklists + list, keys.blocklistsUntil + list),
      changed: (list, delta) => {
        this.#publish(list, delta);
      },
    });
    const lists = { name: 'sizes of blocklists', prefix: keys.blocklists };
    this.#sizes = mirror.add(sizesKind(redis, 'scard', lists));
    const timed = { name: 'sizes of timed blocklists', prefix: keys.blocklistsUntil };
    this.#timed = mirror.add(sizesKind(redis, 'zcard', timed));
    this.#sizes.listen({
      changed: (changed) => {
        this.#noteChanges(changed, keys.blocklists);
      },
    });
    this.#timed.listen({
      changed: (changed) => {
        this.#noteChanges(changed, keys.blocklistsUntil);
      },
    });
  }

  /** In code unit order, the global list first. */
  all(): readonly ListSummary[] {
    const { blocklists, blocklistsUntil } = this.#dependencies.keys;
    const names = new Set(['global']);
    for (const key of this.#sizes.keys()) names.add(key.slice(blocklists.length));
    for (const key of this.#timed.keys()) names.add(key.slice(blocklistsUntil.length));
    const summaries = [...names].filter(isList).map((list) => this.#summary(list));
    return summaries.sort(
      (a, b) => Number(b.list === 'global') - Number(a.list === 'global') || compare(a.list, b.list),
    );
  }

  /** @throws {RedisError} */
  async contents(list: string): Promise<ListContents> {
    return await this.#contents.get(list);
  }

  #summary(list: string): ListSummary {
    const { blocklists, blocklistsUntil } = this.#dependencies.keys;
    return {
      list,
      size: this.#sizes.get(blocklists + list) ?? 0,
      timed: this.#timed.get(blocklistsUntil + list) ?? 0,
    };
  }

  #noteChanges(changed: ReadonlySet<string>, prefix: string): void {
    const lists = [...changed].map((key) => key.slice(prefix.length)).filter(isList);
    const others = lists.filter((list) => !this.#contents.markChanged(list));
    // The initial load is no change that anybody waits for.
    if (!this.#isLoaded) this.#isLoaded = this.#sizes.isLoaded && this.#timed.isLoaded;
    else if (others.length > MOST_EVENTS) this.#dependencies.streams.publish('lists', {}, 'blocklists:read');
    else for (const list of others) this.#publish(list, undefined);
  }

  #publish(list: string, delta: ListDelta | undefined): void {
    this.#dependencies.streams.publish('list', { ...this.#summary(list), ...delta }, 'blocklists:read');
  }
}

function isList(name: string): boolean {
  return LIST_NAME.test(name);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
