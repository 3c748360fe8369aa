import { MOST_NAMES } from '../../feature-control/blocklist-editor.ts';
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
import { EDIT_MANY, SIZE_OF_SET, SIZE_OF_UNTIL } from './many-script.ts';
import { isChangeOf, planSteps } from './many-steps.ts';
import type { ListPart, ManyStep } from './many-steps.ts';

/** A difference of more features, or of a longer JSON text, is not recorded, and cannot be undone. */
export const MOST_RECORDED = { features: 1000, characters: 65_536 };

export interface ManyEditsDependencies {
  readonly commands: AuditCommands;
  readonly keys: RedisKeys;
  readonly bounds: AuditBounds;
  /** Whether one script may change both keys of a list: not in a cluster. */
  readonly areTogether: boolean;
}

/** How many features each key of a list has, what is over left out. */
export type ListSizes = Readonly<Record<ListPart, number>>;

/** Many features of one list that change together. */
export interface ManyEdit extends ChangeAuthor {
  readonly list: BlocklistName;
  readonly difference: ListDifference;
  /** Nothing is changed where the list has another number of features by now. */
  readonly expected: ListSizes;
  readonly undoes?: string | undefined;
}

/** `differs`: a feature is not as the difference has it; it is empty where their number is another one. */
export type ManyResult =
  | { readonly outcome: 'changed'; readonly id: string }
  | { readonly outcome: 'differs'; readonly feature: string }
  | { readonly outcome: 'unchanged' };

/** An edit begins again where the list has got more or fewer features in between, so often at most. */
const MOST_ATTEMPTS = 5;

/**
 * Changes many features of a list together: on one server in one step with its record. In a cluster, where
 * the set and the timed set are on different servers, in steps between which the list blocks what it has
 * blocked before, or what it is to block.
 */
export class ManyEdits {
  readonly #dependencies: ManyEditsDependencies;

  constructor(dependencies: ManyEditsDependencies) {
    this.#dependencies = dependencies;
  }

  /** @param edit with one change or more @throws {RedisError} */
  async apply(edit: ManyEdit): Promise<ManyResult> {
    const counted = new Set<ListPart>();
    let id = '';
    for (const step of planSteps(edit.difference, this.#dependencies.areTogether)) {
      const expected = step.parts.map((part) => (counted.has(part) ? '' : String(edit.expected[part])));
      for (const part of step.parts) counted.add(part);
      const [answer, detail = ''] = await this.#run(edit, step, expected);
      if (answer !== 'done') return { outcome: 'differs', feature: detail };
      if (step.isSwitch) id = changeIdOf(this.#namesOf(edit.list, step)[1] ?? '', detail);
    }
    return { outcome: 'changed', id };
  }

  /**
   * Reverts a difference where each feature is as it was left.
   * @throws {RedisError}
   */
  async undo(
    list: BlocklistName,
    difference: ListDifference,
    author: ChangeAuthor & { readonly undoes: string },
  ): Promise<ManyResult> {
    let result: ManyResult = { outcome: 'unchanged' };
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      const { nowMs, ...expected } = await this.#readSizes(list);
      const timely = invert(difference)
        .map(({ feature, before, after }) => ({
          ...{ feature, before: stateAt(before, nowMs), after: stateAt(after, nowMs) },
        }))
        .filter(({ before, after }) => !isSameState(before, after));
      if (timely.length === 0) return { outcome: 'unchanged' };
      result = await this.apply({ ...author, list, difference: timely, expected });
      if (result.outcome !== 'differs' || result.feature !== '') return result;
    }
    return result;
  }

  async #readSizes(list: BlocklistName): Promise<ListSizes & { readonly nowMs: number }> {
    const { commands, keys } = this.#dependencies;
    const [[set], [until, nowMs]] = await Promise.all([
      commands.evaluateTexts(SIZE_OF_SET, [keys.blocklistKey(list)], []),
      commands.evaluateTexts(SIZE_OF_UNTIL, [keys.blocklistUntilKey(list)], []),
    ]);
    return { set: Number(set), until: Number(until), nowMs: Number(nowMs) };
  }

  async #run(edit: ManyEdit, step: ManyStep, expected: readonly string[]): Promise<readonly string[]> {
    const { bounds, commands } = this.#dependencies;
    const shown = step.isSwitch ? this.#fieldsOf(edit) : [];
    const changes = textOf(step.changes);
    const isShownWhole = step.isSwitch && step.changes === edit.difference;
    const parts = step.parts.flatMap((part, index) => {
      const isTwice = isShownWhole && index === 0;
      const own = isTwice || !isRecorded(changes) ? [] : ['step', changes];
      return [part, expected[index] ?? '', String(own.length), ...own, ...writesOf(part, step.changes)];
    });
    const args = [...boundsAsTexts(bounds), changes, String(shown.length), ...shown, ...parts];
    return await commands.evaluateTexts(EDIT_MANY, this.#namesOf(edit.list, step), args);
  }

  /** What the history shows: of an entry without these fields, nothing. */
  #fieldsOf({ list, difference, expected, ...author }: ManyEdit): string[] {
    const text = textOf(difference);
    const before = expected.set + expected.until;
    const growth = growthOf('set', difference) + growthOf('until', difference);
    return [
      ...toFields({ ...author, list, feature: '', before: FREE, after: FREE }),
      ...['whole', `${before} ${before + growth}`],
      ...['names', JSON.stringify(difference.slice(0, MOST_NAMES).map(({ feature }) => feature))],
      ...(isRecorded(text) ? ['difference', text] : []),
    ];
  }

  #namesOf(list: BlocklistName, { parts }: ManyStep): string[] {
    const { keys } = this.#dependencies;
    return parts.flatMap((part) => {
      const key = part === 'set' ? keys.blocklistKey(list) : keys.blocklistUntilKey(list);
      return [key, keys.auditOf(key)];
    });
  }
}

/** @returns what the script removes and adds, each as JSON, and by how many features the part grows */
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

/** By how many features one part of a list grows. */
function growthOf(part: ListPart, changes: ListDifference): number {
  return changes.reduce(
    (growth, { before, after }) => growth + Number(isIn(part, after)) - Number(isIn(part, before)),
    0,
  );
}

function isIn(part: ListPart, { permanent, untilMs }: EntryState): boolean {
  return part === 'set' ? permanent : untilMs !== undefined;
}

/** @returns as scripts and streams have the changes; empty where they are too many to look at each */
function textOf(changes: ListDifference): string {
  return changes.length > MOST_RECORDED.features ? '' : formatDifference(changes);
}

/** @param text of {@link textOf} */
function isRecorded(text: string): boolean {
  return text !== '' && text.length <= MOST_RECORDED.characters;
}
