import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../files/write-atomically.mjs';
import { readZipDirectory, readZipEntry } from '../files/zip.mjs';

const MAIN_CLASS = 'com/velocitypowered/proxy/Velocity.class';
/** A class file's format is numbered from 45, which is Java 1. */
const CLASS_FORMAT_OFFSET = 44;

/** For trying things out on this machine alone: players need no account, and may join again at once. */
const SETTINGS = `# Written by npm start, which afterwards changes only the two addresses. Everything else is yours to change.
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
 * Prepares the folder that Velocity runs in.
 * @param {{ directory: string, pluginJar: string, port: number, backendPort: number }} home `port`: the
 * proxy's own, on loopback
 */
export function prepareVelocityHome({ directory, pluginJar, port, backendPort }) {
  mkdirSync(join(directory, 'plugins'), { recursive: true });
  copyFileSync(pluginJar, join(directory, 'plugins', 'feature-control.jar'));
  const path = join(directory, 'velocity.toml');
  const settings = existsSync(path) ? readFileSync(path, 'utf8') : SETTINGS;
  writeAtomically(path, setAddress(setAddress(settings, 'bind', port), 'backend', backendPort));
  // Velocity writes one only together with its settings, and does not start without it.
  const secret = join(directory, 'forwarding.secret');
  if (!existsSync(secret)) writeAtomically(secret, randomUUID());
}

/**
 * @param {string} jar a Velocity
 * @param {string} [classFile] by which it is known
 * @returns {number | undefined} the oldest Java that runs it, or nothing when it is no Velocity
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
