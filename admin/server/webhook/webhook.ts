import { createHash } from 'node:crypto';
import type { IoredisCommands } from '../../../node/redis/commands/ioredis-commands.ts';
import type { RedisClient } from '../../../node/redis/connecting/redis-client.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { LocatedChange } from '../../../shared/redis/blocklists/history/history-page.ts';
import { Backoff } from '../../../shared/redis/mirror/backoff.ts';
import type { ProgramFigures } from '../../../shared/redis/programs/program-record.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { delay } from '../../../shared/timers.ts';
import type { Timers } from '../../../shared/timers.ts';
import { VERSION } from '../../../shared/version.ts';
import type { History } from '../data/history.ts';
import { DeliveredPositions } from './delivered-positions.ts';
import { createDiscordMessage } from './discord-message.ts';
import { createJsonMessage, signatureHeaders } from './message.ts';
import type { WebhookMessage } from './message.ts';
import { post } from './post.ts';
import type { Refusal } from './post.ts';
import type { WebhookSettings } from './webhook-settings.ts';

export interface WebhookDependencies {
  readonly settings: WebhookSettings;
  readonly history: History;
  readonly redis: RedisClient;
  readonly commands: IoredisCommands;
  readonly keys: RedisKeys;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

/** The time that a receiver has for its answer, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** The longest pause between two attempts, unless the receiver wants a longer one. */
const MAX_PAUSE_MS = 60_000;
/** Delay after which the positions are read again after Redis has refused, in milliseconds. */
const RETRY_MS = 1000;

/**
 * Sends every recorded change to a receiver, at least once, in order for each list. What is not delivered yet
 * are the changes in memory after the positions in Redis, so that an edit waits for nothing, and a dead
 * receiver costs no more memory.
 */
export class Webhook {
  readonly #dependencies: WebhookDependencies;
  /** Without the path of the URL, which is a secret of Discord's webhooks. */
  readonly #receiver: string;
  readonly #backoff: Backoff;
  #isClosed = false;
  #cancelAttempt = (): void => undefined;
  #positions: DeliveredPositions | undefined;
  /** Changes of the message that is being sent. */
  #inFlight: readonly LocatedChange[] = [];
  #isDelivering = false;
  /** The problem that was logged last, until a message is accepted. */
  #problem: string | undefined;
  readonly #counts = { webhookDelivered: 0, webhookDropped: 0, webhookFailures: 0 };

  constructor(dependencies: WebhookDependencies) {
    const { clock, history, settings } = dependencies;
    this.#dependencies = dependencies;
    this.#receiver = `The webhook at ${new URL(settings.url).origin}`;
    this.#backoff = new Backoff(clock, MAX_PAUSE_MS);
    void this.#load();
    history.streams.listen(() => void this.#deliver());
    history.onRemoved((removed) => {
      this.#countDropped(removed);
    });
  }

  /** What a heartbeat reports. */
  figures(): ProgramFigures {
    return { ...this.#counts, webhookPending: this.#pending().length };
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelAttempt();
  }

  async #load(): Promise<void> {
    const { commands, keys, redis, settings } = this.#dependencies;
    const key = keys.webhookOf(createHash('sha256').update(settings.url).digest('hex').slice(0, 16));
    while (this.#positions === undefined) {
      try {
        this.#positions = await DeliveredPositions.load(redis, commands, key);
      } catch (cause) {
        if (!(cause instanceof RedisError)) throw cause;
        // The connection logs that Redis is unreachable.
        if (cause.reason !== 'unreachable') this.#report(`has no position in Redis: ${cause.message}`);
        await this.#pause(RETRY_MS);
      }
    }
    await this.#deliver();
  }

  /** Changes that are not delivered, the oldest first. */
  #pending(): LocatedChange[] {
    return this.#undelivered(this.#dependencies.history.changes).reverse();
  }

  #undelivered(entries: readonly LocatedChange[]): LocatedChange[] {
    const positions = this.#positions;
    return positions === undefined ? [] : entries.filter((entry) => !positions.isDelivered(entry));
  }

  async #deliver(): Promise<void> {
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    const { settings, logger } = this.#dependencies;
    const createMessage = settings.format === 'json' ? createJsonMessage : createDiscordMessage;
    for (let pending = this.#pending(); pending.length > 0; pending = this.#pending()) {
      const message = createMessage(pending);
      this.#inFlight = message.changes;
      await this.#send(message);
      this.#inFlight = [];
      this.#counts.webhookDelivered += message.changes.length;
      await this.#positions?.save(message.changes).catch((cause: unknown) => {
        if (!(cause instanceof RedisError)) throw cause;
        logger.debug(`The position of the webhook could not be saved: ${cause.message}`);
      });
    }
    this.#isDelivering = false;
  }

  /** Resolves when the receiver has accepted the message. */
  async #send(message: WebhookMessage): Promise<void> {
    for (;;) {
      const refusal = await this.#attempt(message);
      if (refusal === undefined) break;
      this.#counts.webhookFailures += 1;
      this.#backoff.recordFailure();
      this.#report(refusal.problem);
      await this.#pause(Math.max(refusal.retryAfterMs, this.#backoff.waitMs()));
    }
    this.#backoff.reset();
    this.#report(undefined);
  }

  async #attempt({ body }: WebhookMessage): Promise<Refusal | undefined> {
    const { clock, settings, timers } = this.#dependencies;
    const aborting = new AbortController();
    this.#cancelAttempt = () => {
      aborting.abort();
    };
    const cancelTimeout = timers.after(TIMEOUT_MS, this.#cancelAttempt);
    const refusal = await post(settings.url, {
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': `feature-control/${VERSION}`,
        ...(settings.key === undefined ? {} : signatureHeaders(body, settings.key, clock.epochMs())),
      },
      body,
      signal: aborting.signal,
    });
    cancelTimeout();
    return refusal;
  }

  /** Never settles after `close()`. */
  async #pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, this.#dependencies.timers);
    if (this.#isClosed) await new Promise(() => undefined);
  }

  /** Logs a problem once, and its end. */
  #report(problem: string | undefined): void {
    if (problem === this.#problem || this.#isClosed) return;
    this.#problem = problem;
    const { logger } = this.#dependencies;
    if (problem === undefined) logger.info(`${this.#receiver} accepts changes again`);
    else logger.warn(`${this.#receiver} ${problem}; changes wait, and are sent again`);
  }

  #countDropped(removed: readonly LocatedChange[]): void {
    const dropped = this.#undelivered(removed).filter((entry) => !this.#inFlight.includes(entry));
    if (dropped.length > 0 && this.#counts.webhookDropped === 0)
      this.#dependencies.logger.warn(`${this.#receiver} fails for too long: it misses the oldest changes`);
    this.#counts.webhookDropped += dropped.length;
  }
}
