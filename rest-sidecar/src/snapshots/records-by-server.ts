import type { Clock } from '../../../shared/clock.ts';
import type { Representation, RepresentationFactory } from '../http/representation.ts';
import { ActiveRecords } from './active-records.ts';
import type { ServedRecord } from './held-records.ts';
import type { Windows } from './live-resource.ts';
import { KeyedRepresentations } from './keyed-representations.ts';

/** The active records of each server, as they are served: what getEvents and getVotings have in common. */
export class RecordsByServer implements Windows {
  readonly #records = new ActiveRecords();
  readonly #representations: KeyedRepresentations;
  readonly #none: Representation;
  readonly #clock: Clock;

  constructor(factory: RepresentationFactory, clock: Clock) {
    this.#representations = new KeyedRepresentations(factory);
    // It stands for all servers without records, whatever they had before.
    this.#none = factory.next(undefined, Buffer.from('[]'));
    this.#clock = clock;
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

  untilChangeMs(): number {
    const nowMs = this.#clock.epochMs();
    return this.#records.nextChangeMs(nowMs) - nowMs;
  }

  set(id: string, record: ServedRecord): void {
    this.#records.set(id, record, this.#clock.epochMs());
  }

  delete(id: string): void {
    this.#records.delete(id);
  }

  applyTime(): void {
    this.publish();
  }

  /** Serves what was set and deleted, and opens and closes windows. */
  publish(): void {
    const nowMs = this.#clock.epochMs();
    this.#records.applyTime(nowMs);
    this.#representations.publish(this.#records.takeChanges(), nowMs);
  }
}
