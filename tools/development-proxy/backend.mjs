/**
 * A backend server behind a real Velocity, for local development:
 * `node tools/development-proxy/backend.mjs --port 25566`. It prints the plugin messages that it receives.
 * The line `send <channel> <text>` on standard input sends a message to every player, like a server that
 * tries to answer in place of the proxy.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { startBackend } from './front/backend-server.mjs';

const OPTIONS = {
  port: { type: 'string', default: '25566' },
  'join-delay': { type: 'string', default: '0' },
};

async function main() {
  const { values } = parseArgs({ options: OPTIONS });
  const invalidName = Object.keys(OPTIONS).find((name) => !/^\d{1,5}$/.test(values[name]));
  if (invalidName !== undefined) throw new Error(`--${invalidName} must be a number`);
  const backend = await startBackend({
    port: Number(values.port),
    joinDelayMs: Number(values['join-delay']),
    onJoin: ({ name }) => console.log(`${name} has joined`),
    onMessage: ({ name }, { channel, bytes }) =>
      console.log(`${name} sent ${bytes.length} bytes on ${channel}`),
  });
  console.log(`listening on 127.0.0.1:${backend.port}`);
  createInterface({ input: process.stdin }).on('line', (line) => {
    const [, channel, text] = /^send (\S+) (.*)$/.exec(line) ?? [];
    if (channel === undefined) console.log('usage: send <channel> <text>');
    else for (const player of backend.players) player.send(channel, Buffer.from(text));
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => void backend.close().then(() => process.exit()));
}

try {
  await main();
} catch (error) {
  console.error(`backend: ${error.message}`);
  process.exit(1);
}
