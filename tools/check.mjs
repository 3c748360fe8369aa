/**
 * `npm run check`: a mod in a terminal. A real Minecraft client joins the proxy and asks which features are
 * blocked.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createColours } from './terminal/colours.mjs';
import { explainAnswer } from './mod/explain-answer.mjs';
import { askAsMod, ConnectionTrouble, LoginThrottled, supportedVersions } from './mod/mod-client.mjs';
import { playMod } from './mod/play-mod.mjs';
import { PLAYED_MODS } from './mod/played-mods.mjs';
import { readRunningRecord } from './network/running-record.mjs';

const EXIT = { ok: 0, errorAnswer: 1, usage: 2, connection: 3 };
const DEFAULT_PORT = 25565;
/** A little more than Velocity's default `login-ratelimit`. */
const LOGIN_PAUSE_MS = 3500;
const MOST_LOGINS = 4;
const CHANNEL_NAME = 'feature-control';

const HELP = `usage: npm run check -- --client <id> --features <a,b,…> [options]
       npm run check -- --raw <text> [options]
       npm run check -- --mod <bridge> [options]

Joins the proxy as a Minecraft client, waits for JoinGame and the announcement of the channel, asks once, and prints the answer.
Where Redis can be read (REDIS_URL, or what npm start runs), it names the list that blocks a feature, and until when.
With --mod it plays a mod of a bridge instead (docs/bridges.md), and prints what that mod is sent.

  --client <id>         the mod's identifier
  --features <a,b,…>    the features to ask about
  --server <name>       moves to that game server first, by /server, as lists of servers may block more there
  --raw <text>          sends this text instead of a request
  --mod <bridge>        plays that mod for --timeout seconds: ${Object.keys(PLAYED_MODS).join(', ')}
  --host <name>         default 127.0.0.1
  --port <n>            default: the proxy that npm start runs, or else ${DEFAULT_PORT}
  --version <v>         of Minecraft, default 1.21.1
  --username <name>     default: a new player each time, as a player may ask once in 10 seconds
  --namespace <name>    the channel is <name>:${CHANNEL_NAME}, default service
  --channel <id>        another channel altogether
  --timeout <seconds>   for the announcement, and for the answer, default 10
  --help

The answer goes to standard output, what happens to standard error.
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
  const say = (line) => console.error(grey(line));
  const question = { ...questionOf(options), onStep: say };
  if (options.mod !== undefined) return await play({ ...question, mod: options.mod });
  const { text, afterMs } = await unthrottled(question, () => askAsMod(question));
  say(`< answered after ${afterMs.toFixed(1)} ms`);
  const answer = parseAnswer(text);
  console.log(answer === undefined ? text : JSON.stringify(answer, null, 2));
  if (answer?.ok !== true) {
    console.error(red(explainRefusal(answer)));
    return EXIT.errorAnswer;
  }
  const blocked = answer.payload?.blocklist ?? [];
  console.error(blocked.length > 0 ? yellow(`blocked: ${blocked.join(', ')}`) : green('nothing is blocked'));
  if (options.raw === undefined && isRedisKnown())
    for (const line of await explainAnswer({ ...askedOf(options), blocklist: blocked })) say(line);
  return EXIT.ok;
}

/** Otherwise the Redis of another network might be read. */
function isRedisKnown() {
  return process.env['REDIS_URL'] !== undefined || readRunningRecord() !== undefined;
}

/** Prints each message that the mod is sent, and what the mod would then refuse and allow. */
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
    // Answers to a greeting, and what resets everything, name nothing.
    else if (named.length > 0) console.error(yellow(named.join(', ')));
  };
  await unthrottled(visit, () => playMod(visit, show));
  if (messages.length === 0)
    console.error(green('nothing came: nothing is blocked, or the bridge is not enabled'));
  return messages.some(({ problem }) => problem !== undefined) ? EXIT.errorAnswer : EXIT.ok;
}

/** Waits where the proxy limits how often an address may log in. */
async function unthrottled(question, join) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await join();
    } catch (error) {
      if (!(error instanceof LoginThrottled) || attempt === MOST_LOGINS) throw error;
      question.onStep(`${error.message} Trying again in ${LOGIN_PAUSE_MS / 1000} s.`);
      await delay(LOGIN_PAUSE_MS);
    }
  }
}

function readOptions(args) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    throw new WrongUsage(error.message);
  }
}

function questionOf(options) {
  const port = options.port === undefined ? runningPort() : Number(options.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new WrongUsage('--port is 1 to 65535');
  const timeoutMs = Number(options.timeout) * 1000;
  if (!(timeoutMs > 0 && timeoutMs <= 3_600_000))
    throw new WrongUsage('--timeout is more than 0, in seconds');
  const username = options.username ?? `check_${randomBytes(4).toString('hex')}`;
  if (!/^\w{1,16}$/.test(username)) throw new WrongUsage('--username is 1 to 16 letters, digits and _');
  const text = packetOf(options);
  const { host, server, version } = options;
  if (server !== undefined && !/^[^\s\p{Cc}]{1,128}$/u.test(server))
    throw new WrongUsage('--server is the name of a game server in velocity.toml');
  if (server !== undefined && options.mod !== undefined)
    throw new WrongUsage('--server is for requests: leave out --mod');
  if (!supportedVersions().includes(version))
    throw new WrongUsage(`--version is one of ${supportedVersions().join(', ')}`);
  const channel = options.channel ?? `${options.namespace}:${CHANNEL_NAME}`;
  return { host, port, version, username, channel, timeoutMs, text, server };
}

function packetOf({ client, features, raw, mod }) {
  if (mod !== undefined) {
    if (!Object.hasOwn(PLAYED_MODS, mod))
      throw new WrongUsage(`--mod is one of ${Object.keys(PLAYED_MODS).join(', ')}`);
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

function askedOf({ client, features, server }) {
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
  if (typeof answer?.error !== 'string') return 'the answer is none of feature control';
  return answer.message === undefined ? answer.error : `${answer.error}: ${answer.message}`;
}

try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  const expected = error instanceof ConnectionTrouble || error instanceof WrongUsage;
  console.error(`check: ${expected ? error.message : error.stack}`);
  if (error instanceof WrongUsage) console.error('see npm run check -- --help');
  process.exit(error instanceof WrongUsage ? EXIT.usage : EXIT.connection);
}
