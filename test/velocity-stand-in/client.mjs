/**
 * A real Minecraft client, controlled by lines of JSON: it prints its events, `{"event": …}`, and reads
 * requests, `{"op": "send" | "leave", …}`.
 *
 *     node test/velocity-stand-in/client.mjs --port 25565 --version 1.21.1 --username somebody
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ModPlayer } from '../../tools/mod/mod-player.mjs';

const { values } = parseArgs({
  options: { port: { type: 'string' }, version: { type: 'string' }, username: { type: 'string' } },
});
const { port, version, username: name } = values;
const { client } = new ModPlayer({ port: Number(port), version, name });

const print = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);

client.on('login', () => print({ event: 'joined' }));
// Registered before the library's own listeners, which replace the bytes of some channels.
client.on('packet', (packet, { name, state }) => {
  if (name !== 'custom_payload') return;
  print({ event: 'message', state, channel: packet.channel, data: packet.data.toString('base64') });
});
client.on('error', (error) => print({ event: 'error', message: error.message.split('\n')[0] }));
client.on('end', () => {
  print({ event: 'end' });
  process.exit();
});

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { op, channel, data } = JSON.parse(line);
    if (op === 'send') client.write('custom_payload', { channel, data: Buffer.from(data, 'base64') });
    else client.end('leaving');
  })
  .on('close', () => process.exit());
