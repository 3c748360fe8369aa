import { holdTogether } from '../../../shared/redis/loss/loss-watch.ts';
import type { LiveResource, RefreshOutcome } from '../../../rest-sidecar/src/snapshots/live-resource.ts';
import type { ManualTime } from '../../support/fakes/manual-time.ts';

/** A resource whose refreshes take as long as the test says, and are counted. */
export class FakeResource implements LiveResource {
  readonly name = 'fake';
  readonly prefixes = [];
  readonly isLoaded = true;
  readonly held = holdTogether([]);
  readonly windows = {
    nextChangeMs: Infinity,
    untilChangeMs: () => this.windows.nextChangeMs - this.#time.epochMs(),
    appliedMs: [] as number[],
    applyTime: () => {
      this.windows.appliedMs.push(this.#time.monotonicMs());
      this.windows.nextChangeMs = Infinity;
    },
  };
  readonly notes = {
    noteChange: () => true,
    noteAnyChange: () => undefined,
    noteDoubt: () => undefined,
    takeNotes: () => {
      this.tookNotesMs.push(this.#time.monotonicMs());
    },
  };
  readonly startedMs: number[] = [];
  readonly tookNotesMs: number[] = [];
  takesMs = 0;
  outcome: RefreshOutcome | Error = 'read';
  readonly #time: ManualTime;

  constructor(time: ManualTime) {
    this.#time = time;
  }

  async refresh(): Promise<RefreshOutcome> {
    this.startedMs.push(this.#time.monotonicMs());
    await Promise.resolve();
    this.#time.advance(this.takesMs);
    if (this.outcome instanceof Error) throw this.outcome;
    return this.outcome;
  }
}
