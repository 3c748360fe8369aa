import { CHANGE_SOURCES } from '../../feature-control/blocklist-editor.ts';
import type { BlocklistChange, ChangeAuthor } from '../../feature-control/blocklist-editor.ts';
import { formatBlocklistName, parseBlocklistName } from '../../feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../feature-control/blocklist-name.ts';
import { MOST_CHARACTERS } from '../../feature-control/edit-problems.ts';
import { formatState, FREE, parseState } from '../../feature-control/entry-state.ts';
import type { EntryState } from '../../feature-control/entry-state.ts';
import { parseDifference } from '../../feature-control/list-difference.ts';
import type { ListDifference } from '../../feature-control/list-difference.ts';

/** An entry of an audit stream, before it is recorded. */
export interface NewEntry extends ChangeAuthor {
  readonly list: BlocklistName;
  readonly feature: string;
  readonly before: EntryState;
  readonly after: EntryState;
  /** What the entry is to be after the second step, where this is the first of two. */
  readonly goal?: EntryState | undefined;
  /** The id of the change of which this is the second step. */
  readonly of?: string | undefined;
  readonly undoes?: string | undefined;
}

/** A recorded entry. */
export interface AuditEntry {
  readonly change: BlocklistChange;
  /** What the entry was to be after the second step; as after this one where there was one step only. */
  readonly goal: EntryState;
  /** Whether it is the second step of a change. */
  readonly isSecond: boolean;
  /** What changed, of a change of many features, where that was recorded and has been read. */
  readonly difference: ListDifference | undefined;
}

/** @returns fields and values in turn, as `XADD` takes them */
export function toFields(entry: NewEntry): string[] {
  const { actor, after, before, feature, goal, list, of, reason, source, undoes } = entry;
  const always = {
    actor: Array.from(actor.toWellFormed()).slice(0, MOST_CHARACTERS.actor).join(''),
    source,
    list: formatBlocklistName(list),
    feature,
    before: formatState(before),
    after: formatState(after),
  };
  const some = { reason, undoes, of, goal: goal && formatState(goal) };
  return Object.entries({ ...always, ...some }).flatMap(([name, value]) =>
    value === undefined || (name === 'reason' && value === '') ? [] : [name, value],
  );
}

const STREAM_ID = /^(\d{1,16})-(\d{1,20})$/;

/** @returns the two numbers of the id of an entry; undefined where it is none */
export function parseStreamId(id: string): readonly [milliseconds: number, sequence: number] | undefined {
  const [, milliseconds, sequence] = STREAM_ID.exec(id) ?? [];
  return milliseconds === undefined ? undefined : [Number(milliseconds), Number(sequence)];
}

/**
 * @param stream the key of the audit stream
 * @returns undefined where somebody else has written something else into the stream
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
      id: fields.get('of') ?? changeIdOf(stream, id),
      ...{ atMs, list, feature: text('feature'), before, after, actor: text('actor'), source, sizes },
      reason: fields.get('reason'),
      undoes: fields.get('undoes'),
    },
    goal: parseState(text('goal')) ?? after,
    isSecond: fields.has('of'),
    difference: parseDifference(text('difference')),
  };
}

/**
 * Of a change of many features. Both sizes are such as `12 0`, features before and after: `whole` of the
 * list, `sizes` of the one key.
 */
function parseSizes(fields: ReadonlyMap<string, string>): BlocklistChange['sizes'] {
  const text = fields.get('whole') ?? fields.get('sizes') ?? '';
  const [, before, after] = /^(\d{1,15}) (\d{1,15})$/.exec(text) ?? [];
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

/** What names a change: the id of its first entry, and which stream that is in. */
export function changeIdOf(stream: string, entryId: string): string {
  return `${entryId}-${hash(stream)}`;
}

const CHANGE_ID = /^(\d{1,16}-\d{1,20})-([0-9a-z]{1,7})$/;

/** @returns undefined where a text names no change */
export function parseChangeId(
  id: string,
): { readonly entryId: string; readonly isIn: (stream: string) => boolean } | undefined {
  const [, entryId, streamHash] = CHANGE_ID.exec(id) ?? [];
  return entryId === undefined ? undefined : { entryId, isIn: (stream) => hash(stream) === streamHash };
}

/** FNV-1a, 32 bits, over UTF-16 units. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value >>> 0).toString(36);
}
