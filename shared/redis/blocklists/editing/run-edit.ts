import type { BlocklistName } from '../../../feature-control/blocklist-name.ts';
import type { EntryState } from '../../../feature-control/entry-state.ts';
import { formatDifference } from '../../../feature-control/list-difference.ts';
import type { ListDifference } from '../../../feature-control/list-difference.ts';
import type { RedisCommands } from '../../redis-commands.ts';
import type { RedisKeys } from '../../redis-keys.ts';
import { changeIdOf } from '../history/audit-entry.ts';
import { boundsAsTexts } from '../history/audit-bounds.ts';
import type { AuditBounds } from '../history/audit-bounds.ts';
import { EDIT_LIST } from './edit-list-script.ts';
import { isChangeOf } from './bulk-steps.ts';
import type { ListPart } from './bulk-steps.ts';

/**
 * Limits of a recorded difference: features, and characters of its JSON. A larger one is not recorded and
 * cannot be undone.
 */
export const MAX_RECORDED = { features: 1000, characters: 65_536 };

export interface EditDependencies {
  readonly commands: Pick<RedisCommands, 'evaluate'>;
  readonly keys: RedisKeys;
  readonly bounds: AuditBounds;
}

/** What one key of a list must be like, besides the changed features. */
export interface ExpectedPart {
  /** Number of features, without blocks that have ended. */
  readonly size: number;
  /** The id of the newest entry in its stream, `0-0` for none; undefined for any. */
  readonly newestId?: string | undefined;
}

/** A change of one or more features of a list by one script, which records it. */
export interface ListEdit {
  readonly list: BlocklistName;
  /** The keys to compare and to change, in a cluster only one. */
  readonly parts: readonly ListPart[];
  readonly changes: ListDifference;
  readonly expected: Partial<Readonly<Record<ListPart, ExpectedPart>>>;
  /** Fields of the entry in the stream of the first part that changes. */
  readonly fields: readonly string[];
  /** What these fields describe: the only feature, each change, or not each. */
  readonly describes: 'feature' | 'changes' | 'nothing';
}

/** `differs`: the named feature is not in the state before; empty if the list differs otherwise. */
export type RunResult =
  | { readonly outcome: 'done'; readonly id: string }
  | { readonly outcome: 'differs'; readonly feature: string };

/** Makes a change, unless the list is not in the state before. @throws {RedisError} */
export async function runEdit(dependencies: EditDependencies, edit: ListEdit): Promise<RunResult> {
  const { bounds, commands, keys } = dependencies;
  const { changes, fields, list, parts } = edit;
  const streamOf = (part: ListPart): string => keys.auditOf(keyOf(keys, list, part));
  const changed = parts.filter((part) => changes.some((change) => isChangeOf(part, change)));
  const args = [
    ...boundsAsTexts(bounds),
    textOf(changes),
    String(fields.length),
    ...fields,
    ...parts.flatMap((part) => argumentsOf(part, edit, part === changed[0])),
  ];
  const scriptKeys = parts.flatMap((part) => [keyOf(keys, list, part), streamOf(part)]);
  const [answer, detail = ''] = await commands.evaluate(EDIT_LIST, scriptKeys, args);
  if (answer !== 'done') return { outcome: 'differs', feature: detail };
  return { outcome: 'done', id: changeIdOf(streamOf(changed[0] ?? 'set'), detail) };
}

/** Returns one of the two keys of a list. */
export function keyOf(keys: RedisKeys, list: BlocklistName, part: ListPart): string {
  return part === 'set' ? keys.blocklistKey(list) : keys.timedBlocklistKey(list);
}

/** @param isFirst whether the entry of this part has the fields of the edit */
function argumentsOf(part: ListPart, { changes, describes, expected }: ListEdit, isFirst: boolean): string[] {
  const text = textOf(changes);
  const isDescribed = isFirst && describes !== 'nothing';
  const step = isDescribed || !isRecorded(text) ? [] : ['step', text];
  const growth = describes === 'feature' ? '' : String(growthOf(part, changes));
  const { newestId = '', size = '' } = expected[part] ?? {};
  return [part, String(size), newestId, String(step.length), ...step, ...writesOf(part, changes), growth];
}

/** @returns the members to remove and to add, each as JSON */
function writesOf(part: ListPart, changes: ListDifference): readonly [remove: string, add: string] {
  const remove: string[] = [];
  const add: string[] = [];
  for (const change of changes) {
    const { after, feature } = change;
    if (!isChangeOf(part, change)) continue;
    if (!isIn(part, after)) remove.push(feature);
    else add.push(...(part === 'set' ? [] : [String(after.untilMs)]), feature);
  }
  return [JSON.stringify(remove), JSON.stringify(add)];
}

/** Returns by how many features one part of a list grows. */
export function growthOf(part: ListPart, changes: ListDifference): number {
  return changes.reduce(
    (growth, { before, after }) => growth + Number(isIn(part, after)) - Number(isIn(part, before)),
    0,
  );
}

function isIn(part: ListPart, { permanent, untilMs }: EntryState): boolean {
  return part === 'set' ? permanent : untilMs !== undefined;
}

/** Returns the changes as JSON for scripts and streams; empty if there are too many to check each. */
export function textOf(changes: ListDifference): string {
  return changes.length > MAX_RECORDED.features ? '' : formatDifference(changes);
}

/** @param text result of {@link textOf} */
export function isRecorded(text: string): boolean {
  return text !== '' && text.length <= MAX_RECORDED.characters;
}
