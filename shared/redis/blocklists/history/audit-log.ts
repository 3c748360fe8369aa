import type { HistoryPage, HistoryQuery } from '../../../feature-control/blocklist-editor.ts';
import type { RedisCommands, RedisScript } from '../../redis-commands.ts';
import { isWrongType } from '../../redis-error.ts';
import type { RedisKeys } from '../../redis-keys.ts';
import { parseChangeId, parseEntry } from './audit-entry.ts';
import type { AuditEntry } from './audit-entry.ts';
import { newestFirst, pageOf, parsePosition } from './history-page.ts';
import type { LocatedEntry, Position } from './history-page.ts';

export type AuditCommands = Pick<RedisCommands, 'evaluate' | 'keysStartingWith'>;

/**
 * Maximum number of entries that one script scans, and of streams that are read concurrently. Together they
 * take less than 10 ms of Redis's time, after which it serves other clients.
 */
const MAX_SCANNED = 100;
const MAX_CONCURRENT_STREAMS = 10;

/**
 * Returns the newest entries of a stream that match a filter. 400 characters of a recorded difference count
 * as one scanned entry.
 *
 * KEYS[1] the stream; ARGV[1] and ARGV[2] the start and the end, as arguments of XREVRANGE; ARGV[3] the
 * number of wanted entries; ARGV[4] 'whole', or 'brief' to empty the differences; ARGV[5…] the filter: fields
 * and values. An entry of many features matches each feature in its difference. Returns { the start of the
 * next call, empty at the end; then for each entry its id, the number of its texts, and these texts }.
 */
const READ_AUDIT: RedisScript = {
  source: `
local from, wanted, budget = ARGV[1], tonumber(ARGV[3]), ${MAX_SCANNED}
local reply = { '' }
while wanted > 0 do
  local count = #ARGV > 4 and 5 or math.min(5, wanted)
  local entries = redis.call('XREVRANGE', KEYS[1], from, ARGV[2], 'COUNT', count)
  for _, entry in ipairs(entries) do
    local fields, matches = {}, true
    for i = 1, #entry[2], 2 do fields[entry[2][i]] = entry[2][i + 1] end
    local difference = fields.difference or ''
    for i = 5, #ARGV, 2 do
      local changed = ARGV[i] == 'feature' and '[' .. cjson.encode(ARGV[i + 1]) .. ','
      local inDifference = changed and string.find(difference, changed, 1, true)
      matches = matches and (fields[ARGV[i]] == ARGV[i + 1] or inDifference)
    end
    from = '(' .. entry[1]
    budget = budget - 1 - #difference / 400
    if matches then
      reply[#reply + 1] = entry[1]
      reply[#reply + 1] = tostring(#entry[2])
      for i, text in ipairs(entry[2]) do
        local isDifference = i % 2 == 0 and entry[2][i - 1] == 'difference'
        reply[#reply + 1] = ARGV[4] == 'brief' and isDifference and '' or text
      end
      wanted = wanted - 1
      if wanted == 0 then break end
    end
  end
  if #entries == 0 then return reply end
  if budget <= 0 then break end
end
reply[1] = from
return reply
`,
};

/** What is read of a stream: the arguments of {@link READ_AUDIT}. */
interface AuditRange {
  readonly start: string;
  readonly oldestId: string;
  readonly form: 'whole' | 'brief';
  readonly filter: readonly string[];
}

/** Reads the audit streams of all lists. */
export class AuditLog {
  readonly #commands: AuditCommands;
  readonly #keys: RedisKeys;

  constructor(commands: AuditCommands, keys: RedisKeys) {
    this.#commands = commands;
    this.#keys = keys;
  }

  async history(query: HistoryQuery): Promise<HistoryPage> {
    const before = query.before === undefined ? undefined : parsePosition(query.before);
    const streams =
      query.list === undefined
        ? await this.#commands.keysStartingWith([this.#keys.audits])
        : [this.#keys.auditKey(query.list)];
    // One more than the page may have, to know whether there is a next page.
    const maxEntries = query.maxChanges + 1;
    // Most of many streams have no entry that is new enough for the page, so only their newest entries are
    // read first.
    const newest = await this.#readEach(streams, query, before, 1);
    const newestStreams = newest
      .sort(newestFirst)
      .slice(0, maxEntries)
      .map(({ stream }) => stream);
    const found = await this.#readEach(newestStreams, query, before, maxEntries);
    return pageOf(found.sort(newestFirst), query.maxChanges);
  }

  /**
   * Reads the entries of a stream with their differences, newest first.
   * @param oldestId the id of the oldest entry to read; `-` for the first one
   * @param maxEntries 1 or more
   */
  async entriesSince(stream: string, oldestId: string, maxEntries: number): Promise<readonly LocatedEntry[]> {
    return await this.#read(stream, maxEntries, { start: '+', oldestId, form: 'whole', filter: [] });
  }

  /** @returns the entry of a change; undefined if none has that id, or no longer */
  async find(id: string): Promise<AuditEntry | undefined> {
    const parsed = parseChangeId(id);
    if (parsed === undefined) return undefined;
    const streams = await this.#commands.keysStartingWith([this.#keys.audits]);
    for (const stream of streams.filter(parsed.isIn)) {
      const [, [found]] = await this.#readSome(stream, [parsed.entryId, '-', '1', 'whole']);
      if (found?.entryId === parsed.entryId) return found.entry;
    }
    return undefined;
  }

  async #readEach(
    streams: readonly string[],
    query: HistoryQuery,
    before: Position | undefined,
    maxEntries: number,
  ): Promise<LocatedEntry[]> {
    const { actor, feature, source } = query;
    const filter = Object.entries({ actor, feature, source }).flatMap(([name, value]) =>
      value === undefined ? [] : [name, value],
    );
    const found: LocatedEntry[] = [];
    for (let start = 0; start < streams.length; start += MAX_CONCURRENT_STREAMS) {
      const some = streams.slice(start, start + MAX_CONCURRENT_STREAMS);
      const read = some.map((stream) => {
        const start = startOf(stream, before);
        return this.#read(stream, maxEntries, { start, oldestId: '-', form: 'brief', filter });
      });
      for (const part of await Promise.all(read)) found.push(...part);
    }
    return found;
  }

  async #read(
    stream: string,
    maxEntries: number,
    { filter, form, oldestId, start }: AuditRange,
  ): Promise<LocatedEntry[]> {
    const entries: LocatedEntry[] = [];
    for (let from = start; from !== '' && entries.length < maxEntries;) {
      const wanted = String(maxEntries - entries.length);
      const [next, found] = await this.#readSome(stream, [from, oldestId, wanted, form, ...filter]);
      entries.push(...found);
      from = next;
    }
    return entries;
  }

  /** Treats a key of another type as an empty stream. */
  async #readSome(
    stream: string,
    args: readonly string[],
  ): Promise<readonly [next: string, entries: readonly LocatedEntry[]]> {
    try {
      const [next = '', ...texts] = await this.#commands.evaluate(READ_AUDIT, [stream], args);
      return [next, parseReply(stream, texts)];
    } catch (cause) {
      if (isWrongType(cause)) return ['', []];
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

/** @returns where reading a stream starts, as an argument of `XREVRANGE` */
function startOf(stream: string, before: Position | undefined): string {
  if (before === undefined) return '+';
  return stream > before.stream ? before.entryId : `(${before.entryId}`;
}
