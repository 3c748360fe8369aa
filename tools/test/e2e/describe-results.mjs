const MARKS = { ok: 'ok', failed: 'FAILED', 'not applicable': '–' };

/**
 * @param {import('./run-checks.mjs').Row[]} rows one per version, all with the same checks
 * @returns {string} a table, the meaning of its columns, and the reason of each check that is not ok
 */
export function describeResults(rows) {
  const checks = rows[0].results.map(({ check }) => check);
  const table = [
    ['', ...checks.map(({ name }) => name)],
    ...rows.map(({ version, results }) => [
      version,
      ...results.map(({ outcome, seen }) => seen ?? MARKS[outcome]),
    ]),
  ];
  const width = (column) => Math.max(...table.map((row) => row[column].length));
  const lines = table.map((row) =>
    row
      .map((field, column) => field.padEnd(width(column)))
      .join('  ')
      .trimEnd(),
  );
  const meanings = checks.map(({ name, title }) => `  ${name.padEnd(10)} ${title}`);
  return [...lines, '', ...meanings, ...reasons(rows)].join('\n');
}

function reasons(rows) {
  const byText = new Map();
  for (const { version, results } of rows)
    for (const { check, outcome, reason } of results.filter((result) => result.outcome !== 'ok')) {
      const text = `${MARKS[outcome]} ${check.name}: ${reason}`;
      byText.set(text, [...(byText.get(text) ?? []), version]);
    }
  const lines = [...byText].map(([text, versions]) => `  ${text} (${versions.join(', ')})`);
  return lines.length === 0 ? [] : ['', ...lines];
}
