/**
 * A backend server behind a real Velocity, for local development:
 * `node tools/development-proxy/backend.mjs --port 25566`. It prints the plugin messages that it receives.
 */
import { parseArgs } from 'node:util';
import { startBackend } from './front/backend-server.mjs';

async function main() {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '25566' } } });
  const backend = await startBackend({
    port: Number(values.port),
    onJoin: ({ name }) => console.log(`${name} has joined`),
    onMessage: ({ name }, { channel, bytes }) =>
      console.log(`${name} sent ${bytes.length} bytes on ${channel}`),
  });
  console.log(`listening on 127.0.0.1:${backend.port}`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => void backend.close().then(() => process.exit()));
}

try {
  await main();
} catch (error) {
  console.error(`backend: ${error.message}`);
  process.exit(1);
}
