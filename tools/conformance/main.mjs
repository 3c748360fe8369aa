/**
 * `npx feature-control conformance …`: tests a server or a mod against the rules of the specification and of
 * the channel. Downloads the Minecraft protocol library if it is not installed.
 */
import { writeFileSync } from 'node:fs';
import { minecraftAccess } from './minecraft-access.mjs';
import { fetchMinecraftLibrary } from '../mod/minecraft-library.mjs';
import { assertKnownVersions, parseArguments, WrongUsage } from './arguments.mjs';
import { asHtml, asText, hasFailed } from './reports.mjs';
import { readDecisions, rulesFor } from './rules.mjs';
import { judgeMod } from './serve-mods.mjs';
import { judgeServer } from './judge-server.mjs';

const EXIT = { ok: 0, failed: 1, usage: 2, connection: 3 };

/** @param {string[]} args after `conformance` @returns {Promise<number>} the exit code */
export async function runConformance(args) {
  try {
    const command = parseArguments(args);
    if (command.help !== undefined) {
      console.log(command.help);
      return EXIT.ok;
    }
    await fetchMinecraftLibrary(say);
    assertKnownVersions(command);
    return write(await judge(command), command);
  } catch (error) {
    console.error(`conformance: ${error.message}`);
    return error instanceof WrongUsage ? EXIT.usage : EXIT.connection;
  }
}

function say(line) {
  console.error(line);
}

async function judge({ side, versions, address, port, ...settings }) {
  if (side === 'mod') {
    const verdicts = await judgeMod({ port, say, ...settings });
    return [reportOf(side, 'that joined', verdicts)];
  }
  const reports = [];
  for (const version of versions) {
    const access = minecraftAccess({ address, port, version, say, ...settings });
    const verdicts = await judgeServer(access, { ...settings, say });
    reports.push(reportOf(side, `${address}:${port}, with Minecraft ${version}`, verdicts));
  }
  return reports;
}

/** @returns {import('./reports.mjs').Report} */
function reportOf(side, what, verdicts) {
  const decisions = verdicts.toList(readDecisions()).filter(({ outcome }) => outcome !== 'not judged');
  return { judged: side, what, rules: verdicts.toList(rulesFor(side)), decisions };
}

function write(reports, { json, html }) {
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(reports, null, 2)}\n`);
  if (html !== undefined) writeFileSync(html, asHtml(reports));
  console.log(asText(reports));
  return hasFailed(reports) ? EXIT.failed : EXIT.ok;
}
