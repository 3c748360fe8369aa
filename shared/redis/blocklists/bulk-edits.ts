import { MAX_RECORDED_NAMES } from '../../feature-control/blocklist-editor.ts';
import type { ChangeAuthor } from '../../feature-control/blocklist-editor.ts';
import type { BlocklistName } from '../../feature-control/blocklist-name.ts';
import { FREE, isSameState, stateAt } from '../../feature-control/entry-state.ts';
import type { EntryState } from '../../feature-control/entry-state.ts';
import { formatDifference, invert } from '../../feature-control/list-difference.ts';
import type { ListDifference } from '../../feature-control/list-difference.ts';
import type { RedisKeys } from '../redis-keys.ts';
import { changeIdOf, toFields } from './audit-entry.ts';
import { boundsAsTexts } from './audit-bounds.ts';
import type { AuditBounds } from './audit-bounds.ts';
import type { AuditCommands } from './audit-log.ts';
import { EDIT_BULK, SIZE_OF_SET, SIZE_OF_TIMED_SET } from './bulk-script.ts';
import { isChangeOf, planSteps } from './bulk-steps.ts';
import type { ListPart, BulkStep } from './bulk-steps.ts';

/**
 * Limits of a recorded difference: features, and characters of its JSON. A larger one is not recorded and
 * cannot be undone.
 */
export const MAX_RECORDED = { features: 1000, characters: 65_536 };

export interface BulkEditsDependencies {
  readonly commands: AuditCommands;
  readonly keys: RedisKeys;
  readonly bounds: AuditBounds;
  /** Whether one script may change both keys of a list. False in a cluster, which has them in two slots. */
  readonly supportsCrossSlotScripts: boolean;
}

/** Number of features in each key of a list, without blocks that have ended. */
export type ListSizes = Readonly<Record<ListPart, number>>;

/** A change of many features of one list. */
export interface BulkEdit extends ChangeAuthor {
  readonly list: BlocklistName;
  readonly difference: ListDifference;
  /** Nothing is changed if the list has a different number of features by now. */
  readonly expected: ListSizes;
  readonly undoes?: string | undefined;
}

/** `differs`: the named feature is not in the expected state; empty if the number of features differs. */
export type BulkResult =
  | { readonly outcome: 'changed'; readonly id: string }
  | { readonly outcome: 'differs'; readonly feature: string }
  | { readonly outcome: 'unchanged' };

/** Maximum number of attempts. An edit is repeated if the number of features has changed in between. */
const MAX_ATTEMPTS = 5;

/**
 * Changes many features of a list together. On one server, the change and its record are one atomic step. In
 * a cluster, where the set and the timed set are on different servers, it takes several steps; between them
 * the list blocks either what it blocked before or what it will block.
 */
export class BulkEdits {
  readonly #dependencies: BulkEditsDependencies;

