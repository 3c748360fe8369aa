import type { BlocklistChange } from '../../../feature-control/blocklist-change.ts';
import type { HistoryPage, HistoryQuery } from '../../../feature-control/blocklist-editor.ts';
import { pairsIn } from '../../pairs.ts';
import type { RedisCommands, RedisScript } from '../../redis-commands.ts';
import { isWrongType } from '../../redis-error.ts';
import type { RedisKeys } from '../../redis-keys.ts';
import { parseChangeId, parseEntry } from './history-entry.ts';
import { newestFirst, pageOf, parsePosition } from './history-page.ts';
import type { LocatedChange, Position } from './history-page.ts';

export type HistoryCommands = Pick<RedisCommands, 'evaluate' | 'keysStartingWith'>;

/**
 * Maximum number of entries that one script scans, and of histories that are read concurrently. Together they
 * take less than 10 ms of Redis's time, after which it serves other clients.
 */
const MAX_SCANNED = 100;
const MAX_CONCURRENT_STREAMS = 10;

/**
 * Returns the newest entries of a history that match a filter. 400 characters of recorded changes count as
 * one scanned entry.
 *
 * KEYS[1] the stream; ARGV[1] and ARGV[2] the start and the end, as arguments of XREVRANGE; ARGV[3] the
 * number of wanted entries; ARGV[4…] the filter: fields and values. The filter `feature` matches the changes.
 * Returns the start of the next call, empty at the end, and the entries, each with its id and its texts.
 */
const READ_HISTORY: RedisScript = {
  source: `
local from, wanted, budget = ARGV[1], tonumber(ARGV[3]), ${MAX_SCANNED}
local found = {}
while wanted > 0 do
  local count = #ARGV > 3 and 5 or math.min(5, wanted)
  local entries = redis.call('XREVRANGE', KEYS[1], from, ARGV[2], 'COUNT', count)
  for _, entry in ipairs(entries) do
    local fields, matches = {}, true
    for i = 1, #entry[2], 2 do fields[entry[2][i]] = entry[2][i + 1] end
    local changes = fields.changes or ''
    for i = 4, #ARGV, 2 do
      if ARGV[i] == 'feature' then
        matches = matches and string.find(changes, '[' .. cjson.encode(ARGV[i + 1]) .. ',', 1, true)
      else
        matches = matches and fields[ARGV[i]] == ARGV[i + 1]
      end
    end
    from = '(' .. entry[1]
    budget = budget - 1 - #changes / 400
    if matches then
      found[#found + 1] = entry
      wanted = wanted - 1
      if wanted == 0 then break end
    end
  end
  if #entries == 0 then from = '' end
  if from == '' or budget <= 0 then break end
end
-- An empty table would be an empty object.
local entries = #found > 0 and cjson.encode(found) or '[]'
return '{"next":' .. cjson.encode(from) .. ',"entries":' .. entries .. '}'
`,
};

interface ScriptReply {
  readonly next: string;
  readonly entries: readonly (readonly [id: string, texts: readonly string[]])[];
}

/** What is read of a history: the arguments of {@link READ_HISTORY}. */
interface HistoryRange {
  readonly start: string;
  readonly oldestId: string;
  /** 1 or more. */
  readonly maxEntries: number;
  readonly filter: readonly string[];
}

/** Reads the histories of all lists from Redis. */
export class StoredHistory {
  readonly #commands: HistoryCommands;
  readonly #keys: RedisKeys;

  constructor(commands: HistoryCommands, keys: RedisKeys) {
    this.#commands = commands;
    this.#keys = keys;
  }

  /** Returns recorded changes, newest first. */
  async page(query: HistoryQuery): Promise<HistoryPage> {
    const before = query.before === undefined ? undefined : parsePosition(query.before);
    const streams =
      query.list === undefined
        ? await this.#commands.keysStartingWith([this.#keys.histories])
        : [this.#keys.historyKey(query.list)];
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
   * Reads the entries of a stream, newest first.
   * @param oldestId the id of the oldest entry to read; `-` for the first one
   * @param maxEntries 1 or more
   */
  async entriesSince(
    stream: string,
    oldestId: string,
    maxEntries: number,
  ): Promise<readonly LocatedChange[]> {
    return await this.#read(stream, { start: '+', oldestId, maxEntries, filter: [] });
  }

  /**
   * Finds the change with an id, or all changes with a common id, the newest first.
   * @returns none if no change has that id, or no longer
   */
  async find(id: string): Promise<readonly BlocklistChange[]> {
    const parsed = parseChangeId(id);
    if (parsed === undefined) return (await this.page({ batch: id, maxChanges: Infinity })).changes;
    const { entryId, isIn } = parsed;
    const streams = await this.#commands.keysStartingWith([this.#keys.histories]);
    for (const stream of streams.filter(isIn)) {
      const range = { start: entryId, oldestId: entryId, maxEntries: 1, filter: [] };
      const [found] = await this.#read(stream, range);
      if (found !== undefined) return [found.change];
    }
    return [];
  }

  async #readEach(
    streams: readonly string[],
    { actor, batch, feature, sinceMs, source }: HistoryQuery,
    before: Position | undefined,
    maxEntries: number,
  ): Promise<LocatedChange[]> {
    const filter = Object.entries({ actor, batch, feature, source }).flatMap(([name, value]) =>
      value === undefined ? [] : [name, value],
    );
    const oldestId = sinceMs === undefined ? '-' : String(Math.max(0, Math.floor(sinceMs)));
    const found: LocatedChange[] = [];
    for (let start = 0; start < streams.length; start += MAX_CONCURRENT_STREAMS) {
      const some = streams.slice(start, start + MAX_CONCURRENT_STREAMS);
      const read = some.map((stream) =>
        this.#read(stream, { start: startOf(stream, before), oldestId, maxEntries, filter }),
      );
      for (const part of await Promise.all(read)) found.push(...part);
    }
    return found;
  }

  async #read(
    stream: string,
    { filter, maxEntries, oldestId, start }: HistoryRange,
  ): Promise<LocatedChange[]> {
    const found: LocatedChange[] = [];
    for (let from = start; from !== '' && found.length < maxEntries;) {
      const wanted = String(Math.min(maxEntries - found.length, MAX_SCANNED));
      const { next, entries } = await this.#readSome(stream, [from, oldestId, wanted, ...filter]);
      for (const [entryId, texts] of entries) {
        const change = parseEntry(stream, entryId, new Map(pairsIn(texts)));
        if (change !== undefined) found.push({ stream, entryId, change });
      }
      from = next;
    }
    return found;
  }

  /** Treats a key of another type as an empty stream. */
  async #readSome(stream: string, args: readonly string[]): Promise<ScriptReply> {
    try {
      return (await this.#commands.evaluate(READ_HISTORY, [stream], args)) as ScriptReply;
    } catch (cause) {
      if (isWrongType(cause)) return { next: '', entries: [] };
      throw cause;
    }
  }
}

/** @returns where reading a stream starts, as an argument of `XREVRANGE` */
function startOf(stream: string, before: Position | undefined): string {
  if (before === undefined) return '+';
  return stream > before.stream ? before.entryId : `(${before.entryId}`;
}
