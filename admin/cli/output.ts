import { escapeUnprintable } from '../../shared/escape-unprintable.ts';
import { LAST_MS } from '../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../shared/feature-control/entry-state.ts';
import type { CommandContext } from './command-context.ts';

const NATURAL_ORDER = new Intl.Collator('en', { numeric: true });

/** Orders names for people: `zone2` before `zone10`. */
export function compareNames(one: string, other: string): number {
  return NATURAL_ORDER.compare(one, other) || (one < other ? -1 : Number(one > other));
}

/** Prints aligned columns, two spaces apart. @param table rows of cells; the first row has the headings */
export function printTable({ out }: CommandContext, table: readonly (readonly string[])[]): void {
  // Cells are escaped before they are measured, because escaping changes their width.
  const rows = table.map((row) => row.map(escapeUnprintable));
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  );
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    out(cells.join('  ').trimEnd());
  }
}

/** Prints a text line by line. @param print prints one line */
export function printLines(print: (line: string) => void, text: string): void {
  for (const line of text.split('\n')) print(line);
}

/** The option of every command whose output is data. */
export interface JsonOption {
  readonly json?: boolean;
}

/** Prints a value as one line of JSON, for programs. */
export function printJson({ out }: CommandContext, value: unknown): void {
  out(JSON.stringify(value));
}

/**
 * Formats a time for people in the machine's time zone, which is that of typed dates, as
 * `2026-12-01 18:00:00 GMT+2`.
 * @returns `never` for NaN and for times from {@link LAST_MS} on
 */
export function formatTime(epochMs: number): string {
  if (Number.isNaN(epochMs) || epochMs >= LAST_MS) return 'never';
  const format = new Intl.DateTimeFormat('en-CA', {
    dateStyle: 'short',
    timeStyle: 'long',
    hourCycle: 'h23',
  });
  return format.format(epochMs).replace(',', '');
}

/** Formats when a block ends, as {@link formatTime} does; empty for a permanent one. */
export function formatEnd({ permanent, untilMs }: EntryState): string {
  return permanent || untilMs === undefined ? '' : formatTime(untilMs);
}

/** Formats a number with its noun: `1 feature`, `2 features`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const;

/** Formats a duration in its largest unit, rounded down, such as `3 h`. @param ms below 0, it is 0 */
export function formatDuration(ms: number): string {
  const [unit, length] = UNITS.find(([, unitMs]) => ms >= unitMs) ?? ['ms', 1];
  return `${Math.max(0, Math.floor(ms / length))} ${unit}`;
}
