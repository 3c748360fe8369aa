import { isWhole, reversalOf } from '../../../feature-control/blocklist-change.ts';
import type { BlocklistChange } from '../../../feature-control/blocklist-change.ts';
import type {
  BlocklistEditor,
  ChangeAuthor,
  EditResult,
  HistoryPage,
  HistoryQuery,
} from '../../../feature-control/blocklist-editor.ts';
import type { BlocklistName } from '../../../feature-control/blocklist-name.ts';
import { findEditProblem, rightServerName } from '../../../feature-control/edit-problems.ts';
import { isBlocked } from '../../../feature-control/entry-state.ts';
import type { ListContents } from '../../../feature-control/list-contents.ts';
import { readCauses } from '../../../feature-control/read-causes.ts';
import { StoredHistory } from '../history/stored-history.ts';
import type { HistoryCommands } from '../history/stored-history.ts';
import { editList } from './edit-list.ts';
import type { EditDependencies, ListEdit } from './edit-list.ts';

/** Records that are searched for who has changed an entry. */
const MAX_SEARCHED = 200;

export interface EditorDependencies extends EditDependencies {
  readonly commands: HistoryCommands;
  /** The names that proxies have for game servers, as far as known. Default: none is known. */
  readonly serverNames?: () => readonly string[] | Promise<readonly string[]>;
}

/**
 * Implements {@link BlocklistEditor} in Redis. The keys of a list are in one cluster slot, so that each edit
 * is one script, which compares the states, changes them and records the change (ADR 20).
 */
export class RedisBlocklistEditor implements BlocklistEditor {
  readonly #dependencies: EditDependencies;
  readonly #history: StoredHistory;
  readonly #serverNames: () => readonly string[] | Promise<readonly string[]>;

  constructor(dependencies: EditorDependencies) {
    this.#dependencies = dependencies;
    this.#serverNames = dependencies.serverNames ?? (() => []);
    this.#history = new StoredHistory(dependencies.commands, dependencies.keys);
  }

  async edit(
    list: BlocklistName,
    wanted: ListContents,
    author: ChangeAuthor,
    expected?: ListContents,
    isStrict = false,
  ): Promise<EditResult> {
    const problem = findEditProblem({ list, wanted, reason: author.reason });
    if (problem !== undefined) return { outcome: 'invalid', ...problem };
    const isBlock = [...wanted.values()].some(isBlocked);
    // Other lists are edited at once: their edits are sent in the order of the calls.
    const misnamed = isBlock && list.type === 'server' ? await this.#misnamed(list) : undefined;
    if (misnamed !== undefined) return misnamed;
    const reply = await this.#run({ list, wanted, expected, isStrict, author });
    if (isBlock || reply.outcome !== 'unchanged') return reply;
    // Only now, as a list that a direct write has misnamed can be emptied.
    return (await this.#misnamed(list)) ?? reply;
  }

  async undo(
    changes: readonly BlocklistChange[],
    author: ChangeAuthor,
    kept: ReadonlySet<string> = new Set(),
  ): Promise<EditResult> {
    const reversal = reversalOf(changes);
    const wanted = new Map([...reversal.wanted].filter(([feature]) => !kept.has(feature)));
    const { expected } = reversal;
    const [newest] = changes;
    if (newest === undefined || !changes.every(isWhole))
      return {
        outcome: 'invalid',
        field: 'feature',
        problem:
          'That change affects too many features to be undone. Import a file that was exported before it.',
      };
    if (wanted.size === 0) return { outcome: 'unchanged' };
    const { list } = newest;
    const problem = findEditProblem({ list, wanted, reason: author.reason, isUndo: true });
    if (problem !== undefined) return { outcome: 'invalid', ...problem };
    return await this.#run({ list, wanted, expected, author, undoes: changes.map(({ id }) => id) });
  }

  async find(id: string): Promise<readonly BlocklistChange[]> {
    return await this.#history.find(id);
  }

  async history(query: HistoryQuery): Promise<HistoryPage> {
    return await this.#history.page(query);
  }

  /** Refuses the list of a game server to which proxies give another name. */
  async #misnamed(list: BlocklistName): Promise<EditResult | undefined> {
    if (list.type !== 'server') return undefined;
    const name = rightServerName(list, await this.#serverNames());
    if (name === undefined) return undefined;
    const problem = `The proxies call this server ${name}.`;
    return { outcome: 'invalid', field: 'server', problem, serverName: name };
  }

  /** Makes an edit, or finds out who has changed the entries of a conflict. */
  async #run(edit: ListEdit): Promise<EditResult> {
    const result = await editList(this.#dependencies, edit);
    if (result.outcome !== 'conflict') return result;
    const states = new Map(result.conflicts.map(({ feature, state }) => [feature, state]));
    const causes = await readCauses(this, edit.list, states, MAX_SEARCHED);
    const conflicts = result.conflicts.map((entry) => ({ ...entry, lastChange: causes.get(entry.feature) }));
    return { ...result, conflicts };
  }
}
