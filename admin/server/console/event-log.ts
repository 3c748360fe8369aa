import { randomBytes } from 'node:crypto';

/** Maximum length of all events in the log, in UTF-16 code units. */
const MAX_LENGTH = 256 * 1024;

interface LoggedEvent {
  readonly id: string;
  readonly frame: string;
}

/** Returns an event in the format of server-sent events. @param data one line of JSON */
export function frameOf(name: string, data: string, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`;
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
  readonly #events: LoggedEvent[] = [{ id: this.latestId, frame: '' }];
  #length = 0;

  /** The id of the latest event. */
  get latestId(): string {
    return `${this.#instanceId}-${this.#latest}`;
  }

  /**
   * Adds an event, and drops the oldest events beyond the size of the log.
   * @param data one line of JSON
   * @returns its frame
   */
  add(name: string, data: string): string {
    this.#latest += 1;
    const frame = frameOf(name, data, this.latestId);
    this.#events.push({ id: this.latestId, frame });
    this.#length += frame.length;
    while (this.#length > MAX_LENGTH) this.#length -= this.#events.shift()?.frame.length ?? 0;
    return frame;
  }

  /** @returns the frames after the event with this id; undefined if the id is unknown */
  after(id: string): readonly string[] | undefined {
    const at = this.#events.findIndex((event) => event.id === id);
    return at === -1 ? undefined : this.#events.slice(at + 1).map(({ frame }) => frame);
  }
}
