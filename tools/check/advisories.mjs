/**
 * `npm run advisories`: requests the known advisories for every package of each lock file from npm's
 * registry, and looks up newer patch releases of the jar's libraries in Maven's repository. It needs the
 * network, so it is not part of `npm test`.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { libraryUpdates, mergeAudits, readAudit, unanswered } from './advisories/advisories.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { fromRoot } from '../files/paths.mjs';
import { createProgress } from '../terminal/progress.mjs';
import { runTool } from '../terminal/run-tool.mjs';
import { runProgram } from '../processes/program.mjs';
import { packageFolders } from '../set-up/npm-packages.mjs';
import { setUp } from '../set-up/setup.mjs';

const ANSWERS = 'docs/advisories.md';
const UNANSWERED = 1;
const LOOKUP_FAILED = 3;
const HELP = `npm run advisories

Looks up known advisories for the npm packages of every lock file, and newer patch releases of the libraries in the jar.

Exit code 0 if every lookup succeeded and each advisory is answered in ${ANSWERS}, 1 if one is not answered,
2 for wrong usage, 3 if a registry did not respond, so that the result is unknown.`;

async function run() {
  const npmCode = await reportAdvisories();
  const mavenCode = await reportLibraryUpdates();
  process.exitCode = [UNANSWERED, LOOKUP_FAILED].find((code) => [npmCode, mavenCode].includes(code)) ?? 0;
}

async function reportAdvisories() {
  const reports = await Promise.all(packageFolders().map(npmAudit));
  const audit = mergeAudits(reports.map(readAudit));
  if (!audit.answered) {
    console.log(`npm: NOT LOOKED UP. The registry does not provide advisories (${audit.reason}).`);
    return LOOKUP_FAILED;
  }
  const open = unanswered(audit.findings, readFileSync(fromRoot(ANSWERS), 'utf8'));
  console.log(`npm: ${audit.findings.length} advisories, ${open.length} of them not answered in ${ANSWERS}`);
  for (const finding of open)
    console.log(`  ${finding.id} ${finding.package} (${finding.severity}): ${finding.title}`);
  return open.length > 0 ? UNANSWERED : 0;
}

/**
 * Ignores the exit code: npm exits with a code other than 0 if there are findings, and also if the registry
 * does not respond.
 */
function npmAudit(folder) {
  return new Promise((resolve) => {
    execFile('npm', ['audit', '--json'], { cwd: fromRoot(folder) }, (_, stdout) => resolve(stdout));
  });
}

async function reportLibraryUpdates() {
  const env = await setUp(createProgress(), { redis: false });
  const project = fromRoot('tools/check/advisories');
  const args = ['--no-daemon', '--quiet', '-p', project, 'newestPatches'];
  const { problem, output } = await runProgram(env['FC_GRADLE'], args, { env });
  if (problem !== undefined) {
    console.log('Maven: NOT LOOKED UP. Gradle could not ask for newer releases.');
    return LOOKUP_FAILED;
  }
  if (!output.includes('newest ')) throw new ExplainedError(`Gradle reported no library:\n${output}`);
  const updates = libraryUpdates(output);
  console.log(
    `Maven: its repository has no advisories; ${updates.length} libraries have a newer patch release`,
  );
  for (const { coordinates, pinned, newest } of updates)
    console.log(`  ${coordinates} ${pinned}, newest is ${newest}`);
  return 0;
}

await runTool({ help: HELP, run });
