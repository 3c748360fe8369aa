import { loadMinecraftLibrary } from '../../mod/minecraft-library.mjs';
import { createContext, NotApplicable, Seen } from './check.mjs';
import { answer } from './checks/asking.mjs';
import { bridged, interfered } from './checks/bridging.mjs';
import { largest, spoofing, tooLarge } from './checks/hostile.mjs';
import { onAnnouncement, early, serverSwitch } from './checks/joining.mjs';
import { longChannel } from './checks/old-clients.mjs';
import { otherPlugin } from './checks/other-plugins.mjs';
import { configuredAgain, subscribed } from './checks/subscribing.mjs';

const CHECKS = [
  answer,
  early,
  onAnnouncement,
  serverSwitch,
  spoofing,
  largest,
  tooLarge,
  longChannel,
  subscribed,
  configuredAgain,
  otherPlugin,
  bridged,
  interfered,
];

/**
 * One version per generation of the protocol; the newest that both the proxy and the library support is
 * added.
 */
const VERSIONS = ['1.8.8', '1.12.2', '1.16.5', '1.20.1', '1.20.4'];
const NEWEST_GENERATION = '1.21';

/**
 * @typedef {{ check: { name: string, title: string }, outcome: 'ok' | 'failed' | 'not applicable',
 * reason: string, seen?: string }} Result
 * @typedef {{ version: string, results: Result[] }} Row
 */

/**
 * @param {import('./proxy-under-test.mjs').ProxyUnderTest} proxy
 * @returns {Promise<string[]>} versions of Minecraft to check with, oldest first
 */
export async function chooseVersions(proxy) {
  const { protocol, dataOf } = loadMinecraftLibrary();
  const newestVersions = protocol.supportedVersions.filter(
    (version) => version === NEWEST_GENERATION || version.startsWith(`${NEWEST_GENERATION}.`),
  );
  for (const version of newestVersions.reverse()) {
    const answer = await protocol.ping({ host: '127.0.0.1', port: proxy.port, version });
    // A proxy that supports the client's protocol answers with its number.
    if (answer.version.protocol === dataOf(version).version.version) return [...VERSIONS, version];
  }
  return VERSIONS;
}

/** @returns {Promise<Row>} */
export async function checkVersion(proxy, version) {
  const context = createContext(proxy, loadMinecraftLibrary().dataOf(version));
  const results = [];
  for (const check of CHECKS) results.push({ check, ...(await runCheck(check, context)) });
  return { version, results };
}

async function runCheck(check, context) {
  try {
    const result = await check.run(context);
    return result instanceof NotApplicable
      ? { outcome: 'not applicable', reason: result.reason }
      : { outcome: 'ok', reason: '', ...(result instanceof Seen && { seen: result.what }) };
  } catch (error) {
    return { outcome: 'failed', reason: error.message };
  } finally {
    context.leave();
  }
}
