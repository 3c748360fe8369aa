import type { FeatureChange } from '../../../shared/feature-control/blocklist-change.ts';
import { FREE, isSameState } from '../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import type { ListContents } from '../../../shared/feature-control/list-contents.ts';

/** The contents of a list by its history: a version that was read, and the changes recorded since. */
export class RecordedList {
  #base: ListContents;
  /** States by feature that differ from the base. */
  readonly #states = new Map<string, EntryState>();

  constructor(base: ListContents) {
    this.#base = base;
  }

  /** Adds recorded changes. */
  add(changes: readonly FeatureChange[]): void {
    for (const { after, feature } of changes) this.set(feature, after);
  }

  set(feature: string, state: EntryState): void {
    this.#states.set(feature, state);
  }

  stateOf(feature: string): EntryState {
    return this.#states.get(feature) ?? this.#base.get(feature) ?? FREE;
  }

  /** Returns the features whose recorded state differs from a version that was read. */
  differencesFrom(read: ListContents): readonly string[] {
    const found = new Set<string>();
    const candidates = [this.#states, ...(read === this.#base ? [] : [read, this.#base])];
    for (const some of candidates)
      for (const feature of some.keys())
        if (!isSameState(this.stateOf(feature), read.get(feature) ?? FREE)) found.add(feature);
    return [...found];
  }

  /**
   * Takes a version that was read as base.
   * @param recorded the features whose recorded state remains. Default: all with a record
   */
  rebase(read: ListContents, recorded: Iterable<string> = this.#states.keys()): void {
    const states = Array.from(recorded, (feature) => [feature, this.stateOf(feature)] as const);
    this.#states.clear();
    this.#base = read;
    for (const [feature, state] of states)
      if (!isSameState(state, read.get(feature) ?? FREE)) this.#states.set(feature, state);
  }
}
