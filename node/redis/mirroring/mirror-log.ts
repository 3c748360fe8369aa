import type { Logger } from '../../../shared/logger.ts';
import type { Mirror } from '../../../shared/redis/mirror/mirror.ts';

export interface MirrorLogDependencies {
  readonly mirror: Pick<Mirror, 'failure' | 'isLoaded'>;
  readonly logger: Logger;
  /** The hosts and ports of the Redis URL. */
  readonly endpoint: string;
  /** Returns the counts of what was loaded. */
  readonly contents: () => string;
}

/** Logs when a mirror is loaded, and when it loses or regains the connection to Redis. */
export class MirrorLog {
  readonly #dependencies: MirrorLogDependencies;
  #isConnected: boolean | undefined;
  #isLoaded = false;

  constructor(dependencies: MirrorLogDependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether everything was loaded, and memory equals Redis as far as known. */
  get isConnected(): boolean {
    return this.#isConnected === true;
  }

  /** Must be called whenever the state of the mirror may have changed. */
  update(): void {
    const { contents, endpoint, logger, mirror } = this.#dependencies;
    const { failure, isLoaded } = mirror;
    if (failure !== undefined && this.#isConnected !== false) {
      this.#isConnected = false;
      const consequence = isLoaded ? 'serving stale data' : 'responding with 503';
      logger.warn(`Redis cannot be read, ${consequence}: ${failure}`);
    } else if (failure === undefined && isLoaded && this.#isConnected !== true) {
      this.#isConnected = true;
      logger.info(`Connected to Redis at ${endpoint}`);
    }
    if (!isLoaded || this.#isLoaded) return;
    this.#isLoaded = true;
    logger.info(`Initial load complete (${contents()})`);
  }
}
