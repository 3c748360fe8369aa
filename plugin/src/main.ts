import type { ListsForBridge } from '../../shared/bridges/resolve-controls.ts';
import { escapeUnprintable } from '../../shared/escape-unprintable.ts';
import { NO_FEATURES } from '../../shared/feature-control/blocked-features.ts';
import type { PlayerScope } from '../../shared/feature-control/player-scope.ts';
import { MAX_NESTING, MAX_PACKET_BYTES } from '../../shared/protocol/channel.ts';
import type { Logger } from '../../shared/logger.ts';
import type { UnreadableReason } from '../../shared/protocol/packet.ts';
import type { RedisBlocklistStore } from '../../shared/redis/blocklists/redis-blocklist-store.ts';
import type { Packet, ScriptHost, Settings } from '../types/bridge.ts';
import type { Administration } from './commands/command.ts';
import { CommandSet } from './commands/command-set.ts';
import { namesSameData } from './config/parse-config.ts';
import type { Config } from './config/parse-config.ts';
import { CurrentService } from './current-service.ts';
import type { Configured, DroppedLists, ReadSettings } from './current-service.ts';
import { Languages } from './messages/language.ts';
import { Service } from './service.ts';
import type { ServiceDependencies } from './service.ts';
import { readSettings, readSettingsAgain } from './velocity/host-settings.ts';
import {
  createHostClock,
  createProxyDescription,
  createScriptTimers,
  describeHost,
} from './velocity/host.ts';
import { PlayerScopes, usesScopes } from './velocity/player-scopes.ts';
import { readLanguages } from './velocity/language-files.ts';
import { createLettuceRedis } from './velocity/redis/lettuce-redis.ts';
import { createLogger } from './velocity/slf4j-logger.ts';
import { VelocityApi } from './velocity/velocity-api.ts';
import { VelocityBridges } from './velocity/velocity-bridges.ts';
import { registerCommands } from './velocity/velocity-commands.ts';
import { VelocitySubscriptions } from './velocity/velocity-subscriptions.ts';
import { nextTurn, warmUp } from './warm-up.ts';

/** The program as the Java bridge calls it, on the script thread. */
export interface Program {
  readonly maxPacketBytes: number;
  readonly maxNesting: number;
  /**
   * @param player UUID, in lower case with hyphens
   * @param text null if the packet is not readable text
   * @param reason why the packet is rejected unread; null if it may be read
   */
  receive(packet: Packet, player: string, text: string | null, reason: UnreadableReason | null): void;
  /**
   * Waits at most `drainMs` milliseconds for queued packets and requests in flight, then releases all
   * resources and calls `done`.
   */
  stop(drainMs: number, done: () => void): void;
}

/**
 * The composition root: creates the parts for the proxy and connects them. Packets are delivered after
 * `host.ready()` is called.
 * @returns one line for the operator if the settings are invalid
 */
