import type { PlayerConnection } from '../../protocol/method.ts';
import type { AnswerObserver } from '../answer-observer.ts';
import type { AnswerGroup, Blocklist } from './answer-group.ts';
import type { Bundle, BundleState } from './bundle.ts';

/** One client of a request with its group; without a group, its subscription ends. */
export interface RequestedSubscription {
  readonly client: string;
  readonly group: AnswerGroup<Bundle<Subscriber>> | undefined;
}

/** One player on one connection, with the subscriptions of all its mods. */
export class Subscriber {
  /** UUID, in lower case with hyphens. */
  readonly player: string;
  #connection: PlayerConnection;
  #bundle: Bundle<Subscriber>;
  #sent: BundleState = [];
  #revision = 0;

  constructor(player: string, connection: PlayerConnection, bundle: Bundle<Subscriber>) {
    this.player = player;
    this.#connection = connection;
    this.#bundle = bundle;
  }

  /** The connection of the player's latest subscription. */
  get connection(): PlayerConnection {
    return this.#connection;
  }

  get bundle(): Bundle<Subscriber> {
    return this.#bundle;
  }

  /** The blocked features last sent for each group of the bundle. */
  get sent(): BundleState {
    return this.#sent;
  }

  /** The number of the next message to this player. */
  nextRevision(): number {
    this.#revision += 1;
    return this.#revision;
  }

  /**
   * Sets the subscriptions.
   * @param answered the blocklist of each client that is being answered; other clients keep what was last
   * sent
   */
  update(
    connection: PlayerConnection,
    bundle: Bundle<Subscriber>,
    answered: ReadonlyMap<string, Blocklist>,
  ): void {
    const before = new Map(this.#bundle.groups.map(({ client }, index) => [client, this.#sent[index]]));
    const sent = bundle.groups.map(({ client }) => answered.get(client) ?? before.get(client) ?? []);
    const state = bundle.latestState();
    // Uses the bundle's shared array if it is equal, so that players with equal answers share one.
    this.#sent = state.every((blocklist, index) => blocklist === sent[index]) ? state : sent;
    this.#bundle = bundle;
    this.#connection = connection;
  }

  /** Returns the event to send if an answer has changed, and records it as sent. */
  takeEvent(state: BundleState): string | undefined {
    if (state === this.#sent) return undefined;
    const event = this.#bundle.eventOf(this.#sent, state, this.#revision + 1);
    this.#sent = state;
    if (event !== undefined) this.#revision += 1;
    return event;
  }

  /** Records that the client may only have received `earlier`: the next update repeats the changes. */
  revertTo(earlier: BundleState): void {
    this.#sent = earlier;
  }

  /**
   * Reports answers to the observer.
   * @param wasAnswered whether the player was just answered about this client
   */
  report(observer: AnswerObserver, wasAnswered: (client: string, index: number) => boolean): void {
    if (!observer.isObserved) return;
    const connect = (): PlayerConnection => this.#connection;
    this.#bundle.groups.forEach(({ client, features }, index) => {
      if (wasAnswered(client, index)) observer.answered(connect, client, features, this.#sent[index] ?? []);
    });
  }
}

/** Returns the groups that the player will be subscribed to. */
export function groupsAfter(
  bundle: Bundle<Subscriber> | undefined,
  requested: readonly RequestedSubscription[],
): AnswerGroup<Bundle<Subscriber>>[] {
  const named = new Set(requested.map(({ client }) => client));
  const kept = bundle?.groups.filter(({ client }) => !named.has(client)) ?? [];
  return [...kept, ...requested.flatMap(({ group }) => group ?? [])];
}
