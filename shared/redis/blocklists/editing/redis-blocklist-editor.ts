import type {
  BlocklistChange,
  BlocklistEditor,
  BlockOptions,
  ChangeAuthor,
  EditOptions,
  EditResult,
  HistoryPage,
  HistoryQuery,
  UndoResult,
} from '../../../feature-control/blocklist-editor.ts';
import type { BlocklistName } from '../../../feature-control/blocklist-name.ts';
import { findEditProblem } from '../../../feature-control/edit-problems.ts';
import { BLOCKED, blockedUntil, FREE, isSameState, stateAt } from '../../../feature-control/entry-state.ts';
import type { EntryState } from '../../../feature-control/entry-state.ts';
import type { FeatureChange } from '../../../feature-control/list-difference.ts';
import type { RedisKeys } from '../../redis-keys.ts';
import type { AuditBounds } from '../history/audit-bounds.ts';
import { AuditLog } from '../history/audit-log.ts';
import type { AuditCommands } from '../history/audit-log.ts';
import { parseChangeId, toFields } from '../history/audit-entry.ts';
import type { AuditEntry } from '../history/audit-entry.ts';
import { READ_SET, READ_TIMED_SET } from './edit-scripts.ts';
import { BulkEdits } from './bulk-edits.ts';
import type { BulkEditsDependencies } from './bulk-edits.ts';
import { partsOf } from './bulk-steps.ts';
import type { ListPart } from './bulk-steps.ts';
import { keyOf, runEdit } from './run-edit.ts';

/** An edit with its target state. */
interface Edit extends EditOptions {
  readonly list: BlocklistName;
  readonly feature: string;
  readonly wanted: EntryState;
  readonly undoes?: string;
}

/** The states of the feature before and after a step of an edit. */
type Step = Pick<FeatureChange, 'before' | 'after'>;

interface CurrentState {
  readonly state: EntryState;
  readonly nowMs: number;
}

/** The progress of an edit: the id of its first step, undefined before that step. */
interface Attempt {
  readonly id: string | undefined;
  readonly isComplete: boolean;
}

/** Maximum number of attempts. An edit is repeated if somebody else has changed the entry in between. */
const MAX_ATTEMPTS = 5;

const PAST = {
  outcome: 'invalid',
  field: 'until',
  problem: 'The time is in the past, by the clock of Redis.',
} as const;

const TOO_LARGE = {
  outcome: 'invalid',
  field: 'feature',
  problem: 'That change affects too many features to be undone. Import a file that was exported before it.',
} as const;

/**
 * Implements {@link BlocklistEditor} in Redis. One script compares both keys of the list, makes the edit and
 * records it. In a cluster the keys are in different slots, so that an edit of both takes two scripts, each
 * for one key. The one that blocks comes first: if the program ends in between, the feature stays blocked
 * (ADR 20).
 */
export class RedisBlocklistEditor implements BlocklistEditor {
  readonly #dependencies: BulkEditsDependencies;
  readonly #log: AuditLog;
  readonly #bulkEdits: BulkEdits;

  /** @param supportsCrossSlotScripts whether one script may change both keys of a list; false in a cluster */
  constructor(
    commands: AuditCommands,
    keys: RedisKeys,
    bounds: AuditBounds,
    supportsCrossSlotScripts: boolean,
  ) {
    this.#dependencies = { commands, keys, bounds, supportsCrossSlotScripts };
    this.#log = new AuditLog(commands, keys);
    this.#bulkEdits = new BulkEdits(this.#dependencies);
  }

