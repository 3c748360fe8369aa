import { formatNumber } from '../state/formats.ts';
import { useApp } from '../state/context.ts';

/** A time in milliseconds since the epoch, and the value at that time. Points are in order of time. */
export type ChartPoint = readonly [ms: number, value: number];

export interface ChartProps {
  readonly title: string;
  readonly points: readonly ChartPoint[];
  readonly color: 'accent' | 'bad' | 'warn';
}

const HOUR_MS = 3_600_000;

/** A chart of one figure over the last hour, with a text for screen readers. */
export function Chart({ title, points, color }: ChartProps) {
  const { t, language } = useApp();
  const [, now] = points.at(-1) ?? [0, 0];
  const max = Math.max(0, ...points.map(([, value]) => value));
  const figures = { now: formatNumber(now, language), max: formatNumber(max, language) };
  const line = lineOf(points, Math.max(1, max));
  return (
    <figure class="chart">
      <figcaption>
        <span>{title}</span>
        <strong>{figures.now}</strong>
        <small>{t('network.max', figures)}</small>
      </figcaption>
      <svg
        class={color}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={t('network.chart', { what: title, ...figures })}
      >
        <polygon points={`${line} 100,100 ${line.split(',', 1).join()},100`} />
        <polyline points={line} />
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
