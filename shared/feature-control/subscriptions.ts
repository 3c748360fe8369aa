import type { Clock } from '../clock.ts';
import { encodeUtf8 } from '../encode-utf8.ts';
import { InvalidPayload, UNAVAILABLE } from '../protocol/method.ts';
import type { Caller, MethodResult, PlayerConnection } from '../protocol/method.ts';
import { SlicedQueue } from '../sliced-queue.ts';
import type { Processed } from '../sliced-queue.ts';
import type { Timers } from '../timers.ts';
import { answerFrom } from './answer-from.ts';
import type { AnswerObserver } from './answer-observer.ts';
import { encodeBlocklistChanged } from './blocklist-changed.ts';
import type { BlocklistStore } from './blocklist-store.ts';
import { scopeKey } from './player-scope.ts';
import type { PlayerScope, ScopeOf } from './player-scope.ts';
import type { SubscriptionAnswer, SubscriptionRegistry } from './subscription-registry.ts';

/** Maximum number of clients with subscriptions of one player. */
export const MAX_CLIENTS = 64;

/** Maximum number of features in all subscriptions of one player. */
const MAX_FEATURES = 1000;

/**
 * Maximum size of all subscriptions of one player as JSON, in bytes of UTF-8. An event names each feature at
 * most twice and each client once, so that no event exceeds the maximum packet size (G13).
 */
const MAX_BYTES = 16_000;

/** Maximum number of answers that are kept until a list changes. */
const MAX_ANSWERS = 4096;

interface SubscriptionsDependencies {
  readonly clock: Clock;
  readonly timers: Timers;
  /** The current lists. */
  readonly blocklists: () => BlocklistStore;
  readonly scopeOf: ScopeOf;
  readonly observer: AnswerObserver;
}

/** What a player has requested for one client, and was sent last. */
interface Subscription {
  readonly features: readonly string[];
  /** Client and features as JSON: equal for players with the same mod. */
  readonly json: string;
  sent: readonly string[];
}

/** The answer for a mod's features since the latest change of a list. */
interface Answer {
  readonly blocklist: readonly string[];
  /** The latest change to it, from what a player was sent before, as JSON. */
  change?: { readonly from: readonly string[]; readonly json: string };
}

/** A player on one connection. */
interface Subscriber {
  /** UUID, in lower case with hyphens. */
  readonly player: string;
  /** The connection of the latest subscription. */
  connection: PlayerConnection;
  /** By client. */
  subscriptions: ReadonlyMap<string, Subscription>;
  /** The number of the latest message. */
  revision: number;
}

/** The subscriptions of all players. Sends events only to players whose answer has changed (G65). */
export class Subscriptions implements SubscriptionRegistry {
  readonly #dependencies: SubscriptionsDependencies;
  readonly #subscribers = new Map<string, Subscriber>();
  readonly #updates: SlicedQueue<Subscriber>;
  /**
   * By subscription and scope. Most players have the same few mods: without this, an edit takes 0.7 ms for
   * each player.
   */
  readonly #answers = new Map<string, Answer>();

  constructor(dependencies: SubscriptionsDependencies) {
    const { clock, timers } = dependencies;
    this.#dependencies = dependencies;
    const processItem = (subscriber: Subscriber): Processed => this.#update(subscriber);
    this.#updates = new SlicedQueue({ clock, timers, processItem });
  }

  /** Number of players with subscriptions. */
  get players(): number {
    return this.#subscribers.size;
  }

  subscribe(
    { player, connect }: Caller,
    named: ReadonlyMap<string, readonly string[]>,
  ): MethodResult<SubscriptionAnswer> {
    const scope = this.#dependencies.scopeOf(player);
    const connection = connect();
    const previous = this.#subscribers.get(player);
    const known = previous?.connection.identity === connection.identity ? previous : undefined;
    const subscriptions = new Map(known?.subscriptions);
    const answers: { client: string; blocklist: string[] }[] = [];
    for (const [client, features] of named) {
      const blocklist = this.#lookUp(client, features, scope);
      if (blocklist === undefined) return UNAVAILABLE;
      answers.push({ client, blocklist });
      subscriptions.delete(client);
      const json = JSON.stringify({ client, features });
      if (features.length > 0) subscriptions.set(client, { features, json, sent: blocklist });
    }
    const excess = describeExcess([...subscriptions.values()]);
    if (excess !== undefined) return new InvalidPayload(excess);
    const subscriber = known ?? this.#add(player, connection);
    if (subscriber === undefined) return UNAVAILABLE;
    subscriber.connection = connection;
    subscriber.subscriptions = subscriptions;
    subscriber.revision += 1;
    for (const { client } of answers) this.#report(subscriber, client);
    return { revision: subscriber.revision, subscriptions: answers };
  }

  /** Must be called when any list may have changed, and when the lists become known. */
  anythingChanged(): void {
    this.#answers.clear();
    this.#updates.add(this.#subscribers.values(), 0);
  }

