/**
 * @typedef {object} Report
 * @property {'server' | 'mod'} judged
 * @property {string} what for example the address and the version of Minecraft
 * @property {import('./rule-results.mjs').RuleResult[]} rules
 * @property {import('./rule-results.mjs').RuleResult[]} decisions decisions of this project, which others
 * may make differently
 */

const MARKS = { passed: 'ok', failed: 'FAILED', 'not judged': '–' };
const OUTCOMES = ['passed', 'failed', 'not judged'];
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#1a1a1a;background:#fff}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid #ccc}
.failed{color:#a40000;font-weight:600}.passed{color:#1b6e1b}.details{color:#555}code{white-space:nowrap}
@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}.failed{color:#ff8b8b}.passed{color:#8fd18f}.details{color:#aaa}}`;

/**
 * @param {Report[]} reports
 * @returns {boolean} whether a rule has failed in a report
 */
export function hasFailed(reports) {
  return reports.some(({ rules }) => rules.some(({ outcome }) => outcome === 'failed'));
}

/**
 * @param {Report[]} reports
 * @returns {string} text for a terminal
 */
export function asText(reports) {
  return reports.map(textOf).join('\n\n');
}

/**
 * @param {Report[]} reports
 * @returns {string} a page without scripts and without external resources
 */
export function asHtml(reports) {
  const parts = reports.map(
    (report) =>
      `<h2>${escape(titleOf(report))}</h2><p>${escape(countsOf(report.rules))}</p>${tableOf('Rules', report.rules)}` +
      tableOf('Decisions of feature-control, which others may make differently', report.decisions),
  );
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Conformance</title><style>${STYLE}</style>`;
  return `${head}<h1>Conformance to the channel</h1>${parts.join('')}</html>\n`;
}

function textOf(report) {
  const { rules, decisions } = report;
  const width = Math.max(...rules.map(({ id }) => id.length));
  const line = ({ id, text, outcome, details }) => [
    `${MARKS[outcome].padEnd(7)}${id.padEnd(width + 2)}${text}`,
    ...(outcome === 'passed' ? [] : details.map((detail) => `${' '.repeat(width + 9)}${detail}`)),
  ];
  const others = decisions.filter(({ outcome }) => outcome === 'failed');
  const note =
    others.length > 0 ? ['', 'Decided differently than by feature-control, which breaks no rule:'] : [];
  return [
    titleOf(report),
    '',
    ...rules.flatMap(line),
    ...note,
    ...others.flatMap(line),
    '',
    countsOf(rules),
  ].join('\n');
}

function titleOf({ judged, what }) {
  return `The ${judged} ${what}`;
}

function countsOf(rules) {
  const count = (kind) => rules.filter(({ outcome }) => outcome === kind).length;
  return OUTCOMES.map((outcome) => `${count(outcome)} ${outcome}`).join(', ');
}

function tableOf(title, results) {
  if (results.length === 0) return '';
  const rows = results.map(
    ({ id, text, outcome, details }) =>
      `<tr><td><code>${escape(id)}</code><td>${escape(text)}${detailsOf(outcome, details)}<td class="${outcome.split(' ').at(-1)}">${outcome}`,
  );
  return `<table><caption>${escape(title)}</caption><tr><th>rule<th>text<th>outcome${rows.join('')}</table>`;
}

function detailsOf(outcome, details) {
  return outcome === 'passed'
    ? ''
    : details.map((detail) => `<div class="details">${escape(detail)}</div>`).join('');
}

function escape(text) {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character]);
}
