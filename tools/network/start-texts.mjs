import { relative } from 'node:path';
import { DEV_DIRECTORY, ROOT, RUN_DIRECTORY } from '../files/paths.mjs';
import { DEFAULT_KEY_PREFIX, DEFAULT_PORT, DEFAULT_PROXY_PORT } from './start-settings.mjs';

/** What `npm start -- --help` prints. */
export const HELP = `npm start sets up what is missing, builds, and runs Redis, the REST sidecar and a proxy with the plugin in it.
Ctrl-C stops everything.

Settings, from the environment:
  REDIS_URL     a Redis of yours, such as redis://127.0.0.1:6379; without it, one is started and filled with example data
  REDIS_CA_FILE a PEM file of the authorities to trust, where that Redis speaks TLS and they are not public
  KEY_PREFIX    what all keys in Redis begin with (${DEFAULT_KEY_PREFIX})
  HOST          the address that the sidecar listens on (127.0.0.1)
  PORT          the sidecar's port (${DEFAULT_PORT}, or the next free one)
  PROXY_PORT    the proxy's port, on 127.0.0.1 (${DEFAULT_PROXY_PORT}, or the next free one)
  VELOCITY_JAR  the path of a velocity.jar to run the plugin in; without it, a development proxy takes its place
  FC_RUN_DIRECTORY
                a folder for what is kept (.dev): a second one lets a second network run beside the first
  NO_COLOR      any value turns colours off`;

const KEPT_IN = RUN_DIRECTORY.startsWith(ROOT) ? relative(ROOT, RUN_DIRECTORY) : RUN_DIRECTORY;
/** What other terminals have to set to find a network whose folder is not the usual one. */
const VARIABLE = RUN_DIRECTORY === DEV_DIRECTORY ? '' : `FC_RUN_DIRECTORY=${shellWord(RUN_DIRECTORY)} `;
const REDIS_NOTES = {
  given: 'yours, from REDIS_URL',
  filled: `our own, data in ${KEPT_IN}/redis-data, now filled with example data`,
  kept: `our own, with the data that it had in ${KEPT_IN}/redis-data`,
};
const PROXY_NOTES = {
  development:
    'development proxy: a test stand with the same jar in it, no Velocity (VELOCITY_JAR=… takes yours)',
  velocity: `Velocity, offline mode, in ${KEPT_IN}/velocity`,
};

/**
 * Says what runs where, and what to try.
 * @param {import('./running-record.mjs').Running} running
 * @returns {string} several lines
 */
export function describeRunning({ redisUrl, redis, keyPrefix, rest, proxy }) {
  return `
feature-control runs

  Redis    ${withoutPassword(redisUrl)}   ${REDIS_NOTES[redis]}
  REST     ${rest.url}   to read and try: ${rest.url}/docs
  proxy    ${proxy.host}:${proxy.port}   ${PROXY_NOTES[proxy.kind]}

Try, in another terminal

  curl ${rest.url}/v1/servers
  ${VARIABLE}npm run check -- --client my-mod --features fly,minimap
  ${VARIABLE}npm run redis-cli -- SADD ${keyPrefix}blocklist:global zoom

Lines typed here are commands of the proxy's console: featurecontrol status, featurecontrol help
Ctrl-C stops everything.
`;
}

/** @param {string} url of a Redis */
export function withoutPassword(url) {
  return url.replace(/:[^:@/]*@/, ':***@').replace(/(sentinel-password=)[^&]*/, '$1***');
}

function shellWord(text) {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
