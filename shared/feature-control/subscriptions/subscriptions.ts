import type { Clock } from '../../clock.ts';
import { InvalidPayload, UNAVAILABLE } from '../../protocol/method.ts';
import type { Caller, MethodResult, PlayerConnection } from '../../protocol/method.ts';
import { SlicedQueue } from '../../sliced-queue.ts';
import type { Processed } from '../../sliced-queue.ts';
import type { Timers } from '../../timers.ts';
import type { AnswerObserver } from '../answer-observer.ts';
import type { BlocklistStore } from '../blocklist-store.ts';
import { NO_SCOPE } from '../player-scope.ts';
import type { PlayerScope, ScopeOf } from '../player-scope.ts';
import type { SubscriptionAnswer, SubscriptionRegistry } from '../subscription-registry.ts';
import type { AnswerGroup, Blocklist } from './answer-group.ts';
import { describeExcess } from './bounds.ts';
import type { Bundle, BundleState } from './bundle.ts';
import { Bundles } from './bundles.ts';
import { groupsAfter, Subscriber } from './subscriber.ts';
import type { RequestedSubscription } from './subscriber.ts';

export interface SubscriptionsDependencies {
  readonly clock: Clock;
  readonly timers: Timers;
  /** The current lists. */
  readonly blocklists: () => BlocklistStore;
  readonly scopeOf: ScopeOf;
  readonly observer: AnswerObserver;
  /** Called at the first subscription. From then on, `arrived` and `left` must be called. */
  readonly firstSubscribed: () => void;
}

/** Edits often come in groups. Those within this many milliseconds are coalesced. */
const COALESCE_MS = 50;

/** Spreads the events of an edit over this many milliseconds, so that requests are answered in between. */
const SPREAD_MS = 40;

/** If more lists change together, every subscriber is updated, instead of searching for the affected ones. */
const MAX_CHANGED_LISTS = 8;

/** The subscriptions of all players. Sends events only to players whose answer has changed (G65). */
export class Subscriptions implements SubscriptionRegistry {
  readonly #dependencies: SubscriptionsDependencies;
  readonly #bundles = new Bundles<Subscriber>();
  readonly #subscribers = new Map<string, Subscriber>();
  readonly #updates: SlicedQueue<Subscriber>;
  #hasHadSubscribers = false;
  #events = 0;

  constructor(dependencies: SubscriptionsDependencies) {
    this.#dependencies = dependencies;
    const processItem = (subscriber: Subscriber): Processed => this.#update(subscriber);
    this.#updates = new SlicedQueue({ ...dependencies, spreadMs: SPREAD_MS, processItem });
  }

