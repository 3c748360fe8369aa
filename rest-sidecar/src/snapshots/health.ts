import type { Logger } from '../../../shared/logger.ts';
import type { Mirror } from '../../../shared/redis/mirror/mirror.ts';
import type { HealthResponse, HealthStatus } from '../../../shared/rest/health.ts';
import type { Representation, RepresentationFactory } from '../../../node/http/representation.ts';

export interface HealthDependencies {
  readonly mirror: Mirror;
  readonly factory: RepresentationFactory;
  readonly logger: Logger;
  /** The hosts and ports of the Redis URL, for log lines. */
  readonly endpoint: string;
  /** Returns the counts of what was loaded, for a log line. */
  readonly contents: () => string;
}

/** Derives the health status for getHealth from the state of the mirror, and logs its changes (G7). */
export class Health {
  readonly #dependencies: HealthDependencies;
  #current: Representation;
  #status: HealthStatus = 'starting';
  #isConnected: boolean | undefined;
  #isLoaded = false;

  constructor(dependencies: HealthDependencies) {
    this.#dependencies = dependencies;
    this.#current = dependencies.factory.first(encode(this.#status));
  }

  get current(): Representation {
    return this.#current;
  }

  get status(): HealthStatus {
    return this.#status;
  }

  /** Called whenever the state of the mirror may have changed. */
  update(): void {
    this.#logConnection();
    this.#logLoad();
    const status = this.#read();
    if (status === this.#status) return;
    this.#status = status;
    this.#current = this.#dependencies.factory.next(this.#current, encode(status));
  }

  #logConnection(): void {
    const { endpoint, logger, mirror } = this.#dependencies;
    const { failure } = mirror;
    if (failure !== undefined && this.#isConnected !== false) {
      this.#isConnected = false;
      if (mirror.isLoaded) logger.warn(`Redis cannot be read, serving stale data: ${failure}`);
      else logger.warn(`Redis cannot be read, responding with 503: ${failure}`);
    } else if (failure === undefined && mirror.isLoaded && this.#isConnected !== true) {
      this.#isConnected = true;
      logger.info(`Connected to Redis at ${endpoint}`);
    }
  }

  #logLoad(): void {
    const { contents, logger, mirror } = this.#dependencies;
    if (!mirror.isLoaded || this.#isLoaded) return;
    this.#isLoaded = true;
    logger.info(`Initial load complete (${contents()})`);
  }

  #read(): HealthStatus {
    const { isLoaded, lostCount, wrongTypeCount } = this.#dependencies.mirror;
    if (!isLoaded) return 'starting';
    return this.#isConnected === true && lostCount + wrongTypeCount === 0 ? 'ok' : 'degraded';
  }
}

function encode(status: HealthStatus): Buffer {
  return Buffer.from(JSON.stringify({ status } satisfies HealthResponse));
}
