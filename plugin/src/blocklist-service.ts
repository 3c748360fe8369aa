import { DurationCounters } from '../../shared/duration-counters.ts';
import type { AnswerObserver } from '../../shared/feature-control/answer-observer.ts';
import { createMethods } from '../../shared/feature-control/create-methods.ts';
import type { ScopeOf } from '../../shared/feature-control/player-scope.ts';
import type { Subscriptions } from '../../shared/feature-control/subscriptions.ts';
import type { Platform } from '../../shared/platform.ts';
import { DEFAULT_TIMEOUT_MS, Dispatcher } from '../../shared/protocol/dispatcher.ts';
import { ERROR_CODES } from '../../shared/protocol/error-code.ts';
import type { RecentWarnings } from '../../shared/recent-warnings.ts';
import { RedisBlocklistEditor } from '../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import { RedisBlocklistStore } from '../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import type { ChangeFeed } from '../../shared/redis/changes/change-feed.ts';
import { healthOf } from '../../shared/redis/mirror/health.ts';
import { PlayerPermits } from '../../shared/redis/player-permits.ts';
import { Heartbeat } from '../../shared/redis/programs/heartbeat.ts';
import type { ProgramState } from '../../shared/redis/programs/heartbeat.ts';
import type { RedisCommands } from '../../shared/redis/redis-commands.ts';
import { isForbidden, RedisError } from '../../shared/redis/redis-error.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { RedisNameCatalogue } from '../../shared/redis/redis-name-catalogue.ts';
import type { ServerConditions } from '../../shared/redis/server/server-conditions.ts';
import { CONDITIONS } from '../../shared/redis/server/server-watch.ts';
import { delay } from '../../shared/timers.ts';
import { AnswersByMod } from './answers-by-mod.ts';
import type { Config } from './config/parse-config.ts';
import { publishServers } from './publish-servers.ts';
import type { ProxyFigures, ServiceStatus } from './status.ts';

/**
 * A connection to Redis, provided by the platform. It connects and reconnects automatically until it is
 * closed.
 */
export interface RedisAccess {
  readonly commands: RedisCommands;
  readonly changeFeed: ChangeFeed;
  /** What limits the use of its servers. */
  readonly conditions: ServerConditions;
  /** Fulfilled when the first attempt to connect has succeeded or failed, or `close()` was called. */
  readonly attempted: Promise<void>;
  isConnected(): boolean;
  /** Calls `listener` when every master is connected, and whenever a new connection replaces one. */
  onConnected(listener: () => void): void;
  /** Calls `listener` whenever a connection for commands is lost, before a new one replaces it. */
  onConnectionLost(listener: () => void): void;
  close(): Promise<void>;
}

export interface BlocklistServiceDependencies extends Platform {
  readonly config: Config;
  readonly redis: RedisAccess;
  readonly logger: RecentWarnings;
  readonly scopeOf: ScopeOf;
  /** Returns the names of the proxy's game servers. */
  readonly serverNames: () => readonly string[];
  /** Called when a list has changed, which may apply to bridges. */
  readonly bridgedListsChanged: () => void;
  readonly describeProxy: () => ProxyFigures;
  /** The subscriptions of all players. They survive a reload, which creates another service. */
  readonly subscriptions: Subscriptions;
  /** The API for other plugins of the proxy. */
  readonly api: AnswerObserver & {
    /** @param lists undefined stands for a list that applies to all clients */
    readonly listsChanged: (lists: Iterable<string | undefined>) => void;
  };
}

/** The longest wait for the initial load, in milliseconds. */
const MAX_INITIAL_LOAD_MS = 1000;

/** The deadline of a request, in timeouts of a command: its permit takes two, one after another. */
const REQUEST_TIMEOUTS = 3;

/** The protocol with its lists and limits, for one configuration. Independent of the platform. */
export class BlocklistService {
  readonly blocklists: RedisBlocklistStore;
  readonly editor: RedisBlocklistEditor;
  readonly catalogue: RedisNameCatalogue;
  readonly requests: Dispatcher;
  /** Whether game servers have blocklists. */
  readonly withServers: boolean;
  readonly #dependencies: BlocklistServiceDependencies;
  readonly #heartbeat: Heartbeat;
  /** By outcome; 0 at first, so that monitoring sees the first one. */
  readonly #answers = new Map<string, number>(['OK', ...ERROR_CODES].map((outcome) => [outcome, 0]));
  readonly #answersByMod = new AnswersByMod();
  /** Times from the event of a packet to its answer. */
  readonly durations = new DurationCounters();
  /** Whether the first attempt to connect has succeeded or failed, or was abandoned. */
  #hasAttempted = false;

