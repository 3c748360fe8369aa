import { setTimeout as delay } from 'node:timers/promises';
import { differenceOf } from '../../../shared/feature-control/blocklist-change.ts';
import type { FeatureChange } from '../../../shared/feature-control/blocklist-change.ts';
import type { ChangeAuthor } from '../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { contentsAt } from '../../../shared/feature-control/list-contents.ts';
import type { ListContents, NamedList } from '../../../shared/feature-control/list-contents.ts';
import { piecesOf } from '../../../shared/redis/blocklists/editing/edit-list.ts';
import { readList } from '../../../shared/redis/blocklists/reading/read-list.ts';
import type { CommandConnection } from '../command-connection.ts';
import { CommandError } from '../command-error.ts';

/** How often a list is edited until it is that of the file, while others edit it, too. */
const MAX_ATTEMPTS = 5;
/** The longest pause before another attempt, in milliseconds. */
const MAX_PAUSE_MS = 200;

/** A list with the changes that its import makes. */
export interface PlannedList {
  /** Without timed blocks that have ended already. */
  readonly wanted: NamedList;
  readonly changes: readonly FeatureChange[];
  /** Id of the newest change in the history; undefined in a dry run. */
  readonly id?: string | undefined;
}

/**
 * Replaces a list with that of a file: its changes in one atomic step, or in several if they are more than
 * one script may make. Then the list is read again, and what somebody else has changed in between is
 * replaced, too.
 * @param isDryRun whether the changes are computed only
 * @returns the changes; undefined if the list is already as wanted
 * @throws {CommandError} if others keep editing the list, or if a key has the wrong type
 */
export async function replaceList(
  connection: CommandConnection,
  [list, contents]: NamedList,
  author: ChangeAuthor,
  isDryRun: boolean,
): Promise<PlannedList | undefined> {
  const name = formatBlocklistName(list);
  const made: FeatureChange[] = [];
  let id: string | undefined;
  for (let attempt = 0; ; attempt += 1) {
    const nowMs = await connection.now();
    const current = contentsAt(contents, nowMs);
    const changes = differenceOf(await readStored(connection, list, nowMs), current);
    const wanted = [list, current] as const;
    if (isDryRun && changes.length > 0) return { wanted, changes };
    if (changes.length === 0) return made.length === 0 ? undefined : { wanted, changes: made, id };
    if (attempt === MAX_ATTEMPTS) break;
    // Two imports at the same time must not undo each other again and again.
    if (attempt > 0) await delay(Math.random() * MAX_PAUSE_MS);
    for (const piece of piecesOf(changes)) {
      const [after, before] = [statesOf(piece, 'after'), statesOf(piece, 'before')];
      const result = await connection.editor.edit(list, after, author, before);
      if (result.outcome === 'invalid') throw new CommandError(`${name}: ${result.problem}`);
      if (result.outcome === 'conflict') break;
      if (result.outcome !== 'changed') continue;
      made.push(...result.changes);
      id = result.id;
    }
  }
  throw new CommandError(`${name}: others keep editing this list; import it again when they are done`);
}

/** @throws {CommandError} if a key has the wrong type */
async function readStored(
  { commands, keys }: CommandConnection,
  list: BlocklistName,
  nowMs: number,
): Promise<ListContents> {
  const { contents, wrongTypes } = await readList(commands, keys, keys.blocklistKey(list));
  for (const key of wrongTypes.keys())
    throw new CommandError(`WRONGTYPE: ${key} has the wrong type: see doctor, and delete or rename the key`);
  return contentsAt(contents, nowMs);
}

function statesOf(changes: readonly FeatureChange[], when: 'before' | 'after'): ListContents {
  return new Map(changes.map((change) => [change.feature, change[when]]));
}
