/**
 * A real Minecraft client, controlled by lines of JSON: it prints its events, `{"event": …}`, and reads
 * requests, `{"op": "send" | "chat" | "leave", …}`. Two options set messages, as `<channel> <base64>`:
 * `--early` is sent repeatedly, from the first moment that the protocol allows until the client is in a
 * world, because proxies differ in when they start to listen; `--at-announcement` is sent once, immediately
 * after the first announcement.
 *
 *     node test/velocity-stand-in/client.mjs --port 25565 --version 1.21.1 --username somebody
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ModPlayer } from '../../tools/mod/mod-player.mjs';

const EARLY_INTERVAL_MS = 50;

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    version: { type: 'string' },
    username: { type: 'string' },
    early: { type: 'string' },
    'at-announcement': { type: 'string' },
  },
});

const { port, version, username: name } = values;
const { client } = new ModPlayer({ port: Number(port), version, name });

const print = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);
const send = (channel, base64) =>
  client.write('custom_payload', { channel, data: Buffer.from(base64, 'base64') });

function sendEarly() {
  if (values.early === undefined) return;
  send(...values.early.split(' '));
  setTimeout(sendEarly, EARLY_INTERVAL_MS);
}

function sendAtAnnouncement(channel) {
  if (channel !== 'minecraft:register' || values['at-announcement'] === undefined) return;
  send(...values['at-announcement'].split(' '));
  values['at-announcement'] = undefined;
}

client.on('state', (state) => {
  print({ event: 'state', state });
  if (state === 'configuration' || state === 'play') sendEarly();
});
client.on('login', () => {
  print({ event: 'joined' });
  values.early = undefined;
});
// Registered before the library's own listeners, which replace the bytes of some channels.
client.on('packet', (packet, { name, state }) => {
  if (name === 'custom_payload') {
    print({ event: 'message', state, channel: packet.channel, data: packet.data.toString('base64') });
    sendAtAnnouncement(packet.channel);
  }
  if (name === 'chat' || name === 'system_chat')
    print({ event: 'chat', packet: packet.message ?? packet.content });
  if (name === 'disconnect' || name === 'kick_disconnect') print({ event: 'kicked', reason: packet.reason });
});
client.on('error', (error) => print({ event: 'error', message: error.message.split('\n')[0] }));
client.on('end', () => {
  print({ event: 'end' });
  process.exit();
});

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const request = JSON.parse(line);
    if (request.op === 'send') send(request.channel, request.data);
    else if (request.op === 'chat') client.chat(request.text);
    else client.end('leaving');
  })
  .on('close', () => process.exit());
