import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import UPlot from 'uplot';
import { formatNumber } from '../state/formats.ts';
import { useApp } from '../state/context.ts';

export interface ChartProps {
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly times: readonly number[];
  readonly values: readonly number[];
  readonly color: 'accent' | 'bad' | 'warn';
}

const HEIGHT = 56;
const HOUR_SECONDS = 3600;

/** A chart of one figure over the last hour, with a text for screen readers. */
export function Chart({ title, times, values, color }: ChartProps) {
  const { t, language } = useApp();
  const container = usePlot({ times, values, color });
  const now = values.at(-1) ?? 0;
  const max = values.reduce((highest, value) => Math.max(highest, value), 0);
  const figures = { now: formatNumber(now, language), max: formatNumber(max, language) };
  return (
    <figure class="chart">
      <figcaption>
        <span>{title}</span>
        <strong>{figures.now}</strong>
        <small>{t('network.max', figures)}</small>
      </figcaption>
      <div ref={container} role="img" aria-label={t('network.chart', { what: title, ...figures })} />
    </figure>
  );
}

/** Draws a plot that follows its container's width and the colour scheme. @returns the container */
function usePlot({ times, values, color }: Omit<ChartProps, 'title'>): RefObject<HTMLDivElement | null> {
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    const created = new UPlot(optionsFor(element, color), [[], []], element);
    plot.current = created;
    const observer = new ResizeObserver(() => {
      created.setSize({ width: element.clientWidth, height: HEIGHT });
    });
    observer.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = (): void => {
      created.redraw(false);
    };
    scheme.addEventListener('change', redraw);
    return () => {
      scheme.removeEventListener('change', redraw);
      observer.disconnect();
      created.destroy();
    };
  }, [color]);
  useEffect(() => {
    plot.current?.setData([times.map((ms) => ms / 1000), [...values]]);
  }, [times, values]);
  return container;
}

function optionsFor(element: HTMLElement, color: ChartProps['color']): UPlot.Options {
  const read = (name: string) => () => getComputedStyle(element).getPropertyValue(name);
  return {
    width: element.clientWidth || 200,
    height: HEIGHT,
    padding: [4, 2, 2, 2],
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { range: (_plot, min, max) => [Math.min(min, max - HOUR_SECONDS), max] },
      y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.1)] },
    },
    axes: [{ show: false }, { show: false }],
    series: [
      {},
      { stroke: read(`--${color}`), fill: read(`--${color}-soft`), width: 1.5, points: { show: false } },
    ],
  };
}
