import type { Clock } from '../../../shared/clock.ts';
import type { Subscriptions } from '../../../shared/feature-control/subscriptions.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Platform } from '../../../shared/platform.ts';
import { RecentWarnings } from '../../../shared/recent-warnings.ts';
import type { Timers } from '../../../shared/timers.ts';
import type { ScriptHost, ScriptThread } from '../../types/bridge.ts';
import type { ModBridges } from '../bridges/mod-bridges.ts';
import type { ProxyFigures } from '../status.ts';

/** The proxy's services that the parts of the plugin use. */
export interface VelocityPlatform extends Platform {
  readonly host: ScriptHost;
  readonly logger: RecentWarnings;
}

export function createPlatform(host: ScriptHost, log: Logger): VelocityPlatform {
  const clock = createHostClock(host);
  const logger = new RecentWarnings(log, clock);
  // Without this handler, an exception after an `await` would be lost: it only rejects a promise that nobody
  // handles.
  Graal.setUnhandledPromiseRejectionHandler((cause) => {
    logger.error('Unexpected error in the script', cause);
  });
  return { host, logger, clock, timers: createScriptTimers(host.thread()) };
}

/** Creates a clock from the system time and the JVM's monotonic clock. */
export function createHostClock(host: ScriptHost): Clock {
  return { epochMs: () => Date.now(), monotonicMs: () => host.monotonicMs() };
}

/** Creates timers that run on the script thread, which logs exceptions of their actions. */
export function createScriptTimers(thread: ScriptThread): Timers {
  return {
    after(delayMs, action) {
      const timer = thread.schedule(action, Math.ceil(delayMs));
      return () => {
        timer.cancel(false);
      };
    },
  };
}

/** Prepares the description of the proxy. @returns a function that reads the current figures */
export function createProxyDescription(
  host: ScriptHost,
  subscriptions: Subscriptions,
  mods: ModBridges,
): () => ProxyFigures {
  const name = `${hostName()}:${host.proxy().getBoundAddress().getPort()}`;
  const channel = host.channel();
  return () => ({
    name,
    players: host.proxy().getPlayerCount(),
    subscribers: subscriptions.players,
    bridges: mods.summary(),
    queuedPackets: host.thread().queuedPackets.get(),
    dropped: new Map([
      ['from-backends', channel.fromBackend.sum()],
      ['over-guard', channel.overGuard.sum()],
      ['queue-full', channel.queueFull.sum()],
      ['client-too-old', channel.clientTooOld.sum()],
    ]),
  });
}

/** Returns the name of this machine. Velocity's logging looks it up at the start as well. */
function hostName(): string {
  try {
    return Java.type('java.net.InetAddress').getLocalHost().getHostName();
  } catch {
    return 'proxy';
  }
}
