/**
 * The development proxy: accepts real Minecraft clients, and hosts the plugin's jar like Velocity.
 *
 * node tools/development-proxy/main.mjs --port 25565 --jar plugin/build/libs/….jar --data .dev/proxy
 */
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { freePort } from '../processes/free-port.mjs';
import { FAST_STARTUP_JVM_OPTIONS } from '../processes/jvm-options.mjs';
import { buildStandIn } from './build.mjs';
import { ClientConnection } from './front/client-connection.mjs';
import { startMinecraftServer } from './front/minecraft-server.mjs';
import { disconnect } from './front/packets.mjs';
import { startHost } from './host-process.mjs';

const USAGE = `usage: node tools/development-proxy/main.mjs --jar <plugin.jar> --data <folder> [options]
  --jar <file>             a plugin; may be given more than once
  --data <folder>          contains a folder for each plugin, like Velocity's plugins folder
  --port <n>               the port for clients, on 127.0.0.1 (25565; 0: any free one)
  --behaviour <2024|2026>  the generation of Velocity to imitate (2024)
Lines on standard input are commands of the console; send <player> <server> and shutdown are built in.`;

const OPTIONS = {
  jar: { type: 'string', multiple: true },
  data: { type: 'string' },
  port: { type: 'string', default: '25565' },
  behaviour: { type: 'string', default: '2024' },
  help: { type: 'boolean', default: false },
};

async function main() {
  const options = readOptions();
  if (options === undefined) return;
  console.log('This is a development stand-in for Velocity, not Velocity: use it on your own machine only.');
  const connections = new Map();
  const port = Number(options.port) || (await freePort());
  const host = await startHost({
    classPath: await buildStandIn(),
    pluginsDirectory: options.data,
    behaviour: options.behaviour,
    playersPort: port,
    jvmOptions: FAST_STARTUP_JVM_OPTIONS,
    classArchive: process.env['FC_CLASS_ARCHIVE'],
    onLine: (line) => console.log(line),
    onEvent: (event) => connections.get(event.player)?.handleEvent(event),
  });
  let server;
  let stopping;
  function stop() {
    stopping ??= (async () => {
      await server?.close();
      await host.stop();
    })();
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  await host.request('start', { jars: options.jar }).catch(async (error) => {
    await host.kill();
    throw error;
  });
  server = await startMinecraftServer({
    port,
    motd: 'feature-control, development',
    onLogin(client, data) {
      if (connections.has(client.uuid)) {
        disconnect(client, data, 'You are already connected to this proxy.');
        return;
      }
      const connection = new ClientConnection(client, { data, host });
      connections.set(connection.uuid, connection);
      client.once('end', () => connections.delete(connection.uuid));
      connection.start().catch((error) => connection.close(error.message));
    },
  });
  console.log(`listening on 127.0.0.1:${server.port}`);
  readCommands({ host, connections, stop });
  const code = await host.exited;
  await stopping;
  if (stopping === undefined) throw new Error(`the JVM ended unexpectedly: ${code}`);
}

function readOptions() {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) {
    console.log(USAGE);
    return undefined;
  }
  const invalidName =
    ['jar', 'data'].find((name) => values[name] === undefined) ??
    (/^\d{1,5}$/.test(values.port) ? undefined : 'port') ??
    (['2024', '2026'].includes(values.behaviour) ? undefined : 'behaviour');
  if (invalidName !== undefined) throw new Error(`--${invalidName} is missing or invalid\n${USAGE}`);
  const missing = values.jar.find((jar) => !existsSync(jar));
  if (missing !== undefined) throw new Error(`${missing} does not exist: npm run build`);
  return values;
}

function readCommands({ host, connections, stop }) {
  createInterface({ input: process.stdin }).on('line', async (line) => {
    const [name, player, server] = line.trim().split(/ +/);
    if (name === '') return;
    if (name === 'shutdown') {
      stop();
    } else if (name === 'send' && server !== undefined) {
      const connection = [...connections.values()].find((candidate) => candidate.name === player);
      if (connection === undefined) console.log(`${player} is not on the proxy`);
      else await connection.switchTo(server);
    } else if (!(await host.request('command', { line: line.trim() }))) {
      console.log('Unknown command');
    }
  });
}

try {
  await main();
  process.exit();
} catch (error) {
  console.error(`velocity stand-in: ${error.message}`);
  process.exit(1);
}
