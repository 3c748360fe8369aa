import { relative } from 'node:path';
import { DEV_DIRECTORY, ROOT, RUN_DIRECTORY } from '../files/paths.mjs';
import {
  DEFAULT_ADMIN_PORT,
  DEFAULT_KEY_PREFIX,
  DEFAULT_PORT,
  DEFAULT_PROXY_PORT,
} from './start-settings.mjs';

/** Output of `npm start -- --help`. */
export const HELP = `npm start installs what is missing, builds, and runs Redis, the REST sidecar, the admin's server and a proxy with the plugin in it.
Ctrl-C stops everything.

Settings, from the environment:
  REDIS_URL     your Redis, such as redis://127.0.0.1:6379; without it, one is started and filled with example data
  REDIS_CA_FILE a PEM file of the CA certificates to trust, if that Redis uses TLS with a private CA
  KEY_PREFIX    the prefix of all keys in Redis (${DEFAULT_KEY_PREFIX})
  HOST          the address that the sidecar listens on (127.0.0.1)
  PORT          the sidecar's port (${DEFAULT_PORT}, or the next free one)
  PROXY_PORT    the proxy's port, on 127.0.0.1 (${DEFAULT_PROXY_PORT}, or the next free one)
  ADMIN_PORT    the port of the admin's server, with the console in the browser (${DEFAULT_ADMIN_PORT}, or the next free one)
  VELOCITY_JAR  the path of a velocity.jar to run the plugin in; without it, a development proxy is used
  FC_RUN_DIRECTORY
                the folder for data and state (.dev); with another folder, a second network can run at the same time
  NO_COLOR      any value turns colours off`;

const DATA_FOLDER = RUN_DIRECTORY.startsWith(ROOT) ? relative(ROOT, RUN_DIRECTORY) : RUN_DIRECTORY;
/** Variable that other terminals must set to find a network whose folder is not the default. */
const FOLDER_SETTING = RUN_DIRECTORY === DEV_DIRECTORY ? '' : `FC_RUN_DIRECTORY=${shellWord(RUN_DIRECTORY)} `;
const REDIS_NOTES = {
  given: 'yours, from REDIS_URL',
  filled: `started here, data in ${DATA_FOLDER}/redis-data, now filled with example data`,
  kept: `started here, with the existing data in ${DATA_FOLDER}/redis-data`,
};
const PROXY_NOTES = {
  development:
    'development proxy: a stand-in that runs the same jar, not Velocity (VELOCITY_JAR=… uses yours)',
  velocity: `Velocity, offline mode, in ${DATA_FOLDER}/velocity`,
};

/**
 * Describes what runs at which address, and what to try.
 * @param {import('./running-record.mjs').Running} running
 * @param {string} consoleLink signs one tab in to the console, once
 * @returns {string} several lines
 */
export function describeRunning({ redisUrl, redis, keyPrefix, rest, proxy }, consoleLink) {
  return `
feature-control runs

  Redis    ${withoutPassword(redisUrl)}   ${REDIS_NOTES[redis]}
  REST     ${rest.url}   documentation to try out: ${rest.url}/docs
  console  ${consoleLink}   signs one tab in, once
  proxy    ${proxy.host}:${proxy.port}   ${PROXY_NOTES[proxy.kind]}

Try, in another terminal

  curl ${rest.url}/v1/servers
  ${FOLDER_SETTING}npm run check -- --client my-mod --features fly,minimap
  ${FOLDER_SETTING}npm run redis-cli -- SADD ${keyPrefix}blocklist:global zoom

Lines typed here are commands of the proxy's console: featurecontrol status, featurecontrol help
Ctrl-C stops everything.
`;
}

/** @param {string} url of a Redis */
function withoutPassword(url) {
  return url.replace(/:[^:@/]*@/, ':***@').replace(/(sentinel-password=)[^&]*/, '$1***');
}

function shellWord(text) {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
