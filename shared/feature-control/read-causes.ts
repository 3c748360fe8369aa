import { changeThatLedTo } from './blocklist-change.ts';
import type { BlocklistChange } from './blocklist-change.ts';
import type { BlocklistEditor } from './blocklist-editor.ts';
import type { BlocklistName } from './blocklist-name.ts';
import type { ListContents } from './list-contents.ts';

/** Changes that are read at once. */
const PAGE = 200;

/**
 * Reads the change that has led to each of these entries; none for one that a direct write has made.
 * @param maxChanges how many changes of the list are searched at most, the newest first
 * @throws {RedisError}
 */
export async function readCauses(
  editor: Pick<BlocklistEditor, 'history'>,
  list: BlocklistName,
  entries: ListContents,
  maxChanges: number,
): Promise<ReadonlyMap<string, BlocklistChange>> {
  const causes = new Map<string, BlocklistChange>();
  const missing = new Map(entries);
  let before: string | undefined;
  for (let read = 0; read < maxChanges && missing.size > 0; read += PAGE) {
    const { changes, next } = await editor.history({ list, before, maxChanges: PAGE });
    const changed = new Set(changes.flatMap((change) => change.changes.map(({ feature }) => feature)));
    for (const [feature, state] of missing) {
      if (!changed.has(feature)) continue;
      const cause = changeThatLedTo(state, feature, changes);
      if (cause !== undefined) causes.set(feature, cause);
      missing.delete(feature);
    }
    if (next === undefined) break;
    before = next;
  }
  return causes;
}
