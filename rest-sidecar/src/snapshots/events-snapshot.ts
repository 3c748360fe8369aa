import { identified } from '../../../shared/rest/identified.ts';
import { validators } from '../../../shared/rest/validators.js';
import type { Representation } from '../http/representation.ts';
import type { HeldData } from '../../../shared/redis/loss/loss-watch.ts';
import type { HashDifference } from './hash-mirror.ts';
import type { LeftOut } from './left-out.ts';
import type { ChangeNotes, LiveResource, RefreshOutcome, Windows } from './live-resource.ts';
import { parseStored } from './parse-stored.ts';
import { RecordsByServer } from './records-by-server.ts';
import type { HashSnapshotDependencies } from './servers-snapshot.ts';
import { TrackedHash } from './tracked-hash.ts';

/** The active events of each server, for getEvents. */
export class EventsSnapshot implements LiveResource {
  readonly name = 'events';
  readonly prefixes: readonly string[];
  readonly #hash: TrackedHash;
  readonly #leftOut: LeftOut;
  readonly #records: RecordsByServer;

  constructor(dependencies: HashSnapshotDependencies) {
    this.prefixes = [dependencies.key];
    this.#hash = new TrackedHash(dependencies);
    this.#leftOut = dependencies.leftOut;
    this.#records = new RecordsByServer(dependencies.factory, dependencies.clock);
  }

  get notes(): ChangeNotes {
    return this.#hash;
  }

  get held(): HeldData {
    return this.#hash;
  }

  get isLoaded(): boolean {
    return this.#records.isPublished;
  }

  /** All events by server; undefined before the first load. */
  get all(): Representation | undefined {
    return this.#records.all;
  }

  of(server: string): Representation {
    return this.#records.of(server);
  }

  get windows(): Windows {
    return this.#records;
  }

  async refresh(): Promise<RefreshOutcome> {
    return await this.#hash.refresh((difference) => {
      this.#apply(difference);
      if (this.#hash.isComplete) this.#records.publish();
    });
  }

  #apply({ written, removed }: HashDifference): void {
    for (const [id, text] of written) this.#serve(id, text);
    for (const id of removed) {
      this.#leftOut.remove(this.#hash.key, id);
      this.#records.delete(id);
    }
  }

  #serve(id: string, text: string): void {
    const stored = parseStored(text, validators.storedEvent);
    this.#leftOut.update(this.#hash.key, id, stored);
    if (!stored.ok) {
      this.#records.delete(id);
      return;
    }
    const { server, startsAt, endsAt } = stored.value;
    this.#records.set(id, {
      server,
      window: { startsAt, endsAt },
      text: JSON.stringify(identified(id, stored.value)),
    });
  }
}
