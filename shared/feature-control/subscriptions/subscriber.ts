import type { PlayerConnection } from '../../protocol/method.ts';
import type { AnswerObserver } from '../answer-observer.ts';
import type { AnswerGroup, Blocklist } from './answer-group.ts';
import type { Bundle, BundleState } from './bundle.ts';

/** One client of a request with its group, or none where its subscription is to end. */
export interface Wish {
  readonly client: string;
  readonly group: AnswerGroup<Bundle<Subscriber>> | undefined;
}

/** One player on one connection, with all that its mods have subscribed to. */
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

  /** On which the player has subscribed last. */
  get connection(): PlayerConnection {
    return this.#connection;
  }

  get bundle(): Bundle<Subscriber> {
    return this.#bundle;
  }

  /** What the player was sent last, of each group of the bundle. */
  get sent(): BundleState {
    return this.#sent;
  }

  /** The number of the next message to this player. */
  nextRevision(): number {
    this.#revision += 1;
    return this.#revision;
  }

  /** @param answered by client, what the player is answered now; of others what was sent stays as it was */
  take(
    connection: PlayerConnection,
    bundle: Bundle<Subscriber>,
    answered: ReadonlyMap<string, Blocklist>,
  ): void {
    const before = new Map(this.#bundle.groups.map(({ client }, index) => [client, this.#sent[index]]));
    const sent = bundle.groups.map(({ client }) => answered.get(client) ?? before.get(client) ?? []);
    const state = bundle.latestState();
    // The shared array where it holds the same, so that equal players stay equal.
    this.#sent = state.every((blocklist, index) => blocklist === sent[index]) ? state : sent;
    this.#bundle = bundle;
    this.#connection = connection;
  }

  /** @returns the event where an answer is another than was sent; it counts as sent */
  takeEvent(state: BundleState): string | undefined {
    if (state === this.#sent) return undefined;
    const event = this.#bundle.eventOf(this.#sent, state, this.#revision + 1);
    this.#sent = state;
    if (event !== undefined) this.#revision += 1;
    return event;
  }

  /** @param isMeant whether the player was just answered about this client */
  report(observer: AnswerObserver | undefined, isMeant: (client: string, index: number) => boolean): void {
    if (observer?.isObserved !== true) return;
    const connect = (): PlayerConnection => this.#connection;
    this.#bundle.groups.forEach(({ client, features }, index) => {
      if (isMeant(client, index)) observer.answered(connect, client, features, this.#sent[index] ?? []);
    });
  }
}
