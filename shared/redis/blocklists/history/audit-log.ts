import type {
  BlocklistChange,
  HistoryPage,
  HistoryQuery,
} from '../../../feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../feature-control/blocklist-name.ts';
import { isWrongType } from '../../redis-error.ts';
import type { RedisCommands } from '../../redis-commands.ts';
import type { RedisKeys } from '../../redis-keys.ts';
import { parseChangeId, parseEntry, parseStreamId } from './audit-entry.ts';
import type { AuditEntry } from './audit-entry.ts';
import { prefixOfChange } from '../../../feature-control/list-difference.ts';
import { READ_AUDIT } from '../editing/edit-scripts.ts';

export type AuditCommands = Pick<RedisCommands, 'evaluate' | 'keysStartingWith'>;

/** Maximum number of entries that one script call scans: some milliseconds of Redis's time. */
const BUDGET = 2000;

/** Maximum number of entries by which a page is longer, so that it contains both steps of each change. */
const MAX_EXTENSION = 20;

/** Maximum number of streams that are read concurrently. */
const MAX_CONCURRENT_STREAMS = 100;

/** An entry with its stream and id, which define its position in the history. */
interface LocatedEntry {
  readonly stream: string;
  readonly entryId: string;
  readonly entry: AuditEntry;
}

/** The start of a page: the page contains only entries after this one. */
interface Cursor {
  readonly entryId: string;
  readonly stream: string;
}

/** The maximum number of entries to read of a stream, and whether long fields are included. */
interface ReadBound {
  readonly maxEntries: number;
  readonly detail: 'brief' | 'whole';
}

/** Reads the audit streams of all lists. Each stream is in the cluster slot of its list. */
export class AuditLog {
  readonly #commands: AuditCommands;
  readonly #keys: RedisKeys;

  constructor(commands: AuditCommands, keys: RedisKeys) {
    this.#commands = commands;
    this.#keys = keys;
  }

  async history(query: HistoryQuery): Promise<HistoryPage> {
    const cursor = query.before === undefined ? undefined : parseCursor(query.before);
    const streams = await this.#streamsOf(query);
    // One more than the page may have, as it may be the first entry of the next page.
    const maxEntries = query.maxChanges + MAX_EXTENSION + 1;
    // Most of many streams have no entry that is new enough for the page, so only their newest entries are
    // read first.
    const newest = await this.#readEach(streams, query, cursor, 1);
    const newestStreams = newest
      .sort(newestFirst)
      .slice(0, maxEntries)
      .map(({ stream }) => stream);
    const found = await this.#readEach(newestStreams, query, cursor, maxEntries);
    const sorted = found.sort(newestFirst).slice(0, maxEntries);
    const page = sorted.slice(0, pageLength(sorted, query.maxChanges));
    const last = page.at(-1);
    const next = sorted.length > page.length && last ? `${last.entryId}@${last.stream}` : undefined;
    return { changes: mergeSteps(page), next };
  }

  /** @returns the first entry of a change; undefined if none has that id, or no longer */
  async find(id: string): Promise<AuditEntry | undefined> {
    const parsed = parseChangeId(id);
    if (parsed === undefined) return undefined;
    const streams = await this.#commands.keysStartingWith([this.#keys.audits]);
    for (const stream of streams.filter(parsed.isIn)) {
      const [found] = await this.#read(stream, { maxChanges: 1 }, parsed.entryId, {
        maxEntries: 1,
        detail: 'whole',
      });
      if (found?.entryId === parsed.entryId) return found.entry;
    }
    return undefined;
  }

  async #streamsOf({ list }: HistoryQuery): Promise<readonly string[]> {
    const { audits } = this.#keys;
    if (list === undefined) return await this.#commands.keysStartingWith([audits]);
    return [this.#keys.blocklistKey(list), this.#keys.timedBlocklistKey(list)].map((key) =>
      this.#keys.auditOf(key),
    );
  }

  async #readEach(
    streams: readonly string[],
    query: HistoryQuery,
    cursor: Cursor | undefined,
    maxEntries: number,
  ): Promise<LocatedEntry[]> {
    const found: LocatedEntry[] = [];
    for (let start = 0; start < streams.length; start += MAX_CONCURRENT_STREAMS) {
      const some = streams.slice(start, start + MAX_CONCURRENT_STREAMS);
      const bound = { maxEntries, detail: 'brief' } as const;
      const read = some.map((stream) => this.#read(stream, query, startOf(stream, cursor), bound));
      for (const part of await Promise.all(read)) found.push(...part);
    }
    return found;
  }

  async #read(
    stream: string,
    query: HistoryQuery,
    begin: string,
    { maxEntries, detail }: ReadBound,
  ): Promise<LocatedEntry[]> {
    const { actor, feature, list, source } = query;
    const filter = { actor, feature, source, list: list && formatBlocklistName(list) };
    const filters = Object.entries(filter).flatMap(([name, value]) =>
      value === undefined ? [] : [name, value, name === 'feature' ? prefixOfChange(value) : ''],
    );
    const entries: LocatedEntry[] = [];
    for (let from = begin; from !== '' && entries.length < maxEntries;) {
      const wanted = maxEntries - entries.length;
      const args = [from, String(wanted), String(BUDGET), detail, ...filters];
      const [next = '', ...texts] = await this.#readSome(stream, args);
      entries.push(...parseReply(stream, texts));
      from = next;
    }
    return entries;
  }

  /** Treats a key of another type as an empty stream. */
  async #readSome(stream: string, args: readonly string[]): Promise<readonly string[]> {
    try {
      return await this.#commands.evaluate(READ_AUDIT, [stream], args);
    } catch (cause) {
      if (isWrongType(cause)) return [];
      throw cause;
    }
  }
}

