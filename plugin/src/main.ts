import { escapeUnprintable } from '../../shared/escape-unprintable.ts';
import type { Logger } from '../../shared/logger.ts';
import { MAX_NESTING, MAX_PACKET_BYTES } from '../../shared/protocol/channel.ts';
import type { UnreadableReason } from '../../shared/protocol/packet.ts';
import type { RedisBlocklistStore } from '../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import { delay } from '../../shared/timers.ts';
import type { Packet, ScriptHost, Settings } from '../types/bridge.ts';
import { BlocklistService } from './blocklist-service.ts';
import { CommandSet } from './commands/command-set.ts';
import type { Administration } from './commands/command.ts';
import type { Config } from './config/parse-config.ts';
import { readSettings } from './jvm/host-settings.ts';
import { createPlatform, createProxyDescription } from './jvm/host.ts';
import type { VelocityPlatform } from './jvm/host.ts';
import { readLanguages } from './jvm/language-files.ts';
import { createLettuceRedis } from './jvm/lettuce/lettuce-redis.ts';
import { createLogger } from './jvm/slf4j-logger.ts';
import { SpecExtensions } from './jvm/velocity/spec-extensions.ts';
import { registerCommands } from './jvm/velocity/velocity-commands.ts';
import { Languages } from './messages/language.ts';
import { ReloadableService } from './reloadable-service.ts';
import type { ProxyFigures } from './status.ts';

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
  const applied = (config: Config): void => {
    extensions.reload(config);
    readLanguages(host, languages, logger);
  };
  const first = readSettings(host, applied, () => settings);
  if (!first.ok) return escapeUnprintable(first.problem);
  // `current` is created after the parts that refer to it: they use it only once the plugin has started.
  const log = createLogger(host.logger(), () => current.config['log.level']);
  const platform = createPlatform(host, log);
  const { clock, logger } = platform;
  const extensions = new SpecExtensions(platform, (): RedisBlocklistStore => current.service.blocklists);
  const languages = new Languages();
  const describeProxy = createProxyDescription(host, extensions.subscriptions, extensions.bridges.mods);
  const current = new ReloadableService({
    config: first.value.config,
    create: (config, reason): BlocklistService =>
      createService(config, reason, platform, extensions, describeProxy),
    logger,
    read: () => readSettings(host, applied),
  });
  extensions.start(first.value.config);
  const administration: Administration = {
    get service() {
      return current.service;
    },
    status: () => ({ ...current.service.status(), ...describeProxy(), upMs: clock.monotonicMs() }),
    bridges: extensions.bridges.mods,
    players: extensions.scopes,
    reload: () => current.reload(),
  };
  registerCommands({
    host,
    languages,
    scopes: extensions.scopes,
    commandSet: new CommandSet(administration, logger),
  });
  void becomeReady(current, platform);
  // Connecting to Redis runs on other threads, so the files are read at the same time.
  readLanguages(host, languages, logger);
  return {
    maxPacketBytes: MAX_PACKET_BYTES,
    maxNesting: MAX_NESTING,
    receive: createReceiver(current, extensions, logger),
    stop: (drainMs, done) => {
      void stopWhenDrained(current, drainMs, platform).finally(done);
    },
  };
}

/** Starts the first service. Packets are delivered once requests can be answered. */
async function becomeReady(
  current: ReloadableService,
  { host, clock, logger }: VelocityPlatform,
): Promise<void> {
  await current.service.start();
  // A stop, or a reload that replaces the first service, abandons the first attempt to connect.
  if (current.hasStopped()) return;
  host.ready().run();
  const seconds = (clock.monotonicMs() / 1000).toFixed(1);
  logger.info(`feature-control is ready: mods get answers, ${seconds} s after the plugin was loaded`);
}

/** Answers packets: immediately if no permit from Redis is needed. */
function createReceiver(
  current: ReloadableService,
  extensions: SpecExtensions,
  logger: Logger,
): Program['receive'] {
  return (packet, player, text, reason) => {
    const sent = reason === null ? (text ?? '') : { unreadable: reason };
    const connect = () => extensions.connectionOf(packet);
    const { durations, requests } = current.service;
    const send = (answer: string): void => {
      packet.answer(answer);
      durations.add(packet.ageSeconds());
    };
    const answer = requests.dispatch(sent, player, connect);
    if (answer instanceof Promise)
      answer.then(send).catch((cause: unknown) => {
        logger.error('An answer could not be sent', cause);
      });
    else send(answer);
  };
}

/** Stops the service after the queued packets were delivered to it. */
async function stopWhenDrained(
  current: ReloadableService,
  drainMs: number,
  { host, clock, timers }: VelocityPlatform,
): Promise<void> {
  const deadlineMs = clock.monotonicMs() + drainMs;
  const remainingMs = (): number => Math.max(0, deadlineMs - clock.monotonicMs());
  while (host.thread().queuedPackets.get() > 0 && remainingMs() > 0) await delay(0, timers);
  await current.stop(remainingMs());
}

/** Creates the service for one configuration, with its own connections to Redis. */
function createService(
  config: Config,
  reason: 'start' | 'reload',
  platform: VelocityPlatform,
  extensions: SpecExtensions,
  describeProxy: () => ProxyFigures,
): BlocklistService {
  const { api, bridges, scopes, subscriptions } = extensions;
  const redis = createLettuceRedis({
    ...platform,
    url: config.redisUrl,
    natMap: config.natMap,
    tls: config.tls,
    commandTimeoutMs: config['redis.command-timeout-ms'],
    isRetried: reason === 'start',
  });
  return new BlocklistService({
    ...platform,
    api,
    config,
    describeProxy,
    redis,
    subscriptions,
    scopeOf: (player) => scopes.of(player),
    serverNames: () => scopes.servers(),
    bridgedListsChanged: () => {
      bridges.mods.listsChanged();
    },
  });
}
