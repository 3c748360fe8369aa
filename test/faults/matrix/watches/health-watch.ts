import { eventually } from '../../../support/eventually.ts';
import { ask } from '../../../support/http/http.ts';
import { brokenAmong } from '../row.ts';
import type { Watch } from './watch.ts';

export interface HealthPromise {
  /** Whether health must report `degraded` during the fault. */
  readonly degrades: boolean;
  /** Time in which it reports that, and `ok` again, in milliseconds. */
  readonly withinMs: number;
}

const EVERY_MS = 20;

/** Polls getHealth. Stopped only when it reports `ok` again, or has not for a long time. */
export function watchHealth(origin: string, { degrades, withinMs }: HealthPromise): Watch {
  const seen: { readonly atMs: number; readonly status: string }[] = [];
  let isStopped = false;
  let beganAtMs = Infinity;
  let endedAtMs = Infinity;
  const look = async (): Promise<void> => {
    const { text } = await ask(origin, '/v1/health').catch(() => ({ text: '{}' }));
    const { status = 'unreachable' } = JSON.parse(text) as { status?: string };
    if (seen.at(-1)?.status !== status) seen.push({ atMs: performance.now(), status });
    if (!isStopped) setTimeout(() => void look(), EVERY_MS);
  };
  void look();
  /** @returns milliseconds from `sinceMs` until the state was seen; Infinity where it was not */
  const reached = (status: string, sinceMs: number): number => {
    const entry = seen.find(({ atMs, status: other }) => atMs >= sinceMs && other === status);
    return (entry?.atMs ?? Infinity) - sinceMs;
  };
  return {
    began() {
      beganAtMs = performance.now();
    },
    async sawFault() {
      // A missing state is described below.
      const isDegraded = (): boolean => !degrades || reached('degraded', beganAtMs) < Infinity;
      await eventually(isDegraded, { withinMs }).catch(() => undefined);
    },
    ended() {
      endedAtMs = performance.now();
    },
    async stop() {
      await eventually(() => seen.at(-1)?.status === 'ok').catch(() => undefined);
      isStopped = true;
      const degradedMs = degrades ? reached('degraded', beganAtMs) : 0;
      const last = seen.at(-1);
      const okMs = last?.status === 'ok' ? Math.max(0, last.atMs - endedAtMs) : Infinity;
      return {
        load: [],
        seen: degrades ? [`degraded after ${inSeconds(degradedMs)}, ok after ${inSeconds(okMs)}`] : [],
        broken: brokenAmong({
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
