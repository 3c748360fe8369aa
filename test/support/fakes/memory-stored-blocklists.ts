import type { FeatureChange } from '../../../shared/feature-control/blocklist-change.ts';
import type {
  BlocklistEditor,
  EditResult,
  HistoryPage,
} from '../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { FREE, isBlocked, isSameState } from '../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import type { ListContents } from '../../../shared/feature-control/list-contents.ts';

/** Lists in memory, without a history. While `failure` is set, all writes fail. */
export class MemoryStoredBlocklists implements BlocklistEditor {
  failure: Error | undefined;
  readonly #lists = new Map<string, Map<string, EntryState>>();

  async edit(list: BlocklistName, wanted: ListContents): Promise<EditResult> {
    if (this.failure !== undefined) throw this.failure;
    const entries = new Map(this.contents(list));
    const changes: FeatureChange[] = [];
    for (const [feature, after] of wanted) {
      const before = entries.get(feature) ?? FREE;
      if (isSameState(before, after)) continue;
      changes.push({ feature, before, after });
      if (isBlocked(after)) entries.set(feature, after);
      else entries.delete(feature);
    }
    this.#lists.set(formatBlocklistName(list), entries);
    return await Promise.resolve(
      changes.length === 0 ? { outcome: 'unchanged' } : { outcome: 'changed', id: '1-0-a', changes },
    );
  }

  undo(): Promise<EditResult> {
    return Promise.resolve({ outcome: 'unchanged' });
  }

  find(): Promise<readonly []> {
    return Promise.resolve([]);
  }

  history(): Promise<HistoryPage> {
    return Promise.resolve({ changes: [], next: undefined });
  }

  contents(list: BlocklistName): ListContents {
    return this.#lists.get(formatBlocklistName(list)) ?? new Map<string, EntryState>();
  }
}
