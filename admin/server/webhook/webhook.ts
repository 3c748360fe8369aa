import { createHash } from 'node:crypto';
import type { IoredisCommands } from '../../../node/redis/commands/ioredis-commands.ts';
import type { RedisClient } from '../../../node/redis/connecting/redis-client.ts';
import type { Clock } from '../../../shared/clock.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { Logger } from '../../../shared/logger.ts';
import { quoteBeginning } from '../../../shared/quote.ts';
import { newestFirst } from '../../../shared/redis/blocklists/history/history-page.ts';
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
/** How often one change is sent that the receiver refuses: within half a minute. */
const MAX_TRIES = 10;
/** Changes that wait, and the features that they name together. */
const MAX_PENDING = 10_000;
const MAX_FEATURES = 200_000;

/**
 * Sends every recorded change to a receiver, at least once, in order for each list. Positions in Redis say
 * what was delivered before this process was started; since then, every change that is read is new. An edit
 * waits for nothing.
 */
export class Webhook {
  readonly #dependencies: WebhookDependencies;
  /** Without the path of the URL, which is a secret of Discord's webhooks. */
  readonly #receiver: string;
  readonly #backoff: Backoff;
  #isClosed = false;
  #cancelAttempt = (): void => undefined;
  #positions: DeliveredPositions | undefined;
  /** Changes that are not delivered, the oldest first. */
  #pending: LocatedChange[] = [];
  /** Changes that were read before the positions, and whether each is delivered unless it is new. */
  #unchecked: { readonly located: LocatedChange; readonly isNew: boolean }[] | undefined = [];
  /** How many of the first pending changes are in the message that is being sent. */
  #inFlight = 0;
  /** How many of the first pending changes are sent alone, as the receiver has refused them together. */
  #alone = 0;
  readonly #startedMs: number;
  #isDelivering = false;
  /** The problem that was logged last, until a message is accepted. */
  #problem: string | undefined;
  readonly #counts = { webhookDelivered: 0, webhookDropped: 0, webhookFailures: 0, webhookRefused: 0 };

