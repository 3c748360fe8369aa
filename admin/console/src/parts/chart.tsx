import { formatNumber } from '../state/formats.ts';
import { t } from '../texts/translate.ts';

/** A time in milliseconds since the epoch, and the value at that time. Points are in order of time. */
type ChartPoint = readonly [ms: number, value: number];

export interface ChartProps {
  readonly title: string;
  readonly points: readonly ChartPoint[];
}

const HOUR_MS = 3_600_000;

/** A chart of one figure over the last hour, with a text for screen readers. */
export function Chart({ title, points }: ChartProps) {
  const [, now] = points.at(-1) ?? [0, 0];
  const max = Math.max(0, ...points.map(([, value]) => value));
  const figures = { now: formatNumber(now), max: formatNumber(max) };
  return (
    <figure class="chart">
      <figcaption>
        <span>{title}</span>
        <strong>{figures.now}</strong>
        <small>{t('network.max', figures)}</small>
      </figcaption>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={t('network.chart', { what: title, ...figures })}
      >
        <polyline points={lineOf(points, Math.max(1, max))} />
      </svg>
    </figure>
  );
}

/** Returns a line in a square with sides of 100, which ends at the right, at the time of the last point. */
function lineOf(points: readonly ChartPoint[], top: number): string {
  const [end] = points.at(-1) ?? [0];
  return points
    .map(([ms, value]) => `${100 - ((end - ms) * 100) / HOUR_MS},${98 - (value * 90) / top}`)
    .join(' ');
}
