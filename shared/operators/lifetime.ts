const UNIT_MS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_536_000_000,
};

const LONGEST_MS = 100 * 31_536_000_000;

/**
 * How long something lasts, as an operator writes it: `30d`, `12h`, `1y`.
 * @returns milliseconds, 1 minute to 100 years; undefined for any other text
 */
export function parseLifetime(text: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,5})([mhdwy])$/.exec(text) ?? [];
  const lifetimeMs = Number(count) * (UNIT_MS[unit] ?? NaN);
  return lifetimeMs <= LONGEST_MS ? lifetimeMs : undefined;
}
