import type { Clock } from '../../clock.ts';
import { Refusal, UNAVAILABLE } from '../../protocol/method.ts';
import type { Caller, MethodResult, PlayerConnection } from '../../protocol/method.ts';
import { SlicedQueue } from '../../sliced-queue.ts';
import type { Timers } from '../../timers.ts';
import type { AnswerObserver } from '../answer-observer.ts';
import type { BlocklistStore } from '../blocklist-store.ts';
import { isSameScope, NO_SCOPE } from '../player-scope.ts';
import type { PlayerScope, ScopeOf } from '../player-scope.ts';
import type { SubscriptionAnswer, SubscriptionRegistry } from '../subscription-registry.ts';
import type { AnswerGroup, Blocklist } from './answer-group.ts';
import { excessOf } from './bounds.ts';
import type { Bundle, BundleState } from './bundle.ts';
import { Bundles } from './bundles.ts';
import { Subscriber } from './subscriber.ts';
import type { Wish } from './subscriber.ts';

export interface SubscriptionsDependencies {
  readonly clock: Clock;
  readonly timers: Timers;
  /** The lists as they are now. */
  readonly blocklists: () => BlocklistStore;
  /** Left out where answers are the same for all players. */
  readonly scopeOf?: ScopeOf;
  readonly observer?: AnswerObserver;
  /** Called when there is a subscriber for the first time: from now on, `arrived` and `left` are needed. */
  readonly firstSubscribed?: () => void;
}

/** Edits come in groups: for so long they are coalesced, in milliseconds. */
const EDIT_MS = 50;

/** An edit that changes many players' answers is sent to them over so long: requests come in between. */
const SPREAD_MS = 40;

/** With more lists changed at once, everybody is looked at, and not member by member. */
const FEW_LISTS = 8;

/**
 * Who has subscribed to what, and what they were sent: events go to those alone whose answer has changed
 * (G65).
 */
export class Subscriptions implements SubscriptionRegistry {
  readonly #dependencies: SubscriptionsDependencies;
  readonly #bundles = new Bundles<Subscriber>();
  readonly #subscribers = new Map<string, Subscriber>();
  readonly #due: SlicedQueue<Subscriber>;
  #hasHadSubscribers = false;
  #events = 0;

  constructor(dependencies: SubscriptionsDependencies) {
    this.#dependencies = dependencies;
    const act = (subscriber: Subscriber): void | Promise<void> => this.#update(subscriber);
    this.#due = new SlicedQueue({ ...dependencies, spreadMs: SPREAD_MS, act });
  }

