import type { PlayerConnection } from '../../protocol/method.ts';
import { isSame } from './answer-group.ts';
import type { AnswerGroup, Blocklist } from './answer-group.ts';

interface Subscription {
  readonly group: AnswerGroup<Subscriber>;
  /** What the player was last sent about the client. */
  sent: Blocklist;
}

/** One player on one connection, with all that its mods have subscribed to. */
export class Subscriber {
  readonly #subscriptions = new Map<string, Subscription>();
  #connection: PlayerConnection;
  #revision = 0;

  constructor(connection: PlayerConnection) {
    this.#connection = connection;
  }

  get connection(): PlayerConnection {
    return this.#connection;
  }

  /** The player has asked again, perhaps on another channel. */
  use(connection: PlayerConnection): void {
    this.#connection = connection;
  }

  /** The number of the next message to this player. */
  nextRevision(): number {
    this.#revision += 1;
    return this.#revision;
  }

  get groups(): AnswerGroup<Subscriber>[] {
    return Array.from(this.#subscriptions.values(), ({ group }) => group);
  }

  /** @returns the group of the client so far */
  set(group: AnswerGroup<Subscriber>, sent: Blocklist): AnswerGroup<Subscriber> | undefined {
    const before = this.#subscriptions.get(group.client);
    if (before?.group === group) before.sent = sent;
    else this.#subscriptions.set(group.client, { group, sent });
    return before?.group;
  }

  /** @returns the group of the client so far */
  remove(client: string): AnswerGroup<Subscriber> | undefined {
    const before = this.#subscriptions.get(client);
    this.#subscriptions.delete(client);
    return before?.group;
  }

  /** @returns for each client whose answer is another than was sent, the change as JSON; it counts as sent */
  takeChanges(): string[] {
    const changes: string[] = [];
    for (const subscription of this.#subscriptions.values()) {
      const { group, sent } = subscription;
      const { blocklist } = group;
      if (blocklist === undefined || blocklist === sent) continue;
      if (!isSame(blocklist, sent)) changes.push(group.changeFrom(sent));
      subscription.sent = blocklist;
    }
    return changes;
  }
}
