import { CHANGE_SOURCES, parseChanges } from '../../../feature-control/blocklist-change.ts';
import type { BlocklistChange } from '../../../feature-control/blocklist-change.ts';
import { parseBlocklistName } from '../../../feature-control/blocklist-name.ts';

const STREAM_ID = /^(\d{1,16})-(\d{1,20})$/;

/** @returns the two numbers of an entry id; undefined for any other text */
export function parseStreamId(id: string): readonly [milliseconds: number, sequence: number] | undefined {
  const [, milliseconds, sequence] = STREAM_ID.exec(id) ?? [];
  return milliseconds === undefined ? undefined : [Number(milliseconds), Number(sequence)];
}

/**
 * Parses an entry of a history.
 * @param stream the key of the history
 * @returns undefined for an entry that another program has written in another format
 */
export function parseEntry(
  stream: string,
  id: string,
  fields: ReadonlyMap<string, string>,
): BlocklistChange | undefined {
  const list = parseBlocklistName(fields.get('list') ?? '');
  const source = CHANGE_SOURCES.find((one) => one === fields.get('source'));
  const changes = parseChanges(fields.get('changes') ?? '');
  const atMs = parseStreamId(id)?.[0];
  if (list === undefined || source === undefined || changes === undefined || atMs === undefined)
    return undefined;
  const total = Number(fields.get('total'));
  return {
    id: changeIdOf(stream, id),
    atMs,
    list,
    changes,
    total: Number.isSafeInteger(total) ? Math.max(total, changes.length) : changes.length,
    actor: fields.get('actor') ?? '',
    source,
    reason: fields.get('reason'),
    undoes: (fields.get('undoes') ?? '').split(' ').filter((each) => each !== ''),
    batch: fields.get('batch'),
  };
}

/** Returns the id of a change: the id of its entry, and a hash of the stream. */
export function changeIdOf(stream: string, entryId: string): string {
  return `${entryId}-${hash(stream)}`;
}

const CHANGE_ID = /^(\d{1,16}-\d{1,19})-([0-9a-z]{1,7})$/;

/** @returns undefined if the text is not the id of a change */
export function parseChangeId(
  id: string,
): { readonly entryId: string; readonly isIn: (stream: string) => boolean } | undefined {
  const [, entryId, streamHash] = CHANGE_ID.exec(id) ?? [];
  return entryId === undefined ? undefined : { entryId, isIn: (stream) => hash(stream) === streamHash };
}

/** FNV-1a, 32 bits, over UTF-16 code units. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value >>> 0).toString(36);
}
