import { MAX_NESTING, MAX_PACKET_BYTES } from '../../shared/protocol/channel.ts';
import type { UnreadableReason } from '../../shared/protocol/packet.ts';
import type { Packet, ScriptHost, Settings } from '../types/bridge.ts';
import { parseConfig } from './config/parse-config.ts';
import { Service } from './service.ts';
import { createHostClock } from './velocity/host-clock.ts';
import { createRawSettings } from './velocity/java-settings.ts';
import { createLettuceRedis } from './velocity/lettuce-redis.ts';
import { ScriptTimers } from './velocity/script-timers.ts';
import { createLogger } from './velocity/slf4j-logger.ts';
import { warmUp } from './warm-up.ts';

/** What the bridge calls, on the script thread. */
export interface Program {
  readonly maxPacketBytes: number;
  readonly maxNesting: number;
  /** @param text null where the packet has none that may be read, for the reason given */
  receive(packet: Packet, text: string | null, reason: UnreadableReason | null): void;
  /** Lets requests finish for at most `drainMs` milliseconds, then gives back what is held, and calls `done`. */
  stop(drainMs: number, done: () => void): void;
}

/**
 * The composition root: here the parts are made for the proxy, and put together. Packets come from `host.ready()` on.
 * @returns one line for the operator where the settings are wrong
 */
export function start(host: ScriptHost, settings: Settings): Program | string {
  const parsed = parseConfig(createRawSettings(settings));
  if (!parsed.ok) return parsed.message;
  const { config } = parsed;
  const logger = createLogger(host.logger(), () => config.log.level);
  const clock = createHostClock(host);
  const timers = new ScriptTimers((delayMs, action) => host.after(delayMs, action), clock, logger);
  const redis = createLettuceRedis({
    url: config.redis.url,
    commandTimeoutMs: config.redis['command-timeout-ms'],
    ...{ host, timers, logger },
  });
  const service = new Service({ config, redis, clock, timers, logger });
  service.start();
  void Promise.all([redis.attempted, warmUp(clock, timers, logger)]).then(() => {
    host.ready();
    logger.info('feature-control is ready');
  });
  return {
    maxPacketBytes: MAX_PACKET_BYTES,
    maxNesting: MAX_NESTING,
    receive: (packet, text, reason) => {
      service.receive(
        reason === null ? (text ?? '') : { unreadable: reason },
        packet.playerId(),
        (answer) => {
          packet.answer(answer);
        },
      );
    },
    stop: (drainMs, done) => void service.stop(drainMs).finally(done),
  };
}
