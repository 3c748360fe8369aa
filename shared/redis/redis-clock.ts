import type { Clock } from '../clock.ts';
import type { RedisCommands } from './redis-commands.ts';

export interface RedisClockDependencies {
  readonly commands: Pick<RedisCommands, 'time'>;
  readonly clock: Clock;
}

/** One measurement of Redis's clock. */
interface Measurement {
  /** Redis's time minus the monotonic time, in milliseconds: the smallest possible value. */
  readonly offsetMs: number;
  /** By how much the true offset may exceed it: the duration of the round trip. */
  readonly errorMs: number;
}

/**
 * An estimate of Redis's clock, measured with `TIME`, so that the end of a timed block is the same moment on
 * every machine, regardless of its own clock. In a cluster, the clock of one of the masters.
 */
export class RedisClock {
  readonly #dependencies: RedisClockDependencies;
  #measurement: Measurement | undefined;

  constructor(dependencies: RedisClockDependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether the clock was ever measured. */
  get isMeasured(): boolean {
    return this.#measurement !== undefined;
  }

  /**
   * Milliseconds since the epoch. Behind Redis's clock by at most a round trip and never ahead of it, so that
   * no block ends too early. This machine's clock until the first measurement.
   */
  epochMs(): number {
    const { clock } = this.#dependencies;
    if (this.#measurement === undefined) return clock.epochMs();
    return clock.monotonicMs() + this.#measurement.offsetMs;
  }

  /** Copies the measurement of another instance for the same Redis. */
  adopt(other: RedisClock): void {
    this.#measurement = other.#measurement;
  }

  /**
   * Measures the clock.
   * @returns whether the clock differs from the previous measurement: it was set, or is that of another
   * server
   * @throws {RedisError} if Redis does not answer, or an ACL forbids `TIME`
   */
  async measure(): Promise<boolean> {
    const { clock, commands } = this.#dependencies;
    const sentMs = clock.monotonicMs();
    const redisMs = await commands.time();
    const receivedMs = clock.monotonicMs();
    const errorMs = receivedMs - sentMs;
    const offsetMs = redisMs - receivedMs;
    const known = this.#measurement;
    const isSame =
      known !== undefined &&
      offsetMs <= known.offsetMs + known.errorMs &&
      known.offsetMs <= offsetMs + errorMs;
    // A slow measurement replaces a fast one only if it proves that the clock has changed.
    if (!isSame || errorMs <= known.errorMs) this.#measurement = { offsetMs, errorMs };
    return !isSame;
  }
}
