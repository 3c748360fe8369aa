/**
 * `npm run check`: acts as a mod in a terminal. A real Minecraft client joins the proxy and requests the
 * blocked features.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { requestAsMod, ConnectionFailure, supportedVersions } from '../mod/mod-client.mjs';
import { simulateMod } from '../mod/simulate-mod.mjs';
import { SIMULATED_MODS } from '../mod/simulated-mods.mjs';
import { readRunningRecord } from '../start/running-record.mjs';
import { createColours } from '../terminal/colours.mjs';
import { explainAnswer } from './explain-answer.mjs';

const EXIT = { ok: 0, errorAnswer: 1, usage: 2, connection: 3 };
const DEFAULT_PORT = 25565;
const CHANNEL_NAME = 'feature-control';

const HELP = `usage: npm run check -- --client <id> --features <a,b,…> [options]
       npm run check -- --raw <text> [options]
       npm run check -- --mod <bridge> [options]

Joins the proxy as a Minecraft client, waits for JoinGame and the announcement of the channel, sends one request, and prints the answer.
If a Redis is known (REDIS_URL, or the one that npm start runs), it names the list that blocks a feature, and until when.
With --mod it acts as a mod of a bridge instead (docs/bridges.md), and prints the messages that the mod receives.

  --client <id>         the mod's identifier
  --features <a,b,…>    the features to check
  --server <name>       first moves to that game server, by /server; the list of a server may block more
  --raw <text>          sends this text instead of a request
  --mod <bridge>        acts as that mod for --timeout seconds: ${Object.keys(SIMULATED_MODS).join(', ')}
  --host <name>         default 127.0.0.1
  --port <n>            default: that of the proxy that npm start runs, otherwise ${DEFAULT_PORT}
  --version <v>         of Minecraft, default 1.21.1
  --username <name>     default: a new player each time, as the limit is one request per player in 10 seconds
  --namespace <name>    the channel is <name>:${CHANNEL_NAME}, default service
  --channel <id>        the full name of another channel
  --timeout <seconds>   for the announcement, and for the answer, default 10
  --help

The answer goes to standard output, progress to standard error.
Exit code: 0 ok, 1 an error answer, 2 wrong usage, 3 no connection or no answer.`;

const OPTIONS = {
  client: { type: 'string' },
  features: { type: 'string' },
  server: { type: 'string' },
  raw: { type: 'string' },
  mod: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string' },
  version: { type: 'string', default: '1.21.1' },
  username: { type: 'string' },
  namespace: { type: 'string', default: 'service' },
  channel: { type: 'string' },
  timeout: { type: 'string', default: '10' },
  help: { type: 'boolean', default: false },
};

class WrongUsage extends Error {}

async function main(args) {
  const options = readOptions(args);
  if (options.help) {
    console.log(HELP);
    return EXIT.ok;
  }
  const { grey, green, yellow, red } = createColours(process.stderr);
  const printLine = (line) => console.error(grey(line));
  const request = { ...requestOptionsOf(options), onStep: printLine };
  if (options.mod !== undefined) return await play({ ...request, mod: options.mod });
  const { text, afterMs } = await requestAsMod(request);
  printLine(`< answered after ${afterMs.toFixed(1)} ms`);
  const answer = parseAnswer(text);
  console.log(answer === undefined ? text : JSON.stringify(answer, null, 2));
  if (answer?.ok !== true) {
    console.error(red(explainRefusal(answer)));
    return EXIT.errorAnswer;
  }
  const { blocklist, subscriptions = [] } = answer.payload ?? {};
  const blocked = blocklist ?? subscriptions.flatMap((each) => each.blocklist);
  console.error(blocked.length > 0 ? yellow(`blocked: ${blocked.join(', ')}`) : green('nothing is blocked'));
  if (options.raw === undefined && isRedisKnown())
    for (const line of await explainAnswer({ ...requestOf(options), blocklist: blocked })) printLine(line);
  return EXIT.ok;
}

/** Without this check, the Redis of another network might be read. */
function isRedisKnown() {
  return process.env['REDIS_URL'] !== undefined || readRunningRecord() !== undefined;
}

