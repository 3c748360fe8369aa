import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A channel name that clients before 1.13 can read, as it has at most 20 characters. */
export const LEGACY_ALIAS = 'fc:legacy';

/** The host name of the slow server: Velocity connects players who typed it to that server. */
export const SLOW_HOST = 'slow.test';

/**
 * Writes the folder in which a Velocity runs: on loopback, in offline mode, and without metrics.
 * @param {{ directory: string, pluginJar: string, otherJar: string, port: number, servers: { lobby: number,
 * other: number, slow: number } }} home `servers`: the ports of the backends; `otherJar`: another plugin
 */
export function writeProxyHome({ directory, pluginJar, otherJar, port, servers }) {
  const write = (path, text) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  };
  write('velocity.toml', proxySettings(port, servers));
  write('forwarding.secret', 'unused');
  // Metrics of the proxy and of its plugins: the switch is in one of two files, depending on the version.
  write('plugins/bStats/config.txt', 'enabled=false\nserver-uuid=00000000-0000-4000-8000-000000000000\n');
  write('plugins/feature-control/config.toml', pluginSettings());
  copyFileSync(pluginJar, join(directory, 'plugins', 'feature-control.jar'));
  copyFileSync(otherJar, join(directory, 'plugins', 'other.jar'));
}

function pluginSettings() {
  return `[channel]
legacy-alias = "${LEGACY_ALIAS}"

[limits.subscribe]
window-ms = 10

[bridges]
enabled = ["xaero", "voxelmap", "controlify"]
conflict = "ours-last"
`;
}

function proxySettings(port, { lobby, other, slow }) {
  return `config-version = "2.7"
bind = "127.0.0.1:${port}"
motd = "feature-control, end to end"
show-max-players = 100
online-mode = false
force-key-authentication = false
player-info-forwarding-mode = "NONE"
forwarding-secret-file = "forwarding.secret"

[servers]
lobby = "127.0.0.1:${lobby}"
other = "127.0.0.1:${other}"
slow = "127.0.0.1:${slow}"
try = ["lobby"]

[forced-hosts]
"${SLOW_HOST}" = ["slow"]

[advanced]
login-ratelimit = 0
bungee-plugin-message-channel = true

[query]
enabled = false

[metrics]
enabled = false
`;
}
