export type Labels = Readonly<Record<string, string>>;

/** One value of a metric. `suffix` is for histograms, such as `_bucket`. */
export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
  readonly suffix?: string;
}

export interface Metric<Source> {
  /** Without the prefix of all metrics. A counter ends with `_total`. */
  readonly name: string;
  /** A counter or a gauge by default. */
  readonly type?: 'histogram';
  readonly help: string;
  readonly samplesOf: (source: Source) => readonly Sample[];
}

/**
 * Returns metrics in the text format of Prometheus.
 * @param sources what is measured, with the labels of all its samples
 */
export function metricsText<Source>(
  metrics: readonly Metric<Source>[],
  sources: readonly (readonly [labels: Labels, source: Source])[],
): string {
  return metrics
    .map(({ name, help, samplesOf, type = name.endsWith('_total') ? 'counter' : 'gauge' }) => {
      const fullName = `feature_control_${name}`;
      const lines = sources.flatMap(([common, source]) =>
        samplesOf(source).map(({ labels, suffix = '', value }) =>
          lineOf(fullName + suffix, { ...common, ...labels }, value),
        ),
      );
      return `# HELP ${fullName} ${help}\n# TYPE ${fullName} ${type}\n${lines.join('')}`;
    })
    .join('');
}

function lineOf(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