/** Prints each message that the mod receives, and which features the mod would then block and allow. */
async function play(visit) {
  const { green, yellow, red } = createColours(process.stderr);
  const messages = [];
  const show = (received) => {
    messages.push(received);
    console.log(received.what);
    const named = [...(received.allowed ?? [])].map(([name, allowed]) =>
      allowed ? name : `${name} (blocked)`,
    );
    if (received.problem) console.error(red(`not understood: ${received.problem}`));
    // Answers to a handshake, and messages that reset everything, contain no features.
    else if (named.length > 0) console.error(yellow(named.join(', ')));
  };
  await simulateMod(visit, show);
  if (messages.length === 0)
    console.error(green('no message was received: nothing is blocked, or the bridge is not enabled'));
  return messages.some(({ problem }) => problem !== undefined) ? EXIT.errorAnswer : EXIT.ok;
}

function readOptions(args) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    throw new WrongUsage(error.message);
  }
}

function requestOptionsOf(options) {
  const port = options.port === undefined ? runningPort() : Number(options.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new WrongUsage('--port is 1 to 65535');
  const timeoutMs = Number(options.timeout) * 1000;
  if (!(timeoutMs > 0 && timeoutMs <= 3_600_000))
    throw new WrongUsage('--timeout is more than 0, in seconds');
  const username = options.username ?? `check_${randomBytes(4).toString('hex')}`;
  if (!/^\w{1,16}$/.test(username)) throw new WrongUsage('--username is 1 to 16 letters, digits and _');
  const text = packetOf(options);
  const isRaw = options.raw !== undefined;
  const { host, server, version } = options;
  if (server !== undefined && !/^[^\s\p{Cc}]{1,128}$/u.test(server))
    throw new WrongUsage('--server is the name of a game server in velocity.toml');
  if (server !== undefined && options.mod !== undefined)
    throw new WrongUsage('--server is for requests: leave out --mod');
  if (!supportedVersions().includes(version))
    throw new WrongUsage(`--version is one of ${supportedVersions().join(', ')}`);
  const channel = options.channel ?? `${options.namespace}:${CHANNEL_NAME}`;
  return { host, port, version, username, channel, timeoutMs, text, isRaw, server };
}

function packetOf({ client, features, raw, mod }) {
  if (mod !== undefined) {
    if (!Object.hasOwn(SIMULATED_MODS, mod))
      throw new WrongUsage(`--mod is one of ${Object.keys(SIMULATED_MODS).join(', ')}`);
    return undefined;
  }
  if (raw !== undefined) {
    if (client !== undefined || features !== undefined)
      throw new WrongUsage('--raw is the whole packet: leave out --client and --features');
    return raw;
  }
  if (client === undefined || features === undefined)
    throw new WrongUsage('--client and --features are needed');
  const payload = { client, features: listOf(features) };
  return JSON.stringify({ id: randomUUID(), method: 'checkFeatures', payload });
}

function requestOf({ client, features, server }) {
  return { client, features: [...new Set(listOf(features))], server };
}

function listOf(features) {
  return features === '' ? [] : features.split(',');
}

function runningPort() {
  return readRunningRecord()?.proxy.port ?? DEFAULT_PORT;
}

function parseAnswer(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function explainRefusal(answer) {
  if (typeof answer?.error !== 'string') return 'the answer does not come from Feature Control';
  return answer.message === undefined ? answer.error : `${answer.error}: ${answer.message}`;
}

try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  const expected = error instanceof ConnectionFailure || error instanceof WrongUsage;
  console.error(`check: ${expected ? error.message : error.stack}`);
  if (error instanceof WrongUsage) console.error('see npm run check -- --help');
  process.exit(error instanceof WrongUsage ? EXIT.usage : EXIT.connection);
}
