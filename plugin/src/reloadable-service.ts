import type { Logger } from '../../shared/logger.ts';
import type { Result } from '../../shared/result.ts';
import type { BlocklistService } from './blocklist-service.ts';
import { namesSameData } from './config/parse-config.ts';
import type { Config } from './config/parse-config.ts';

/** Valid settings, or the reason in one line why they cannot be used. */
export type ReadSettings = Result<{
  readonly config: Config;
  /** Applies the settings on the platform. */
  readonly apply: () => void;
}>;

/** The outcome of a reload, or the reason in one line for the admin why nothing was changed. */
export type Reloaded = Result<{
  /** Whether the new settings name other data, so that the lists in memory were dropped. */
  readonly isOtherData: boolean;
}>;

export interface ReloadableServiceDependencies {
  readonly config: Config;
  /**
   * @param reason the first service, of `start`, keeps retrying; that of a `reload` is discarded if it cannot
   * connect to Redis
   */
  readonly create: (config: Config, reason: 'start' | 'reload') => BlocklistService;
  readonly read: () => ReadSettings;
  readonly logger: Logger;
}

/** How long requests in flight of the previous service may still take, in milliseconds. */
const DRAIN_MS = 2000;

const STOPPING = 'the proxy is stopping';

/** The service in use, created for the current settings. */
export class ReloadableService {
  readonly #dependencies: ReloadableServiceDependencies;
  #config: Config;
  #service: BlocklistService;
  #isReloading = false;
  /** Fulfilled when all reloads have ended, and the services that they replaced have stopped. */
  #settled: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  #markStopped: () => void = () => undefined;
  readonly #stopped = new Promise<void>((resolve) => {
    this.#markStopped = resolve;
  });

  constructor(dependencies: ReloadableServiceDependencies) {
    this.#dependencies = dependencies;
    this.#config = dependencies.config;
    this.#service = dependencies.create(dependencies.config, 'start');
  }

  get config(): Config {
    return this.#config;
  }

  get service(): BlocklistService {
    return this.#service;
  }

  /**
   * Reads the settings again, and replaces the service once the new one is connected to Redis. Until then,
   * and if anything fails, the previous service stays in use.
   */
  async reload(): Promise<Reloaded> {
    if (this.#isStopped) return refuse(STOPPING);
    if (this.#isReloading) return refuse('the settings are already being read');
    this.#isReloading = true;
    const replacing = this.#replace().finally(() => {
      this.#isReloading = false;
    });
    this.#settled = Promise.allSettled([this.#settled, replacing]);
    return await replacing;
  }

  async stop(drainMs: number): Promise<void> {
    this.#isStopped = true;
    this.#markStopped();
    await Promise.allSettled([this.#service.stop(drainMs), this.#settled]);
  }

  /** A method, as the compiler does not know that `stop()` may be called during an `await`. */
  hasStopped(): boolean {
    return this.#isStopped;
  }

  async #replace(): Promise<Reloaded> {
    const settings = this.#dependencies.read();
    if (!settings.ok) return refuse(settings.problem);
    const { apply, config } = settings.value;
    const next = this.#dependencies.create(config, 'reload');
    const isSameData = namesSameData(this.#config, config);
    if (isSameData) next.adopt(this.#service);
    // Connecting to a Redis that does not answer takes longer than a stop is allowed to.
    await Promise.race([next.start(), this.#stopped]);
    if (this.hasStopped() || !next.isConnected) {
      await next.stop(0);
      return refuse(this.hasStopped() ? STOPPING : 'Redis cannot be reached with these settings');
    }
    const previous = this.#service;
    this.#service = next;
    this.#config = config;
    try {
      apply();
      this.#dependencies.logger.info('Settings reloaded');
    } finally {
      // Even after an error: otherwise its connections would stay open.
      this.#settled = Promise.allSettled([this.#settled, previous.stop(DRAIN_MS)]);
    }
    return { ok: true, value: { isOtherData: !isSameData } };
  }
}

function refuse(problem: string): Reloaded {
  return { ok: false, problem };
}
