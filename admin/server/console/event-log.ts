import { randomBytes } from 'node:crypto';
import type { Scope } from '../access/token.ts';

/** Maximum length of all events in the log, in UTF-16 code units. */
const MAX_LENGTH = 256 * 1024;

/** A sent event. */
export interface LoggedEvent {
  readonly id: string;
  /** The scope that a token needs to receive the event. */
  readonly scope: Scope;
  /** The event in the format of server-sent events, with its id. */
  readonly frame: string;
}

/**
 * Keeps the latest events for clients that reconnect. Ids of another process, and those of events beyond the
 * size of the log, are unknown; a client with such an id must reload everything.
 */
export class EventLog {
  readonly #instanceId = randomBytes(6).toString('hex');
  /** The number of the latest event. */
  #latest = 0;
  /** The first one stands for the start. */
  readonly #events: LoggedEvent[] = [{ id: this.latestId, scope: 'blocklists:read', frame: '' }];
  #length = 0;

  /** The id of the latest event. */
  get latestId(): string {
    return `${this.#instanceId}-${this.#latest}`;
  }

  /** Adds an event, and drops the oldest events beyond the size of the log. @param data one line of JSON */
  add(name: string, data: string, scope: Scope): LoggedEvent {
    this.#latest += 1;
    const id = this.latestId;
    const event = { id, scope, frame: `id: ${id}\nevent: ${name}\ndata: ${data}\n\n` };
    this.#events.push(event);
    this.#length += event.frame.length;
    while (this.#length > MAX_LENGTH) this.#length -= this.#events.shift()?.frame.length ?? 0;
    return event;
  }

  /** @returns the events after the one with this id; undefined if the id is unknown */
  after(id: string): readonly LoggedEvent[] | undefined {
    const at = this.#events.findIndex((event) => event.id === id);
    return at === -1 ? undefined : this.#events.slice(at + 1);
  }
}
