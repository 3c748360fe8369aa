import type { Clock } from '../../shared/clock.ts';
import { createCheckFeaturesMethod } from '../../shared/feature-control/check-features-method.ts';
import type { Logger } from '../../shared/logger.ts';
import { Dispatcher } from '../../shared/protocol/dispatcher.ts';
import type { Packet } from '../../shared/protocol/packet.ts';
import { RememberingRateLimiter } from '../../shared/rate-limit/remembering-rate-limiter.ts';
import { ResilientRateLimiter } from '../../shared/rate-limit/resilient-rate-limiter.ts';
import { RedisBlocklistStore } from '../../shared/redis/redis-blocklist-store.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { RedisRateLimiter } from '../../shared/redis/redis-rate-limiter.ts';
import type { Timers } from '../../shared/timers.ts';
import type { Config } from './config/parse-config.ts';
import type { RedisAccess } from './redis-access.ts';
import { RequestsUnderWay } from './requests-under-way.ts';

export interface ServiceDependencies {
  readonly config: Config;
  readonly redis: RedisAccess;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

/** The protocol with its lists and limits, as one configuration wants it. Knows no platform. */
export class Service {
  readonly blocklists: RedisBlocklistStore;
  readonly #dispatcher: Dispatcher;
  readonly #dependencies: ServiceDependencies;
  readonly #underWay = new RequestsUnderWay();
  #toldOfLists = false;

  constructor(dependencies: ServiceDependencies) {
    const { config, redis, clock, timers, logger } = dependencies;
    this.#dependencies = dependencies;
    const keys = new RedisKeys(config.redis['key-prefix']);
    this.blocklists = new RedisBlocklistStore({
      ...{ keys, clock, timers, logger },
      commands: redis.commands,
      changeFeed: redis.changeFeed,
      resyncMs: config.blocklists['resync-seconds'] * 1000,
      idle: () => {
        this.#tellOfLists();
      },
    });
    const { 'max-requests': maxRequests, 'window-ms': windowMs } = config.limits['check-features'];
    this.#dispatcher = new Dispatcher({
      methods: [createCheckFeaturesMethod(this.blocklists, { maxRequests, windowMs })],
      rateLimiter: createRateLimiter(dependencies, keys),
      timers,
      logger,
    });
  }

  /** Begins to read the lists. Returns at once. */
  start(): void {
    this.blocklists.start();
  }

  /** @param answer called once with the answer's text, at once or later */
  receive(packet: Packet, player: string, answer: (text: string) => void): void {
    const text = this.#dispatcher.dispatch(packet, player);
    if (typeof text === 'string') {
      answer(text);
      return;
    }
    this.#underWay.begin();
    void text.then(answer).finally(() => {
      this.#underWay.end();
    });
  }

  /** Once, when they are all there for the first time. */
  #tellOfLists(): void {
    if (this.#toldOfLists) return;
    this.#toldOfLists = true;
    const { lists, features } = this.blocklists.summary();
    this.#dependencies.logger.info(`Blocklists are loaded, ${lists} with ${features} features in all`);
  }

  /** Lets requests that are under way finish, for `drainMs` milliseconds at most, and closes what it was given. */
  async stop(drainMs: number): Promise<void> {
    await this.#underWay.drained(drainMs, this.#dependencies.timers);
    this.blocklists.close();
    await this.#dependencies.redis.close();
  }
}

/** From memory for those who are known to be over the limit, then from Redis, and from memory again while that is out of reach (G18). */
function createRateLimiter({ redis, clock, logger }: ServiceDependencies, keys: RedisKeys) {
  const resilient = new ResilientRateLimiter({
    shared: new RedisRateLimiter(redis.commands, keys),
    clock,
    failed: (cause) => {
      logger.debug(`A permit was decided without Redis: ${String(cause)}`);
    },
  });
  return new RememberingRateLimiter(resilient, clock);
}
