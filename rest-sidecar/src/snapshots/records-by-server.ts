import type { Clock } from '../../../shared/clock.ts';
import { UpdateThrottle } from '../../../shared/redis/mirror/update-throttle.ts';
import type { ActiveWindow } from '../../../shared/rest/active-window.ts';
import type { CancelTimer, Timers } from '../../../shared/timers.ts';
import type { Representation, RepresentationFactory } from '../http/representation.ts';
import { ActiveRecords } from './active-records.ts';
import type { ServedRecord } from './active-records.ts';
import { KeyedRepresentations } from './keyed-representations.ts';

export interface RecordsByServerDependencies {
  readonly factory: RepresentationFactory;
  readonly clock: Clock;
  readonly timers: Timers;
}

const MOST_UPDATES_PER_SECOND = 20;

/** The clock is looked at this often, so that one that is set, forward or back, is followed. */
const LONGEST_WAIT_MS = 1000;

/** The active records of each server, as they are served: what getEvents and getVotings have in common. */
export class RecordsByServer {
  readonly #records = new ActiveRecords();
  readonly #representations: KeyedRepresentations;
  readonly #none: Representation;
  readonly #dependencies: RecordsByServerDependencies;
  readonly #throttle: UpdateThrottle;
  #cancelTimer: CancelTimer = () => undefined;

  constructor(dependencies: RecordsByServerDependencies) {
    const { clock, factory } = dependencies;
    this.#dependencies = dependencies;
    this.#representations = new KeyedRepresentations(factory);
    this.#throttle = new UpdateThrottle(clock, MOST_UPDATES_PER_SECOND);
    // It stands for all servers without records, whatever they had before.
    this.#none = factory.next(undefined, Buffer.from('[]'));
  }

  get isPublished(): boolean {
    return this.#representations.isPublished;
  }

  /** Servers with empty lists are left out (section 4.1). Undefined before the first publication. */
  get all(): Representation | undefined {
    return this.#representations.all;
  }

  /** An array, empty for a server that is not known (G4). */
  of(server: string): Representation {
    return this.#representations.get(server) ?? this.#none;
  }

  /** @param record undefined where there is none with this id */
  set(id: string, record: ServedRecord | undefined): void {
    if (record === undefined) this.#records.delete(id);
    else this.#records.set(id, record, this.#dependencies.clock.epochMs());
  }

  /** Serves what was set, and from now on each record while it is active (G6). */
  publish(): void {
    const waitMs = this.#throttle.waitMs();
    if (waitMs > 0) {
      this.#publishLater(waitMs);
      return;
    }
    this.#throttle.noteUpdate();
    const nowMs = this.#dependencies.clock.epochMs();
    this.#records.applyTime(nowMs);
    this.#representations.publish(this.#records.takeChanges(), nowMs);
    this.#publishLater(Math.min(this.#records.nextChangeMs(nowMs) - nowMs, LONGEST_WAIT_MS));
  }

  close(): void {
    this.#cancelTimer();
  }

  #publishLater(delayMs: number): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#dependencies.timers.after(Math.max(1, Math.ceil(delayMs)), () => {
      this.publish();
    });
  }
}

/** @param served the record as it is served */
export function toServed(
  { server, startsAt, endsAt }: ActiveWindow & { readonly server: string },
  served: object,
): ServedRecord {
  return { server, window: { startsAt, endsAt }, text: JSON.stringify(served) };
}
