import { MirrorLog } from '../../../node/redis/mirroring/mirror-log.ts';
import type { MirrorLogDependencies } from '../../../node/redis/mirroring/mirror-log.ts';
import { healthOf } from '../../../shared/redis/mirror/health.ts';
import type { Health as Status } from '../../../shared/redis/mirror/health.ts';
import type { Mirror } from '../../../shared/redis/mirror/mirror.ts';
import type { ServerConditions } from '../../../shared/redis/server/server-conditions.ts';
import type { HealthResponse } from '../../../shared/rest/health.ts';
import type { Representation, RepresentationFactory } from '../http/representation.ts';

export interface HealthDependencies extends MirrorLogDependencies {
  readonly mirror: Mirror;
  readonly conditions: ServerConditions;
  readonly factory: RepresentationFactory;
}

/** Derives the health status for getHealth from the state of the mirror, and logs its changes (G7). */
export class Health {
  readonly #dependencies: HealthDependencies;
  #current: Representation;
  #status: Status = 'starting';
  readonly #log: MirrorLog;

  constructor(dependencies: HealthDependencies) {
    this.#dependencies = dependencies;
    this.#log = new MirrorLog(dependencies);
    this.#current = dependencies.factory.first(encode(this.#status));
  }

  get current(): Representation {
    return this.#current;
  }

  get status(): Status {
    return this.#status;
  }

  /** Called whenever the state of the mirror may have changed. */
  update(): void {
    this.#log.update();
    const { conditions, mirror } = this.#dependencies;
    const status = healthOf(mirror.state(), conditions.isLimited);
    if (status === this.#status) return;
    this.#status = status;
    this.#current = this.#dependencies.factory.next(this.#current, encode(status));
  }
}

function encode(status: Status): Buffer {
  return Buffer.from(JSON.stringify({ status } satisfies HealthResponse));
}
