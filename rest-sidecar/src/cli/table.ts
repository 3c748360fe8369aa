import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';

/** @param table the headings first @returns lines of columns, two blanks apart */
export function toTable(table: readonly (readonly string[])[]): string[] {
  // Escaped before they are measured, as a cell has the width that is printed.
  const rows = table.map((row) => row.map(escapeUnprintable));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => line.trimEnd());
}
