import type { AnswerObserver } from '../../../shared/feature-control/answer-observer.ts';
import type { FeatureSet } from '../../../shared/feature-control/blocked-features.ts';
import { NO_LISTS, selectBlockedFeatures } from '../../../shared/feature-control/blocked-features.ts';
import type { Caller } from '../../../shared/protocol/method.ts';
import type { RedisBlocklistStore } from '../../../shared/redis/blocklists/redis-blocklist-store.ts';
import type { PublishedLists, ScriptHost } from '../../types/bridge.ts';
import type { JavaSet } from '../../types/jdk.ts';
import type { Player } from '../../types/velocity.ts';
import type { PlayerScopes } from './player-scopes.ts';
import { JavaFeatureSet } from './redis/java-feature-set.ts';

/** The client whose list it is; undefined for the one of all clients. */
type ListOwner = string | undefined;

export interface VelocityApiDependencies {
  readonly host: ScriptHost;
  /** Those that count now. */
  readonly blocklists: () => RedisBlocklistStore;
  readonly scopes: PlayerScopes;
}

/** Hands the lists and answers to Java, for other plugins of the proxy; nothing before one asks for them. */
export class VelocityApi implements AnswerObserver {
  readonly #lists: PublishedLists;
  readonly #blocklists: VelocityApiDependencies['blocklists'];
  readonly #scopes: PlayerScopes;
  /** Those that Java has. */
  readonly #published = new Set<ListOwner>();
  #isUsed = false;
  #isObserved = false;

  constructor({ host, blocklists, scopes }: VelocityApiDependencies) {
    this.#lists = host.lists();
    this.#blocklists = blocklists;
    this.#scopes = scopes;
  }

  /** To be called when there are lists to be asked for. */
  connect(): void {
    this.#lists.connect((method: string, result: unknown, ...details: readonly unknown[]) => {
      if (method === 'used') this.#use();
      if (method === 'observed') this.#isObserved = details[0] === true;
      if (method === 'check') void this.#check(result, ...(details as [Player, string, ArrayLike<string>]));
    });
  }

  /** To be called when these lists are different. */
  listsChanged(lists: Iterable<ListOwner>): void {
    if (this.#isUsed) for (const list of lists) this.#publish(list);
  }

  /** To be called when any list may be different. */
  anythingChanged(): void {
    if (!this.#isUsed) return;
    const clients = this.#blocklists().clientsStartingWith('', Number.POSITIVE_INFINITY);
    for (const list of new Set([undefined, ...clients, ...this.#published])) this.#publish(list);
  }

  get isObserved(): boolean {
    return this.#isObserved;
  }

  answered(
    connect: Caller['connect'],
    client: string,
    features: readonly string[],
    blocklist: readonly string[],
  ): void {
    if (connect !== undefined)
      this.#lists.answered(connect().identity as Player, client, features, blocklist);
  }

  #use(): void {
    this.#isUsed = true;
    void this.#blocklists().loaded.then(() => {
      this.anythingChanged();
      this.#lists.markLoaded();
    });
  }

  #publish(list: ListOwner): void {
    const features = this.#blocklists().lastRead(list);
    this.#lists.replace(list ?? null, toJava(features));
    if (features.size > 0) this.#published.add(list);
    else this.#published.delete(list);
  }

  async #check(check: unknown, player: Player, client: string, asked: ArrayLike<string>): Promise<void> {
    const features = Array.from(asked);
    const { server, isExempt } = this.#scopes.ofPlayer(player);
    const lists = isExempt ? NO_LISTS : await this.#blocklists().lookUp(client, features, server);
    this.#lists.complete(check, lists === undefined ? null : selectBlockedFeatures(features, lists));
  }
}

/** Long lists are in Java already, and are not copied. */
function toJava(features: FeatureSet): JavaSet<string> {
  if (features instanceof JavaFeatureSet) return features.java;
  const set = new (Java.type('java.util.HashSet'))<string>();
  set.addAll(Java.type('java.util.List').of(...features.values()));
  return set;
}
