import type { Scope } from '../token.ts';

/** Bytes of events that are kept for those whose connection was interrupted. */
const MOST_BYTES = 256 * 1024;

/** An event as it is sent. */
export interface LoggedEvent {
  /** What a token must be good for to be sent it. */
  readonly scope: Scope;
  /** In the format of server-sent events, with its id. */
  readonly frame: string;
}

/**
 * The latest events, for clients that resume after an interruption. An id is `<process>-<number>`: those of
 * another process are unknown here, as are those that were dropped past the bound. Such a client has to load
 * everything again.
 */
export class EventLog {
  readonly #process: string;
  readonly #events: LoggedEvent[] = [];
  #bytes = 0;
  /** The number of the latest event. */
  #latest = 0;

  /** @param process unique to this process, without a hyphen */
  constructor(process: string) {
    this.#process = process;
  }

  /** The id of the latest event. */
  get latestId(): string {
    return `${this.#process}-${this.#latest}`;
  }

  /** Adds an event, and drops the oldest past the bound. @param data one line of JSON */
  add(name: string, data: string, scope: Scope): LoggedEvent {
    this.#latest += 1;
    const event = { scope, frame: `id: ${this.latestId}\nevent: ${name}\ndata: ${data}\n\n` };
    this.#events.push(event);
    this.#bytes += event.frame.length;
    while (this.#bytes > MOST_BYTES && this.#events.length > 0)
      this.#bytes -= this.#events.shift()?.frame.length ?? 0;
    return event;
  }

  /** @returns what came after an event; undefined where that cannot be said */
  after(id: string): readonly LoggedEvent[] | undefined {
    const [, process, text = ''] = /^(\w+)-(\d{1,15})$/.exec(id) ?? [];
    const missed = this.#latest - Number(text);
    if (process !== this.#process || missed < 0 || missed > this.#events.length) return undefined;
    return missed === 0 ? [] : this.#events.slice(-missed);
  }
}
