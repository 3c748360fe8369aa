import { get } from './get-load.ts';

/** The state that getHealth tells, looked at every 20 ms. */
export interface HealthWatch {
  /** @returns milliseconds from `sinceMs` (of `performance.now()`) until the state was seen; undefined where it was not */
  reached(status: string, sinceMs: number): number | undefined;
  /** Whether any other state than `ok` was seen. */
  readonly wasTroubled: boolean;
  stop(): void;
}

const EVERY_MS = 20;

export function watchHealth(origin: string): HealthWatch {
  const seen: { readonly atMs: number; readonly status: string }[] = [];
  let isStopped = false;
  const look = async (): Promise<void> => {
    const { body } = await get(`${origin}/v1/health`).catch(() => ({ body: '{}' }));
    const { status = 'unreachable' } = JSON.parse(body) as { status?: string };
    if (seen.at(-1)?.status !== status) seen.push({ atMs: performance.now(), status });
    if (!isStopped) setTimeout(() => void look(), EVERY_MS);
  };
  void look();
  return {
    reached(status, sinceMs) {
      const entry = seen.find(({ atMs, status: other }) => atMs >= sinceMs && other === status);
      return entry === undefined ? undefined : entry.atMs - sinceMs;
    },
    get wasTroubled() {
      return seen.some(({ status }) => status !== 'ok');
    },
    stop() {
      isStopped = true;
    },
  };
}
