import type { IoredisCommands } from '../../../node/redis/commands/ioredis-commands.ts';
import { unlessWrongType } from '../../../node/redis/redis-replies.ts';
import { MAX_RECORDED_NAMES } from '../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName, parseBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { isEditable } from '../../../shared/feature-control/edit-problems.ts';
import type { Logger } from '../../../shared/logger.ts';
import { parseEntry } from '../../../shared/redis/blocklists/history/audit-entry.ts';
import { listScript } from '../../../shared/redis/blocklists/list-script.ts';
import { NO_CONTENTS } from '../../../shared/redis/blocklists/reading/mirrored-blocklists.ts';
import type {
  BlocklistContents,
  MirroredBlocklists,
} from '../../../shared/redis/blocklists/reading/mirrored-blocklists.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { CancelTimer, Timers } from '../../../shared/timers.ts';
import type { History } from '../data/history.ts';
import { RecordedList } from './recorded-list.ts';

export interface DirectWritesDependencies {
  readonly blocklists: MirroredBlocklists;
  readonly history: History;
  readonly commands: IoredisCommands;
  readonly keys: RedisKeys;
  /** Maximum number of records in the history of a list. */
  readonly maxRecords: number;
  readonly timers: Timers;
  readonly logger: Logger;
}

/**
 * Features that are recorded one by one, by one script. A larger change is recorded as one entry with the
 * sizes of the list.
 */
const MAX_FEATURES = 1000;
/** A change of many features is recorded after this long without a further change, when it seems complete. */
const SETTLE_MS = 2000;
/** Delay after which a failed recording is retried. */
const RETRY_MS = 5000;
/** Entries of a stream that are read at once. */
const BATCH_SIZE = 20;

/**
 * Records direct writes, unless the history has entries after `lastId`. ARGV[1]: `features`, and the
 * `recorded` state of each; or instead `names` and `size` for a change of many features, which is recorded if
 * the size has changed. Returns { 'stale' }, or { 'done', the id of the newest entry, the present state of
 * each feature }.
 */
const RECORD_DIRECT = listScript(`
local write = cjson.decode(ARGV[1])
local id = write.lastId
if #redis.call('XRANGE', KEYS[3], '(' .. id, '+', 'COUNT', 1) > 0 then return { 'stale' } end
local function record(...)
  local fields = { 'actor', '', 'source', 'direct', 'list', write.list, ... }
  id = redis.call('XADD', KEYS[3], 'MAXLEN', write.maxRecords, '*', unpack(fields))
end
if write.names and sizeNow() ~= write.size then
  record('feature', '', 'sizes', write.size .. ' ' .. sizeNow(), 'names', cjson.encode(write.names))
end
local states = write.features and statesOf(write.features) or {}
for i, state in ipairs(states) do
  local before = stateNow(write.recorded[i])
  if before ~= state then record('feature', write.features[i], 'before', before, 'after', state) end
end
return { 'done', id, unpack(states) }
`);

/** What is known of a list: its contents by its history, up to the entry `lastId`. */
interface WatchedList {
  readonly recorded: RecordedList;
  lastId: string;
  isBusy: boolean;
  /** Whether it has changed while it was busy, and must be checked again. */
  hasChanged: boolean;
  /** Cancels the next check. */
  cancel: CancelTimer;
}

/**
 * Records direct writes to lists, which are made without the editor and so without a record: differences
 * between a list as read and as recorded in its history. A script records them only if nobody has recorded
 * anything since, so that several programs record each change once. Writes while none runs are not recorded.
 */
export class DirectWrites {
  readonly #dependencies: DirectWritesDependencies;
  /** By the key of the list. */
  readonly #lists = new Map<string, WatchedList>();
  /** Keys of lists that existed at the start, but could not be read yet. */
  #unread = new Set<string>();
  /** The position in the history from which the entries of each list are read. */
  readonly #startId: string;
  #isClosed = false;

