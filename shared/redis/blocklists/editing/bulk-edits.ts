import { MAX_RECORDED_NAMES } from '../../../feature-control/blocklist-editor.ts';
import type { ChangeAuthor } from '../../../feature-control/blocklist-editor.ts';
import type { BlocklistName } from '../../../feature-control/blocklist-name.ts';
import { FREE, isSameState, stateAt } from '../../../feature-control/entry-state.ts';
import { invert } from '../../../feature-control/list-difference.ts';
import type { ListDifference } from '../../../feature-control/list-difference.ts';
import { toFields } from '../history/audit-entry.ts';
import { planSteps } from './bulk-steps.ts';
import type { ListPart } from './bulk-steps.ts';
import { SIZE_OF_SET, SIZE_OF_TIMED_SET } from './edit-list-script.ts';
import { growthOf, isRecorded, keyOf, runEdit, textOf } from './run-edit.ts';
import type { EditDependencies, ExpectedPart } from './run-edit.ts';

export interface BulkEditsDependencies extends EditDependencies {
  /** Whether one script may change both keys of a list. False in a cluster, which has them in two slots. */
  readonly supportsCrossSlotScripts: boolean;
}

/** What each key of a list must be like. */
export type ExpectedList = Readonly<Record<ListPart, ExpectedPart>>;

/** A change of many features of one list. */
export interface BulkEdit extends ChangeAuthor {
  readonly list: BlocklistName;
  readonly difference: ListDifference;
  /** Nothing is changed if the list is no longer like this. */
  readonly expected: ExpectedList;
  readonly undoes?: string | undefined;
}

/** `differs`: the named feature is not in the expected state; empty if the list differs otherwise. */
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
    const { difference, list } = edit;
    const counted = new Set<ListPart>();
    let id = '';
    for (const step of planSteps(difference, this.#dependencies.supportsCrossSlotScripts)) {
      const { changes, isSwitch, parts } = step;
      const expected = Object.fromEntries(
        parts.flatMap((part) => (counted.has(part) ? [] : [[part, edit.expected[part]]])),
      );
      for (const part of parts) counted.add(part);
      const fields = isSwitch ? fieldsOf(edit) : [];
      const describes = isSwitch && changes === difference ? 'changes' : 'nothing';
      const result = await runEdit(this.#dependencies, { list, parts, changes, expected, fields, describes });
      if (result.outcome !== 'done') return result;
      if (isSwitch) id = result.id;
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
          feature,
          before: stateAt(before, nowMs),
          after: stateAt(after, nowMs),
        }))
        .filter(({ before, after }) => !isSameState(before, after));
      if (current.length === 0) return { outcome: 'unchanged' };
      result = await this.apply({ ...author, list, difference: current, expected });
      if (result.outcome !== 'differs' || result.feature !== '') return result;
    }
    return result;
  }

  async #readSizes(list: BlocklistName): Promise<ExpectedList & { readonly nowMs: number }> {
    const { commands, keys } = this.#dependencies;
    const [[set], [until, nowMs]] = await Promise.all([
      commands.evaluate(SIZE_OF_SET, [keyOf(keys, list, 'set')], []),
      commands.evaluate(SIZE_OF_TIMED_SET, [keyOf(keys, list, 'until')], []),
    ]);
    return { set: { size: Number(set) }, until: { size: Number(until) }, nowMs: Number(nowMs) };
  }
}

/** Returns the fields that the history shows. An entry without these fields does not appear in it. */
function fieldsOf({ list, difference, expected, ...author }: BulkEdit): string[] {
  const text = textOf(difference);
  const before = expected.set.size + expected.until.size;
  const growth = growthOf('set', difference) + growthOf('until', difference);
  return [
    ...toFields({ ...author, list, feature: '', before: FREE, after: FREE }),
    'whole',
    `${before} ${before + growth}`,
    'names',
    JSON.stringify(difference.slice(0, MAX_RECORDED_NAMES).map(({ feature }) => feature)),
    ...(isRecorded(text) ? ['difference', text] : []),
  ];
}
