import type { Clock } from '../../../shared/clock.ts';
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

/**
 * The shortest wait for the next record that begins or ends, in milliseconds: many may do so shortly after
 * each other.
 */
const MIN_WAIT_MS = 50;

/**
 * The clock is checked at least this often, in milliseconds, so that changes of the system clock take effect.
 */
const MAX_WAIT_MS = 1000;

/** Serves the active records of each server, for getEvents and getVotings. */
export class RecordsByServer {
  readonly #records = new ActiveRecords();
  readonly #representations: KeyedRepresentations;
  readonly #none: Representation;
  readonly #dependencies: RecordsByServerDependencies;
  #cancelTimer: CancelTimer = () => undefined;

  constructor(dependencies: RecordsByServerDependencies) {
    const { factory } = dependencies;
    this.#dependencies = dependencies;
    this.#representations = new KeyedRepresentations(factory);
    // Shared by all servers without active records, whatever their lists were before.
    this.#none = factory.next(undefined, Buffer.from('[]'));
  }

  get isPublished(): boolean {
    return this.#representations.isPublished;
  }

  /**
   * The lists of all servers. Empty lists are left out (section 4.1). Undefined before the first publication.
   */
  get all(): Representation | undefined {
    return this.#representations.all;
  }

  /** Returns the list of one server: an array, which is empty for an unknown server (G4). */
  of(server: string): Representation {
    return this.#representations.get(server) ?? this.#none;
  }

  /** @param record undefined if there is no record with this id */
  set(id: string, record: ServedRecord | undefined): void {
    this.#records.set(id, record);
  }

  /** Publishes the records that were set. From then on, each record is served while it is active (G6). */
  publish(): void {
    const nowMs = this.#dependencies.clock.epochMs();
    this.#representations.publish(this.#records.takeChanges(nowMs), nowMs);
    this.#publishLater(Math.min(this.#records.nextChangeMs(nowMs) - nowMs, MAX_WAIT_MS));
  }

  close(): void {
    this.#cancelTimer();
  }

  #publishLater(delayMs: number): void {
    this.#cancelTimer();
    const waitMs = Math.max(MIN_WAIT_MS, Math.ceil(delayMs));
    this.#cancelTimer = this.#dependencies.timers.after(waitMs, () => {
      this.publish();
    });
  }
}

/** @param served the record in its served form */
export function toServed(
  { server, startsAt, endsAt }: ActiveWindow & { readonly server: string },
  served: object,
): ServedRecord {
  return { server, startsAt, endsAt, text: JSON.stringify(served) };
}