  /** @param startId position in every history, not after the first read of a list */
  constructor(dependencies: DirectWritesDependencies, startId: string) {
    this.#dependencies = dependencies;
    this.#startId = startId;
    const { blocklists, history, keys } = dependencies;
    let isLoaded = false;
    const check = (key: string): void => {
      if (isLoaded) void this.#check(key);
    };
    blocklists.listen((changed) => {
      for (const key of changed) check(key);
    });
    // A direct write that reverts an edit at once leaves the list as it was, but not its history.
    history.streams.listen((changed) => {
      for (const stream of changed) check(keys.blocklistOfAudit(stream));
    });
    void blocklists.loaded.then(() => {
      this.#unread = new Set(blocklists.neverRead());
      for (const key of blocklists.keys())
        if (!this.#unread.has(key)) this.#listOf(key, blocklists.contents(key));
      isLoaded = true;
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const { cancel } of this.#lists.values()) cancel();
  }

  /** @param base the contents of the list if it is not known yet */
  #listOf(key: string, base: BlocklistContents): WatchedList {
    let list = this.#lists.get(key);
    if (list === undefined) {
      list = {
        recorded: new RecordedList(base),
        lastId: this.#startId,
        isBusy: false,
        hasChanged: false,
        cancel: () => undefined,
      };
      this.#lists.set(key, list);
    }
    return list;
  }

  /**
   * Checks a list for direct writes, and records them.
   * @param isSettled whether it has not changed for a while
   */
  async #check(key: string, isSettled = false): Promise<void> {
    const name = parseBlocklistName(key.slice(this.#dependencies.keys.blocklists.length));
    if (this.#isClosed || name === undefined || !isEditable(name)) return;
    const { blocklists } = this.#dependencies;
    if (this.#unread.has(key) && !blocklists.isKnown(key)) return;
    const list = this.#listOf(key, this.#unread.delete(key) ? blocklists.contents(key) : NO_CONTENTS);
    list.hasChanged = list.isBusy;
    if (list.isBusy) return;
    list.cancel();
    list.isBusy = true;
    try {
      await this.#record(key, name, list, isSettled);
    } catch (cause) {
      this.#dependencies.logger.debug(`Direct writes could not be recorded: ${String(cause)}`);
      this.#checkLater(key, list, RETRY_MS);
    }
    list.isBusy = false;
    if (list.hasChanged) void this.#check(key);
  }

  #checkLater(key: string, list: WatchedList, delayMs: number): void {
    if (this.#isClosed) return;
    list.cancel = this.#dependencies.timers.after(delayMs, () => void this.#check(key, true));
  }

  async #record(key: string, name: BlocklistName, list: WatchedList, isSettled: boolean): Promise<void> {
    const { recorded } = list;
    for (;;) {
      await this.#catchUp(name, list);
      const read = this.#dependencies.blocklists.contents(key);
      const features = recorded.differencesFrom(read, MAX_FEATURES);
      const isLarge = features.length > MAX_FEATURES;
      if (isLarge && !isSettled) {
        this.#checkLater(key, list, SETTLE_MS);
        return;
      }
      if (features.length > 0 && !(await this.#run(name, list, isLarge, features))) continue;
      recorded.rebase(read, isLarge ? [] : features);
      return;
    }
  }

  /** Adds what was recorded since. What the history no longer contains is taken from the list as read. */
  async #catchUp(name: BlocklistName, list: WatchedList): Promise<void> {
    const { blocklists, commands, keys, maxRecords } = this.#dependencies;
    const stream = keys.auditKey(name);
    for (let count = 0; ;) {
      const entries = (await unlessWrongType(commands.entriesAfter(stream, list.lastId, BATCH_SIZE))) ?? [];
      for (const { id, fields } of entries) {
        const entry = parseEntry(stream, id, fields);
        if (entry !== undefined) list.recorded.add(entry.change, entry.difference);
        list.lastId = id;
      }
      count += entries.length;
      // Older entries may have been removed before they were read.
      if (count >= maxRecords) list.recorded.rebase(blocklists.contents(keys.blocklistKey(name)));
      if (entries.length < BATCH_SIZE) return;
    }
  }

  /** @returns false if something was recorded in between */
  async #run(
    name: BlocklistName,
    list: WatchedList,
    isLarge: boolean,
    features: readonly string[],
  ): Promise<boolean> {
    const { commands, keys, maxRecords } = this.#dependencies;
    const { recorded, lastId } = list;
    const argument = {
      list: formatBlocklistName(name),
      lastId,
      maxRecords,
      ...(isLarge
        ? { names: features.slice(0, MAX_RECORDED_NAMES), size: recorded.size }
        : { features, recorded: features.map((feature) => recorded.stateOf(feature)) }),
    };
    const scriptKeys = [keys.blocklistKey(name), keys.timedBlocklistKey(name), keys.auditKey(name)];
    const [outcome, newestId = lastId, ...states] = await commands.evaluate(RECORD_DIRECT, scriptKeys, [
      JSON.stringify(argument),
    ]);
    if (outcome !== 'done') return false;
    list.lastId = newestId;
    for (const [index, state] of states.entries()) recorded.set(features[index] ?? '', state);
    return true;
  }
}
