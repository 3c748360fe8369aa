import type { BlocklistChange, BlocklistEditor } from '../../../shared/feature-control/blocklist-editor.ts';
import type { CancelTimer, Timers } from '../../../shared/timers.ts';

export interface ChangeWatchDependencies {
  readonly editor: Pick<BlocklistEditor, 'history'>;
  readonly timers: Timers;
  /** Returns the key of the stream with the history of a list, given the key of the list. */
  readonly streamOf: (key: string) => string;
  /** Called once for each change, in chronological order. */
  readonly changed: (change: BlocklistChange) => void;
  /** Called with the key of a list that was written without a record in the history. */
  readonly unrecorded: (key: string) => void;
  /** Called when the history cannot be read. */
  readonly failed: (reason: string) => void;
}

/** Changes that are read in one page. */
const PAGE_SIZE = 100;
/** Changes that are remembered, so that none is shown twice. */
const MAX_REMEMBERED = 1000;
/** How long to wait for the record of a direct write, which a sidecar has to notice first. */
const RECORD_MS = 3000;

/** Window in which the notifications for a list and for its history, written in one step, belong together. */
const SAME_EDIT_MS = 1000;

/** Follows the history of the blocklists: reads the new changes whenever Redis reports that it has grown. */
export class ChangeWatch {
  readonly #dependencies: ChangeWatchDependencies;
  /** Ids of the changes that were read last; undefined before the first read. */
  #seen: ReadonlySet<string> | undefined;
  #lastRead: Promise<void> = Promise.resolve();
  #pendingReads = 0;
  /** Lists that were written but have no record yet, each with the timer that reports them. */
  readonly #unrecorded = new Map<string, CancelTimer>();
  /** Streams that have grown recently, each with the timer that removes them. */
  readonly #recorded = new Map<string, CancelTimer>();
  #isClosed = false;

  constructor(dependencies: ChangeWatchDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Handles a notification of changed keys.
   * @param streams keys of history streams that have grown
   * @param lists keys of lists that were written
   */
  handleChanges(streams: readonly string[], lists: readonly string[]): void {
    for (const key of lists) {
      if (this.#unrecorded.has(key) || this.#isRecorded(key)) continue;
      const cancel = this.#dependencies.timers.after(RECORD_MS, () => {
        this.#unrecorded.delete(key);
        this.#dependencies.unrecorded(key);
      });
      this.#unrecorded.set(key, cancel);
    }
    for (const stream of streams) {
      this.#recorded.get(stream)?.();
      const forget = this.#dependencies.timers.after(SAME_EDIT_MS, () => this.#recorded.delete(stream));
      this.#recorded.set(stream, forget);
    }
    for (const [key, cancel] of this.#unrecorded) {
      if (!this.#isRecorded(key)) continue;
      cancel();
      this.#unrecorded.delete(key);
    }
    if (streams.length > 0) this.catchUp();
  }

  /** Returns whether the history of a list has grown within the last {@link SAME_EDIT_MS}. */
  #isRecorded(key: string): boolean {
    return this.#recorded.has(this.#dependencies.streamOf(key));
  }

  /** Reads and shows the new changes. The first call only reads, so that older changes are not shown. */
  catchUp(): void {
    // The second pending read sees everything that the first may miss, so a third is never needed.
    if (this.#pendingReads > 1) return;
    this.#pendingReads += 1;
    this.#lastRead = this.#lastRead.then(async () => {
      await this.#read();
      this.#pendingReads -= 1;
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const cancel of [...this.#unrecorded.values(), ...this.#recorded.values()]) cancel();
  }

  async #read(): Promise<void> {
    if (this.#isClosed) return;
    try {
      const fresh: BlocklistChange[] = [];
      let before: string | undefined;
      for (;;) {
        const { changes, next } = await this.#dependencies.editor.history({ maxChanges: PAGE_SIZE, before });
        const unseen = changes.filter((change) => this.#seen?.has(change.id) !== true);
        fresh.push(...unseen);
        if (this.#seen === undefined || unseen.length < changes.length || next === undefined) break;
        if (fresh.length >= MAX_REMEMBERED) break;
        before = next;
      }
      this.#show(fresh);
    } catch (cause) {
      this.#dependencies.failed(cause instanceof Error ? cause.message : String(cause));
    }
  }

  #show(fresh: readonly BlocklistChange[]): void {
    const isFirst = this.#seen === undefined;
    const seen = [...fresh.map(({ id }) => id), ...(this.#seen ?? [])].slice(0, MAX_REMEMBERED);
    this.#seen = new Set(seen);
    if (isFirst) return;
    for (const change of fresh.toReversed()) this.#dependencies.changed(change);
  }
}
