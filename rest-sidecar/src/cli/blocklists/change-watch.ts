import type {
  BlocklistChange,
  BlocklistEditor,
} from '../../../../shared/feature-control/blocklist-editor.ts';
import type { CancelTimer, Timers } from '../../../../shared/timers.ts';

export interface ChangeWatchDependencies {
  readonly editor: Pick<BlocklistEditor, 'history'>;
  readonly timers: Timers;
  /** The stream of a list's history. */
  readonly streamOf: (key: string) => string;
  /** Called once for each change, the older first. */
  readonly changed: (change: BlocklistChange) => void;
  /** Called for the key of a list that was written without a record of it. */
  readonly unrecorded: (key: string) => void;
  readonly failed: (reason: string) => void;
}

/** Changes that are read at a time. */
const PAGE = 100;
/** Changes that are remembered, so that none is shown twice. */
const MOST_REMEMBERED = 1000;
/** How long the record of a plain write is waited for: a sidecar has to notice it first. */
const RECORD_MS = 3000;

/** A list and its history are written in one step, and reported one after the other. */
const TOGETHER_MS = 1000;

/** Follows the history: reads what is new in it whenever Redis reports that it has grown. */
export class ChangeWatch {
  readonly #dependencies: ChangeWatchDependencies;
  /** Identifiers with the time of the change, those that were shown last. */
  #seen: ReadonlySet<string> | undefined;
  #reading: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** Lists that were written, with what calls off the line about them. */
  readonly #unrecorded = new Map<string, CancelTimer>();
  /** Streams that have grown just now, with what forgets them. */
  readonly #recorded = new Map<string, CancelTimer>();
  #isClosed = false;

  constructor(dependencies: ChangeWatchDependencies) {
    this.#dependencies = dependencies;
  }

  /** @param streams of the history that have grown @param lists whose keys were written */
  note(streams: readonly string[], lists: readonly string[]): void {
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
      const forget = this.#dependencies.timers.after(TOGETHER_MS, () => this.#recorded.delete(stream));
      this.#recorded.set(stream, forget);
    }
    for (const [key, cancel] of this.#unrecorded) {
      if (!this.#isRecorded(key)) continue;
      cancel();
      this.#unrecorded.delete(key);
    }
    if (streams.length > 0) this.catchUp();
  }

  /** Whether the history of a list has grown just now. */
  #isRecorded(key: string): boolean {
    return this.#recorded.has(this.#dependencies.streamOf(key));
  }

  /** Reads what is new. The first time, that is nothing: only what comes after it is shown. */
  catchUp(): void {
    // One read that begins later sees what this one may miss; a third is never needed.
    if (this.#waiting > 1) return;
    this.#waiting += 1;
    this.#reading = this.#reading.then(async () => {
      await this.#read();
      this.#waiting -= 1;
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
        const { changes, next } = await this.#dependencies.editor.history({ most: PAGE, before });
        const unseen = changes.filter((change) => this.#seen?.has(keyOf(change)) !== true);
        fresh.push(...unseen);
        if (this.#seen === undefined || unseen.length < changes.length || next === undefined) break;
        if (fresh.length >= MOST_REMEMBERED) break;
        before = next;
      }
      this.#show(fresh);
    } catch (cause) {
      this.#dependencies.failed(cause instanceof Error ? cause.message : String(cause));
    }
  }

  #show(fresh: readonly BlocklistChange[]): void {
    const isFirst = this.#seen === undefined;
    const seen = [...fresh.map(keyOf), ...(this.#seen ?? [])].slice(0, MOST_REMEMBERED);
    this.#seen = new Set(seen);
    if (isFirst) return;
    for (const change of fresh.toReversed()) this.#dependencies.changed(change);
  }
}

/** The two steps of one edit have one identifier. */
function keyOf({ id, atMs, before, after }: BlocklistChange): string {
  return JSON.stringify([id, atMs, before, after]);
}
