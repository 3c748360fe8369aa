import type { HealthResponse, HealthStatus } from '../../../shared/rest/health.ts';
import type { Representation, RepresentationFactory } from '../http/representation.ts';

/** The state of the service, for getHealth (G7). */
export class HealthSnapshot {
  readonly #factory: RepresentationFactory;
  #current: Representation;
  #status: HealthStatus = 'starting';

  constructor(factory: RepresentationFactory) {
    this.#factory = factory;
    this.#current = factory.first(encode(this.#status));
  }

  get current(): Representation {
    return this.#current;
  }

  get status(): HealthStatus {
    return this.#status;
  }

  update(status: HealthStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#current = this.#factory.next(this.#current, encode(status));
  }
}

function encode(status: HealthStatus): Buffer {
  return Buffer.from(JSON.stringify({ status } satisfies HealthResponse));
}
