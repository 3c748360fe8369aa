import type { Mirror, MirrorDependencies } from '../../../shared/redis/mirror/mirror.ts';
import type { Mirrored } from '../../../shared/redis/mirror/mirrored.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { ListDelta, ListEvent, ListSummary } from '../../../shared/rest/console.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import type { EventStreams } from './event-streams.ts';
import { ListContentsCache } from './list-contents.ts';
import type { ListContents } from './list-contents.ts';
import { readEntries } from './read-entries.ts';
import { sizesKind } from './sizes-kind.ts';

export interface ConsoleListsDependencies {
  readonly mirror: Mirror;
  readonly redis: RedisClient;
  readonly keys: RedisKeys;
  readonly streams: EventStreams;
  readonly clock: MirrorDependencies['clock'];
  readonly timers: MirrorDependencies['timers'];
  readonly instanceId: string;
}

/** The format of a list's name, which is the end of its key. */
export const LIST_NAME = /^(?:global|(?:client|server):[\s\S]{1,128})$/u;

/** If more lists change at the same time, one event makes the consoles reload all of them. */
const MAX_EVENTS = 50;

/**
 * The blocklists for consoles: sizes of all lists, contents of those that are open, and events about changes.
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
      read: async (list) => await readEntries(redis, keys.blocklists + list, keys.timedBlocklists + list),
      changed: (list, delta) => {
        this.#publish(list, delta);
      },
    });
    const lists = { name: 'sizes of blocklists', prefix: keys.blocklists };
    this.#sizes = mirror.add(sizesKind(redis, 'scard', lists));
    const timed = { name: 'sizes of timed blocklists', prefix: keys.timedBlocklists };
    this.#timed = mirror.add(sizesKind(redis, 'zcard', timed));
    this.#sizes.listen({
      changed: (changed) => {
        this.#handleChanges(changed, keys.blocklists);
      },
    });
    this.#timed.listen({
      changed: (changed) => {
        this.#handleChanges(changed, keys.timedBlocklists);
      },
    });
  }

  /**
   * Returns all known lists: the global list first, then the others in code unit order. If it is called
   * before all lists are loaded, the event `lists` is published when they are.
   */
  all(): readonly ListSummary[] {
    const { blocklists, timedBlocklists } = this.#dependencies.keys;
    const names = new Set(['global']);
    for (const key of this.#sizes.keys()) names.add(key.slice(blocklists.length));
    for (const key of this.#timed.keys()) names.add(key.slice(timedBlocklists.length));
    const summaries = [...names].filter(isList).map((list) => this.#summary(list));
    return summaries.sort(
      (a, b) => Number(b.list === 'global') - Number(a.list === 'global') || compare(a.list, b.list),
    );
  }

  /** Returns the contents of a list. @throws {RedisError} */
  async contents(list: string): Promise<ListContents> {
    return await this.#contents.get(list);
  }

  #summary(list: string): ListSummary {
    const { blocklists, timedBlocklists } = this.#dependencies.keys;
    return {
      list,
      size: this.#sizes.get(blocklists + list) ?? 0,
      timed: this.#timed.get(timedBlocklists + list) ?? 0,
    };
  }

  #handleChanges(changed: ReadonlySet<string>, prefix: string): void {
    const lists = [...changed].map((key) => key.slice(prefix.length)).filter(isList);
    // A list in the cache is published with its differences, once it is read again.
    const others = lists.filter((list) => !this.#contents.markChanged(list));
    if (!this.#isLoaded) this.#handleLoad();
    else if (others.length > MAX_EVENTS) this.#publishAll();
    else for (const list of others) this.#publish(list, undefined);
  }

  /** Consoles that have read a part of the lists before must read all of them. */
  #handleLoad(): void {
    this.#isLoaded = this.#sizes.isLoaded && this.#timed.isLoaded;
    if (this.#isLoaded) this.#publishAll();
  }

  #publishAll(): void {
    this.#dependencies.streams.publish('lists', {}, 'blocklists:read');
  }

  #publish(list: string, delta: ListDelta | undefined): void {
    const event: ListEvent = { ...this.#summary(list), ...delta };
    this.#dependencies.streams.publish('list', event, 'blocklists:read');
  }
}

function isList(name: string): boolean {
  return LIST_NAME.test(name);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
