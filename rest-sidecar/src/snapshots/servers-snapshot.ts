import { identified } from '../../../shared/rest/identified.ts';
import { validators } from '../../../shared/rest/validators.js';
import type { Representation, RepresentationFactory } from '../http/representation.ts';
import type { HashDifference } from './hash-mirror.ts';
import { KeyedRepresentations } from './keyed-representations.ts';
import type { LeftOut } from './left-out.ts';
import type { LiveResource, RefreshOutcome } from './live-resource.ts';
import { parseStored } from './parse-stored.ts';
import { TrackedHash } from './tracked-hash.ts';
import type { TrackedHashDependencies } from './tracked-hash.ts';

export interface ServersSnapshotDependencies extends TrackedHashDependencies {
  readonly factory: RepresentationFactory;
}

/** The known servers, for getServers. */
export class ServersSnapshot implements LiveResource {
  readonly name = 'servers';
  readonly nextChangeMs = Infinity;
  readonly prefixes: readonly string[];
  readonly #hash: TrackedHash;
  readonly #leftOut: LeftOut;
  readonly #representations: KeyedRepresentations;

  constructor(dependencies: ServersSnapshotDependencies) {
    this.prefixes = [dependencies.key];
    this.#hash = new TrackedHash(dependencies);
    this.#leftOut = dependencies.leftOut;
    this.#representations = new KeyedRepresentations(dependencies.factory);
  }

  get isLoaded(): boolean {
    return this.all !== undefined;
  }

  /** All servers by id; undefined before the first load. */
  get all(): Representation | undefined {
    return this.#representations.all;
  }

  /** One server; undefined where none has this id. */
  get(id: string): Representation | undefined {
    return this.#representations.get(id);
  }

  noteChange(key: string): boolean {
    return this.#hash.noteChange(key);
  }

  noteAnyChange(): void {
    this.#hash.noteAnyChange();
  }

  noteDoubt(): void {
    this.#hash.noteDoubt();
  }

  async refresh(): Promise<RefreshOutcome> {
    return await this.#hash.refresh((difference) => {
      this.#publish(difference);
    });
  }

  #publish({ written, removed }: HashDifference): void {
    const changes = new Map<string, string | undefined>();
    for (const [id, text] of written) changes.set(id, this.#serve(id, text));
    for (const id of removed) {
      this.#leftOut.remove(this.#hash.key, id);
      changes.set(id, undefined);
    }
    this.#representations.publish(changes);
  }

  /** @returns undefined for what is left out */
  #serve(id: string, text: string): string | undefined {
    const stored = parseStored(text, validators.storedServer);
    this.#leftOut.update(this.#hash.key, id, stored);
    return stored.ok ? JSON.stringify(identified(id, stored.value)) : undefined;
  }
}