  constructor(dependencies: BlocklistServiceDependencies) {
    const { config, redis, clock, timers, logger } = dependencies;
    this.#dependencies = dependencies;
    this.withServers = config['scopes.servers'];
    const keys = new RedisKeys(config['redis.key-prefix']);
    const access = { keys, clock, timers, logger, commands: redis.commands };
    this.blocklists = new RedisBlocklistStore({
      ...access,
      changeFeed: redis.changeFeed,
      flushed: () => {
        this.#publishServers(keys);
      },
      revalidateMs: config['blocklists.resync-seconds'] * 1000,
      withServers: config['scopes.servers'],
      changed: (changed) => {
        const { api, bridgedListsChanged, subscriptions } = dependencies;
        bridgedListsChanged();
        subscriptions.anythingChanged();
        api.listsChanged(this.blocklists.clientsOf(changed));
      },
    });
    redis.onConnected(() => {
      this.#publishServers(keys);
    });
    redis.onConnectionLost(() => {
      this.blocklists.recordLostConnection();
    });
    this.editor = new RedisBlocklistEditor({
      ...access,
      maxRecords: config['audit.entries'],
      serverNames: dependencies.serverNames,
    });
    this.catalogue = new RedisNameCatalogue(access);
    this.#heartbeat = new Heartbeat({
      ...access,
      kind: 'proxy',
      describe: () => this.#describeProgram(),
    });
    this.requests = this.#createDispatcher(keys);
  }

  #publishServers(keys: RedisKeys): void {
    const { config, logger, redis, serverNames } = this.#dependencies;
    if (config['servers.publish'])
      void publishServers(serverNames(), { commands: redis.commands, keys, logger });
  }

  #createDispatcher(keys: RedisKeys): Dispatcher {
    const { config, timers, logger, scopeOf, subscriptions, api: observer } = this.#dependencies;
    const recordNames = (client: string, features: readonly string[]): void => {
      this.catalogue.record(client, features);
      this.#answersByMod.add(client);
    };
    return new Dispatcher({
      methods: createMethods(
        { blocklists: this.blocklists, recordNames, scopeOf, observer, subscriptions },
        config.methodLimits,
      ),
      rateLimiter: createPermits(this.#dependencies, keys),
      timers,
      logger,
      timeoutMs: Math.max(DEFAULT_TIMEOUT_MS, REQUEST_TIMEOUTS * config['redis.command-timeout-ms']),
      answered: (outcome) => {
        this.#answers.set(outcome, (this.#answers.get(outcome) ?? 0) + 1);
      },
    });
  }

  /**
   * Starts loading the lists.
   * @returns a promise fulfilled when requests can be answered: all lists are loaded, Redis is unreachable,
   * or {@link MAX_INITIAL_LOAD_MS} has passed
   */
  async start(): Promise<void> {
    const { redis, timers, logger } = this.#dependencies;
    if (!this.blocklists.isLoaded)
      void this.blocklists.loaded.then(() => {
        const { lists, features } = this.blocklists.sizes();
        logger.info(`Initial load complete (${lists} blocklists, ${features} features)`);
      });
    this.blocklists.start();
    await redis.attempted;
    this.#hasAttempted = true;
    this.#heartbeat.start();
    if (redis.isConnected()) await Promise.race([this.blocklists.loaded, delay(MAX_INITIAL_LOAD_MS, timers)]);
  }

  /** Takes over the lists of another service on the same Redis. Called before `start()`. */
  adopt(other: BlocklistService): void {
    this.blocklists.adopt(other.blocklists);
  }

  get isConnected(): boolean {
    return this.#dependencies.redis.isConnected();
  }

  status(): ServiceStatus {
    const { conditions } = this.#dependencies.redis;
    return {
      redis: this.isConnected ? 'connected' : this.#hasAttempted ? 'unreachable' : 'connecting',
      roundTripMs: conditions.roundTripMs,
      conditions: CONDITIONS.filter((condition) => conditions.has(condition)),
      lists: {
        ...this.blocklists.sizes(),
        ...this.blocklists.mirrorState(),
        clients: this.blocklists.clientsStartingWith('', Number.POSITIVE_INFINITY).length,
        timedFeatures: this.blocklists.countTimed(),
      },
      answers: this.#answers,
      inFlight: this.requests.inFlight,
    };
  }

  #describeProgram(): ProgramState {
    const state = this.blocklists.mirrorState();
    const { disconnects, lagMs, rejected, lost } = state;
    const { lists, features } = this.blocklists.sizes();
    const { bridges, dropped, queuedPackets, ...proxy } = this.#dependencies.describeProxy();
    const answers = sumOf(this.#answers);
    return {
      ...proxy,
      queued: queuedPackets,
      drops: sumOf(dropped),
      dropped: Object.fromEntries(dropped),
      bridges: Object.fromEntries(bridges.map(({ bridge, players }) => [bridge.name, players])),
      bridgeMessages: Object.fromEntries(bridges.map(({ bridge, messages }) => [bridge.name, messages])),
      health: healthOf(state, !this.isConnected || this.#dependencies.redis.conditions.isLimited),
      lists,
      features,
      serverScopes: Number(this.withServers),
      servers: this.withServers ? this.#dependencies.serverNames() : undefined,
      answers,
      rejected,
      errors: answers - (this.#answers.get('OK') ?? 0),
      outcomes: Object.fromEntries(this.#answers),
      mods: this.#answersByMod.report(),
      durations: this.durations.counters(),
      lost,
      disconnects,
      lagMs,
    };
  }

  /** Waits at most `drainMs` milliseconds for requests in flight, then closes the service. */
  async stop(drainMs: number): Promise<void> {
    await Promise.all([this.requests.drained(drainMs), this.#heartbeat.stop()]);
    this.catalogue.close();
    this.blocklists.close();
    await this.#dependencies.redis.close();
  }
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function createPermits(
  { redis, clock, logger }: BlocklistServiceDependencies,
  keys: RedisKeys,
): PlayerPermits {
  let isLogged = false;
  return new PlayerPermits({
    commands: redis.commands,
    keys,
    clock,
    failed: (cause) => {
      logger.debug(`A permit was decided without Redis: ${String(cause)}`);
      if (isLogged || !(cause instanceof RedisError) || !isForbidden(cause)) return;
      isLogged = true;
      logger.warn(`Redis refuses permits, so that each proxy limits requests on its own: ${cause.message}`);
    },
  });
}
