/**
 * An advisory that `npm audit --json` reports.
 * @typedef {object} Finding
 * @property {string} id such as `GHSA-xxxx-xxxx-xxxx`
 * @property {string} package
 * @property {string} title
 * @property {string} severity
 *
 * @typedef {{ answered: true, findings: Finding[] } | { answered: false, reason: string }} Audit `reason`: a
 * text without the registry's address
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
    // A string names another package that has the advisory.
    .filter((cause) => typeof cause === 'object');
  const findings = advisories.map(({ url = '', name, title, severity, source }) => ({
    id: url.split('/').at(-1) || String(source),
    package: name,
    title,
    severity,
  }));
  return { answered: true, findings: withoutDuplicates(findings) };
}

/**
 * @param {Audit[]} audits of several lock files
 * @returns {Audit} all findings without duplicates; not answered if one of the audits is not
 */
export function mergeAudits(audits) {
  const unknown = audits.find(({ answered }) => !answered);
  return (
    unknown ?? { answered: true, findings: withoutDuplicates(audits.flatMap(({ findings }) => findings)) }
  );
}

function withoutDuplicates(findings) {
  return [...new Map(findings.map((finding) => [finding.id, finding])).values()];
}

/**
 * Returns the findings without an answer.
 * @param {Finding[]} findings
 * @param {string} answers the text of docs/advisories.md: a finding is answered if the text contains its id
 */
export function unanswered(findings, answers) {
  return findings.filter(({ id }) => !answers.includes(id));
}

/**
 * @param {string} output of the Gradle task `newestPatches`
 * @returns {{ coordinates: string, pinned: string, newest: string }[]} the libraries with a newer patch
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
