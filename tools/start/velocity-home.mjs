import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../files/write-atomically.mjs';
import { readZipDirectory, readZipEntry } from '../files/zip.mjs';

const MAIN_CLASS = 'com/velocitypowered/proxy/Velocity.class';
/** Class file versions start at 45, for Java 1. */
const CLASS_FORMAT_OFFSET = 44;

/** Settings for local development: offline mode, and no limit of logins. */
const SETTINGS = `# Written by npm start, which later changes only the two addresses. You may change everything else.
config-version = "2.7"
bind = "127.0.0.1:25565"
motd = "<#09add3>feature-control, development"
show-max-players = 20
online-mode = false
force-key-authentication = false
player-info-forwarding-mode = "NONE"

[servers]
backend = "127.0.0.1:25566"
try = ["backend"]

[forced-hosts]

[advanced]
login-ratelimit = 0

[metrics]
enabled = false
`;

/**
 * Prepares the folder in which Velocity runs.
 * @param {{ directory: string, pluginJar: string, port: number, backendPort: number }} home `port`: the
 * proxy's port, on loopback
 */
export function prepareVelocityHome({ directory, pluginJar, port, backendPort }) {
  mkdirSync(join(directory, 'plugins'), { recursive: true });
  copyFileSync(pluginJar, join(directory, 'plugins', 'feature-control.jar'));
  const path = join(directory, 'velocity.toml');
  const settings = existsSync(path) ? readFileSync(path, 'utf8') : SETTINGS;
  writeAtomically(path, setAddress(setAddress(settings, 'bind', port), 'backend', backendPort));
  // Velocity does not start without this file, but creates it only together with its settings.
  const secret = join(directory, 'forwarding.secret');
  if (!existsSync(secret)) writeAtomically(secret, randomUUID());
}

/**
 * @param {string} jar a Velocity
 * @param {string} [classFile] that identifies a Velocity
 * @returns {number | undefined} the oldest Java that runs it; undefined if the jar is not a Velocity
 */
export function javaNeededBy(jar, classFile = MAIN_CLASS) {
  const zip = readFileSync(jar);
  try {
    if (!readZipDirectory(zip).has(classFile)) return undefined;
    return readZipEntry(zip, classFile).readUInt16BE(6) - CLASS_FORMAT_OFFSET;
  } catch {
    return undefined;
  }
}

function setAddress(settings, key, port) {
  return settings.replace(new RegExp(`^${key} *=.*$`, 'm'), `${key} = "127.0.0.1:${port}"`);
}
