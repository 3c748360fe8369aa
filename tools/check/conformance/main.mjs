/**
 * `feature-control conformance …`: tests a server or a mod against the rules of the specification and of
 * the channel. Downloads the Minecraft protocol library if it is not installed.
 */
import { writeFileSync } from 'node:fs';
import { fetchMinecraftLibrary } from '../../mod/minecraft-library.mjs';
import { assertKnownVersions, parseArguments, WrongUsage } from './arguments.mjs';
import { checkServer } from './check-server.mjs';
import { minecraftAccess } from './minecraft-access.mjs';
import { asHtml, asText, hasFailed } from './reports.mjs';
import { readDecisions, rulesFor } from './rules.mjs';
import { checkJoiningMod } from './serve-mods.mjs';

const EXIT = { ok: 0, failed: 1, usage: 2, connection: 3 };

/** @param {string[]} args after `conformance` @returns {Promise<number>} the exit code */
export async function runConformance(args) {
  try {
    const command = parseArguments(args);
    if (command.help !== undefined) {
      console.log(command.help);
      return EXIT.ok;
    }
    await fetchMinecraftLibrary(printLine);
    assertKnownVersions(command);
    return write(await check(command), command);
  } catch (error) {
    console.error(`conformance: ${error.message}`);
    return error instanceof WrongUsage ? EXIT.usage : EXIT.connection;
  }
}

function printLine(line) {
  console.error(line);
}

async function check({ side, versions, address, port, ...settings }) {
  if (side === 'mod') {
    const results = await checkJoiningMod({ port, printLine, ...settings });
    return [reportOf(side, 'that joined', results)];
  }
  const reports = [];
  for (const version of versions) {
    const access = minecraftAccess({ address, port, version, printLine, ...settings });
    const results = await checkServer(access, { ...settings, printLine });
    reports.push(reportOf(side, `${address}:${port}, with Minecraft ${version}`, results));
  }
  return reports;
}

/** @returns {import('./reports.mjs').Report} */
function reportOf(side, what, results) {
  const decisions = results.toList(readDecisions()).filter(({ outcome }) => outcome !== 'not judged');
  return { judged: side, what, rules: results.toList(rulesFor(side)), decisions };
}

function write(reports, { json, html }) {
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(reports, null, 2)}\n`);
  if (html !== undefined) writeFileSync(html, asHtml(reports));
  console.log(asText(reports));
  return hasFailed(reports) ? EXIT.failed : EXIT.ok;
}
