import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { RedisCommands } from './redis-commands.ts';
import { isForbidden } from './redis-error.ts';

export interface RedisClockDependencies {
  readonly commands: Pick<RedisCommands, 'time'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** One reading of Redis's clock. */
interface Reading {
  /** Redis's time less the monotonic one, in milliseconds: the least that is possible. */
  readonly offsetMs: number;
  /** By how much more it may be: the round trip. */
  readonly errorMs: number;
}

/**
 * The clock of Redis, as this program knows it: measured by `TIME`, so that the times of blocks mean the same
 * on every machine, whatever its own clock shows. In a cluster, that of one of its masters.
 */
export class RedisClock {
  readonly #dependencies: RedisClockDependencies;
  #reading: Reading | undefined;
  #isForbidden = false;

  constructor(dependencies: RedisClockDependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether the clock was ever read. */
  get isMeasured(): boolean {
    return this.#reading !== undefined;
  }

  /**
   * Milliseconds since the epoch, behind Redis's own by a round trip at most, and not ahead of it, so that no
   * block ends too early; before it was ever measured, by this machine's clock.
   */
  epochMs(): number {
    const { clock } = this.#dependencies;
    if (this.#reading === undefined) return clock.epochMs();
    return clock.monotonicMs() + this.#reading.offsetMs;
  }

  /** Milliseconds by which this machine's clock is ahead of Redis's; undefined before it was measured. */
  get skewMs(): number | undefined {
    return this.#reading && this.#dependencies.clock.epochMs() - this.epochMs();
  }

  /** Takes over what another clock of the same Redis has measured. */
  adopt(other: RedisClock): void {
    this.#reading = other.#reading;
  }

  /**
   * Reads the clock of Redis. Where its users may not, this machine's counts, which is logged once.
   * @returns whether the clock is another than it was known to be: it was set, or is another server's
   * @throws {RedisError} where Redis does not answer
   */
  async measure(): Promise<boolean> {
    const { clock, commands } = this.#dependencies;
    if (this.#isForbidden) return false;
    const sentMs = clock.monotonicMs();
    try {
      const redisMs = await commands.time();
      return this.#take(redisMs, sentMs, clock.monotonicMs());
    } catch (cause) {
      if (!isForbidden(cause)) throw cause;
      this.#isForbidden = true;
      this.#reading = undefined;
      this.#dependencies.logger.warn(
        'Redis does not allow TIME: timed blocks end by the clock of this machine',
      );
      return true;
    }
  }

  /** A slow reading replaces a quick one only where it shows that the clock is another by now. */
  #take(redisMs: number, sentMs: number, receivedMs: number): boolean {
    const errorMs = receivedMs - sentMs;
    const offsetMs = redisMs - receivedMs;
    const known = this.#reading;
    const isSame =
      known !== undefined &&
      offsetMs <= known.offsetMs + known.errorMs &&
      known.offsetMs <= offsetMs + errorMs;
    if (!isSame || errorMs <= known.errorMs) this.#reading = { offsetMs, errorMs };
    return !isSame;
  }
}
