import type { Scope } from '../access/token.ts';

/** Maximum length of all events in the log, in UTF-16 code units. */
const MAX_LENGTH = 256 * 1024;

/** A sent event. */
export interface LoggedEvent {
  /** The scope that a token needs to receive the event. */
  readonly scope: Scope;
  /** The event in the format of server-sent events, with its id. */
  readonly frame: string;
}

/**
 * Keeps the latest events for clients that reconnect. An id is `<instanceId>-<number>`. Events of another
 * process, and those beyond the size of the log, are unknown; a client with such an id must reload
 * everything.
 */
export class EventLog {
  readonly #instanceId: string;
  readonly #events: LoggedEvent[] = [];
  #length = 0;
  /** The number of the latest event. */
  #latest = 0;

  /** @param instanceId unique to this process, without a hyphen */
  constructor(instanceId: string) {
    this.#instanceId = instanceId;
  }

  /** The id of the latest event. */
  get latestId(): string {
    return `${this.#instanceId}-${this.#latest}`;
  }

  /** Adds an event, and drops the oldest events beyond the size of the log. @param data one line of JSON */
  add(name: string, data: string, scope: Scope): LoggedEvent {
    this.#latest += 1;
    const event = { scope, frame: `id: ${this.latestId}\nevent: ${name}\ndata: ${data}\n\n` };
    this.#events.push(event);
    this.#length += event.frame.length;
    while (this.#length > MAX_LENGTH && this.#events.length > 0)
      this.#length -= this.#events.shift()?.frame.length ?? 0;
    return event;
  }

  /** @returns the events after the one with this id; undefined if the id is unknown */
  after(id: string): readonly LoggedEvent[] | undefined {
    const [, instanceId, text = ''] = /^(\w+)-(\d{1,15})$/.exec(id) ?? [];
    const missed = this.#latest - Number(text);
    if (instanceId !== this.#instanceId || missed < 0 || missed > this.#events.length) return undefined;
    return missed === 0 ? [] : this.#events.slice(-missed);
  }
}
