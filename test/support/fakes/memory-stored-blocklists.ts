import type { Clock } from '../../../shared/clock.ts';
import { reversalOf } from '../../../shared/feature-control/blocklist-change.ts';
import type { BlocklistChange } from '../../../shared/feature-control/blocklist-change.ts';
import type {
  BlocklistEditor,
  ChangeAuthor,
  EditConflict,
  EditResult,
  HistoryPage,
  HistoryQuery,
} from '../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { findEditProblem, rightServerName } from '../../../shared/feature-control/edit-problems.ts';
import { FREE, isBlocked, isSameState } from '../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import type { ListContents } from '../../../shared/feature-control/list-contents.ts';
import { matches } from '../../../shared/redis/blocklists/history/history-page.ts';

/** Lists and their history in memory. While `failure` is set, all edits fail. */
export class MemoryStoredBlocklists implements BlocklistEditor {
  failure: Error | undefined;
  /** The newest first. */
  readonly recorded: BlocklistChange[] = [];
  readonly #clock: Pick<Clock, 'epochMs'>;
  readonly #lists = new Map<string, Map<string, EntryState>>();

  readonly #servers: readonly string[];

  /** @param servers the names of game servers */
  constructor(clock: Pick<Clock, 'epochMs'>, servers: readonly string[] = []) {
    this.#clock = clock;
    this.#servers = servers;
  }

  async edit(
    list: BlocklistName,
    wanted: ListContents,
    author: ChangeAuthor,
    expected?: ListContents,
  ): Promise<EditResult> {
    const serverName = rightServerName(list, this.#servers);
    if (serverName !== undefined) return { outcome: 'invalid', field: 'server', problem: '', serverName };
    const problem = findEditProblem({ list, wanted, reason: author.reason });
    if (problem !== undefined) return { outcome: 'invalid', ...problem };
    return await this.#edit(list, wanted, author, expected, []);
  }

  async #edit(
    list: BlocklistName,
    wanted: ListContents,
    author: ChangeAuthor,
    expected: ListContents | undefined,
    undoes: readonly string[],
  ): Promise<EditResult> {
    if (this.failure !== undefined) throw this.failure;
    const stored = this.contents(list);
    const stateOf = (feature: string): EntryState => stored.get(feature) ?? FREE;
    const changes = [...wanted]
      .map(([feature, after]) => ({ feature, before: stateOf(feature), after }))
      .filter(({ before, after }) => !isSameState(before, after));
    if (changes.length === 0) return { outcome: 'unchanged' };
    const conflicts = changes.flatMap(({ feature, before }): EditConflict[] =>
      isSameState(before, expected?.get(feature) ?? before)
        ? []
        : [{ feature, state: before, lastChange: this.recorded.find((each) => matches(each, { feature })) }],
    );
    if (conflicts.length > 0) return { outcome: 'conflict', conflicts };
    const { actor, source, reason, batch } = author;
    const id = `${this.recorded.length + 1}-0-a`;
    const atMs = this.#clock.epochMs();
    const total = changes.length;
    this.recorded.unshift({ id, atMs, list, changes, total, actor, source, reason, undoes, batch });
    const after = [...new Map([...stored, ...wanted])].filter(([, state]) => isBlocked(state));
    this.#lists.set(formatBlocklistName(list), new Map(after));
    return await Promise.resolve({ outcome: 'changed', id, changes });
  }

  async undo(changes: readonly BlocklistChange[], author: ChangeAuthor): Promise<EditResult> {
    const [newest] = changes;
    if (newest === undefined) throw new Error('there is nothing to undo');
    const { expected, wanted } = reversalOf(changes);
    const undoes = changes.map(({ id }) => id);
    return await this.#edit(newest.list, wanted, author, expected, undoes);
  }

  find(id: string): Promise<readonly BlocklistChange[]> {
    return Promise.resolve(this.recorded.filter((change) => change.id === id || change.batch === id));
  }

  history({ list, maxChanges, ...query }: HistoryQuery): Promise<HistoryPage> {
    const ofList = this.recorded.filter(
      (change) => list === undefined || formatBlocklistName(change.list) === formatBlocklistName(list),
    );
    const changes = ofList.filter((change) => matches(change, query)).slice(0, maxChanges);
    return Promise.resolve({ changes, next: undefined });
  }

  contents(list: BlocklistName): ListContents {
    return this.#lists.get(formatBlocklistName(list)) ?? new Map<string, EntryState>();
  }
}