  constructor(dependencies: BulkEditsDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * @param edit with one or more changes
   * @throws {RedisError}
   */
  async apply(edit: BulkEdit): Promise<BulkResult> {
    const counted = new Set<ListPart>();
    let id = '';
    for (const step of planSteps(edit.difference, this.#dependencies.supportsCrossSlotScripts)) {
      const expected = step.parts.map((part) => (counted.has(part) ? '' : String(edit.expected[part])));
      for (const part of step.parts) counted.add(part);
      const [answer, detail = ''] = await this.#run(edit, step, expected);
      if (answer !== 'done') return { outcome: 'differs', feature: detail };
      if (step.isSwitch) id = changeIdOf(this.#keysOf(edit.list, step)[1] ?? '', detail);
    }
    return { outcome: 'changed', id };
  }

  /**
   * Reverts a difference, if each feature is still in the state after the change.
   * @throws {RedisError}
   */
  async undo(
    list: BlocklistName,
    difference: ListDifference,
    author: ChangeAuthor & { readonly undoes: string },
  ): Promise<BulkResult> {
    let result: BulkResult = { outcome: 'unchanged' };
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { nowMs, ...expected } = await this.#readSizes(list);
      const current = invert(difference)
        .map(({ feature, before, after }) => ({
          ...{ feature, before: stateAt(before, nowMs), after: stateAt(after, nowMs) },
        }))
        .filter(({ before, after }) => !isSameState(before, after));
      if (current.length === 0) return { outcome: 'unchanged' };
      result = await this.apply({ ...author, list, difference: current, expected });
      if (result.outcome !== 'differs' || result.feature !== '') return result;
    }
    return result;
  }

  async #readSizes(list: BlocklistName): Promise<ListSizes & { readonly nowMs: number }> {
    const { commands, keys } = this.#dependencies;
    const [[set], [until, nowMs]] = await Promise.all([
      commands.evaluate(SIZE_OF_SET, [keys.blocklistKey(list)], []),
      commands.evaluate(SIZE_OF_TIMED_SET, [keys.timedBlocklistKey(list)], []),
    ]);
    return { set: Number(set), until: Number(until), nowMs: Number(nowMs) };
  }

  async #run(edit: BulkEdit, step: BulkStep, expected: readonly string[]): Promise<readonly string[]> {
    const { bounds, commands } = this.#dependencies;
    const historyFields = step.isSwitch ? this.#fieldsOf(edit) : [];
    const changes = textOf(step.changes);
    const historyHasAll = step.isSwitch && step.changes === edit.difference;
    const parts = step.parts.flatMap((part, index) => {
      const isDuplicate = historyHasAll && index === 0;
      const stepFields = isDuplicate || !isRecorded(changes) ? [] : ['step', changes];
      return [
        part,
        expected[index] ?? '',
        String(stepFields.length),
        ...stepFields,
        ...writesOf(part, step.changes),
      ];
    });
    const args = [
      ...boundsAsTexts(bounds),
      changes,
      String(historyFields.length),
      ...historyFields,
      ...parts,
    ];
    return await commands.evaluate(EDIT_BULK, this.#keysOf(edit.list, step), args);
  }

  /** Returns the fields that the history shows. An entry without these fields does not appear in it. */
  #fieldsOf({ list, difference, expected, ...author }: BulkEdit): string[] {
    const text = textOf(difference);
    const before = expected.set + expected.until;
    const growth = growthOf('set', difference) + growthOf('until', difference);
    return [
      ...toFields({ ...author, list, feature: '', before: FREE, after: FREE }),
      ...['whole', `${before} ${before + growth}`],
      ...['names', JSON.stringify(difference.slice(0, MAX_RECORDED_NAMES).map(({ feature }) => feature))],
      ...(isRecorded(text) ? ['difference', text] : []),
    ];
  }

  #keysOf(list: BlocklistName, { parts }: BulkStep): string[] {
    const { keys } = this.#dependencies;
    return parts.flatMap((part) => {
      const key = part === 'set' ? keys.blocklistKey(list) : keys.timedBlocklistKey(list);
      return [key, keys.auditOf(key)];
    });
  }
}

/** @returns the members to remove and to add, each as JSON, and by how many features the part grows */
function writesOf(part: ListPart, changes: ListDifference): string[] {
  const remove: string[] = [];
  const add: string[] = [];
  for (const change of changes) {
    const { after, feature } = change;
    if (!isChangeOf(part, change)) continue;
    if (!isIn(part, after)) remove.push(feature);
    else add.push(...(part === 'set' ? [] : [String(after.untilMs)]), feature);
  }
  return [JSON.stringify(remove), JSON.stringify(add), String(growthOf(part, changes))];
}

/** Returns by how many features one part of a list grows. */
function growthOf(part: ListPart, changes: ListDifference): number {
  return changes.reduce(
    (growth, { before, after }) => growth + Number(isIn(part, after)) - Number(isIn(part, before)),
    0,
  );
}

function isIn(part: ListPart, { permanent, untilMs }: EntryState): boolean {
  return part === 'set' ? permanent : untilMs !== undefined;
}

/** Returns the changes as JSON for scripts and streams; empty if there are too many to check each. */
function textOf(changes: ListDifference): string {
  return changes.length > MAX_RECORDED.features ? '' : formatDifference(changes);
}

/** @param text result of {@link textOf} */
function isRecorded(text: string): boolean {
  return text !== '' && text.length <= MAX_RECORDED.characters;
}