  constructor(dependencies: WebhookDependencies) {
    const { clock, history, settings } = dependencies;
    this.#dependencies = dependencies;
    this.#receiver = `The webhook at ${new URL(settings.url).origin}`;
    this.#backoff = new Backoff(clock, MAX_PAUSE_MS);
    this.#startedMs = clock.monotonicMs();
    history.onAdded((changes, isNew) => {
      const added = changes.toReversed().map((located) => ({ located, isNew }));
      if (this.#unchecked === undefined) this.#add(added);
      else this.#unchecked.push(...added);
    });
    history.streams.listen(() => void this.#deliver());
    void this.#load();
  }

  /** What a heartbeat reports. */
  figures(): ProgramFigures {
    return { ...this.#counts, webhookPending: this.#pending.length };
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelAttempt();
  }

  async #load(): Promise<void> {
    const { clock, commands, keys, redis, settings } = this.#dependencies;
    const key = keys.webhookOf(createHash('sha256').update(settings.url).digest('hex').slice(0, 16));
    while (this.#positions === undefined) {
      try {
        const agoMs = clock.monotonicMs() - this.#startedMs;
        this.#positions = await DeliveredPositions.load(redis, commands, key, agoMs);
      } catch (cause) {
        if (!(cause instanceof RedisError)) throw cause;
        // The connection logs that Redis is unreachable.
        if (cause.reason !== 'unreachable') this.#report(`has no position in Redis: ${cause.message}`);
        await this.#pause(RETRY_MS);
      }
    }
    const unchecked = this.#unchecked ?? [];
    this.#unchecked = undefined;
    this.#add(unchecked.sort((one, other) => newestFirst(other.located, one.located)));
    await this.#deliver();
  }

  /** @param changes the oldest first */
  #add(changes: readonly { readonly located: LocatedChange; readonly isNew: boolean }[]): void {
    for (const { isNew, located } of changes)
      if (isNew || this.#positions?.isDelivered(located) !== true) this.#pending.push(located);
    this.#dropOldest();
  }

  /** Drops what is too much, but for what is being sent. */
  #dropOldest(): void {
    let features = 0;
    const droppable = this.#pending.slice(this.#inFlight).reverse();
    const isTooMuch = ({ change }: LocatedChange, index: number): boolean => {
      features += change.changes.length;
      return index >= MAX_PENDING - this.#inFlight || features > MAX_FEATURES;
    };
    const kept = droppable.findIndex(isTooMuch);
    if (kept === -1) return;
    if (this.#counts.webhookDropped === 0)
      this.#dependencies.logger.warn(`${this.#receiver} fails for too long: it misses the oldest changes`);
    const dropped = droppable.length - kept;
    this.#pending.splice(this.#inFlight, dropped);
    this.#counts.webhookDropped += dropped;
    this.#alone = Math.max(this.#inFlight, this.#alone - dropped);
  }

  async #deliver(): Promise<void> {
    const positions = this.#positions;
    if (this.#isDelivering || positions === undefined || this.#unchecked !== undefined) return;
    this.#isDelivering = true;
    const createMessage =
      this.#dependencies.settings.format === 'json' ? createJsonMessage : createDiscordMessage;
    for (let [first] = this.#pending; first !== undefined; [first] = this.#pending) {
      const message = createMessage(this.#together(first));
      const { changes } = message;
      this.#inFlight = changes.length;
      const isAccepted = await this.#send(message, first);
      this.#inFlight = 0;
      if (!isAccepted && changes.length > 1) {
        this.#alone = changes.length;
        continue;
      }
      this.#pending.splice(0, changes.length);
      this.#alone = Math.max(0, this.#alone - changes.length);
      if (isAccepted) this.#counts.webhookDelivered += changes.length;
      else this.#skipped(first);
      await this.#orLog(positions.save(changes));
    }
    this.#isDelivering = false;
  }

  /** Returns the first pending changes, of which as many as fit are sent together. */
  #together(first: LocatedChange): readonly LocatedChange[] {
    if (this.#alone > 0) return [first];
    const refused = this.#positions?.refused;
    const index = this.#pending.findIndex((located) => refused && newestFirst(located, refused) === 0);
    return index === -1 ? this.#pending : this.#pending.slice(0, Math.max(1, index));
  }

  #skipped({ change }: LocatedChange): void {
    this.#counts.webhookRefused += 1;
    const list = quoteBeginning(formatBlocklistName(change.list));
    this.#dependencies.logger.warn(
      `${this.#receiver} has refused the change ${change.id} of the list ${list} ${MAX_TRIES} times: it is skipped`,
    );
  }

  /** Sends a message until the receiver accepts it. @returns false if it has refused it too often */
  async #send(message: WebhookMessage, first: LocatedChange): Promise<boolean> {
    for (;;) {
      const refusal = await this.#attempt(message);
      if (refusal === undefined) break;
      this.#counts.webhookFailures += 1;
      this.#backoff.recordFailure();
      this.#report(refusal.problem);
      if (refusal.isOfMessage) {
        const tries = message.changes.length === 1 ? this.#triesOf(first) + 1 : MAX_TRIES;
        if (tries >= MAX_TRIES) {
          this.#backoff.reset();
          return false;
        }
        // So that a restart neither begins to count again, nor sends it together with others.
        await this.#orLog(this.#positions?.saveRefused({ ...first, tries }));
      }
      await this.#pause(Math.max(refusal.retryAfterMs, this.#backoff.waitMs()));
    }
    this.#backoff.reset();
    this.#report(undefined);
    return true;
  }

  /** How often the receiver has refused a change. */
  #triesOf(change: LocatedChange): number {
    const refused = this.#positions?.refused;
    return refused !== undefined && newestFirst(change, refused) === 0 ? refused.tries : 0;
  }

  async #orLog(saving: Promise<void> | undefined): Promise<void> {
    await saving?.catch((cause: unknown) => {
      if (!(cause instanceof RedisError)) throw cause;
      this.#dependencies.logger.debug(`The position of the webhook could not be saved: ${cause.message}`);
    });
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
}
