import type { Clock } from '../../clock.ts';
import { Refusal, UNAVAILABLE } from '../../protocol/method.ts';
import type { Caller, MethodResult, PlayerConnection } from '../../protocol/method.ts';
import { SlicedQueue } from '../../sliced-queue.ts';
import type { Timers } from '../../timers.ts';
import { encodeBlocklistChanged } from '../blocklist-changed.ts';
import type { BlocklistStore } from '../blocklist-store.ts';
import type { SubscriptionAnswer, SubscriptionRegistry } from '../subscription-registry.ts';
import type { AnswerGroup, Blocklist } from './answer-group.ts';
import { AnswerGroups } from './answer-groups.ts';
import { excessOf } from './bounds.ts';
import { Subscriber } from './subscriber.ts';

export interface SubscriptionsDependencies {
  readonly clock: Clock;
  readonly timers: Timers;
  /** The lists as they are now. */
  readonly blocklists: () => BlocklistStore;
  /** Called when there is a subscriber for the first time: from now on, `arrived` and `left` are needed. */
  readonly firstSubscribed?: () => void;
}

/** Edits come in groups: for so long they are coalesced, in milliseconds. */
const EDIT_MS = 50;

/** With more lists changed at once, everybody is looked at, and not member by member. */
const FEW_LISTS = 8;

/** One client of a request with its features; without any, the subscription is to end. */
interface Wish {
  readonly client: string;
  readonly group: AnswerGroup<Subscriber> | undefined;
}

/**
 * Who has subscribed to what, and what they were sent: events go to those alone whose answer has changed
 * (G65).
 */
export class Subscriptions implements SubscriptionRegistry {
  readonly #dependencies: SubscriptionsDependencies;
  readonly #groups = new AnswerGroups<Subscriber>();
  readonly #subscribers = new Map<string, Subscriber>();
  readonly #due: SlicedQueue<Subscriber>;
  #hasHadSubscribers = false;
  #events = 0;

  constructor(dependencies: SubscriptionsDependencies) {
    this.#dependencies = dependencies;
    this.#due = new SlicedQueue({ ...dependencies, act: (subscriber) => this.#update(subscriber) });
  }

  /** For an operator's eyes. */
  summary(): { readonly players: number; readonly groups: number; readonly events: number } {
    return { players: this.#subscribers.size, groups: this.#groups.size, events: this.#events };
  }

  subscribe(
    caller: Caller,
    named: ReadonlyMap<string, readonly string[]>,
  ): MethodResult<SubscriptionAnswer> | Promise<MethodResult<SubscriptionAnswer>> {
    const wishes = Array.from(named, ([client, features]) => {
      return { client, group: features.length === 0 ? undefined : this.#groups.find(client, features) };
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
      for (const { members } of this.#groups.markStale(client)) this.#due.add(members, EDIT_MS);
  }

  /** To be called when any list may be different. */
  anythingChanged(): void {
    this.#groups.markAllStale();
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
    this.#groups.clear();
  }

  #lookUp(group: AnswerGroup<Subscriber>): Blocklist | undefined | Promise<Blocklist | undefined> {
    return group.lookUp(this.#dependencies.blocklists(), this.#groups.generation);
  }

  #set(
    { player, connect }: Caller,
    wishes: readonly Wish[],
    blocklists: readonly (Blocklist | undefined)[],
  ): MethodResult<SubscriptionAnswer> {
    if (connect === undefined || blocklists.includes(undefined)) return UNAVAILABLE;
    const connection = connect();
    const known = this.#subscriberOn(player, connection);
    const excess = excessOf(this.#sizesWith(known, wishes));
    if (excess !== undefined) return new Refusal(excess);
    const subscriber = known ?? this.#add(player, connection);
    if (subscriber === undefined) return UNAVAILABLE;
    subscriber.use(connection);
    const subscriptions = wishes.map(({ client, group }, index) => {
      const blocklist = blocklists[index] ?? [];
      this.#replace(subscriber, client, group, blocklist);
      return { client, blocklist: [...blocklist] };
    });
    return { revision: subscriber.nextRevision(), subscriptions };
  }

  /** What the player would be subscribed to. */
  #sizesWith(known: Subscriber | undefined, wishes: readonly Wish[]): AnswerGroup<Subscriber>[] {
    const named = new Set(wishes.map(({ client }) => client));
    const kept = known?.groups.filter(({ client }) => !named.has(client)) ?? [];
    return [...kept, ...wishes.flatMap(({ group }) => group ?? [])];
  }

  #subscriberOn(player: string, { identity }: PlayerConnection): Subscriber | undefined {
    const known = this.#subscribers.get(player);
    return known !== undefined && known.connection.identity === identity ? known : undefined;
  }

  /** @returns undefined where the connection has ended meanwhile */
  #add(player: string, connection: PlayerConnection): Subscriber | undefined {
    if (!this.#hasHadSubscribers) this.#dependencies.firstSubscribed?.();
    this.#hasHadSubscribers = true;
    // Only now: of an end that comes later, `left` is called.
    if (!connection.isOpen()) return undefined;
    const onAnother = this.#subscribers.get(player);
    if (onAnother !== undefined) this.#forget(player, onAnother);
    const subscriber = new Subscriber(connection);
    this.#subscribers.set(player, subscriber);
    return subscriber;
  }

  #replace(
    subscriber: Subscriber,
    client: string,
    found: AnswerGroup<Subscriber> | undefined,
    sent: Blocklist,
  ): void {
    const group = found === undefined ? undefined : this.#groups.keep(found);
    group?.members.add(subscriber);
    const before = group === undefined ? subscriber.remove(client) : subscriber.set(group, sent);
    if (before !== undefined && before !== group) this.#groups.leave(before, subscriber);
  }

  #forget(player: string, subscriber: Subscriber): void {
    this.#subscribers.delete(player);
    this.#due.delete(subscriber);
    for (const group of subscriber.groups) this.#groups.leave(group, subscriber);
  }

  /** Sends an event where an answer has changed. One who is being configured is due again on arrival. */
  #update(subscriber: Subscriber): void | Promise<void> {
    if (!subscriber.connection.isInGame()) return undefined;
    const stale = subscriber.groups.filter((group) => group.isStale(this.#groups.generation));
    const pending = stale.map((group) => this.#lookUp(group)).filter((found) => found instanceof Promise);
    if (pending.length > 0) return this.#sendAfter(pending, subscriber);
    this.#send(subscriber);
    return undefined;
  }

  async #sendAfter(pending: readonly Promise<unknown>[], subscriber: Subscriber): Promise<void> {
    await Promise.all(pending);
    // Meanwhile the player may have left, or another server may have begun to configure the client.
    if (subscriber.connection.isInGame()) this.#send(subscriber);
  }

  #send(subscriber: Subscriber): void {
    const changes = subscriber.takeChanges();
    if (changes.length === 0) return;
    this.#events += 1;
    subscriber.connection.send(encodeBlocklistChanged(subscriber.nextRevision(), changes));
  }
}
