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
} from '../../feature-control/blocklist-editor.ts';
import type { BlocklistName } from '../../feature-control/blocklist-name.ts';
import { findEditProblem } from '../../feature-control/edit-problems.ts';
import { BLOCKED, blockedUntil, FREE, isSameState, stateAt } from '../../feature-control/entry-state.ts';
import type { EntryState } from '../../feature-control/entry-state.ts';
import type { RedisKeys } from '../redis-keys.ts';
import { boundsAsTexts } from './audit-bounds.ts';
import type { AuditBounds } from './audit-bounds.ts';
import { AuditLog } from './audit-log.ts';
import type { AuditCommands } from './audit-log.ts';
import { changeIdOf, toFields } from './audit-entry.ts';
import type { AuditEntry, NewEntry } from './audit-entry.ts';
import { EDIT_SET, EDIT_TIMED_SET, READ_SET, READ_TIMED_SET } from './edit-scripts.ts';
import { BulkEdits } from './bulk-edits.ts';
import type { ListPart } from './bulk-steps.ts';

/** An edit with its target state. */
interface Edit extends EditOptions {
  readonly list: BlocklistName;
  readonly feature: string;
  readonly wanted: EntryState;
  readonly undoes?: string;
}

/** One of the one or two steps of an edit. Each changes one key and records the change. */
interface Step {
  readonly part: ListPart;
  readonly before: EntryState;
  readonly after: EntryState;
}

interface CurrentState {
  readonly state: EntryState;
  readonly nowMs: number;
}

type StepResult = { readonly answer: 'done'; readonly id: string } | { readonly answer: 'differs' | 'past' };

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
 * Implements {@link BlocklistEditor} in Redis. A change and its record are one script. In a cluster the set
 * and the timed set of a list are in different slots, so that an edit of both takes two such steps. The one
 * that blocks comes first: if the program ends in between, the feature stays blocked (ADR 20).
 */
export class RedisBlocklistEditor implements BlocklistEditor {
  readonly #commands: AuditCommands;
  readonly #keys: RedisKeys;
  readonly #bounds: AuditBounds;
  readonly #log: AuditLog;
  readonly #bulkEdits: BulkEdits;

  /** @param supportsCrossSlotScripts whether one script may change both keys of a list; false in a cluster */
  constructor(
    commands: AuditCommands,
    keys: RedisKeys,
    bounds: AuditBounds,
    supportsCrossSlotScripts: boolean,
  ) {
    this.#commands = commands;
    this.#keys = keys;
    this.#bounds = bounds;
    this.#log = new AuditLog(commands, keys);
    this.#bulkEdits = new BulkEdits({ commands, keys, bounds, supportsCrossSlotScripts });
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
      ...{ list, feature, untilMs, reason: options.reason },
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
    const isUnchanged = [after, found.target].some((one) => isSameState(stateAt(one, nowMs), state));
    if (!isUnchanged) return { outcome: 'conflict', state };
    return await this.#apply({
      ...author,
      ...{ list, feature, expected: state, wanted: stateAt(before, nowMs), undoes: id },
    });
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
    let current = await this.#readNow(edit.list, edit.feature);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { nowMs, state } = current;
      const { expected, wanted } = edit;
      if (expected !== undefined && !isSameState(stateAt(expected, nowMs), state))
        return { outcome: 'conflict', state };
      if (wanted.untilMs !== undefined && wanted.untilMs <= nowMs) return PAST;
      if (isSameState(state, wanted)) return { outcome: 'unchanged', state };
      const result = await this.#attempt(edit, state);
      if (result !== 'differs') return result;
      current = await this.#readNow(edit.list, edit.feature);
      if (expected !== undefined) break;
    }
    return { outcome: 'conflict', state: current.state };
  }

  /** @returns `differs` if somebody else has changed the entry first */
  async #attempt(edit: Edit, before: EntryState): Promise<EditResult | 'differs'> {
    const { feature, list, wanted } = edit;
    const [first, second] = stepsOf(before, wanted);
    const target = second && wanted;
    const result = await this.#runStep(edit, first, { target });
    if (result.answer !== 'done') return result.answer === 'past' ? PAST : 'differs';
    const stream = this.#keys.auditOf(this.#keyOf(list, first.part));
    const id = changeIdOf(stream, result.id);
    if (second !== undefined) {
      const answer = (await this.#runStep(edit, second, { of: id })).answer;
      if (answer === 'differs') {
        const { state } = await this.#readNow(list, feature);
        if (!isSameState(state, wanted)) return { outcome: 'conflict', state };
      }
    }
    return { outcome: 'changed', id, before, after: wanted };
  }

  async #runStep(edit: Edit, step: Step, further: Pick<NewEntry, 'target' | 'of'>): Promise<StepResult> {
    const key = this.#keyOf(edit.list, step.part);
    const { actor, feature, list, reason, source, undoes } = edit;
    const { after, before, part } = step;
    const fields = toFields({
      ...{ actor, source, reason, list, feature, before, after, undoes },
      ...further,
    });
    const args = [...boundsAsTexts(this.#bounds), feature];
    const states =
      part === 'set'
        ? [before.permanent ? '1' : '0']
        : [before, after].map(({ untilMs }) => (untilMs === undefined ? '' : String(untilMs)));
    const script = part === 'set' ? EDIT_SET : EDIT_TIMED_SET;
    const [answer, id = ''] = await this.#commands.evaluate(
      script,
      [key, this.#keys.auditOf(key)],
      [...args, ...states, ...fields],
    );
    return answer === 'done' ? { answer, id } : { answer: answer === 'past' ? 'past' : 'differs' };
  }

  async #readNow(list: BlocklistName, feature: string): Promise<CurrentState> {
    const { evaluate } = this.#commands;
    const read = evaluate.bind(this.#commands);
    const [[member = '0'], [untilMs = '', nowMs = '0']] = await Promise.all([
      read(READ_SET, [this.#keyOf(list, 'set')], [feature]),
      read(READ_TIMED_SET, [this.#keyOf(list, 'until')], [feature]),
    ]);
    return {
      state: { permanent: member === '1', untilMs: untilMs === '' ? undefined : Number(untilMs) },
      nowMs: Number(nowMs),
    };
  }

  #keyOf(list: BlocklistName, part: Step['part']): string {
    return part === 'set' ? this.#keys.blocklistKey(list) : this.#keys.timedBlocklistKey(list);
  }
}

/** Returns the steps between two different states. A step that blocks precedes one that unblocks. */
function stepsOf(before: EntryState, wanted: EntryState): readonly [Step, Step?] {
  const isSetDifferent = before.permanent !== wanted.permanent;
  const isUntilDifferent = before.untilMs !== wanted.untilMs;
  const onlySet: EntryState = { permanent: wanted.permanent, untilMs: before.untilMs };
  const onlyUntil: EntryState = { permanent: before.permanent, untilMs: wanted.untilMs };
  if (isSetDifferent && isUntilDifferent)
    return wanted.permanent
      ? [
          { part: 'set', before, after: onlySet },
          { part: 'until', before: onlySet, after: wanted },
        ]
      : [
          { part: 'until', before, after: onlyUntil },
          { part: 'set', before: onlyUntil, after: wanted },
        ];
  return [{ part: isSetDifferent ? 'set' : 'until', before, after: wanted }];
}
