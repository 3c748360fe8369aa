import { toTable } from '../terminal/table.mjs';

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {number} value
 * @property {[number, number]} [spread] the range of the middle half of the rounds, whose median is `value`
 * @property {string} [unit]
 * @property {{ atMost: number } | { atLeast: number }} [target] without one, the figure only explains the
 * others
 * @property {string} [note] why the figure may not be trusted
 */

/** @param {Figure} figure */
export function isMet({ value, target }) {
  if (target === undefined) return true;
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
}

/**
 * @param {Figure[]} figures
 * @returns {string} a table in Markdown
 */
export function describeFigures(figures) {
  const rows = figures.map((figure) => [
    figure.name,
    withUnit(figure.value, figure.unit),
    figure.spread === undefined ? '' : figure.spread.map((value) => withUnit(value)).join(' – '),
    describeTarget(figure),
    figure.note ?? (figure.target === undefined ? '' : isMet(figure) ? 'met' : 'MISSED'),
  ]);
  return toTable(['figure', 'measured', 'spread', 'target', ''], rows);
}

function describeTarget({ target, unit }) {
  if (target === undefined) return '';
  return 'atMost' in target ? `≤ ${withUnit(target.atMost, unit)}` : `≥ ${withUnit(target.atLeast, unit)}`;
}

function withUnit(value, unit = '') {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const number = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${number} ${unit}`.trim();
}