/** @param texts for each entry: its id, the number of its texts, and these texts */
function parseReply(stream: string, texts: readonly string[]): LocatedEntry[] {
  const entries: LocatedEntry[] = [];
  for (let index = 0; index + 1 < texts.length;) {
    const entryId = texts[index] ?? '';
    const end = index + 2 + Number(texts[index + 1]);
    const fields = new Map<string, string>();
    for (let at = index + 2; at < end; at += 2) fields.set(texts[at] ?? '', texts[at + 1] ?? '');
    const entry = parseEntry(stream, entryId, fields);
    if (entry !== undefined) entries.push({ stream, entryId, entry });
    index = end;
  }
  return entries;
}

/** Orders by time, newest first, then by stream. */
function newestFirst(one: LocatedEntry, other: LocatedEntry): number {
  const [oneMs = 0, oneSequence = 0] = parseStreamId(one.entryId) ?? [];
  const [otherMs = 0, otherSequence = 0] = parseStreamId(other.entryId) ?? [];
  const byStream = one.stream < other.stream ? -1 : Number(one.stream > other.stream);
  return otherMs - oneMs || otherSequence - oneSequence || byStream;
}

function parseCursor(text: string): Cursor | undefined {
  const at = text.indexOf('@');
  const entryId = text.slice(0, Math.max(0, at));
  return parseStreamId(entryId) === undefined ? undefined : { entryId, stream: text.slice(at + 1) };
}

/** @returns where reading a stream starts, as an argument of `XREVRANGE` */
function startOf(stream: string, cursor: Cursor | undefined): string {
  if (cursor === undefined) return '+';
  return stream > cursor.stream ? cursor.entryId : `(${cursor.entryId}`;
}

/**
 * Returns after how many entries a page ends: after the wanted number, or after the first steps of all
 * changes whose second step it contains.
 */
function pageLength(sorted: readonly LocatedEntry[], wanted: number): number {
  const seconds = new Map<string, number>();
  let length = wanted;
  for (const [index, { entry }] of sorted.slice(0, wanted + MAX_EXTENSION).entries()) {
    const { id } = entry.change;
    if (entry.isSecond) seconds.set(id, Math.min(index, seconds.get(id) ?? index));
    else if ((seconds.get(id) ?? length) < length) length = Math.max(length, index + 1);
  }
  return length;
}

/** Merges the two steps of a change if the page contains both. The second step precedes the first. */
function mergeSteps(page: readonly LocatedEntry[]): BlocklistChange[] {
  const seconds = new Map<string, BlocklistChange>();
  for (const { entry } of page.toReversed()) if (entry.isSecond) seconds.set(entry.change.id, entry.change);
  const firsts = new Set(page.flatMap(({ entry }) => (entry.isSecond ? [] : [entry.change.id])));
  return page.flatMap(({ entry: { change, isSecond } }) => {
    if (isSecond) return firsts.has(change.id) ? [] : [change];
    const second = seconds.get(change.id);
    return [second === undefined ? change : { ...change, after: second.after }];
  });
}
