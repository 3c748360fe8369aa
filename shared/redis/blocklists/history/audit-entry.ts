import { CHANGE_SOURCES } from '../../../feature-control/blocklist-editor.ts';
import type { BlocklistChange } from '../../../feature-control/blocklist-editor.ts';
import { parseBlocklistName } from '../../../feature-control/blocklist-name.ts';
import { FREE, parseState } from '../../../feature-control/entry-state.ts';
import { parseDifference } from '../../../feature-control/list-difference.ts';
import type { ListDifference } from '../../../feature-control/list-difference.ts';

/** A recorded entry. */
export interface AuditEntry {
  readonly change: BlocklistChange;
  /** The changes of a change of many features, if they were recorded and have been read. */
  readonly difference: ListDifference | undefined;
}

const STREAM_ID = /^(\d{1,16})-(\d{1,20})$/;

/** @returns the two numbers of an entry id; undefined for any other text */
export function parseStreamId(id: string): readonly [milliseconds: number, sequence: number] | undefined {
  const [, milliseconds, sequence] = STREAM_ID.exec(id) ?? [];
  return milliseconds === undefined ? undefined : [Number(milliseconds), Number(sequence)];
}

/**
 * @param stream the key of the audit stream
 * @returns undefined for an entry that another program has written in another format
 */
export function parseEntry(
  stream: string,
  id: string,
  fields: ReadonlyMap<string, string>,
): AuditEntry | undefined {
  const text = (name: string): string => fields.get(name) ?? '';
  const list = parseBlocklistName(text('list'));
  const source = CHANGE_SOURCES.find((one) => one === text('source'));
  const sizes = parseSizes(fields);
  const before = sizes === undefined ? parseState(text('before')) : FREE;
  const after = sizes === undefined ? parseState(text('after')) : FREE;
  const atMs = parseStreamId(id)?.[0];
  if (!list || !source || !before || !after || atMs === undefined) return undefined;
  return {
    change: {
      id: changeIdOf(stream, id),
      atMs,
      list,
      feature: text('feature'),
      before,
      after,
      actor: text('actor'),
      source,
      sizes,
      reason: fields.get('reason'),
      undoes: fields.get('undoes'),
    },
    difference: parseDifference(text('difference')),
  };
}

/** Parses the sizes of a change of many features: the number of features before and after, such as `12 0`. */
function parseSizes(fields: ReadonlyMap<string, string>): BlocklistChange['sizes'] {
  const [, before, after] = /^(\d{1,15}) (\d{1,15})$/.exec(fields.get('sizes') ?? '') ?? [];
  if (before === undefined) return undefined;
  return {
    before: Number(before),
    after: Number(after),
    names: parseNames(fields.get('names') ?? '[]'),
    canUndo: fields.has('difference'),
  };
}

function parseNames(text: string): readonly string[] {
  try {
    const names = JSON.parse(text) as unknown;
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
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
