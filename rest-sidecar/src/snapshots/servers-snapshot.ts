import type { RedisCommands } from '../../../shared/redis/redis-commands.ts';
import { identified } from '../../../shared/rest/identified.ts';
import { validators } from '../../../shared/rest/validators.js';
import type { Representation, RepresentationFactory } from '../http/representation.ts';
import { HashMirror } from './hash-mirror.ts';
import { KeyedRepresentations } from './keyed-representations.ts';
import type { LeftOut } from './left-out.ts';
import type { LiveResource, RefreshOutcome } from './live-resource.ts';
import { parseStored } from './parse-stored.ts';
import { readHash } from './read-hash.ts';

export interface HashSnapshotDependencies {
  readonly key: string;
  readonly commands: RedisCommands;
  readonly leftOut: LeftOut;
  readonly factory: RepresentationFactory;
}

/** The known servers, for getServers. */
export class ServersSnapshot implements LiveResource {
  readonly name = 'servers';
  readonly nextChangeMs = Infinity;
  readonly prefixes: readonly string[];
  readonly #dependencies: HashSnapshotDependencies;
  readonly #mirror = new HashMirror();
  readonly #representations: KeyedRepresentations;
  #isStale = true;

  constructor(dependencies: HashSnapshotDependencies) {
    this.#dependencies = dependencies;
    this.prefixes = [dependencies.key];
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
    const isOurs = key === this.#dependencies.key;
    this.#isStale ||= isOurs;
    return isOurs;
  }

  noteAnyChange(): void {
    this.#isStale = true;
  }

  async refresh(): Promise<RefreshOutcome> {
    if (!this.#isStale) return 'not read';
    this.#isStale = false;
    try {
      this.#publish(await this.#read());
    } catch (error) {
      this.#isStale = true;
      throw error;
    }
    return 'read';
  }

  async #read(): Promise<ReadonlyMap<string, string>> {
    const { commands, key, leftOut } = this.#dependencies;
    return await readHash(commands, key, leftOut);
  }

  #publish(fields: ReadonlyMap<string, string>): void {
    const { written, removed } = this.#mirror.replace(fields);
    const changes = new Map<string, string | undefined>();
    for (const [id, text] of written) changes.set(id, this.#serve(id, text));
    for (const id of removed) {
      this.#dependencies.leftOut.remove(this.#dependencies.key, id);
      changes.set(id, undefined);
    }
    this.#representations.publish(changes);
  }

  #serve(id: string, text: string): string | undefined {
    const { key, leftOut } = this.#dependencies;
    const stored = parseStored(text, validators.storedServer);
    if (!stored.ok) {
      leftOut.add(key, stored.reason, id);
      return undefined;
    }
    leftOut.remove(key, id);
    return JSON.stringify(identified(id, stored.value));
  }
}
