/**
 * `npm run advisories`: asks npm's registry for known advisories about every package of each lock file, and
 * Maven's for newer patch releases of what the jar carries. It needs the network, so it is no part of
 * `npm test`.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { libraryUpdates, mergeAudits, readAudit, unanswered } from './supply-chain/advisories.mjs';
import { ExplainedError, runMain } from './terminal/explained-error.mjs';
import { fromRoot } from './files/paths.mjs';
import { createProgress } from './terminal/progress.mjs';
import { runCommand } from './processes/run-command.mjs';
import { packageFolders } from './set-up/npm-packages.mjs';
import { setUp } from './setup.mjs';

const ANSWERS = 'docs/advisories.md';
const UNANSWERED = 1;
const WRONG_USE = 2;
const NOT_LOOKED_UP = 3;
const HELP = `npm run advisories

Looks up known advisories for what is used from npm, by every lock file, and newer patch releases of the libraries in the jar.

Exit code 0 when everything was looked up and each advisory is answered in ${ANSWERS}, 1 when one is not,
2 when called in the wrong way, 3 when a registry did not answer: then nothing is known.`;

async function main() {
  const [argument] = process.argv.slice(2);
  if (argument === '--help' || argument === '-h') return console.log(HELP);
  if (argument !== undefined) {
    console.error(`feature-control: there is no ${argument} here\n\n${HELP}`);
    process.exitCode = WRONG_USE;
    return;
  }
  const npmCode = await reportAdvisories();
  const mavenCode = await reportLibraryUpdates();
  process.exitCode = [UNANSWERED, NOT_LOOKED_UP].find((code) => [npmCode, mavenCode].includes(code)) ?? 0;
}

async function reportAdvisories() {
  const reports = await Promise.all(packageFolders().map(npmAudit));
  const audit = mergeAudits(reports.map(readAudit));
  if (!audit.answered) {
    console.log(`npm: NOT LOOKED UP. The registry does not provide advisories (${audit.reason}).`);
    return NOT_LOOKED_UP;
  }
  const open = unanswered(audit.findings, readFileSync(fromRoot(ANSWERS), 'utf8'));
  console.log(`npm: ${audit.findings.length} advisories, ${open.length} of them not answered in ${ANSWERS}`);
  for (const finding of open)
    console.log(`  ${finding.id} ${finding.package} (${finding.severity}): ${finding.title}`);
  return open.length > 0 ? UNANSWERED : 0;
}

/** It ends with another code than 0 where there are findings, and where the registry does not answer. */
function npmAudit(folder) {
  return new Promise((resolve) => {
    execFile('npm', ['audit', '--json'], { cwd: fromRoot(folder) }, (_, stdout) => resolve(stdout));
  });
}

async function reportLibraryUpdates() {
  const env = await setUp(createProgress(), { redis: false });
  const project = fromRoot('tools/supply-chain/advisories');
  const args = ['--no-daemon', '--quiet', '-p', project, 'newestPatches'];
  const { problem, output } = await runCommand(env['FC_GRADLE'], args, { env });
  if (problem !== undefined) {
    console.log('Maven: NOT LOOKED UP. Gradle could not ask for newer releases.');
    return NOT_LOOKED_UP;
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

await runMain(main);
