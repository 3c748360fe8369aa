import { createHash } from 'node:crypto';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { quoteBeginning } from '../../../shared/quote.ts';
import { newestFirst } from '../../../shared/redis/blocklists/history/history-page.ts';
import type { LocatedChange } from '../../../shared/redis/blocklists/history/history-page.ts';
import { Backoff } from '../../../shared/redis/mirror/backoff.ts';
import type { ProgramFigures } from '../../../shared/redis/programs/program-record.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import { delay } from '../../../shared/timers.ts';
import { VERSION } from '../../../shared/version.ts';
import type { ConnectedCollections } from '../data/connect-collections.ts';
import { loadPositions } from './delivered-positions.ts';
import type { DeliveredPositions } from './delivered-positions.ts';
import { createDiscordMessage } from './discord-message.ts';
import { createJsonMessage, signatureHeaders } from './message.ts';
import type { WebhookMessage } from './message.ts';
import { post } from './post.ts';
import type { Refusal } from './post.ts';
import type { WebhookSettings } from './webhook-settings.ts';

interface WebhookDependencies extends ConnectedCollections {
  readonly settings: WebhookSettings;
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
  #isClosed = false;
  #cancelAttempt = (): void => undefined;
  /** Changes that are not delivered, the oldest first. */
  readonly #pending: LocatedChange[] = [];
  /** How many of the first pending changes are in the message that is being sent. */
  #inFlight = 0;
  /** How many of the first pending changes are sent alone, as the receiver has refused them together. */
  #alone = 0;
  #isDelivering = false;
  /** The problem that was logged last, until a message is accepted. */
  #problem: string | undefined;
  readonly #counts = { webhookDelivered: 0, webhookDropped: 0, webhookFailures: 0, webhookRefused: 0 };

  constructor(dependencies: WebhookDependencies) {
    const { history, settings } = dependencies;
    this.#dependencies = dependencies;
    this.#receiver = `The webhook at ${new URL(settings.url).origin}`;
    const positions = this.#loadPositions();
    history.onAdded((changes, isNew) => {
      void positions.then((loaded) => {
        this.#add(changes, isNew, loaded);
      });
    });
    // The first ones were read list by list.
    const ready = Promise.all([positions, history.streams.loaded]).then(([loaded]) => {
      this.#pending.sort((one, other) => newestFirst(other, one));
      return loaded;
    });
    history.streams.listen(() => void ready.then((loaded) => this.#deliver(loaded)));
  }

  /** What a heartbeat reports. */
  figures(): ProgramFigures {
    return { ...this.#counts, webhookPending: this.#pending.length };
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelAttempt();
  }

  async #loadPositions(): Promise<DeliveredPositions> {
    const { clock, commands, keys, redis, settings } = this.#dependencies;
    const key = keys.webhookOf(createHash('sha256').update(settings.url).digest('hex').slice(0, 16));
    const startedMs = clock.monotonicMs();
    for (;;) {
      try {
        return await loadPositions(redis, commands, key, clock.monotonicMs() - startedMs);
      } catch (cause) {
        if (!(cause instanceof RedisError)) throw cause;
        // The connection logs that Redis is unreachable.
        if (cause.reason !== 'unreachable') this.#report(`has no position in Redis: ${cause.message}`);
        await this.#pause(RETRY_MS);
      }
    }
  }

  /** @param changes of one list, the newest first */
  #add(changes: readonly LocatedChange[], isNew: boolean, positions: DeliveredPositions): void {
    for (const located of changes.toReversed())
      if (isNew || !positions.isDelivered(located)) this.#pending.push(located);
    this.#dropOldest();
  }

  /** Drops what is too much, but for what is being sent. */
  #dropOldest(): void {
    let features = this.#pending.reduce((sum, { change }) => sum + change.changes.length, 0);
    while (this.#pending.length > MAX_PENDING || features > MAX_FEATURES) {
      const [dropped] = this.#pending.splice(this.#inFlight, 1);
      if (dropped === undefined) return;
      features -= dropped.change.changes.length;
      if (this.#counts.webhookDropped === 0)
        this.#dependencies.logger.warn(`${this.#receiver} fails for too long: it misses the oldest changes`);
      this.#counts.webhookDropped += 1;
    }
  }

  async #deliver(positions: DeliveredPositions): Promise<void> {
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    const { logger, settings } = this.#dependencies;
    const createMessage = settings.format === 'json' ? createJsonMessage : createDiscordMessage;
    for (let [first] = this.#pending; first !== undefined; [first] = this.#pending) {
      const message = createMessage(this.#alone > 0 ? [first] : this.#pending);
      const { length } = message.changes;
      this.#inFlight = length;
      const isAccepted = await this.#send(message);
      this.#inFlight = 0;
      if (!isAccepted && length > 1) {
        this.#alone = length;
        continue;
      }
      this.#pending.splice(0, length);
      this.#alone = Math.max(0, this.#alone - length);
      if (isAccepted) this.#counts.webhookDelivered += length;
      else this.#skipped(first);
      await positions.save(message.changes).catch((cause: unknown) => {
        if (!(cause instanceof RedisError)) throw cause;
        logger.debug(`The position of the webhook could not be saved: ${cause.message}`);
      });
    }
    this.#isDelivering = false;
  }

  #skipped({ change }: LocatedChange): void {
    this.#counts.webhookRefused += 1;
    const list = quoteBeginning(formatBlocklistName(change.list));
    this.#dependencies.logger.warn(
      `${this.#receiver} has refused the change ${change.id} of the list ${list} ${MAX_TRIES} times: it is skipped`,
    );
  }

  /** Sends a message until the receiver accepts it. @returns false if it has refused it too often */
  async #send({ body, changes }: WebhookMessage): Promise<boolean> {
    const backoff = new Backoff(this.#dependencies.clock, MAX_PAUSE_MS);
    const maxTries = changes.length === 1 ? MAX_TRIES : 1;
    for (let tries = 0; ;) {
      const refusal = await this.#attempt(body);
      if (refusal === undefined) break;
      this.#counts.webhookFailures += 1;
      backoff.recordFailure();
      this.#report(refusal.problem);
      if (refusal.isOfMessage) tries += 1;
      if (tries === maxTries) return false;
      await this.#pause(Math.max(refusal.retryAfterMs, backoff.waitMs()));
    }
    this.#report(undefined);
    return true;
  }

  async #attempt(body: string): Promise<Refusal | undefined> {
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
