import { parseBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { SchemaValidator } from '../../../shared/json-schema.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { validators } from '../../../shared/rest/validators.js';
import { parseCoinsTrade } from '../../../shared/rest/coins-trade.ts';
import { parseVoteCounts } from '../../../shared/rest/vote-counts.ts';
import { parseStored } from '../../../shared/rest/parse-stored.ts';
import { IoredisCommands } from '../../../node/redis/ioredis-commands.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import { orRedisError, unlessWrongType } from '../../../node/redis/redis-replies.ts';
import { count } from '../output.ts';
import { abbreviate, ok } from './finding.ts';
import type { Finding } from './finding.ts';

/** Keys that are read in one batch. */
const BATCH_SIZE = 500;
/** Number of the newest trades that are checked. */
const MAX_TRADES = 1000;

export interface KeyCheck {
  readonly redis: RedisClient;
  readonly keys: RedisKeys;
  /** Prefix of all keys. */
  readonly prefix: string;
  readonly progress: (text: string) => void;
}

/** Checks the type of every key, and the values that the sidecar serves. @throws {RedisError} */
export async function checkKeys(check: KeyCheck): Promise<readonly Finding[]> {
  const { redis, keys, prefix } = check;
  const commands = new IoredisCommands(redis);
  const names = await commands.keysStartingWith([prefix]);
  const types = await readTypes(check, names);
  return [...checkTypes(keys, types), ...(await checkValues(check, commands, [...types.keys()]))];
}

async function readTypes(
  { redis, progress }: KeyCheck,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const types = new Map<string, string>();
  for (let start = 0; start < names.length; start += BATCH_SIZE) {
    progress(`${start} of ${names.length} keys`);
    const batch = names.slice(start, start + BATCH_SIZE);
    const found = await Promise.all(batch.map(async (key) => await orRedisError(redis.type(key))));
    // A key that has expired since the scan has the type `none`.
    for (const [index, type] of found.entries()) if (type !== 'none') types.set(batch[index] ?? '', type);
  }
  return types;
}

/** Expected types of keys, as the command `TYPE` names them, by prefix; the first match applies. */
function keyTypesOf(keys: RedisKeys): readonly (readonly [prefix: string, type: string])[] {
  return [
    [keys.timedBlocklists, 'zset'],
    [keys.blocklists, 'set'],
    [keys.audits, 'stream'],
    [keys.rateLimits, 'string'],
    [keys.catalogueClients, 'zset'],
    [keys.catalogueFeatures, 'zset'],
    [keys.servers, 'string'],
    [keys.events, 'string'],
    [keys.votings, 'string'],
    [keys.voteCounts, 'hash'],
    [keys.coinsTrades, 'stream'],
    [keys.tokens, 'hash'],
    [keys.nodes, 'hash'],
  ];
}

function checkTypes(keys: RedisKeys, types: ReadonlyMap<string, string>): Finding[] {
  const expected = keyTypesOf(keys);
  const findings: Finding[] = [];
  const unknown: string[] = [];
  for (const [key, type] of types) {
    const [, expectedType] = expected.find(([start]) => key.startsWith(start)) ?? [];
    if (expectedType === undefined || isMisnamedList(keys, key)) unknown.push(key);
    if (expectedType === undefined || expectedType === type) continue;
    const text = `${key} is a ${type}, but must be a ${expectedType}: it is ignored.`;
    findings.push({ check: 'key types', level: 'problem', text, advice: 'Delete it, and write it again.' });
  }
  if (findings.length === 0) findings.push(ok('key types', `${types.size} keys have the right type.`));
  if (unknown.length > 0) {
    const text = `${count(unknown.length, 'unknown key')} with this prefix: ${abbreviate(unknown)}.`;
    const advice = 'Nothing reads them; a common reason is a mistyped name.';
    findings.push({ check: 'unknown keys', level: 'note', text, advice });
  }
  return findings;
}

/** Whether a key begins as those of blocklists do, and names no list, such as `fc:blocklist:my-mod`. */
function isMisnamedList(keys: RedisKeys, key: string): boolean {
  const start = [keys.timedBlocklists, keys.blocklists].find((prefix) => key.startsWith(prefix));
  return start !== undefined && parseBlocklistName(key.slice(start.length)) === undefined;
}

async function checkValues(
  { keys, progress }: KeyCheck,
  commands: IoredisCommands,
  names: readonly string[],
): Promise<Finding[]> {
  const rejected: string[] = [];
  const kinds: readonly (readonly [prefix: string, validate: SchemaValidator<unknown>])[] = [
    [keys.servers, validators.storedServer],
    [keys.events, validators.storedEvent],
    [keys.votings, validators.storedVoting],
  ];
  let checked = 0;
  for (const [start, validate] of kinds) {
    const records = names.filter((key) => key.startsWith(start));
    for (let from = 0; from < records.length; from += BATCH_SIZE) {
      const batch = records.slice(from, from + BATCH_SIZE);
      for (const [index, stored] of (await commands.getEach(batch)).entries()) {
        const parsed = stored ? parseStored(stored.text, validate) : undefined;
        if (parsed?.ok === false) rejected.push(`${batch[index] ?? ''}: ${parsed.reason}`);
      }
      checked += batch.length;
      progress(`${checked} records`);
    }
  }
  const voteKeys = names.filter((key) => key.startsWith(keys.voteCounts));
  for (const text of await rejectedVotes(commands, voteKeys)) rejected.push(text);
  for (const text of await rejectedTrades(commands, keys)) rejected.push(text);
  if (rejected.length === 0) return [ok('values', `${checked} records fit their schemas.`)];
  const advice = 'Correct it, for example with "feature-control publish", which writes only valid records.';
  return rejected.map((text) => ({ check: 'values', level: 'problem', text: `Not served: ${text}`, advice }));
}

async function rejectedVotes(commands: IoredisCommands, names: readonly string[]): Promise<string[]> {
  const rejected: string[] = [];
  for (const key of names) {
    const { invalid } = parseVoteCounts((await commands.hgetall(key)) ?? new Map());
    if (invalid.length > 0)
      rejected.push(`${key}: The counts of ${abbreviate(invalid)} are not whole numbers.`);
  }
  return rejected;
}

async function rejectedTrades(commands: IoredisCommands, keys: RedisKeys): Promise<string[]> {
  const entries = (await unlessWrongType(commands.newestEntries(keys.coinsTrades, MAX_TRADES))) ?? [];
  const invalid = entries.filter(({ fields }) => parseCoinsTrade(fields) === undefined).map(({ id }) => id);
  return invalid.length === 0
    ? []
    : [`${keys.coinsTrades}: rate or datetime is missing or invalid in ${abbreviate(invalid)}.`];
}