export function start(host: ScriptHost, settings: Settings): Program | string {
  const first = readSettings(host, settings);
  if (!first.ok) return escapeUnprintable(first.message);
  // `current` is created after the parts that refer to it: they use it only once the plugin has started.
  const blocklists = (): RedisBlocklistStore => current.service.blocklists;
  const clock = createHostClock(host);
  const timers = createScriptTimers(host.thread());
  const logger = createLogger(host.logger(), () => current.config.log.level);
  const platform = { host, clock, timers, logger };
  const scopes = new PlayerScopes(host, logger);
  const bridges = new VelocityBridges({
    ...platform,
    scopes,
    listsOf: (bridge, scope) => listsForBridge(blocklists(), bridge, scope),
  });
  const api = new VelocityApi({ host, scopes, blocklists });
  const pushes = new VelocitySubscriptions({
    ...{ host, clock, timers },
    blocklists,
    scopeOf: (player) => scopes.of(player),
    observer: api,
  });
  const { subscriptions } = pushes;
  const languages = new Languages();
  const describeProxy = createProxyDescription(host);
  const parts: Parts = {
    ...platform,
    ...{ scopes, subscriptions, api },
    bridgedListsChanged: () => {
      bridges.mods.listsChanged();
    },
    describeProxy: () => ({
      ...describeProxy(),
      subscribers: subscriptions.summary().players,
      bridges: bridges.mods.playersByBridge(),
    }),
  };
  const current = new CurrentService<Service>({
    config: first.config,
    create: (config, reason) => createService(config, reason, parts),
    handOver,
    logger,
    read: (): ReadSettings =>
      readSettingsAgain(host, (config) => {
        scopes.apply(config);
        bridges.apply(config);
        subscriptions.anythingChanged();
        api.anythingChanged();
        readLanguages(host, languages, logger);
      }),
  });
  scopes.apply(first.config);
  bridges.apply(first.config);
  api.connect();
  const startedAtMs = clock.monotonicMs();
  const administration: Administration = {
    service: () => current.service,
    status: () => ({
      ...current.service.status(),
      ...describeHost(host, clock.monotonicMs() - startedAtMs),
      bridges: bridges.mods.summary(),
      subscribers: subscriptions.summary().players,
    }),
    bridges: bridges.mods,
    players: scopes,
    reload: () => current.reload(),
  };
  const unregisterCommands = registerCommands({
    ...{ host, languages, commandSet: new CommandSet(administration, logger) },
    permissionFailed: (cause) => {
      scopes.permissionFailed(cause);
    },
  });
  void warmUp(clock, timers, logger);
  const started = current.service.start();
  // Connecting to Redis runs on other threads, so the files are read at the same time.
  readLanguages(host, languages, logger);
  void started.then(() => {
    host.ready().run();
    const seconds = (clock.monotonicMs() / 1000).toFixed(1);
    logger.info(`feature-control is ready: mods get answers, ${seconds} s after the plugin was loaded`);
  });
  return {
    maxPacketBytes: MAX_PACKET_BYTES,
    maxNesting: MAX_NESTING,
    receive: (packet, player, text, reason) => {
      const sent = reason === null ? (text ?? '') : { unreadable: reason };
      const connect = () => pushes.connectionOf(packet);
      const answer = current.service.requests.dispatch(sent, player, connect);
      if (answer instanceof Promise) answerLater(packet, answer, logger);
      else packet.answer(answer);
    },
    stop: (drainMs, done) => {
      unregisterCommands();
      bridges.close();
      pushes.close();
      void stopWhenDrained(current, drainMs, platform).finally(done);
    },
  };
}

/** What all services share. Settings and the Redis connection are created for each service. */
interface Parts extends Omit<ServiceDependencies, 'config' | 'redis' | 'scopeOf'> {
  readonly host: ScriptHost;
  readonly scopes: PlayerScopes;
}

/** Returns the lists that apply to a bridge, as last read. For an exempt player they are empty. */
function listsForBridge(
  blocklists: RedisBlocklistStore,
  bridge: string,
  { isExempt, server }: PlayerScope,
): ListsForBridge {
  return isExempt
    ? { global: NO_FEATURES, personal: NO_FEATURES }
    : { global: blocklists.lastRead(undefined, server), personal: blocklists.lastRead(bridge) };
}

/** Stops the service after the queued packets were delivered to it. */
async function stopWhenDrained(
  current: CurrentService<Service>,
  drainMs: number,
  { host, clock, timers }: Pick<Parts, 'host' | 'clock' | 'timers'>,
): Promise<void> {
  const deadlineMs = clock.monotonicMs() + drainMs;
  const remainingMs = (): number => Math.max(0, deadlineMs - clock.monotonicMs());
  while (host.thread().queuedPackets.get() > 0 && remainingMs() > 0) await nextTurn(timers);
  await current.stop(remainingMs());
}

function answerLater(packet: Packet, answer: Promise<string>, logger: Logger): void {
  answer
    .then((text) => {
      packet.answer(text);
    })
    .catch((cause: unknown) => {
      logger.error('An answer could not be sent', cause);
    });
}

/** Hands the lists in memory to the new service, unless the settings name other data. */
function handOver(previous: Configured<Service>, next: Configured<Service>): DroppedLists | undefined {
  if (!namesSameData(previous.config, next.config)) return previous.service.knownLists();
  next.service.adopt(previous.service);
  return undefined;
}

/** Creates a service for a configuration, with its own connection to Redis. */
function createService(config: Config, reason: 'start' | 'reload', parts: Parts): Service {
  const redis = createLettuceRedis({
    ...parts,
    url: config.redisUrl,
    certificates: config.certificates,
    commandTimeoutMs: config.redis['command-timeout-ms'],
    isRetried: reason === 'start',
  });
  const scopeOf = usesScopes(config) ? (player: string) => parts.scopes.of(player) : undefined;
  return new Service({ ...parts, config, redis, scopeOf });
}
