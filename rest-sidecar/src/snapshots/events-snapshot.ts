import type { Clock } from '../../../shared/clock.ts';
import { identified } from '../../../shared/rest/identified.ts';
import { validators } from '../../../shared/rest/validators.js';
import type { Representation } from '../http/representation.ts';
import { HashMirror } from './hash-mirror.ts';
import type { LiveResource, RefreshOutcome } from './live-resource.ts';
import { parseStored } from './parse-stored.ts';
import { readHash } from './read-hash.ts';
import { RecordsByServer } from './records-by-server.ts';
import type { HashSnapshotDependencies } from './servers-snapshot.ts';

export interface EventsSnapshotDependencies extends HashSnapshotDependencies {
  readonly clock: Clock;
}

/** The active events of each server, for getEvents. */
export class EventsSnapshot implements LiveResource {
  readonly name = 'events';
  readonly prefixes: readonly string[];
  readonly #dependencies: EventsSnapshotDependencies;
  readonly #mirror = new HashMirror();
  readonly #records: RecordsByServer;
  #isStale = true;

  constructor(dependencies: EventsSnapshotDependencies) {
    this.#dependencies = dependencies;
    this.prefixes = [dependencies.key];
    this.#records = new RecordsByServer(dependencies.factory, dependencies.clock);
  }

  get isLoaded(): boolean {
    return this.all !== undefined;
  }

  /** All events by server; undefined before the first load. */
  get all(): Representation | undefined {
    return this.#records.all;
  }

  of(server: string): Representation {
    return this.#records.of(server);
  }

  get nextChangeMs(): number {
    return this.#records.nextChangeMs;
  }

  noteChange(key: string): boolean {
    const isOurs = key === this.#dependencies.key;
    this.#isStale ||= isOurs;
    return isOurs;
  }

  noteAnyChange(): void {
    this.#isStale = true;
  }

  async refresh(): Promise<RefreshOutcome> {
    this.#records.applyTime();
    if (!this.#isStale) return 'not read';
    const { commands, key, leftOut } = this.#dependencies;
    this.#isStale = false;
    try {
      this.#replace(await readHash(commands, key, leftOut));
    } catch (error) {
      this.#isStale = true;
      throw error;
    }
    this.#records.publish();
    return 'read';
  }

  #replace(fields: ReadonlyMap<string, string>): void {
    const { written, removed } = this.#mirror.replace(fields);
    for (const [id, text] of written) this.#replaceOne(id, text);
    for (const id of removed) {
      this.#dependencies.leftOut.remove(this.#dependencies.key, id);
      this.#records.delete(id);
    }
  }

  #replaceOne(id: string, text: string): void {
    const { key, leftOut } = this.#dependencies;
    const stored = parseStored(text, validators.storedEvent);
    if (!stored.ok) {
      leftOut.add(key, stored.reason, id);
      this.#records.delete(id);
      return;
    }
    leftOut.remove(key, id);
    const { server, startsAt, endsAt } = stored.value;
    this.#records.set(id, {
      server,
      window: { startsAt, endsAt },
      text: JSON.stringify(identified(id, stored.value)),
    });
  }
}
