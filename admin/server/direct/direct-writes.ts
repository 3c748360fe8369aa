import { unlessWrongType } from '../../../node/redis/redis-replies.ts';
import { DIRECT_ACTOR, differenceOf, isWhole } from '../../../shared/feature-control/blocklist-change.ts';
import { formatBlocklistName, parseBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { isEditable } from '../../../shared/feature-control/edit-problems.ts';
import { formatState, FREE, parseState } from '../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import { NO_CONTENTS } from '../../../shared/feature-control/list-contents.ts';
import type { ListContents } from '../../../shared/feature-control/list-contents.ts';
import { parseEntry } from '../../../shared/redis/blocklists/history/history-entry.ts';
import { listScript } from '../../../shared/redis/blocklists/list-script.ts';
import { isForbidden } from '../../../shared/redis/redis-error.ts';
import type { CancelTimer } from '../../../shared/timers.ts';
import type { ConnectedCollections } from '../data/connect-collections.ts';
import { readStartId } from '../data/start-id.ts';

interface DirectWritesDependencies extends ConnectedCollections {
  /** Maximum number of records in the history of a list. */
  readonly maxRecords: number;
}

/**
 * A change of more features is recorded only with the first {@link MAX_NAMED} of them, and cannot be undone.
 */
const MAX_FEATURES = 1000;
const MAX_NAMED = 20;
/** A change of many features is recorded after this long without a further change, when it seems complete. */
const SETTLE_MS = 2000;
/** Delay after which the first command is retried while Redis does not answer. */
const START_RETRY_MS = 50;
/** Delay after which a failed recording is retried. */
const RETRY_MS = 5000;
/** Entries of a stream that are read at once. */
const BATCH_SIZE = 20;

/**
 * Records a direct write, unless the history has entries after `lastId`. ARGV[1]: `features`, the `recorded`
 * state of each, and the number of `further` features that have changed. Returns `stale`, or the id of the
 * newest entry and the present state of each feature.
 */
const RECORD_DIRECT = listScript(`
local write = cjson.decode(ARGV[1])
local id = write.lastId
if #redis.call('XRANGE', KEYS[3], '(' .. id, '+', 'COUNT', 1) > 0 then return '{"stale":true}' end
local states, changes = statesOf(write.features), {}
for i, state in ipairs(states) do
  local before = stateNow(write.recorded[i])
  if before ~= state then changes[#changes + 1] = { write.features[i], before, state } end
end
if #changes > 0 then
  local fields = { 'actor', '${DIRECT_ACTOR}', 'source', 'direct', 'list', write.list }
  fields[7], fields[8] = 'changes', cjson.encode(changes)
  if write.further > 0 then fields[9], fields[10] = 'total', text(#changes + write.further) end
  id = redis.call('XADD', KEYS[3], 'MAXLEN', write.maxRecords, '*', unpack(fields))
end
return cjson.encode({ id = id, states = states })
`);

interface RecordReply {
  readonly stale?: true;
  readonly id?: string;
  readonly states?: readonly string[];
}

/** What is known of a list. */
interface WatchedList {
  /** Its contents by its history, up to the entry `lastId`. */
  recorded: ListContents;
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
  #startId = '';
  #isClosed = false;
  /**
   * Resolves when the lists may be read: what is changed from then on is compared with the history. Never
   * rejects, and never settles after `close()`.
   */
  readonly ready: Promise<void>;

  constructor(dependencies: DirectWritesDependencies) {
    this.#dependencies = dependencies;
    this.ready = new Promise((resolve) => void this.#start(resolve));
  }

  async #start(started: () => void): Promise<void> {
    const { logger, redis, timers } = this.#dependencies;
    try {
      this.#startId = await readStartId(redis);
      if (!this.#isClosed) this.#watch();
    } catch (cause) {
      if (!isForbidden(cause)) {
        if (!this.#isClosed) timers.after(START_RETRY_MS, () => void this.#start(started));
        return;
      }
      logger.warn('Redis does not allow TIME: direct writes to blocklists are not recorded');
    }
    if (!this.#isClosed) started();
  }

  #watch(): void {
    const { blocklists, history, keys } = this.#dependencies;
    let isLoaded = false;
    const check = (key: string): void => {
      if (isLoaded) void this.#check(key);
    };
    blocklists.listen((changed) => {
      for (const key of changed) check(key);
    });
    // A direct write that reverts an edit at once leaves the list as it was, but not its history.
    history.streams.listen((changed) => {
      for (const stream of changed) check(keys.blocklistOfHistory(stream));
    });
    void blocklists.loaded.then(() => {
      this.#unread = new Set(blocklists.neverRead);
      for (const key of blocklists.keys())
        if (!this.#unread.has(key)) this.#listOf(key, this.#contentsOf(key));
      isLoaded = true;
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const { cancel } of this.#lists.values()) cancel();
  }

  /** @param recorded the contents of the list if it is not known yet */
  #listOf(key: string, recorded: ListContents): WatchedList {
    const unchecked = { isBusy: false, hasChanged: false, cancel: () => undefined };
    const list = this.#lists.get(key) ?? { recorded, lastId: this.#startId, ...unchecked };
    this.#lists.set(key, list);
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
    const list = this.#listOf(key, this.#unread.delete(key) ? this.#contentsOf(key) : NO_CONTENTS);
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
    for (;;) {
      await this.#catchUp(name, list);
      const read = this.#contentsOf(key);
      const features = differenceOf(list.recorded, read).map(({ feature }) => feature);
      if (features.length > MAX_FEATURES && !isSettled) {
        this.#checkLater(key, list, SETTLE_MS);
        return;
      }
      const states = features.length === 0 ? [] : await this.#run(name, list, features);
      if (states === undefined) continue;
      list.recorded = states.length === 0 ? read : new Map([...read, ...states]);
      return;
    }
  }

  /** Adds what was recorded since. What the history does not contain is taken from the list as read. */
  async #catchUp(name: BlocklistName, list: WatchedList): Promise<void> {
    const { blocklists, commands, keys, maxRecords } = this.#dependencies;
    const stream = keys.historyKey(name);
    const key = keys.blocklistKey(name);
    const states = new Map<string, EntryState>();
    let { lastId } = list;
    for (let count = 0; ;) {
      const entries = (await unlessWrongType(commands.entriesAfter(stream, lastId, BATCH_SIZE))) ?? [];
      for (const { id, fields } of entries) {
        const change = parseEntry(stream, id, fields);
        if (change !== undefined && !isWhole(change)) {
          // Another program has recorded a large direct write, without its features.
          await blocklists.refresh(key);
          list.recorded = this.#contentsOf(key);
          states.clear();
        } else for (const { after, feature } of change?.changes ?? []) states.set(feature, after);
        lastId = id;
      }
      count += entries.length;
      // Older entries may have been removed before they were read.
      if (count >= maxRecords) list.recorded = this.#contentsOf(key);
      if (entries.length < BATCH_SIZE) break;
    }
    list.lastId = lastId;
    if (states.size > 0) list.recorded = new Map([...list.recorded, ...states]);
  }

  #contentsOf(key: string): ListContents {
    return this.#dependencies.blocklists.get(key) ?? NO_CONTENTS;
  }

  /**
   * Records a direct write.
   * @returns the present states of the recorded features; undefined if something was recorded in between
   */
  async #run(
    name: BlocklistName,
    list: WatchedList,
    features: readonly string[],
  ): Promise<readonly (readonly [feature: string, state: EntryState])[] | undefined> {
    const { commands, keys, maxRecords } = this.#dependencies;
    const named = features.length > MAX_FEATURES ? features.slice(0, MAX_NAMED) : features;
    const argument = {
      list: formatBlocklistName(name),
      lastId: list.lastId,
      features: named,
      recorded: named.map((feature) => formatState(list.recorded.get(feature) ?? FREE)),
      further: features.length - named.length,
      maxRecords,
    };
    const scriptKeys = [keys.blocklistKey(name), keys.timedBlocklistKey(name), keys.historyKey(name)];
    const reply = await commands.evaluate(RECORD_DIRECT, scriptKeys, [JSON.stringify(argument)]);
    const { id = list.lastId, stale = false, states = [] } = reply as RecordReply;
    if (stale) return undefined;
    list.lastId = id;
    return states.map((state, index) => [named[index] ?? '', parseState(state) ?? FREE]);
  }
}
