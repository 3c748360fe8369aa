import { MAX_PROGRAMS } from '../../../node/redis/mirroring/heartbeats.ts';
import { orRedisError } from '../../../node/redis/redis-replies.ts';
import { parseBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { PROGRAM_KINDS } from '../../../shared/redis/programs/program-record.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { parseCoinsTrade } from '../../../shared/rest/coins-trade.ts';
import { parseStored } from '../../../shared/rest/parse-stored.ts';
import { parseVoteCounts } from '../../../shared/rest/vote-counts.ts';
import type { ConnectedContext } from '../connected-context.ts';
import { inBatches } from '../in-batches.ts';
import { count } from '../output.ts';
import { PUBLISHED_TYPES } from '../publish/published-types.ts';
import { abbreviate, finding, ok } from './finding.ts';
import type { Finding } from './finding.ts';

/** Keys that are read at the same time. */
const BATCH_SIZE = 500;
/** Number of the newest trades that are checked. */
const MAX_TRADES = 1000;
/** The sizes up to which everything is as quick as promised. */
const MAX_FEATURES = 10_000;
const MAX_KEYS = 10_000;

/** What the contract says about the keys that begin with a prefix. */
interface KeyRule {
  readonly prefix: string;
  /** As the command `TYPE` names it. */
  readonly type: string;
  /** Returns why the value is not served; undefined if it is. Absent if the sidecar does not serve it. */
  readonly rejected?: (key: string) => Promise<string | undefined>;
  /** The number of keys up to which everything is as promised. Default: {@link MAX_KEYS}. */
  readonly maxKeys?: number;
  /** Returns the number of features in a list. */
  readonly features?: (key: string) => Promise<number>;
}

/** Of several rules that match a key, the first one applies. */
function keyRules({ commands, keys, redis }: ConnectedContext): readonly KeyRule[] {
  const records = PUBLISHED_TYPES.flatMap(({ prefixOf, validate }): KeyRule[] => {
    if (prefixOf === undefined) return [];
    const rejected = async (key: string): Promise<string | undefined> => {
      const text = await orRedisError(redis.get(key));
      const stored = text === null ? undefined : parseStored(text, validate);
      return stored?.ok === false ? stored.problem : undefined;
    };
    return [{ prefix: prefixOf(keys), type: 'string', rejected }];
  });
  const rejectedCounts = async (key: string): Promise<string | undefined> => {
    const { invalid } = parseVoteCounts((await commands.hgetall(key)) ?? new Map());
    return invalid.length > 0 ? `The counts of ${abbreviate(invalid)} are not whole numbers.` : undefined;
  };
  const rejectedTrades = async (key: string): Promise<string | undefined> => {
    const entries = await commands.newestEntries(key, MAX_TRADES);
    const invalid = entries.flatMap(({ id, fields }) => (parseCoinsTrade(fields) === undefined ? [id] : []));
    return invalid.length > 0
      ? `rate or datetime is missing or invalid in ${abbreviate(invalid)}.`
      : undefined;
  };
  return [
    {
      prefix: keys.timedBlocklists,
      type: 'zset',
      features: (key) => orRedisError(redis.zcard(key)),
    },
    { prefix: keys.blocklists, type: 'set', features: (key) => orRedisError(redis.scard(key)) },
    { prefix: keys.histories, type: 'stream' },
    { prefix: keys.rateLimits, type: 'string' },
    { prefix: keys.catalogueClients, type: 'zset' },
    { prefix: keys.catalogueFeatures, type: 'zset' },
    ...records,
    { prefix: keys.voteCounts, type: 'hash', rejected: rejectedCounts },
    { prefix: keys.coinsTrades, type: 'stream', rejected: rejectedTrades },
    { prefix: keys.tokens, type: 'hash' },
    { prefix: keys.webhooks, type: 'hash' },
    ...PROGRAM_KINDS.map((kind) => ({
      prefix: keys.programOf(kind, ''),
      type: 'hash',
      maxKeys: MAX_PROGRAMS,
    })),
  ];
}

/**
 * Checks the type of every key, the values that the sidecar serves, and sizes.
 * @param prefix of all keys
 * @throws {RedisError}
 */
export async function checkKeys(connected: ConnectedContext, prefix: string): Promise<readonly Finding[]> {
  const { commands, keys } = connected;
  const names = await commands.keysStartingWith([prefix]);
  const rules = keyRules(connected);
  const ruleOf = (key: string): KeyRule | undefined => rules.find((rule) => key.startsWith(rule.prefix));
  const unknown = names.filter((key) => ruleOf(key) === undefined || isMisnamedList(keys, key));
  const ofKeys = await inBatches(names, BATCH_SIZE, (key) => checkKey(connected, key, ruleOf(key)));
  const found = ofKeys.flat();
  for (const { maxKeys = MAX_KEYS, prefix: start } of rules) {
    const number = names.filter((key) => key.startsWith(start)).length;
    if (number > maxKeys) found.push(tooLarge(`${number} keys begin with ${start}`, maxKeys));
  }
  const passed = [
    ok('key types', `${names.length} keys have the right type.`),
    ok('values', 'The values that the sidecar serves fit their schemas.'),
    ok('sizes', `No list has more than ${MAX_FEATURES} features.`),
  ].filter(({ check }) => found.every((other) => other.check !== check));
  return [...passed, ...found, ...noteUnknown(unknown)];
}

async function checkKey(
  { redis }: ConnectedContext,
  key: string,
  rule: KeyRule | undefined,
): Promise<readonly Finding[]> {
  const type = await orRedisError(redis.type(key));
  // The key may have expired since the scan.
  if (rule === undefined || type === 'none') return [];
  if (type !== rule.type) {
    const text = `${key} is a ${type}, but must be a ${rule.type}: it is ignored.`;
    return [finding('problem', 'key types', text, 'Delete it, and write it again.')];
  }
  const reason = await rule.rejected?.(key);
  if (reason !== undefined) {
    const advice = 'Correct it, for example with "feature-control publish", which writes only valid records.';
    return [finding('problem', 'values', `Not served: ${key}: ${reason}`, advice)];
  }
  const features = (await rule.features?.(key)) ?? 0;
  return features > MAX_FEATURES ? [tooLarge(`${key} has ${features} features`, MAX_FEATURES)] : [];
}

interface KeySizes {
  readonly keys: number;
  /** In all lists with the prefix; absent for other keys. */
  readonly features?: number;
}

/** Returns the number of keys of each prefix, and of their features. @throws {RedisError} */
export async function measureKeys(connected: ConnectedContext): Promise<Readonly<Record<string, KeySizes>>> {
  const rules = keyRules(connected);
  const names = await connected.commands.keysStartingWith(rules.map(({ prefix }) => prefix));
  const sizes: Record<string, KeySizes> = {};
  for (const { prefix, features } of rules) {
    const ofPrefix = names.filter((key) => key.startsWith(prefix));
    sizes[prefix] = { keys: ofPrefix.length };
    if (features === undefined) continue;
    // A key of another type has none.
    const counts = await inBatches(ofPrefix, BATCH_SIZE, (key) => features(key).catch(() => 0));
    sizes[prefix] = { keys: ofPrefix.length, features: counts.reduce((sum, each) => sum + each, 0) };
  }
  return sizes;
}

function tooLarge(statement: string, max: number): Finding {
  const text = `${statement}, more than the supported ${max}.`;
  return finding('note', 'sizes', text, 'It works, but a change takes longer to have an effect.');
}

function noteUnknown(unknown: readonly string[]): readonly Finding[] {
  if (unknown.length === 0) return [];
  const text = `${count(unknown.length, 'unknown key')} with this prefix: ${abbreviate(unknown)}.`;
  const advice = 'Nothing reads them; a common reason is a mistyped name.';
  return [finding('note', 'unknown keys', text, advice)];
}

/** Whether a key begins as those of blocklists do, and names no list, such as `fc:blocklist:my-mod`. */
function isMisnamedList(keys: RedisKeys, key: string): boolean {
  const isTimed = key.startsWith(keys.timedBlocklists);
  if (isTimed && !key.endsWith('}')) return true;
  const list = isTimed ? keys.blocklistOfTimed(key) : key;
  return (
    list.startsWith(keys.blocklists) && parseBlocklistName(list.slice(keys.blocklists.length)) === undefined
  );
}
