/** A server-sent event. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
  readonly id: string | undefined;
}

/** Cuts a stream of server-sent events into events, whatever pieces it comes in. */
export class EventFrames {
  #rest = '';

  /** @returns the events that are complete with this piece; comments are none */
  take(piece: string): readonly ServerEvent[] {
    const frames = (this.#rest + piece).split('\n\n');
    this.#rest = frames.pop() ?? '';
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
