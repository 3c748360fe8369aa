import type { Logger } from '../../../shared/logger.ts';
import type { Mirror } from '../../../shared/redis/mirror/mirror.ts';
import type { HealthSnapshot } from './health-snapshot.ts';

export interface MirrorReportDependencies {
  readonly mirror: Pick<Mirror, 'failure' | 'isLoaded' | 'lostCount' | 'wrongTypeCount'>;
  readonly health: HealthSnapshot;
  readonly logger: Logger;
  /** The servers of the URL of Redis, for log lines. */
  readonly endpoint: string;
  /** What was loaded, for a log line. */
  readonly contents: () => string;
  /** Called once, when the initial load is complete. */
  readonly loaded: () => void;
}

/** Health and log lines that follow the state of the mirror (G7). */
export class MirrorReport {
  readonly #dependencies: MirrorReportDependencies;
  #isConnected: boolean | undefined;
  #wasLoaded = false;

  constructor(dependencies: MirrorReportDependencies) {
    this.#dependencies = dependencies;
  }

  /** Called whenever the state of the mirror may be another than before. */
  update(): void {
    const { health, mirror } = this.#dependencies;
    this.#logConnection();
    this.#logLoad();
    const isCurrent = this.#isConnected === true && mirror.lostCount + mirror.wrongTypeCount === 0;
    health.update(!mirror.isLoaded ? 'starting' : isCurrent ? 'ok' : 'degraded');
  }

  #logConnection(): void {
    const { endpoint, logger, mirror } = this.#dependencies;
    const { failure } = mirror;
    if (failure !== undefined && this.#isConnected !== false) {
      this.#isConnected = false;
      logger.warn(`Redis cannot be read, serving stale data: ${failure}`);
    } else if (failure === undefined && mirror.isLoaded && this.#isConnected !== true) {
      this.#isConnected = true;
      logger.info(`Connected to Redis at ${endpoint}`);
    }
  }

  #logLoad(): void {
    const { contents, loaded, logger, mirror } = this.#dependencies;
    if (!mirror.isLoaded || this.#wasLoaded) return;
    this.#wasLoaded = true;
    logger.info(`Initial load complete (${contents()})`);
    loaded();
  }
}
