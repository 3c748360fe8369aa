import type { Clock } from '../../../shared/clock.ts';
import type { Timers } from '../../../shared/timers.ts';
import type { ScriptHost, ScriptThread } from '../../types/bridge.ts';
import type { ProxyState } from '../service.ts';
import type { Status } from '../status.ts';

/** The machine's clock, and the JVM's. */
export function createHostClock(host: ScriptHost): Clock {
  return { epochMs: () => Date.now(), monotonicMs: () => host.monotonicMs() };
}

/** Timers on the script thread, which logs what an action throws. */
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

/** Engine, queue and drops, for the status. */
export function describeHost(
  host: ScriptHost,
  upMs: number,
): Pick<Status, 'engine' | 'queuedPackets' | 'dropped'> {
  const channel = host.channel();
  return {
    engine: { name: 'GraalJS', upMs },
    queuedPackets: host.thread().queuedPackets.get(),
    dropped: new Map([
      ['from-backends', channel.fromBackend.sum()],
      ['over-guard', channel.overGuard.sum()],
      ['queue-full', channel.queueFull.sum()],
      ['client-too-old', channel.clientTooOld.sum()],
    ]),
  };
}

/** What a heartbeat reports of the proxy. @returns reads the figures */
export function createProxyDescription(
  host: ScriptHost,
): () => Pick<ProxyState, 'name' | 'players' | 'drops'> {
  const name = `${hostName()}:${host.proxy().getBoundAddress().getPort()}`;
  return () => {
    const { dropped } = describeHost(host, 0);
    const drops = [...dropped.values()].reduce((sum, count) => sum + count, 0);
    return { name, players: host.proxy().getPlayerCount(), drops };
  };
}

/** Of this machine. Velocity's own log looks it up at the start, too. */
function hostName(): string {
  try {
    return Java.type('java.net.InetAddress').getLocalHost().getHostName();
  } catch {
    return 'proxy';
  }
}
