import { LAST_MS } from '../../../shared/feature-control/entry-state.ts';
import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import type { CommandContext } from './command-context.ts';

/** Prints columns, two blanks apart. @param table the headings first */
export function printTable({ out }: CommandContext, table: readonly (readonly string[])[]): void {
  // Escaped before they are measured, as a cell has the width that is printed.
  const rows = table.map((row) => row.map(escapeUnprintable));
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  );
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    out(cells.join('  ').trimEnd());
  }
}

/** Prints one JSON text in a line, for programs. */
export function printJson({ out }: CommandContext, value: unknown): void {
  out(JSON.stringify(value));
}

const TIME_LENGTHS = { minute: 16, second: 19, millisecond: 23 } as const;

/** A time as people read it: to the minute or, where it matters, more precisely. */
export function formatTime(epochMs: number, precision: keyof typeof TIME_LENGTHS = 'minute'): string {
  if (Number.isNaN(epochMs) || epochMs >= LAST_MS) return 'never';
  const date = new Date(epochMs);
  const text = date.toISOString().slice(0, TIME_LENGTHS[precision]);
  return `${text.replace('T', ' ')} UTC`;
}

/** A count with its noun: `1 feature`, `2 features`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const;

/** A length of time in its largest unit, such as `3 h`. @param ms milliseconds, 0 or more */
export function formatDuration(ms: number): string {
  const [unit, length] = UNITS.find(([, unitMs]) => ms >= unitMs) ?? ['ms', 1];
  return `${Math.floor(ms / length)} ${unit}`;
}
