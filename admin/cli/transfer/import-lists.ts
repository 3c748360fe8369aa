import type { ChangeAuthor } from '../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { differenceOf } from '../../../shared/feature-control/list-difference.ts';
import type { FeatureChange, ListDifference } from '../../../shared/feature-control/list-difference.ts';
import { notEnded } from '../../../shared/feature-control/timed-features.ts';
import { piecesOf } from '../../../shared/redis/blocklists/editing/edit-list.ts';
import { parseChangeId } from '../../../shared/redis/blocklists/history/audit-entry.ts';
import { readList } from '../blocklists/read-lists.ts';
import { CommandError } from '../command-error.ts';
import type { CommandStore } from '../command-store.ts';
import type { WantedList } from './parse-blocklists.ts';

/** Attempts to import a list that others edit at the same time. */
const MAX_ATTEMPTS = 5;

/** A list with the changes that its import makes. */
export interface PlannedList {
  /** Without timed blocks that have ended already. */
  readonly wanted: WantedList;
  readonly difference: ListDifference;
  /** Id of the newest change in the history; undefined in a dry run. */
  readonly id?: string | undefined;
}

/**
 * Replaces a list with that of a file: its changes in one atomic step, or in several if they are more than
 * one script may make. If somebody else edits the list in between, it is read again.
 * @param isDryRun whether the changes are computed only
 * @returns the changes; undefined if the list is already as wanted
 * @throws {CommandError} if others keep editing the list, or if a key has the wrong type
 */
export async function replaceList(
  store: CommandStore,
  wanted: WantedList,
  author: ChangeAuthor,
  isDryRun: boolean,
): Promise<PlannedList | undefined> {
  const { commands, editor, keys } = store;
  const { list } = wanted;
  const name = formatBlocklistName(list);
  const made: FeatureChange[] = [];
  let id: string | undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const nowMs = await store.now();
    const current = { ...wanted, until: notEnded(wanted.until, nowMs) };
    const [newest] = await commands.newestEntries(keys.auditKey(list), 1);
    const stored = await readList(store, list, nowMs);
    const [rejected] = stored.rejectedKeys;
    if (rejected !== undefined)
      throw new CommandError(
        `WRONGTYPE: ${rejected} has the wrong type: see doctor, and delete or rename the key`,
      );
    const difference = differenceOf(stored, current);
    if (difference.length === 0 && made.length === 0) return undefined;
    if (isDryRun) return { wanted: current, difference };
    let lastId = newest?.id ?? '0-0';
    let isConflict = false;
    for (const piece of piecesOf(difference)) {
      const result = await editor.change(list, piece, author, lastId);
      if (result.outcome === 'invalid') throw new CommandError(`${name}: ${result.problem}`);
      isConflict = result.outcome === 'conflict';
      if (isConflict) break;
      if (result.outcome !== 'changed') continue;
      made.push(...piece);
      id = result.id;
      lastId = parseChangeId(id)?.entryId ?? lastId;
    }
    if (!isConflict) return { wanted: current, difference: made, id };
  }
  throw new CommandError(`${name}: others keep editing this list; import it again when they are done`);
}