  async read(list: BlocklistName, feature: string): Promise<EntryState> {
    return (await this.#readNow(list, feature)).state;
  }

  async block(
    list: BlocklistName,
    feature: string,
    { untilMs, ...options }: BlockOptions,
  ): Promise<EditResult> {
    const problem = findEditProblem({
      list,
      feature,
      untilMs,
      reason: options.reason,
      isBlocking: true,
    });
    if (problem !== undefined) return { outcome: 'invalid', ...problem };
    const wanted = untilMs === undefined ? BLOCKED : blockedUntil(untilMs);
    return await this.#apply({ ...options, list, feature, wanted });
  }

  async unblock(list: BlocklistName, feature: string, options: EditOptions): Promise<EditResult> {
    const problem = findEditProblem({ list, feature, reason: options.reason, isBlocking: false });
    if (problem !== undefined) return { outcome: 'invalid', ...problem };
    return await this.#apply({ ...options, list, feature, wanted: FREE });
  }

  async undo(id: string, author: ChangeAuthor): Promise<UndoResult> {
    const found = await this.#log.find(id);
    if (found === undefined) return { outcome: 'unknown' };
    const { after, before, list, sizes } = found.change;
    const feature = sizes === undefined ? found.change.feature : 'any';
    const problem = findEditProblem({ list, feature, reason: author.reason, isBlocking: false });
    if (problem !== undefined) return { outcome: 'invalid', ...problem };
    if (sizes !== undefined) return await this.#undoBulk(id, found, author);
    const { nowMs, state } = await this.#readNow(list, feature);
    const part = this.#directPart(id, found.change);
    const stateOf = (one: EntryState): EntryState => withPart(state, part, stateAt(one, nowMs));
    const isUnchanged = [after, found.target].some((one) => isSameState(stateOf(one), state));
    if (!isUnchanged) return { outcome: 'conflict', state };
    return await this.#apply({
      ...author,
      list,
      feature,
      expected: state,
      wanted: stateOf(before),
      undoes: id,
    });
  }

  /** Returns the only key that a record describes, if it is one of a direct write. */
  #directPart(id: string, { list, source }: BlocklistChange): ListPart | undefined {
    if (source !== 'direct') return undefined;
    const { keys } = this.#dependencies;
    return parseChangeId(id)?.isIn(keys.auditOf(keyOf(keys, list, 'set'))) === true ? 'set' : 'until';
  }

  async #undoBulk(id: string, { change, difference }: AuditEntry, author: ChangeAuthor): Promise<UndoResult> {
    if (difference === undefined) return TOO_LARGE;
    const { list } = change;
    const result = await this.#bulkEdits.undo(list, difference, { ...author, undoes: id });
    if (result.outcome === 'changed')
      return { outcome: 'changed', id: result.id, before: FREE, after: FREE, features: difference.length };
    if (result.outcome === 'unchanged') return { outcome: 'unchanged', state: FREE };
    const state = result.feature === '' ? FREE : await this.read(list, result.feature);
    return { outcome: 'conflict', state, feature: result.feature };
  }

  async find(id: string): Promise<BlocklistChange | undefined> {
    return (await this.#log.find(id))?.change;
  }

  async history(query: HistoryQuery): Promise<HistoryPage> {
    return await this.#log.history(query);
  }

  async #apply(edit: Edit): Promise<EditResult> {
    const { feature, list, wanted } = edit;
    let first: { readonly id: string; readonly before: EntryState } | undefined;
    let current = await this.#readNow(list, feature);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { state } = current;
      const refusal = first === undefined ? refuse(edit, current) : undefined;
      if (refusal !== undefined) return refusal;
      const { id, isComplete } = await this.#attempt(edit, state, first?.id);
      if (id !== undefined) first ??= { id, before: state };
      if (isComplete) break;
      current = await this.#readNow(list, feature);
    }
    // What others have changed after the first step follows this edit.
    if (first !== undefined) return { outcome: 'changed', ...first, after: wanted };
    return { outcome: 'conflict', state: current.state };
  }

  /**
   * Makes the edit, or the rest of it, up to a step before which somebody else has changed the entry.
   * @param of the id of the first step, if it has been made
   */
  async #attempt(edit: Edit, before: EntryState, of: string | undefined): Promise<Attempt> {
    const { feature, list, wanted } = edit;
    const { supportsCrossSlotScripts } = this.#dependencies;
    const steps = stepsOf(before, wanted, supportsCrossSlotScripts);
    let id = of;
    for (const step of steps) {
      const target = id === undefined && steps.length > 1 ? wanted : undefined;
      const changes = [{ feature, ...step }];
      const result = await runEdit(this.#dependencies, {
        list,
        changes,
        expected: {},
        describes: 'feature',
        parts: partsOf(changes, supportsCrossSlotScripts),
        fields: toFields({ ...edit, ...step, of: id, target }),
      });
      if (result.outcome !== 'done') return { id, isComplete: false };
      id ??= result.id;
    }
    return { id, isComplete: true };
  }

  async #readNow(list: BlocklistName, feature: string): Promise<CurrentState> {
    const { commands, keys } = this.#dependencies;
    const [[member = '0'], [untilMs = '', nowMs = '0']] = await Promise.all([
      commands.evaluate(READ_SET, [keyOf(keys, list, 'set')], [feature]),
      commands.evaluate(READ_TIMED_SET, [keyOf(keys, list, 'until')], [feature]),
    ]);
    return {
      state: { permanent: member === '1', untilMs: untilMs === '' ? undefined : Number(untilMs) },
      nowMs: Number(nowMs),
    };
  }
}

/** Returns `state` with that part of the other state; without a part, the other state. */
function withPart(state: EntryState, part: ListPart | undefined, other: EntryState): EntryState {
  if (part === undefined) return other;
  return part === 'set' ? { ...state, permanent: other.permanent } : { ...state, untilMs: other.untilMs };
}

/** Returns the result of an edit that is not to be made; undefined if it is. */
function refuse({ expected, wanted }: Edit, { nowMs, state }: CurrentState): EditResult | undefined {
  if (expected !== undefined && !isSameState(stateAt(expected, nowMs), state))
    return { outcome: 'conflict', state };
  if (wanted.untilMs !== undefined && wanted.untilMs <= nowMs) return PAST;
  return isSameState(state, wanted) ? { outcome: 'unchanged', state } : undefined;
}

/**
 * Returns the steps from one state to the other, one for each script. A step that blocks precedes one that
 * unblocks.
 */
function stepsOf(before: EntryState, after: EntryState, supportsCrossSlotScripts: boolean): readonly Step[] {
  if (isSameState(before, after)) return [];
  const between: EntryState = after.permanent
    ? { permanent: true, untilMs: before.untilMs }
    : { permanent: before.permanent, untilMs: after.untilMs };
  const isOneStep = supportsCrossSlotScripts || isSameState(before, between) || isSameState(between, after);
  if (isOneStep) return [{ before, after }];
  return [
    { before, after: between },
    { before: between, after },
  ];
}
