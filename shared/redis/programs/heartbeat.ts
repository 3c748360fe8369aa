import type { Clock } from '../../clock.ts';
import type { RecentWarnings } from '../../recent-warnings.ts';
import type { CancelTimer, Timers } from '../../timers.ts';
import { VERSION } from '../../version.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { RedisCommands } from '../redis-commands.ts';
import { RedisError } from '../redis-error.ts';
import type { RedisKeys } from '../redis-keys.ts';
import type { Counters, ProgramKind, ProgramRecord } from './program-record.ts';

/** What each heartbeat reports about the program. */
export type ProgramState = Omit<
  ProgramRecord,
  'kind' | 'version' | 'startedAt' | 'clock' | 'seenAt' | 'warnings'
>;

export interface HeartbeatDependencies {
  readonly kind: ProgramKind;
  readonly commands: Pick<RedisCommands, 'hsetPx' | 'time'>;
  readonly keys: RedisKeys;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Its recent warnings are reported, too. */
  readonly logger: RecentWarnings;
  readonly describe: () => ProgramState;
}

/** Interval between heartbeats, in milliseconds. */
const INTERVAL_MS = 5000;
/** Interval after a heartbeat that failed because Redis was unreachable, in milliseconds. */
const RETRY_MS = 1000;
/** After this time without a heartbeat a program counts as gone, and its key expires, in milliseconds. */
export const EXPIRY_MS = 3 * INTERVAL_MS;
/**
 * How long Redis has the record of a program that was stopped, in milliseconds: so long may an admin's server
 * be restarted and still learn of it.
 */
export const STOPPED_EXPIRY_MS = 300_000;
/** Maximum time that stopping waits for Redis, in milliseconds. */
const STOP_MS = 500;

/**
 * Reports a running program in Redis, at `fc:program:<kind>:<id>`, so that operators see all running programs
 * and their state, and that it was stopped, so that nobody looks for it. Nothing waits for it; if Redis
 * rejects it, one line is logged. Plain commands suffice, so that a Redis user needs no right to run scripts.
 */
export class Heartbeat {
  readonly #dependencies: HeartbeatDependencies;
  readonly #key: string;
  readonly #startedAt: number;
  #pingMs: number | undefined;
  /** The fields of the latest heartbeat that was written. */
  #written: Fields | undefined;
  #isLogged = false;
  #isStopped = false;
  #writing: Promise<void> = Promise.resolve();
  #cancel: CancelTimer = () => undefined;

  constructor(dependencies: HeartbeatDependencies) {
    this.#dependencies = dependencies;
    this.#key = dependencies.keys.programOf(dependencies.kind, randomId());
    this.#startedAt = dependencies.clock.epochMs();
  }

  /**
   * Writes now, then periodically. Does nothing if already stopped, as a program may be stopped while it
   * starts.
   */
  start(): void {
    if (!this.#isStopped) this.#beat();
  }

  /**
   * Reports that the program is stopped, if it was ever seen.
   * @returns a promise that resolves when this is written or Redis does not answer; never rejects
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    // A write in flight would report that the program runs.
    const stopped = this.#writing.then(() => this.#writeStopped());
    await withTimeout(stopped, STOP_MS, this.#dependencies.timers).catch(() => undefined);
  }

  #beat(): void {
    this.#writing = this.#write().then((pauseMs) => {
      if (this.#isStopped) return;
      this.#cancel = this.#dependencies.timers.after(pauseMs, () => {
        this.#beat();
      });
    });
  }

  /** @returns milliseconds until the next heartbeat */
  async #write(): Promise<number> {
    const { clock, commands } = this.#dependencies;
    try {
      const sentAtMs = clock.monotonicMs();
      const seenAt = await commands.time();
      this.#pingMs = clock.monotonicMs() - sentAtMs;
      const fields = this.#fields(seenAt);
      await commands.hsetPx(this.#key, fields, EXPIRY_MS);
      this.#written = fields;
      this.#isLogged = false;
      return INTERVAL_MS;
    } catch (cause) {
      if (!(cause instanceof RedisError)) throw cause;
      // The connection logs that Redis is unreachable.
      if (cause.reason === 'unreachable') return RETRY_MS;
      this.#logRefusal(cause);
      return INTERVAL_MS;
    }
  }

  /** Writes all fields, as the latest heartbeat may have expired in an outage. */
  async #writeStopped(): Promise<void> {
    const { commands } = this.#dependencies;
    if (this.#written === undefined) return;
    const stoppedAt = toText(await commands.time());
    await commands.hsetPx(this.#key, { ...this.#written, seenAt: stoppedAt, stoppedAt }, STOPPED_EXPIRY_MS);
  }

  #fields(seenAt: number): Fields {
    const { clock, describe, logger } = this.#dependencies;
    const fields: Readonly<Record<string, FieldValue>> = {
      version: VERSION,
      startedAt: this.#startedAt,
      seenAt,
      clock: clock.epochMs(),
      pingMs: this.#pingMs,
      warnings: logger.lines,
      ...describe(),
    };
    return Object.fromEntries(
      Object.entries(fields).flatMap(([field, value]) =>
        value === undefined ? [] : [[field, toText(value)]],
      ),
    );
  }

  #logRefusal(cause: RedisError): void {
    if (this.#isLogged) return;
    this.#isLogged = true;
    this.#dependencies.logger.warn(`Heartbeats are not written: ${cause.message}`);
  }
}

type Fields = Readonly<Record<string, string>>;
type FieldValue = string | number | Counters | readonly string[] | undefined;

function toText(value: NonNullable<FieldValue>): string {
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'number' ? String(Math.round(value)) : value;
}

/** 16 hexadecimal digits: enough to distinguish processes, and not a secret. */
function randomId(): string {
  return Array.from({ length: 16 }, () => Math.floor(Math.random() * 16).toString(16)).join('');
}