  /** Must be called when the player has joined a server. */
  arrived(player: string): void {
    const subscriber = this.#subscribers.get(player);
    if (subscriber !== undefined) this.#updates.add([subscriber], 0);
  }

  /**
   * Must be called when a connection has ended.
   * @param identity of the connection; the player may already have another one
   */
  left(player: string, identity: unknown): void {
    const subscriber = this.#subscribers.get(player);
    if (subscriber !== undefined && subscriber.connection.identity === identity) this.#forget(subscriber);
  }

  /** @returns undefined if the lists were never read */
  #lookUp(client: string, features: readonly string[], scope: PlayerScope): string[] | undefined {
    return answerFrom(this.#dependencies.blocklists(), client, features, scope);
  }

  /**
   * Looks up the answer once for all players with the same subscription and scope.
   * @returns undefined if the lists were never read
   */
  #answerTo(client: string, { features, json }: Subscription, scope: PlayerScope): Answer | undefined {
    const key = json + scopeKey(scope);
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const blocklist = this.#lookUp(client, features, scope);
    if (blocklist === undefined) return undefined;
    if (this.#answers.size >= MAX_ANSWERS) this.#answers.clear();
    const answer = { blocklist };
    this.#answers.set(key, answer);
    return answer;
  }

  /** @returns undefined if the connection has ended in between */
  #add(player: string, connection: PlayerConnection): Subscriber | undefined {
    // Checked only now: if the connection ends later, `left` is called.
    if (!connection.isOpen()) return undefined;
    const previous = this.#subscribers.get(player);
    if (previous !== undefined) this.#forget(previous);
    const subscriber = { player, connection, subscriptions: new Map<string, Subscription>(), revision: 0 };
    this.#subscribers.set(player, subscriber);
    return subscriber;
  }

  #forget(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber.player);
    this.#updates.delete(subscriber);
  }

  /** Sends an event if an answer has changed. */
  #update(subscriber: Subscriber): Processed {
    const { connection, player, subscriptions } = subscriber;
    if (!connection.isInGame()) return 'retry';
    const scope = this.#dependencies.scopeOf(player);
    const changes: { client: string; subscription: Subscription; answer: Answer }[] = [];
    for (const [client, subscription] of subscriptions) {
      const answer = this.#answerTo(client, subscription, scope);
      // If lists are not known, `anythingChanged` is called once they are.
      if (answer === undefined) return undefined;
      if (!isSame(subscription.sent, answer.blocklist)) changes.push({ client, subscription, answer });
    }
    if (changes.length === 0) return undefined;
    subscriber.revision += 1;
    const json = changes.map(({ client, subscription, answer }) =>
      jsonOfChange(client, subscription.sent, answer),
    );
    connection.send(encodeBlocklistChanged(subscriber.revision, json));
    // If the client left the game in between, it may have lost the event, and gets the changes again.
    if (!connection.isInGame()) return 'retry';
    for (const { client, subscription, answer } of changes) {
      subscription.sent = answer.blocklist;
      this.#report(subscriber, client);
    }
    return undefined;
  }

  /** Reports to the observer what the player was sent about a client. */
  #report({ connection, subscriptions }: Subscriber, client: string): void {
    const { observer } = this.#dependencies;
    const subscription = subscriptions.get(client);
    if (observer.isObserved && subscription !== undefined)
      observer.answered(() => connection, client, subscription.features, subscription.sent);
  }
}

/** Returns the JSON of a change, computed once for all players who were sent the same before. */
function jsonOfChange(client: string, from: readonly string[], answer: Answer): string {
  const { blocklist, change } = answer;
  if (change !== undefined && isSame(change.from, from)) return change.json;
  const blocked = without(blocklist, from);
  const json = JSON.stringify({ client, blocked, unblocked: without(from, blocklist), blocklist });
  answer.change = { from, json };
  return json;
}

/** Returns a sentence that names the exceeded bound; undefined if the subscriptions are within all bounds. */
function describeExcess(subscriptions: readonly Subscription[]): string | undefined {
  const features = subscriptions.reduce((sum, subscription) => sum + subscription.features.length, 0);
  const bytes = subscriptions.reduce((sum, { json }) => sum + encodeUtf8(json).length, 0);
  if (subscriptions.length > MAX_CLIENTS) return tooMany(`${MAX_CLIENTS} clients`);
  if (features > MAX_FEATURES) return tooMany(`${MAX_FEATURES} features`);
  return bytes > MAX_BYTES ? tooMany(`${MAX_BYTES} bytes`) : undefined;
}

function tooMany(bound: string): string {
  return `payload.subscriptions must have at most ${bound}, with those that the player has already.`;
}

/** Whether both contain the same features. Both must be in the order of the same request. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((name, index) => name === other[index]));
}

/** Returns the elements of `some` that are not in `others`, in the order of `some`. */
function without(some: readonly string[], others: readonly string[]): string[] {
  const excluded = new Set(others);
  return some.filter((name) => !excluded.has(name));
}
