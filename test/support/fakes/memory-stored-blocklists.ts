import type {
  BlocklistEditor,
  BlockOptions,
  EditResult,
  HistoryPage,
  UndoResult,
} from '../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import {
  BLOCKED,
  blockedUntil,
  FREE,
  isBlocked,
  isSameState,
} from '../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import type { BlocklistContents } from '../../../shared/redis/blocklists/reading/mirrored-blocklists.ts';

/** Lists in memory, without a history. While `failure` is set, all reads and writes fail. */
export class MemoryStoredBlocklists implements BlocklistEditor {
  failure: Error | undefined;
  readonly #lists = new Map<string, Map<string, EntryState>>();

  async read(list: BlocklistName, feature: string): Promise<EntryState> {
    return (await this.#entries(list)).get(feature) ?? FREE;
  }

  async block(list: BlocklistName, feature: string, { untilMs }: BlockOptions): Promise<EditResult> {
    return await this.#set(list, feature, untilMs === undefined ? BLOCKED : blockedUntil(untilMs));
  }

  async unblock(list: BlocklistName, feature: string): Promise<EditResult> {
    return await this.#set(list, feature, FREE);
  }

  undo(): Promise<UndoResult> {
    return Promise.resolve({ outcome: 'unknown' });
  }

  find(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  history(): Promise<HistoryPage> {
    return Promise.resolve({ changes: [], next: undefined });
  }

  contents(list: BlocklistName): BlocklistContents {
    const entries = [...(this.#lists.get(formatBlocklistName(list)) ?? [])];
    return {
      features: new Set(entries.flatMap(([name, { permanent }]) => (permanent ? [name] : []))),
      timed: new Map(
        entries.flatMap(([name, { untilMs }]) => (untilMs === undefined ? [] : [[name, untilMs]])),
      ),
    };
  }

  async #set(list: BlocklistName, feature: string, after: EntryState): Promise<EditResult> {
    const before = await this.read(list, feature);
    if (isSameState(before, after)) return { outcome: 'unchanged', state: before };
    const entries = await this.#entries(list);
    if (isBlocked(after)) entries.set(feature, after);
    else entries.delete(feature);
    this.#lists.set(formatBlocklistName(list), entries);
    return { outcome: 'changed', id: '1-0-a', before, after };
  }

  #entries(list: BlocklistName): Promise<Map<string, EntryState>> {
    return this.failure === undefined
      ? Promise.resolve(this.#lists.get(formatBlocklistName(list)) ?? new Map<string, EntryState>())
      : Promise.reject(this.failure);
  }
}
