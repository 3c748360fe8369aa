import { parseArgs } from 'node:util';
import { supportedVersions } from '../mod/mod-client.mjs';

/** Of each generation of plugin messages that can use the long name of the channel. */
const VERSIONS = ['1.16.5', '1.20.1', '1.21.1'];
const DEFAULT_PORT = '25565';
const HELP = `usage: npx feature-control conformance server --address <host:port> [options]
       npx feature-control conformance mod [options]

Judges a server, by playing mods of several versions of Minecraft, or a mod, by being the server that it joins, and prints the verdict on each
rule of docs/spec.md and docs/channel.md. It speaks by minecraft-protocol, which it fetches once by npm where it is not
installed: about 450 MB.

  --address <host:port>       of the server
  --version <v>               of Minecraft; may be given more than once (${VERSIONS.join(', ')})
  --client <id>               asks with this identifier (conformance)
  --blocked <a,b,…>           features that the server blocks for it: otherwise no list can be judged
  --packets-per-second <n>    how fast one player may send (10)
  --patience <seconds>        for the announcement, and for each answer (5)
  --await-event <seconds>     asks you for an edit, and judges the event that a mod is sent after it (0: does not)
  --port <n>                  of the server that the mod joins, on 127.0.0.1 (${DEFAULT_PORT})
  --once                      the mod asks once, and leaves
  --subscribe                 the server that the mod joins has subscribe
  --timeout <seconds>         for the mod to join and to ask (180)
  --channel <id>              service:feature-control, or another name of the network's
  --window <seconds>          in which a player may ask once (10)
  --json <file>, --html <file>  writes the report there, too
  --help

Exit code: 0 no rule is broken, 1 one is, 2 wrong usage, 3 no connection.`;

const OPTIONS = {
  address: { type: 'string' },
  version: { type: 'string', multiple: true, default: VERSIONS },
  client: { type: 'string', default: 'conformance' },
  blocked: { type: 'string', default: '' },
  'packets-per-second': { type: 'string', default: '10' },
  patience: { type: 'string', default: '5' },
  'await-event': { type: 'string', default: '0' },
  port: { type: 'string', default: DEFAULT_PORT },
  once: { type: 'boolean', default: false },
  subscribe: { type: 'boolean', default: false },
  timeout: { type: 'string', default: '180' },
  channel: { type: 'string', default: 'service:feature-control' },
  window: { type: 'string', default: '10' },
  json: { type: 'string' },
  html: { type: 'string' },
  help: { type: 'boolean', default: false },
};
const MS = 1000;

export class WrongUsage extends Error {}

/** @param {string[]} args @returns what is to be judged, and how @throws {WrongUsage} */
export function parseArguments(args) {
  const { values, positionals } = parsed(args);
  if (values.help) return { help: HELP };
  const [side, further] = positionals;
  if (!['server', 'mod'].includes(side) || further !== undefined)
    throw new WrongUsage('say what to judge: conformance server, or conformance mod (see --help)');
  const common = {
    side,
    channel: values.channel,
    windowMs: positive(values, 'window') * MS,
    ...files(values),
  };
  if (side === 'mod') {
    const timeoutMs = positive(values, 'timeout') * MS;
    return {
      ...common,
      port: portOf(values.port),
      asksOnce: values.once,
      knowsSubscribe: values.subscribe,
      timeoutMs,
    };
  }
  const [, address, port = DEFAULT_PORT] = /^(.+?)(?::(\d+))?$/.exec(values.address ?? '') ?? [];
  if (address === undefined) throw new WrongUsage('--address is needed: host:port');
  return {
    ...common,
    ...{
      address,
      port: portOf(port),
      versions: values.version,
      client: values.client,
      patienceMs: positive(values, 'patience') * MS,
      awaitEventMs: values['await-event'] === '0' ? 0 : positive(values, 'await-event') * MS,
    },
    blocked: values.blocked.split(',').filter((name) => name !== ''),
    perSecond: positive(values, 'packets-per-second'),
  };
}

/** To be called when the library is there. @throws {WrongUsage} */
export function assertKnownVersions({ versions = [] }) {
  const known = supportedVersions();
  if (versions.some((version) => !known.includes(version)))
    throw new WrongUsage(`--version is one of ${known.join(', ')}`);
}

function parsed(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new WrongUsage(error.message, { cause: error });
  }
}

function files({ json, html }) {
  return { json, html };
}

function positive(values, name) {
  const number = Number(values[name]);
  if (!(number > 0)) throw new WrongUsage(`--${name} is a number over 0`);
  return number;
}

function portOf(text) {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new WrongUsage('a port is 0 to 65535');
  return port;
}
