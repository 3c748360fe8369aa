import { answerFrom } from '../../../../shared/feature-control/answer-from.ts';
import type { AnswerObserver } from '../../../../shared/feature-control/answer-observer.ts';
import { globalOrClientList } from '../../../../shared/feature-control/blocklist-name.ts';
import { blockedFeatures } from '../../../../shared/feature-control/list-contents.ts';
import type { Caller } from '../../../../shared/protocol/method.ts';
import type { RedisBlocklistStore } from '../../../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import type { PublishedLists, ScriptHost } from '../../../types/bridge.ts';
import type { Player } from '../../../types/velocity.ts';
import { toArray } from '../java-interop.ts';
import type { PlayerScopes } from './player-scopes.ts';

/** The client of a personal list; undefined for the global list. */
type ListOwner = string | undefined;

interface VelocityApiDependencies {
  readonly host: ScriptHost;
  /** Returns the blocklists of the current service. */
  readonly blocklists: () => RedisBlocklistStore;
  /** Returns the blocklists to publish; undefined before any are loaded. */
  readonly loadedLists: () => RedisBlocklistStore | undefined;
  readonly scopes: PlayerScopes;
}

/**
 * Publishes the lists and answers to Java, for other plugins of the proxy. Does nothing until a plugin uses
 * the API.
 */
export class VelocityApi implements AnswerObserver {
  readonly #lists: PublishedLists;
  readonly #dependencies: VelocityApiDependencies;
  #isUsed = false;

  constructor(dependencies: VelocityApiDependencies) {
    this.#dependencies = dependencies;
    this.#lists = dependencies.host.lists();
  }

  /** Starts serving other plugins. Called when the service exists. */
  connect(): void {
    this.#lists.connect(
      () => {
        this.#isUsed = true;
        this.listsLoaded();
      },
      (player, client, features) => {
        const { blocklists, scopes } = this.#dependencies;
        return answerFrom(blocklists(), client, Array.from(features), scopes.ofPlayer(player));
      },
    );
  }

  /** Called when these lists have changed. */
  listsChanged(lists: Iterable<ListOwner>): void {
    const source = this.#dependencies.loadedLists();
    if (this.#isUsed && source !== undefined) for (const list of lists) this.#publish(list, source);
  }

  /** Must be called when the lists of the first service, or of another one after a reload, are loaded. */
  listsLoaded(): void {
    const source = this.#dependencies.loadedLists();
    if (!this.#isUsed || source === undefined) return;
    const clients = source.clientsStartingWith('', Number.POSITIVE_INFINITY);
    for (const list of new Set([undefined, ...clients, ...toArray(this.#lists.clients())]))
      this.#publish(list, source);
    this.#lists.markLoaded();
  }

  /** A plugin that uses the API may have listeners for answers. */
  get isObserved(): boolean {
    return this.#isUsed;
  }

  answered(
    connect: Caller['connect'],
    client: string,
    features: readonly string[],
    blocklist: readonly string[],
  ): void {
    this.#lists.answered(connect().identity as Player, client, features, blocklist);
  }

  #publish(list: ListOwner, source: RedisBlocklistStore): void {
    const contents = source.contents(globalOrClientList(list));
    this.#lists.replace(list ?? null, blockedFeatures(contents, source.nowMs()));
  }
}
