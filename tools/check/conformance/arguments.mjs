import { parseArgs } from 'node:util';
import { supportedVersions } from '../../mod/mod-client.mjs';

/** One version for each generation of plugin messages in which the long name of the channel is allowed. */
const VERSIONS = ['1.16.5', '1.20.1', '1.21.1'];
const DEFAULT_PORT = '25565';
const HELP = `usage: feature-control conformance server --address <host:port> [options]
       feature-control conformance mod [options]

Tests a server by acting as mods of several versions of Minecraft, or a mod by running the server that it joins. Prints the result of each
rule of docs/spec.md and docs/channel.md. It uses minecraft-protocol, and downloads it once with npm if it is not installed: about 450 MB.

  --address <host:port>       address of the server
  --version <v>               version of Minecraft; may be given more than once (${VERSIONS.join(', ')})
  --client <id>               the mod's identifier in the requests (conformance)
  --blocked <a,b,…>           features that the server blocks for this client; without them, lists cannot be checked
  --packets-per-second <n>    maximum send rate of one player (10)
  --answer-timeout <seconds>  time limit of the announcement, and of each answer (5)
  --await-event <seconds>     requests an edit from you, and checks the event that a mod receives after it (0: disabled)
  --port <n>                  port of the server that the mod joins, on 127.0.0.1 (${DEFAULT_PORT})
  --once                      the mod sends one request, and leaves
  --subscribe                 the server that the mod joins supports subscribe
  --timeout <seconds>         time limit to join, and then to send the requests (180)
  --channel <id>              name of the network's channel (service:feature-control)
  --window <seconds>          window in which a player may send one request (10)
  --json <file>, --html <file>  also writes the report to that file
  --help

Exit code: 0 no rule is broken, 1 a rule is broken, 2 wrong usage, 3 no connection.`;

const OPTIONS = {
  address: { type: 'string' },
  version: { type: 'string', multiple: true, default: VERSIONS },
  client: { type: 'string', default: 'conformance' },
  blocked: { type: 'string', default: '' },
  'packets-per-second': { type: 'string', default: '10' },
  'answer-timeout': { type: 'string', default: '5' },
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

/**
 * @param {string[]} args
 * @returns the side to test, and the settings
 * @throws {WrongUsage}
 */
export function parseArguments(args) {
  const { values, positionals } = parseOptions(args);
  if (values.help) return { help: HELP };
  const [side, extra] = positionals;
  if (!['server', 'mod'].includes(side) || extra !== undefined)
    throw new WrongUsage('usage: conformance server, or conformance mod (see --help)');
  const common = {
    side,
    channel: values.channel,
    windowMs: positive(values, 'window') * MS,
    json: values.json,
    html: values.html,
  };
  if (side === 'mod') {
    const timeoutMs = positive(values, 'timeout') * MS;
    return {
      ...common,
      port: portOf(values.port),
      asksOnce: values.once,
      hasSubscribe: values.subscribe,
      timeoutMs,
    };
  }
  const [, address, port = DEFAULT_PORT] = /^(.+?)(?::(\d+))?$/.exec(values.address ?? '') ?? [];
  if (address === undefined) throw new WrongUsage('--address is needed: host:port');
  return {
    ...common,
    address,
    port: portOf(port),
    versions: values.version,
    client: values.client,
    answerTimeoutMs: positive(values, 'answer-timeout') * MS,
    awaitEventMs: values['await-event'] === '0' ? 0 : positive(values, 'await-event') * MS,
    blocked: values.blocked.split(',').filter((name) => name !== ''),
    perSecond: positive(values, 'packets-per-second'),
  };
}

/**
 * Call it after the library was loaded.
 * @throws {WrongUsage}
 */
export function assertKnownVersions({ versions = [] }) {
  const known = supportedVersions();
  if (versions.some((version) => !known.includes(version)))
    throw new WrongUsage(`--version is one of ${known.join(', ')}`);
}

function parseOptions(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new WrongUsage(error.message, { cause: error });
  }
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
