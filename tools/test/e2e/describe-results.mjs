import { toTable } from '../../terminal/table.mjs';

const MARKS = { ok: 'ok', failed: 'FAILED', 'not applicable': '–' };

/**
 * @param {import('./run-checks.mjs').Row[]} rows one per version, all with the same checks
 * @returns {string} a table, the meaning of its columns, and the reason of each check that is not ok
 */
export function describeResults(rows) {
  const checks = rows[0].results.map(({ check }) => check);
  const table = toTable(
    ['', ...checks.map(({ name }) => name)],
    rows.map(({ version, results }) => [
      version,
      ...results.map(({ outcome, seen }) => seen ?? MARKS[outcome]),
    ]),
  );
  const meanings = checks.map(({ name, title }) => `  ${name.padEnd(10)} ${title}`);
  return [table, '', ...meanings, '', ...rows.flatMap(reasonsOf)].join('\n');
}

function reasonsOf({ version, results }) {
  return results
    .filter(({ outcome }) => outcome !== 'ok')
    .map(({ check, outcome, reason }) => `  ${version}, ${check.name}: ${MARKS[outcome]} ${reason}`);
}
