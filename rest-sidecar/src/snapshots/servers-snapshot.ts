import type { Clock } from '../../../shared/clock.ts';
import type { Mirrored } from '../../../shared/redis/mirror/mirrored.ts';
import { identified } from '../../../shared/rest/identified.ts';
import type { Representation, RepresentationFactory } from '../http/representation.ts';
import { KeyedRepresentations } from './keyed-representations.ts';
import type { MirroredRecord } from './record-kind.ts';

export interface ServersSnapshotDependencies {
  /** What the keys of servers begin with; the rest is the id. */
  readonly prefix: string;
  readonly mirrored: Mirrored<MirroredRecord<object>>;
  readonly factory: RepresentationFactory;
  readonly clock: Clock;
}

/** The known servers, for getServers. */
export class ServersSnapshot {
  readonly #dependencies: ServersSnapshotDependencies;
  readonly #representations: KeyedRepresentations;

  constructor(dependencies: ServersSnapshotDependencies) {
    const { clock, factory, mirrored } = dependencies;
    this.#dependencies = dependencies;
    this.#representations = new KeyedRepresentations(factory);
    mirrored.listen({
      changed: (keys) => {
        this.#representations.publish(new Map([...keys].map((key) => this.#serve(key))), clock.epochMs());
      },
    });
  }

  get isLoaded(): boolean {
    return this.#representations.isPublished;
  }

  /** All servers by id; undefined before the initial load. */
  get all(): Representation | undefined {
    return this.#representations.all;
  }

  /** One server; undefined where none has this id. */
  get(id: string): Representation | undefined {
    return this.#representations.get(id);
  }

  #serve(key: string): [id: string, text: string | undefined] {
    const { mirrored, prefix } = this.#dependencies;
    const id = key.slice(prefix.length);
    const record = mirrored.get(key);
    return [id, record && JSON.stringify(identified(id, record.stored))];
  }
}
