import { eventually } from '../../../support/eventually.ts';
import { ask } from '../../../support/http/http.ts';
import { brokenGuarantees } from '../row.ts';
import type { Watch } from './watch.ts';

export interface HealthGuarantee {
  /** Whether health must report `degraded` during the fault. */
  readonly degrades: boolean;
  /** Maximum time until health reports `degraded`, and until it reports `ok` again, in milliseconds. */
  readonly withinMs: number;
}

const EVERY_MS = 50;

/** Polls getHealth until stopped. `stop()` first waits for `ok`, up to a time limit. */
export function watchHealth(origin: string, { degrades, withinMs }: HealthGuarantee): Watch {
  const statuses: { readonly atMs: number; readonly status: string }[] = [];
  let isStopped = false;
  let beganAtMs = Infinity;
  let endedAtMs = Infinity;
  const poll = async (): Promise<void> => {
    const { text } = await ask(origin, '/v1/health').catch(() => ({ text: '{}' }));
    const { status = 'unreachable' } = JSON.parse(text) as { status?: string };
    if (statuses.at(-1)?.status !== status) statuses.push({ atMs: performance.now(), status });
    if (!isStopped) setTimeout(() => void poll(), EVERY_MS);
  };
  void poll();
  /** @returns milliseconds from `sinceMs` until the status was seen; Infinity if it was not seen */
  const msUntil = (status: string, sinceMs: number): number => {
    const entry = statuses.find(({ atMs, status: other }) => atMs >= sinceMs && other === status);
    return (entry?.atMs ?? Infinity) - sinceMs;
  };
  return {
    faultBegan() {
      beganAtMs = performance.now();
    },
    async untilFaultSeen() {
      // If the status is not seen, `stop()` reports it.
      const isDegraded = (): boolean => !degrades || msUntil('degraded', beganAtMs) < Infinity;
      await eventually(isDegraded, { withinMs }).catch(() => undefined);
    },
    faultEnded() {
      endedAtMs = performance.now();
    },
    async stop() {
      await eventually(() => statuses.at(-1)?.status === 'ok').catch(() => undefined);
      isStopped = true;
      const degradedMs = degrades ? msUntil('degraded', beganAtMs) : 0;
      const last = statuses.at(-1);
      const okMs = last?.status === 'ok' ? Math.max(0, last.atMs - endedAtMs) : Infinity;
      return {
        load: [],
        seen: degrades ? [`degraded after ${inSeconds(degradedMs)}, ok after ${inSeconds(okMs)}`] : [],
        broken: brokenGuarantees({
          [`degraded after ${inSeconds(degradedMs)}`]: degradedMs <= withinMs,
          [`ok after ${inSeconds(okMs)}`]: okMs <= withinMs,
        }),
      };
    },
  };
}

function inSeconds(ms: number): string {
  return Number.isFinite(ms) ? `${(ms / 1000).toFixed(2)} s` : 'never';
}
