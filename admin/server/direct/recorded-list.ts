import type { BlocklistChange } from '../../../shared/feature-control/blocklist-editor.ts';
import { formatState } from '../../../shared/feature-control/entry-state.ts';
import type { ListDifference } from '../../../shared/feature-control/list-difference.ts';
import type { BlocklistContents } from '../../../shared/redis/blocklists/reading/mirrored-blocklists.ts';

/** The contents of a list by its history: a version that was read, and the changes recorded since. */
export class RecordedList {
  #base: BlocklistContents;
  /** States by feature, as by `formatState`, that differ from the base. */
  readonly #states = new Map<string, string>();
  #size: number | undefined;

  constructor(base: BlocklistContents) {
    this.#base = base;
  }

  /** The number of blocked features. A feature with both kinds of block counts twice. */
  get size(): number {
    if (this.#size !== undefined) return this.#size;
    let size = this.#base.features.size + this.#base.timed.size;
    for (const [feature, state] of this.#states) size += sizeOf(state) - sizeOf(stateOf(this.#base, feature));
    return size;
  }

  /** Adds a recorded change. */
  add({ after, feature, sizes }: BlocklistChange, difference: ListDifference | undefined): void {
    if (sizes === undefined) this.set(feature, formatState(after));
    else if (difference === undefined) this.#size = sizes.after;
    else for (const change of difference) this.set(change.feature, formatState(change.after));
  }

  set(feature: string, state: string): void {
    this.#states.set(feature, state);
  }

  stateOf(feature: string): string {
    return this.#states.get(feature) ?? stateOf(this.#base, feature);
  }

  /** Returns the features whose recorded state differs from a version that was read, at most `max` + 1. */
  differencesFrom(read: BlocklistContents, max: number): readonly string[] {
    const found = new Set<string>();
    const names = [
      this.#states,
      ...(read.features === this.#base.features ? [] : [read.features, this.#base.features]),
      ...(read.timed === this.#base.timed ? [] : [read.timed, this.#base.timed]),
    ];
    for (const some of names)
      for (const feature of some.keys()) {
        if (this.stateOf(feature) !== stateOf(read, feature)) found.add(feature);
        if (found.size > max) return [...found];
      }
    return [...found];
  }

  /**
   * Takes a version that was read as base.
   * @param recorded the features whose recorded state remains. Default: all with a record
   */
  rebase(read: BlocklistContents, recorded: Iterable<string> = this.#states.keys()): void {
    const states = Array.from(recorded, (feature) => [feature, this.stateOf(feature)] as const);
    this.#states.clear();
    this.#size = undefined;
    this.#base = read;
    for (const [feature, state] of states)
      if (state !== stateOf(read, feature)) this.#states.set(feature, state);
  }
}

function stateOf({ features, timed }: BlocklistContents, feature: string): string {
  return formatState({ permanent: features.has(feature), untilMs: timed.get(feature) });
}

function sizeOf(state: string): number {
  return Number(state.startsWith('blocked')) + Number(state.includes('until:'));
}
