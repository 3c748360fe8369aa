/**
 * An advisory that `npm audit --json` reports.
 * @typedef {object} Finding
 * @property {string} id such as `GHSA-xxxx-xxxx-xxxx`
 * @property {string} package
 * @property {string} title
 * @property {string} severity
 *
 * @typedef {{ answered: true, findings: Finding[] } | { answered: false, reason: string }} Audit `reason`: in
 * words, without the registry's address
 *
 * @param {string} json
 * @returns {Audit}
 */
export function readAudit(json) {
  const report = parse(json);
  if (report?.vulnerabilities === undefined)
    return {
      answered: false,
      reason: report?.statusCode === undefined ? 'it cannot be reached' : `status ${report.statusCode}`,
    };
  const advisories = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    // A text names another package that has the advisory.
    .filter((cause) => typeof cause === 'object');
  const findings = advisories.map(({ url = '', name, title, severity, source }) => ({
    id: url.split('/').at(-1) || String(source),
    package: name,
    title,
    severity,
  }));
  return { answered: true, findings: onceEach(findings) };
}

/**
 * @param {Audit[]} audits of several lock files
 * @returns {Audit} each finding once; not answered where one of them is not
 */
export function mergeAudits(audits) {
  const unknown = audits.find(({ answered }) => !answered);
  return unknown ?? { answered: true, findings: onceEach(audits.flatMap(({ findings }) => findings)) };
}

function onceEach(findings) {
  return [...new Map(findings.map((finding) => [finding.id, finding])).values()];
}

/**
 * @param {Finding[]} findings
 * @param {string} answers the text of docs/advisories.md: a finding is answered where its id stands
 */
export function unanswered(findings, answers) {
  return findings.filter(({ id }) => !answers.includes(id));
}

/**
 * @param {string} output of the Gradle task `newestPatches`
 * @returns {{ coordinates: string, pinned: string, newest: string }[]} the libraries that have a newer patch
 * release
 */
export function libraryUpdates(output) {
  const lines = [...output.matchAll(/^newest (\S+):(\S+) (\S+)$/gm)];
  return lines
    .map(([, coordinates, pinned, newest]) => ({ coordinates, pinned, newest }))
    .filter(({ pinned, newest }) => pinned !== newest);
}

function parse(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
