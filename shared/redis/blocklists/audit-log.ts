import type { BlocklistChange, HistoryPage, HistoryQuery } from '../../feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../feature-control/blocklist-name.ts';
import { isWrongType } from '../redis-error.ts';
import type { RedisCommands } from '../redis-commands.ts';
import type { RedisKeys } from '../redis-keys.ts';
import { parseChangeId, parseEntry, parseStreamId } from './audit-entry.ts';
import type { AuditEntry } from './audit-entry.ts';
import { prefixOfChange } from '../../feature-control/list-difference.ts';
import { READ_AUDIT } from './edit-scripts.ts';

export type AuditCommands = Pick<RedisCommands, 'evaluateTexts' | 'keysStartingWith'>;

/** Entries that one call looks at: some milliseconds of Redis's time. */
const BUDGET = 2000;

/** Streams that are read at the same time. */
const STREAMS_TOGETHER = 100;

/** An entry with its place in the order of all entries. */
interface Placed {
  readonly stream: string;
  readonly entryId: string;
  readonly entry: AuditEntry;
}

/** Where a page begins: only what stands after it is shown. */
interface Cursor {
  readonly entryId: string;
  readonly stream: string;
}

/** How many entries are read of a stream, and whether with the fields that may be long. */
interface ReadBound {
  readonly most: number;
  readonly detail: 'brief' | 'whole';
}

/** Reads the audit streams of all lists, of which each is in the slot of its list. */
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
    // With many streams, most have nothing as new as what is wanted: only their newest entry is read.
    const newest = await this.#readEach(streams, query, cursor, 1);
    const worthReading = newest
      .sort(newestFirst)
      .slice(0, query.most)
      .map(({ stream }) => stream);
    const found = await this.#readEach(worthReading, query, cursor, query.most + 1);
    const sorted = found.sort(newestFirst);
    const page = sorted.slice(0, query.most);
    const last = page.at(-1);
    const next = sorted.length > page.length && last ? `${last.entryId}@${last.stream}` : undefined;
    return { changes: mergeSteps(page), next };
  }

  /** @returns the first entry of a change; undefined where there is none, or not any more */
  async find(id: string): Promise<AuditEntry | undefined> {
    const parsed = parseChangeId(id);
    if (parsed === undefined) return undefined;
    const streams = await this.#commands.keysStartingWith(this.#keys.audits);
    for (const stream of streams.filter(parsed.isIn)) {
      const [found] = await this.#read(stream, { most: 1 }, parsed.entryId, { most: 1, detail: 'whole' });
      if (found?.entryId === parsed.entryId) return found.entry;
    }
    return undefined;
  }

  async #streamsOf({ list }: HistoryQuery): Promise<readonly string[]> {
    const { audits } = this.#keys;
    if (list === undefined) return await this.#commands.keysStartingWith(audits);
    return [this.#keys.blocklistKey(list), this.#keys.blocklistUntilKey(list)].map((key) =>
      this.#keys.auditOf(key),
    );
  }

  async #readEach(
    streams: readonly string[],
    query: HistoryQuery,
    cursor: Cursor | undefined,
    most: number,
  ): Promise<Placed[]> {
    const found: Placed[] = [];
    for (let start = 0; start < streams.length; start += STREAMS_TOGETHER) {
      const some = streams.slice(start, start + STREAMS_TOGETHER);
      const bound = { most, detail: 'brief' } as const;
      const read = some.map((stream) => this.#read(stream, query, beginningOf(stream, cursor), bound));
      for (const entries of await Promise.all(read)) found.push(...entries);
    }
    return found;
  }

  async #read(
    stream: string,
    query: HistoryQuery,
    begin: string,
    { most, detail }: ReadBound,
  ): Promise<Placed[]> {
    const { actor, feature, list, source } = query;
    const filter = { actor, feature, source, list: list && formatBlocklistName(list) };
    const filters = Object.entries(filter).flatMap(([name, value]) =>
      value === undefined ? [] : [name, value, name === 'feature' ? prefixOfChange(value) : ''],
    );
    const placed: Placed[] = [];
    for (let from = begin; from !== '' && placed.length < most;) {
      const wanted = most - placed.length;
      const args = [from, String(wanted), String(BUDGET), detail, ...filters];
      const [next = '', ...texts] = await this.#readSome(stream, args);
      placed.push(...parseReply(stream, texts));
      from = next;
    }
    return placed;
  }

  /** A key that somebody has made something else holds no entries. */
  async #readSome(stream: string, args: readonly string[]): Promise<readonly string[]> {
    try {
      return await this.#commands.evaluateTexts(READ_AUDIT, [stream], args);
    } catch (cause) {
      if (isWrongType(cause)) return [];
      throw cause;
    }
  }
}

/** @param texts of each entry its id, the number of its texts, and these */
function parseReply(stream: string, texts: readonly string[]): Placed[] {
  const placed: Placed[] = [];
  for (let index = 0; index + 1 < texts.length;) {
    const entryId = texts[index] ?? '';
    const end = index + 2 + Number(texts[index + 1]);
    const fields = new Map<string, string>();
    for (let at = index + 2; at < end; at += 2) fields.set(texts[at] ?? '', texts[at + 1] ?? '');
    const entry = parseEntry(stream, entryId, fields);
    if (entry !== undefined) placed.push({ stream, entryId, entry });
    index = end;
  }
  return placed;
}

/** By time; those of one moment in the order of their streams. */
function newestFirst(one: Placed, other: Placed): number {
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

/** @returns where a stream is read from, as `XREVRANGE` takes it */
function beginningOf(stream: string, cursor: Cursor | undefined): string {
  if (cursor === undefined) return '+';
  return stream > cursor.stream ? cursor.entryId : `(${cursor.entryId}`;
}

/** The two steps of a change in one, where both are there: the second stands first. */
function mergeSteps(page: readonly Placed[]): BlocklistChange[] {
  const seconds = new Map<string, BlocklistChange>();
  for (const { entry } of page) if (entry.isSecond) seconds.set(entry.change.id, entry.change);
  const firsts = new Set(page.flatMap(({ entry }) => (entry.isSecond ? [] : [entry.change.id])));
  return page.flatMap(({ entry: { change, isSecond } }) => {
    if (isSecond) return firsts.has(change.id) ? [] : [change];
    const second = seconds.get(change.id);
    return [second === undefined ? change : { ...change, after: second.after }];
  });
}
