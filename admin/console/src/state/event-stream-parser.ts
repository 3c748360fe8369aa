/** A server-sent event. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
  readonly id: string | undefined;
}

/** Parses a stream of server-sent events, which is received in chunks of any size. */
export class EventStreamParser {
  #incomplete = '';

  /** @returns the events that this chunk completes, without comments */
  push(chunk: string): readonly ServerEvent[] {
    const frames = (this.#incomplete + chunk).split('\n\n');
    this.#incomplete = frames.pop() ?? '';
    return frames.flatMap(parseFrame);
  }
}

function parseFrame(frame: string): ServerEvent[] {
  const fields = new Map<string, string>();
  for (const line of frame.split('\n')) {
    const colon = line.indexOf(': ');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2));
  }
  const name = fields.get('event');
  return name === undefined ? [] : [{ name, data: fields.get('data') ?? '', id: fields.get('id') }];
}
