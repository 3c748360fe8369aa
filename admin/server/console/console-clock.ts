import { cachedFor } from '../../../shared/cached-for.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { RedisClock } from '../../../shared/redis/redis-clock.ts';
import type { RedisCommands } from '../../../shared/redis/redis-commands.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';

export interface ConsoleClockDependencies {
  readonly commands: Pick<RedisCommands, 'time'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Maximum age of a measurement, in milliseconds: the clock may be set, or a failover may change it. */
const MAX_AGE_MS = 10_000;

/**
 * Redis's clock for consoles, which compare the times in Redis with it: ends of blocks and of rate limits,
 * and heartbeats. It is measured only when a console requests it, once for all consoles.
 */
export class ConsoleClock {
  readonly #redisClock: RedisClock;
  readonly #measure: () => Promise<unknown>;

  constructor(dependencies: ConsoleClockDependencies) {
    this.#redisClock = new RedisClock({
      ...dependencies,
      forbidden: () => {
        dependencies.logger.warn('Redis does not allow TIME: the console uses the clock of this machine');
      },
    });
    this.#measure = cachedFor(MAX_AGE_MS, dependencies.clock, () => this.#redisClock.measure());
  }

  /**
   * Returns the time in whole milliseconds since the epoch. If Redis does not answer, by the last
   * measurement; without one, by this machine's clock.
   */
  async epochMs(): Promise<number> {
    await this.#measure().catch((cause: unknown) => {
      if (!(cause instanceof RedisError)) throw cause;
    });
    return Math.floor(this.#redisClock.epochMs());
  }
}
