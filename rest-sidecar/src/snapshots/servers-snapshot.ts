import type { Clock } from '../../../shared/clock.ts';
import { identified } from '../../../shared/rest/identified.ts';
import { validators } from '../../../shared/rest/validators.js';
import type { Representation, RepresentationFactory } from '../http/representation.ts';
import type { HeldData } from '../../../shared/redis/loss/loss-watch.ts';
import type { HashDifference } from './hash-mirror.ts';
import { KeyedRepresentations } from './keyed-representations.ts';
import type { LeftOut } from './left-out.ts';
import type { ChangeNotes, LiveResource, RefreshOutcome } from './live-resource.ts';
import { parseStored } from './parse-stored.ts';
import { TrackedHash } from './tracked-hash.ts';
import type { TrackedHashDependencies } from './tracked-hash.ts';

export interface HashSnapshotDependencies extends TrackedHashDependencies {
  readonly leftOut: LeftOut;
  readonly factory: RepresentationFactory;
  readonly clock: Clock;
}

/** The known servers, for getServers. */
export class ServersSnapshot implements LiveResource {
  readonly name = 'servers';
  readonly prefixes: readonly string[];
  readonly #hash: TrackedHash;
  readonly #leftOut: LeftOut;
  readonly #representations: KeyedRepresentations;
  readonly #clock: Clock;
  /** What was read and is not published yet: JSON, undefined for what is not served. */
  readonly #changes = new Map<string, string | undefined>();

  constructor(dependencies: HashSnapshotDependencies) {
    this.prefixes = [dependencies.key];
    this.#hash = new TrackedHash(dependencies);
    this.#leftOut = dependencies.leftOut;
    this.#representations = new KeyedRepresentations(dependencies.factory);
    this.#clock = dependencies.clock;
  }

  get notes(): ChangeNotes {
    return this.#hash;
  }

  get held(): HeldData {
    return this.#hash;
  }

  get isLoaded(): boolean {
    return this.#representations.isPublished;
  }

  /** All servers by id; undefined before the first load. */
  get all(): Representation | undefined {
    return this.#representations.all;
  }

  /** One server; undefined where none has this id. */
  get(id: string): Representation | undefined {
    return this.#representations.get(id);
  }

  async refresh(): Promise<RefreshOutcome> {
    return await this.#hash.refresh((difference) => {
      this.#apply(difference);
      if (this.#hash.isComplete) this.#publish();
    });
  }

  #apply({ written, removed }: HashDifference): void {
    for (const [id, text] of written) this.#changes.set(id, this.#serve(id, text));
    for (const id of removed) {
      this.#leftOut.remove(this.#hash.key, id);
      this.#changes.set(id, undefined);
    }
  }

  #publish(): void {
    this.#representations.publish(this.#changes, this.#clock.epochMs());
    this.#changes.clear();
  }

  /** @returns undefined for what is left out */
  #serve(id: string, text: string): string | undefined {
    const stored = parseStored(text, validators.storedServer);
    this.#leftOut.update(this.#hash.key, id, stored);
    return stored.ok ? JSON.stringify(identified(id, stored.value)) : undefined;
  }
}
