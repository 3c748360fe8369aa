import type { JvmPauses } from '../faults/matrix/watches/jvm-pauses.ts';
import { check } from '../jar/ask.ts';
import type { Answer } from '../jar/ask.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';

/**
 * While lists are not known, one command without a reply, up to this long before a check, opens the circuit
 * breaker for it. The measured pause is shorter than the command's time-out of 500 ms, as it begins with a
 * probe.
 */
const CIRCUIT_MS = 1000;
const MIN_PAUSE_MS = 250;

/** An answer, with the times of its request and of itself by `performance.now()`. */
export interface TimedAnswer {
  readonly answer: Answer;
  readonly askedAtMs: number;
  readonly answeredAtMs: number;
}

/**
 * Sends a request of a new player, again if a program got no CPU time.
 * @returns the blocked features
 * @throws {Error} if there is another answer, with the last lines of the proxy's log
 */
export async function requestBlocked(
  proxy: StandIn,
  pauses: JvmPauses,
  client: string,
  features: readonly string[],
): Promise<readonly string[]> {
  for (;;) {
    const player = await proxy.join({ connected: true });
    const askedAtMs = performance.now();
    const answer = await check(player, client, features);
    const answeredAtMs = performance.now();
    await player.disconnect();
    const blocked = blockedIn(proxy, pauses, { answer, askedAtMs, answeredAtMs });
    if (blocked !== undefined) return blocked;
  }
}

/**
 * Returns the blocked features; undefined for an error while a program got no CPU time.
 * @throws {Error} for any other answer, with the last lines of the proxy's log
 */
export function blockedIn(
  proxy: StandIn,
  pauses: JvmPauses,
  { answer, askedAtMs, answeredAtMs }: TimedAnswer,
): readonly string[] | undefined {
  if (answer.payload !== undefined) return answer.payload.blocklist;
  const isIgnored = pauses.ignoreIfPaused(askedAtMs - CIRCUIT_MS, answeredAtMs, MIN_PAUSE_MS);
  if (answer.error === 'INTERNAL_ERROR' && isIgnored) return undefined;
  const afterMs = Math.round(answeredAtMs - askedAtMs);
  throw new Error(`${JSON.stringify(answer)} after ${afterMs} ms\n${proxy.log.slice(-20).join('\n')}`);
}
