import { setTimeout as delay } from 'node:timers/promises';
import { differenceOf } from '../../../shared/feature-control/blocklist-change.ts';
import type { FeatureChange } from '../../../shared/feature-control/blocklist-change.ts';
import type { ChangeAuthor } from '../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { contentsAt } from '../../../shared/feature-control/list-contents.ts';
import type { ListContents, NamedList } from '../../../shared/feature-control/list-contents.ts';
import { piecesOf } from '../../../shared/redis/blocklists/editing/edit-list.ts';
import type { ListChanges } from '../blocklists/later-unblocking.ts';
import { readContents } from '../blocklists/read-lists.ts';
import { CommandError } from '../command-error.ts';
import type { ConnectedContext } from '../connected-context.ts';

/** How often a list is edited until it is that of the file, while others edit it, too. */
const MAX_ATTEMPTS = 5;
/** The longest pause before another attempt, in milliseconds. */
const MAX_PAUSE_MS = 200;

/** What the import of a list changes. */
export interface ImportedList extends ListChanges {
  /** Number of features that the list has then. */
  readonly size: number;
  /** Id of the newest change in the history; undefined in a dry run, and without changes. */
  readonly id: string | undefined;
}

/**
 * Replaces a list with that of a file: its changes in one atomic step, or in several if they are more than
 * one script may make. Then the list is read again, and what somebody else has changed in between is
 * replaced, too. Timed blocks that have ended are left out.
 * @param isDryRun whether the changes are computed only
 * @throws {CommandError} if others keep editing the list
 */
export async function replaceList(
  connected: ConnectedContext,
  [list, contents]: NamedList,
  author: ChangeAuthor,
  isDryRun: boolean,
): Promise<ImportedList> {
  const name = formatBlocklistName(list);
  const made: FeatureChange[] = [];
  let id: string | undefined;
  for (let attempt = 0; ; attempt += 1) {
    const nowMs = await connected.redisNow();
    const wanted = contentsAt(contents, nowMs);
    const changes = differenceOf(await readContents(connected, list, nowMs), wanted);
    if (isDryRun || changes.length === 0)
      return { list, size: wanted.size, changes: isDryRun ? changes : made, id };
    if (attempt === MAX_ATTEMPTS)
      throw new CommandError(`${name}: others keep editing this list; import it again when they are done`);
    // Two imports at the same time must not undo each other again and again.
    if (attempt > 0) await delay(Math.random() * MAX_PAUSE_MS);
    for (const piece of piecesOf(changes)) {
      const [after, before] = [statesOf(piece, 'after'), statesOf(piece, 'before')];
      const result = await connected.editor.edit(list, after, author, before);
      if (result.outcome === 'invalid') throw new CommandError(`${name}: ${result.problem}`);
      if (result.outcome === 'conflict') break;
      if (result.outcome !== 'changed') continue;
      made.push(...result.changes);
      id = result.id;
    }
  }
}

function statesOf(changes: readonly FeatureChange[], when: 'before' | 'after'): ListContents {
  return new Map(changes.map((change) => [change.feature, change[when]]));
}
