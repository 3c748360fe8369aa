import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const COMMAND_LINE = fileURLToPath(new URL('../feature-control.mjs', import.meta.url));

/**
 * Why features are blocked: what the lists in Redis say, by `feature-control check`.
 * @param {{ client: string, features: string[], server?: string, blocklist: string[] }} asked `blocklist`: of
 * the answer
 * @returns {Promise<string[]>} lines for people; empty where Redis cannot be read from here
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
    return ['Redis cannot be read from here, so no list is named: set REDIS_URL.'];
  }
}

function explain({ feature, entries }, isBlocked, server) {
  const [decides] = entries;
  if (decides === undefined)
    return isBlocked ? [`${feature}: no list has it for ${place(server)}: a list of another server?`] : [];
  const until = decides.until === null ? '' : ` until ${new Date(decides.until).toISOString()}`;
  const entry = `${feature}: in the list ${decides.list}${until}`;
  if (isBlocked) return [entry];
  const scope = decides.list.startsWith('server:') ? 'are scopes.servers off' : 'has the block just ended';
  return [
    `${entry}, but free for this player: is the player exempt (scopes.exempt-permission), or ${scope}?`,
  ];
}

function place(server) {
  return server === undefined ? 'every server (--server names one)' : `the server ${server}`;
}
