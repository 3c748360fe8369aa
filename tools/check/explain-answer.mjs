import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const COMMAND_LINE = fileURLToPath(new URL('../command-line/feature-control.mjs', import.meta.url));

/**
 * Explains why features are blocked, from the lists in Redis, by running `feature-control check`.
 * @param {{ client: string, features: string[], server?: string, blocklist: string[] }} answered the request,
 * and the `blocklist` of its answer
 * @returns {Promise<string[]>} lines for the user; one with the reason if Redis cannot be read
 */
export async function explainAnswer({ client, features, server, blocklist }) {
  if (features.length === 0) return [];
  const options = ['--json', ...(server === undefined ? [] : ['--server', server])];
  const args = [COMMAND_LINE, 'check', ...options, '--', client, ...features];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const { features: checked } = JSON.parse(stdout);
    return checked.flatMap((each) => explain(each, blocklist.includes(each.feature), server));
  } catch {
    return ['Redis cannot be read from here, so the lists are unknown: set REDIS_URL.'];
  }
}

function explain({ feature, entries }, isBlocked, server) {
  const [decisive] = entries;
  if (decisive === undefined)
    return isBlocked
      ? [`${feature}: not in a list for ${describeServer(server)}; is it in the list of another server?`]
      : [];
  const { list, permanent = false, until } = decisive;
  const end = permanent || until === undefined ? '' : ` until ${new Date(until).toISOString()}`;
  const entry = `${feature}: in the list ${list}${end}`;
  if (isBlocked) return [entry];
  const scope = list.startsWith('server:') ? 'are scopes.servers off' : 'has the block just ended';
  return [
    `${entry}, but not blocked for this player: is the player exempt (scopes.exempt-permission), or ${scope}?`,
  ];
}

function describeServer(server) {
  return server === undefined ? 'every server (--server names one)' : `the server ${server}`;
}
