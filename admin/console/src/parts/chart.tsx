import { formatClock, formatNumber } from '../state/formats.ts';
import { t } from '../texts/translate.ts';

/** A time in milliseconds since the epoch, and the value at that time. Points are in order of time. */
export type ChartPoint = readonly [ms: number, value: number];

export interface ChartProps {
  readonly title: string;
  readonly points: readonly ChartPoint[];
}

/** A chart of one figure from its first to its last point, with a text for screen readers. */
export function Chart({ title, points }: ChartProps) {
  const [fromMs] = points[0] ?? [0];
  const [toMs, now] = points.at(-1) ?? [0, 0];
  const max = Math.max(0, ...points.map(([, value]) => value));
  const texts = {
    now: formatNumber(now),
    max: formatNumber(max),
    from: formatClock(fromMs),
    to: formatClock(toMs),
  };
  return (
    <figure class="chart">
      <figcaption>
        <span>{title}</span>
        <strong>{texts.now}</strong>
        <small>{t('network.max', texts)}</small>
      </figcaption>
      <div role="img" aria-label={t('network.chart', { what: title, ...texts })}>
        <Sparkline points={points} fromMs={fromMs} toMs={toMs} />
        <div class="axis">
          <small>{texts.from}</small>
          <small>{formatClock((fromMs + toMs) / 2)}</small>
          <small>{texts.to}</small>
        </div>
      </div>
    </figure>
  );
}

export interface SparklineProps {
  readonly points: readonly ChartPoint[];
  /** The times of its left and its right edge. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** A line without an axis. Its lower edge is 0, its upper edge the largest value. */
export function Sparkline({ points, fromMs, toMs }: SparklineProps) {
  const top = Math.max(1, ...points.map(([, value]) => value));
  const spanMs = Math.max(1, toMs - fromMs);
  const line = points.map(([ms, value]) => `${((ms - fromMs) * 100) / spanMs},${98 - (value * 90) / top}`);
  return (
    <svg class="sparkline" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polyline points={line.join(' ')} />
    </svg>
  );
}
