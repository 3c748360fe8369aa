import type { Clock } from '../../clock.ts';
import type { RecentWarnings } from '../../recent-warnings.ts';
import type { CancelTimer, Timers } from '../../timers.ts';
import { VERSION } from '../../version.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { RedisCommands, RedisScript } from '../redis-commands.ts';
import { RedisError } from '../redis-error.ts';
import type { RedisKeys } from '../redis-keys.ts';
import type {
  Counters,
  ProgramCounters,
  ProgramFigures,
  ProgramHealth,
  ProgramKind,
} from './program-record.ts';

/** What each heartbeat reports about the program. */
export interface ProgramState extends ProgramFigures, ProgramCounters {
  readonly name: string;
  readonly health: ProgramHealth;
}

export interface HeartbeatDependencies {
  readonly kind: ProgramKind;
  readonly commands: Pick<RedisCommands, 'evaluate'>;
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
/** Maximum time that stopping waits for Redis, in milliseconds. */
const REMOVAL_MS = 500;

/** KEYS[1] the hash; ARGV[1] its time to live in milliseconds; ARGV[2…] its fields and values. */
const WRITE: RedisScript = {
  source: `
local time = redis.call('TIME')
local seenAt = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], 'seenAt', string.format('%.0f', seenAt), unpack(ARGV, 2))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 'true'
`,
};

const REMOVE: RedisScript = { source: "redis.call('DEL', KEYS[1]) return 'true'" };

/**
 * Reports a running program in Redis, at `fc:program:<kind>:<id>`, so that operators see all running programs
 * and their state. Nothing waits for it; if Redis rejects it, one line is logged.
 */
export class Heartbeat {
  readonly #dependencies: HeartbeatDependencies;
  readonly #key: string;
  readonly #startedAt: number;
  #pingMs: number | undefined;
  #isLogged = false;
  #isRunning = false;
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
    if (this.#isStopped) return;
    this.#isRunning = true;
    this.#beat();
  }

  /**
   * Removes the record.
   * @returns a promise that resolves when it is removed or Redis does not answer; never rejects
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (!this.#isRunning) return;
    this.#isRunning = false;
    this.#cancel();
    const { commands, timers } = this.#dependencies;
    // A write in flight would restore the record after its removal.
    const removal = this.#writing.then(() => commands.evaluate(REMOVE, [this.#key], []));
    await withTimeout(removal, REMOVAL_MS, timers).catch(() => undefined);
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
    const sentAtMs = clock.monotonicMs();
    try {
      await commands.evaluate(WRITE, [this.#key], [String(EXPIRY_MS), ...this.#fields()]);
      this.#pingMs = clock.monotonicMs() - sentAtMs;
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

  #fields(): string[] {
    const { kind, clock, describe, logger } = this.#dependencies;
    const fields: Readonly<Record<string, FieldValue>> = {
      kind,
      version: VERSION,
      startedAt: this.#startedAt,
      clock: clock.epochMs(),
      pingMs: this.#pingMs,
      warnings: logger.lines,
      ...describe(),
    };
    return Object.entries(fields).flatMap(([field, value]) =>
      value === undefined ? [] : [field, toText(value)],
    );
  }

  #logRefusal(cause: RedisError): void {
    if (this.#isLogged) return;
    this.#isLogged = true;
    this.#dependencies.logger.warn(`Heartbeats are not written: ${cause.message}`);
  }
}

type FieldValue = string | number | Counters | readonly string[] | undefined;

function toText(value: NonNullable<FieldValue>): string {
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'number' ? String(Math.round(value)) : value;
}

/** 16 hexadecimal digits: enough to distinguish processes, and not a secret. */
function randomId(): string {
  return Array.from({ length: 16 }, () => Math.floor(Math.random() * 16).toString(16)).join('');
}