  /** Counts for the operators' views. */
  summary(): { readonly players: number; readonly groups: number; readonly events: number } {
    return { players: this.#subscribers.size, groups: this.#bundles.groups.size, events: this.#events };
  }

  subscribe(caller: Caller, named: ReadonlyMap<string, readonly string[]>): MethodResult<SubscriptionAnswer> {
    const scope = this.#scopeOf(caller.player);
    const requested = Array.from(named, ([client, features]) => {
      const group = features.length === 0 ? undefined : this.#bundles.groups.find(client, features, scope);
      return { client, group };
    });
    const blocklists = requested.map(({ group }) => (group === undefined ? [] : this.#lookUp(group)));
    return this.#applyRequest(caller, requested, blocklists);
  }

  /**
   * Must be called when lists have changed.
   * @param lists undefined stands for the global one
   */
  listsChanged(lists: Iterable<string | undefined>): void {
    if (this.#subscribers.size === 0) return;
    const clients: string[] = [];
    for (const list of lists) {
      if (list === undefined || clients.length === MAX_CHANGED_LISTS) {
        this.anythingChanged();
        return;
      }
      clients.push(list);
    }
    for (const client of clients)
      for (const { members: bundles } of this.#bundles.groups.markStale(client))
        for (const bundle of bundles) {
          bundle.markStale();
          this.#updates.add(bundle.members, COALESCE_MS);
        }
  }

  /** Must be called when any list may have changed, and when the lists become known. */
  anythingChanged(): void {
    this.#bundles.groups.markAllStale();
    this.#updates.add(this.#subscribers.values(), COALESCE_MS);
  }

  /** Must be called when the player has joined a server. */
  arrived(player: string): void {
    const subscriber = this.#subscribers.get(player);
    if (subscriber !== undefined) this.#updates.add([subscriber], COALESCE_MS);
  }

  /**
   * Must be called when a connection has ended.
   * @param identity of the connection; the player may already have another one
   */
  left(player: string, identity: unknown): void {
    const subscriber = this.#subscribers.get(player);
    if (subscriber !== undefined && subscriber.connection.identity === identity)
      this.#forget(player, subscriber);
  }

  close(): void {
    this.#updates.close();
    this.#subscribers.clear();
    this.#bundles.clear();
  }

  #scopeOf(player: string): PlayerScope {
    return this.#dependencies.scopeOf(player);
  }

  /** Moves the subscriber to the groups of its current scope. Does not change what was last sent. */
  #updateScope(subscriber: Subscriber): void {
    const scope = this.#scopeOf(subscriber.player);
    const { bundle, connection } = subscriber;
    if (scope === NO_SCOPE && bundle.hasNoScope) return;
    const moved = this.#bundles.inScope(bundle, scope);
    if (moved !== bundle) this.#assign(subscriber, connection, moved, new Map());
  }

  #lookUp(group: AnswerGroup<Bundle<Subscriber>>): Blocklist | undefined {
    return group.lookUp(this.#dependencies.blocklists(), this.#bundles.groups.generation);
  }

  #applyRequest(
    { player, connect }: Caller,
    requested: readonly RequestedSubscription[],
    blocklists: readonly (Blocklist | undefined)[],
  ): MethodResult<SubscriptionAnswer> {
    if (blocklists.includes(undefined)) return UNAVAILABLE;
    const connection = connect();
    const known = this.#subscriberOn(player, connection);
    const groups = groupsAfter(known?.bundle, requested);
    const excess = describeExcess(groups);
    if (excess !== undefined) return new InvalidPayload(excess);
    const bundle = this.#bundles.getOrAdd(groups);
    const subscriber = known ?? this.#add(player, connection, bundle);
    if (subscriber === undefined) {
      this.#bundles.dropIfEmpty(bundle);
      return UNAVAILABLE;
    }
    const answered = new Map(requested.map(({ client }, index) => [client, blocklists[index] ?? []]));
    this.#assign(subscriber, connection, bundle, answered);
    const subscriptions = Array.from(answered, ([client, blocklist]) => {
      return { client, blocklist: [...blocklist] };
    });
    subscriber.report(this.#dependencies.observer, (client) => answered.has(client));
    return { revision: subscriber.nextRevision(), subscriptions };
  }

  #subscriberOn(player: string, { identity }: PlayerConnection): Subscriber | undefined {
    const known = this.#subscribers.get(player);
    return known !== undefined && known.connection.identity === identity ? known : undefined;
  }

  /** @returns undefined if the connection has ended in between */
  #add(player: string, connection: PlayerConnection, bundle: Bundle<Subscriber>): Subscriber | undefined {
    if (!this.#hasHadSubscribers) this.#dependencies.firstSubscribed();
    this.#hasHadSubscribers = true;
    // Checked only now: if the connection ends later, `left` is called.
    if (!connection.isOpen()) return undefined;
    const previous = this.#subscribers.get(player);
    if (previous !== undefined) this.#forget(player, previous);
    const subscriber = new Subscriber(player, connection, bundle);
    this.#subscribers.set(player, subscriber);
    return subscriber;
  }

  #assign(
    subscriber: Subscriber,
    connection: PlayerConnection,
    bundle: Bundle<Subscriber>,
    answered: ReadonlyMap<string, Blocklist>,
  ): void {
    const before = subscriber.bundle;
    subscriber.update(connection, bundle, answered);
    bundle.members.add(subscriber);
    if (before !== bundle) this.#bundles.removeMember(before, subscriber);
  }

  #forget(player: string, subscriber: Subscriber): void {
    this.#subscribers.delete(player);
    this.#updates.delete(subscriber);
    this.#bundles.removeMember(subscriber.bundle, subscriber);
  }

  /** Sends an event if an answer has changed. */
  #update(subscriber: Subscriber): Processed {
    if (!subscriber.connection.isInGame()) return 'retry';
    this.#updateScope(subscriber);
    const { generation } = this.#bundles.groups;
    const state = subscriber.bundle.state(this.#dependencies.blocklists(), generation);
    // If lists are not known, `anythingChanged` is called once they are.
    return state === undefined ? undefined : this.#send(subscriber, state);
  }

  #send(subscriber: Subscriber, state: BundleState): 'retry' | undefined {
    const before = subscriber.sent;
    const event = subscriber.takeEvent(state);
    if (event === undefined) return undefined;
    this.#events += 1;
    subscriber.connection.send(event);
    // If the client left the game in between, it may have lost the event, and gets the changes again.
    const mayBeLost = !subscriber.connection.isInGame();
    if (mayBeLost) subscriber.revertTo(before);
    subscriber.report(this.#dependencies.observer, (_, index) => before[index] !== subscriber.sent[index]);
    return mayBeLost ? 'retry' : undefined;
  }
}
