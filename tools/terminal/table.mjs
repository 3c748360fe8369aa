/**
 * Formats a Markdown table whose columns are as wide as their widest cells.
 * @param {string[]} columns
 * @param {string[][]} rows
 */
export function toTable(columns, rows) {
  const widths = columns.map((name, index) => Math.max(name.length, ...rows.map((row) => row[index].length)));
  const toLine = (cells) => `| ${cells.map((cell, index) => cell.padEnd(widths[index])).join(' | ')} |`;
  return [columns, widths.map((width) => '-'.repeat(width)), ...rows].map(toLine).join('\n');
}
