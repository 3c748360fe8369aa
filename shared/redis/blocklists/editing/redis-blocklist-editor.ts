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
import { findEditProblem, isEditable, listProblem } from '../../../feature-control/edit-problems.ts';
import { BLOCKED, blockedUntil, FREE, isBlocked, parseState } from '../../../feature-control/entry-state.ts';
import type { EntryState } from '../../../feature-control/entry-state.ts';
import type { ListDifference } from '../../../feature-control/list-difference.ts';
import type { RedisKeys } from '../../redis-keys.ts';
import { AuditLog } from '../history/audit-log.ts';
import type { AuditCommands } from '../history/audit-log.ts';
import { listScript } from '../list-script.ts';
import { editList } from './edit-list.ts';
import type { EditDependencies } from './edit-list.ts';

const TOO_LARGE = {
  outcome: 'invalid',
  field: 'feature',
  problem: 'That change affects too many features to be undone. Import a file that was exported before it.',
} as const;

/** Returns { the state of the feature ARGV[1] }. */
const READ_STATE = listScript('return statesOf(ARGV)');

/**
 * Implements {@link BlocklistEditor} in Redis. The keys of a list are in one cluster slot, so that each edit
 * is one script, which compares the state, changes it and records the change (ADR 20).
 */
export class RedisBlocklistEditor implements BlocklistEditor {
  readonly #dependencies: EditDependencies;
  readonly #log: AuditLog;

  /** @param maxRecords maximum number of records in the history of a list, 1 or more */
  constructor(commands: AuditCommands, keys: RedisKeys, maxRecords: number) {
    this.#dependencies = { commands, keys, maxRecords };
    this.#log = new AuditLog(commands, keys);
  }

  async read(list: BlocklistName, feature: string): Promise<EntryState> {
    const { commands, keys } = this.#dependencies;
    const timed = isEditable(list) ? [keys.timedBlocklistKey(list)] : [];
    const [state = ''] = await commands.evaluate(READ_STATE, [keys.blocklistKey(list), ...timed], [feature]);
    return parseState(state) ?? FREE;
  }

  async block(
    list: BlocklistName,
    feature: string,
    { untilMs, ...options }: BlockOptions,
  ): Promise<EditResult> {
    return await this.#set(list, feature, untilMs === undefined ? BLOCKED : blockedUntil(untilMs), options);
  }

  async unblock(list: BlocklistName, feature: string, options: EditOptions): Promise<EditResult> {
    return await this.#set(list, feature, FREE, options);
  }

  /**
   * Changes many features of a list in one step, if each is in its state before.
   * @param difference one piece, as by `piecesOf`
   * @param newestId the id of the newest record of the list when it was read, `0-0` for none: if somebody
   * else has edited the list since, nothing is changed. Default: any
   */
  async change(
    list: BlocklistName,
    difference: ListDifference,
    author: ChangeAuthor,
    newestId?: string,
  ): Promise<EditResult> {
    const problem = listProblem(list, false);
    if (problem !== undefined) return { outcome: 'invalid', field: 'list', problem };
    return await editList(this.#dependencies, {
      list,
      entries: difference.map(({ feature, before, after }) => ({ feature, expected: before, wanted: after })),
      author,
      newestId,
      isBulk: true,
      refusesEnded: false,
    });
  }

  async undo(id: string, author: ChangeAuthor): Promise<UndoResult> {
    const found = await this.#log.find(id);
    if (found === undefined) return { outcome: 'unknown' };
    const { change, difference } = found;
    const { after, before, feature, list, sizes } = change;
    const isBulk = sizes !== undefined;
    if (isBulk && difference === undefined) return TOO_LARGE;
    const changes = difference ?? [{ feature, before, after }];
    const problem = findEditProblem({
      list,
      feature: changes[0]?.feature ?? '',
      reason: author.reason,
      isBlocking: false,
    });
    if (problem !== undefined) return { outcome: 'invalid', ...problem };
    return await editList(this.#dependencies, {
      list,
      entries: changes.map((each) => ({ feature: each.feature, expected: each.after, wanted: each.before })),
      author,
      undoes: id,
      isBulk,
      refusesEnded: false,
    });
  }

  async find(id: string): Promise<BlocklistChange | undefined> {
    return (await this.#log.find(id))?.change;
  }

  async history(query: HistoryQuery): Promise<HistoryPage> {
    return await this.#log.history(query);
  }

  async #set(
    list: BlocklistName,
    feature: string,
    wanted: EntryState,
    { expected, ...author }: EditOptions,
  ): Promise<EditResult> {
    const { untilMs } = wanted;
    const isBlocking = isBlocked(wanted);
    const problem = findEditProblem({ list, feature, untilMs, reason: author.reason, isBlocking });
    if (problem !== undefined) return { outcome: 'invalid', ...problem };
    const entries = [{ feature, expected, wanted }];
    return await editList(this.#dependencies, { list, entries, author, isBulk: false, refusesEnded: true });
  }
}