  /** For an operator's eyes. */
  summary(): { readonly players: number; readonly groups: number; readonly events: number } {
    return { players: this.#subscribers.size, groups: this.#bundles.groups.size, events: this.#events };
  }

  subscribe(
    caller: Caller,
    named: ReadonlyMap<string, readonly string[]>,
  ): MethodResult<SubscriptionAnswer> | Promise<MethodResult<SubscriptionAnswer>> {
    const scope = this.#scopeOf(caller.player);
    const wishes = Array.from(named, ([client, features]) => {
      const group = features.length === 0 ? undefined : this.#bundles.groups.find(client, features, scope);
      return { client, group };
    });
    const blocklists = wishes.map(({ group }) => (group === undefined ? [] : this.#lookUp(group)));
    if (!blocklists.some((blocklist) => blocklist instanceof Promise))
      return this.#set(caller, wishes, blocklists as (Blocklist | undefined)[]);
    return Promise.all(blocklists.map((found) => Promise.resolve(found))).then((known) => {
      const result = this.#set(caller, wishes, known);
      // Another request may have looked up the same later, and been answered earlier.
      this.arrived(caller.player);
      return result;
    });
  }

  /** To be called when lists are different. @param lists undefined stands for the global one */
  listsChanged(lists: Iterable<string | undefined>): void {
    if (this.#subscribers.size === 0) return;
    const clients: string[] = [];
    for (const list of lists) {
      if (list === undefined || clients.length === FEW_LISTS) {
        this.anythingChanged();
        return;
      }
      clients.push(list);
    }
    for (const client of clients)
      for (const { members: bundles } of this.#bundles.groups.markStale(client))
        for (const bundle of bundles) {
          bundle.markStale();
          this.#due.add(bundle.members, EDIT_MS);
        }
  }

  /** To be called when any list may be different. */
  anythingChanged(): void {
    this.#bundles.groups.markAllStale();
    this.#due.add(this.#subscribers.values(), EDIT_MS);
  }

  /** The player is in the game, for the first time or at another server. */
  arrived(player: string): void {
    const subscriber = this.#subscribers.get(player);
    if (subscriber !== undefined) this.#due.add([subscriber], EDIT_MS);
  }

  /** @param identity of the connection that has ended; the player may be there on another one already */
  left(player: string, identity: unknown): void {
    const subscriber = this.#subscribers.get(player);
    if (subscriber !== undefined && subscriber.connection.identity === identity)
      this.#forget(player, subscriber);
  }

  close(): void {
    this.#due.close();
    this.#subscribers.clear();
    this.#bundles.clear();
  }

  #scopeOf(player: string): PlayerScope {
    return this.#dependencies.scopeOf?.(player) ?? NO_SCOPE;
  }

  /** The player may be on another server by now, or exempt, or no longer. What was sent stays as it was. */
  #followScope(subscriber: Subscriber): void {
    const scope = this.#scopeOf(subscriber.player);
    const { bundle, connection } = subscriber;
    if (scope === NO_SCOPE && bundle.hasNoScope) return;
    if (bundle.groups.every((group) => isSameScope(group.scope, scope))) return;
    const moved = bundle.groups.map(({ client, features }) =>
      this.#bundles.groups.find(client, features, scope),
    );
    this.#move(subscriber, connection, this.#bundles.keep(moved), new Map());
  }

  #lookUp(group: AnswerGroup<Bundle<Subscriber>>): Blocklist | undefined | Promise<Blocklist | undefined> {
    return group.lookUp(this.#dependencies.blocklists(), this.#bundles.groups.generation);
  }

  #set(
    { player, connect }: Caller,
    wishes: readonly Wish[],
    blocklists: readonly (Blocklist | undefined)[],
  ): MethodResult<SubscriptionAnswer> {
    if (connect === undefined || blocklists.includes(undefined)) return UNAVAILABLE;
    const connection = connect();
    const known = this.#subscriberOn(player, connection);
    const groups = wishedGroups(known?.bundle, wishes);
    const excess = excessOf(groups);
    if (excess !== undefined) return new Refusal(excess);
    const bundle = this.#bundles.keep(groups);
    const subscriber = known ?? this.#add(player, connection, bundle);
    if (subscriber === undefined) {
      this.#bundles.dropIfEmpty(bundle);
      return UNAVAILABLE;
    }
    const answered = new Map(wishes.map(({ client }, index) => [client, blocklists[index] ?? []]));
    this.#move(subscriber, connection, bundle, answered);
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

  /** @returns undefined where the connection has ended meanwhile */
  #add(player: string, connection: PlayerConnection, bundle: Bundle<Subscriber>): Subscriber | undefined {
    if (!this.#hasHadSubscribers) this.#dependencies.firstSubscribed?.();
    this.#hasHadSubscribers = true;
    // Only now: of an end that comes later, `left` is called.
    if (!connection.isOpen()) return undefined;
    const onAnother = this.#subscribers.get(player);
    if (onAnother !== undefined) this.#forget(player, onAnother);
    const subscriber = new Subscriber(player, connection, bundle);
    this.#subscribers.set(player, subscriber);
    return subscriber;
  }

  #move(
    subscriber: Subscriber,
    connection: PlayerConnection,
    bundle: Bundle<Subscriber>,
    answered: ReadonlyMap<string, Blocklist>,
  ): void {
    const before = subscriber.bundle;
    subscriber.take(connection, bundle, answered);
    bundle.members.add(subscriber);
    if (before !== bundle) this.#bundles.leave(before, subscriber);
  }

  #forget(player: string, subscriber: Subscriber): void {
    this.#subscribers.delete(player);
    this.#due.delete(subscriber);
    this.#bundles.leave(subscriber.bundle, subscriber);
  }

  /** Sends an event where an answer has changed. One who is being configured is due again on arrival. */
  #update(subscriber: Subscriber): void | Promise<void> {
    if (!subscriber.connection.isInGame()) return undefined;
    this.#followScope(subscriber);
    const { generation } = this.#bundles.groups;
    const state = subscriber.bundle.state(this.#dependencies.blocklists(), generation);
    if (state instanceof Promise) return this.#updateAfter(state, subscriber);
    this.#send(subscriber, state);
    return undefined;
  }

  /**
   * Not at once: the answer to a request may be on its way through promises, and is to come before an event
   * with a later revision.
   */
  async #updateAfter(pending: Promise<unknown>, subscriber: Subscriber): Promise<void> {
    await pending;
    if (subscriber.bundle.members.has(subscriber)) this.#due.add([subscriber], EDIT_MS);
  }

  #send(subscriber: Subscriber, state: BundleState): void {
    const before = subscriber.sent;
    const event = subscriber.takeEvent(state);
    if (event === undefined) return;
    this.#events += 1;
    subscriber.connection.send(event);
    subscriber.report(this.#dependencies.observer, (_, index) => before[index] !== subscriber.sent[index]);
  }
}

/** What a player would be subscribed to. */
function wishedGroups(
  bundle: Bundle<Subscriber> | undefined,
  wishes: readonly Wish[],
): AnswerGroup<Bundle<Subscriber>>[] {
  const named = new Set(wishes.map(({ client }) => client));
  const kept = bundle?.groups.filter(({ client }) => !named.has(client)) ?? [];
  return [...kept, ...wishes.flatMap(({ group }) => group ?? [])];
}
