import { NodeTimers } from '../../../node/node-timers.ts';
import { createRedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { createChangeFeed } from '../../../node/redis/mirroring/create-change-feed.ts';
import { SystemClock } from '../../../node/system-clock.ts';
import type { ChangeFeed } from '../../../shared/redis/changes/change-feed.ts';
import { ABSENT } from '../../../shared/redis/mirror/collection.ts';
import type { ReadResult } from '../../../shared/redis/mirror/collection.ts';
import { Mirror } from '../../../shared/redis/mirror/mirror.ts';
import { isWrongType } from '../../../shared/redis/redis-error.ts';
import { eventually } from '../../support/eventually.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { IoredisRedisCommands } from '../../support/redis/ioredis-redis-commands.ts';
import { toRedisEndpoint } from '../../support/redis/to-redis-endpoint.ts';

/** A set with this member does not match its schema. */
export const BAD = 'bad';
/** A set with this member matches its schema except for this member. */
export const BAD_PART = 'bad-part';

const READ_SET = {
  source: `
local members = redis.call('SMEMBERS', KEYS[1])
return #members > 0 and cjson.encode(members) or '[]'
`,
};

const REVALIDATE_MS = 500;
/** Long enough to reconnect on a busy machine. */
const TIMEOUT = { withinMs: 30_000 };

type Members = readonly string[];

/**
 * A mirror of sets, each a sorted array of its members, in two collections: `<prefix>set:…` and the key
 * `<prefix>single`, and `<prefix>record:…`.
 */
export class MirroredSets {
  readonly logger = new RecordingLogger();
  readonly mirror: Mirror;
  /** Keys that listeners were notified of since the start, in order. */
  readonly notified: string[] = [];
  /** Keys that were read since the start, in order. */
  readonly reads: string[] = [];
  /** Whether the reports of the change feed are suppressed. */
  isMuted = false;
  readonly #collections;
  readonly close: () => void;

  /** @param url of Redis, as in the settings */
  constructor(url: string, prefix: string) {
    const timers = new NodeTimers();
    const endpoint = toRedisEndpoint(url);
    // A busy machine must not fail reads, which are counted.
    const redis = createRedisClient(endpoint, { name: 'sets', timers, commandTimeoutMs: 5000 });
    const commands = new IoredisRedisCommands(redis);
    const { logger } = this;
    this.mirror = new Mirror({
      commands,
      changeFeed: this.#muteable(createChangeFeed(redis, endpoint, { name: 'sets', timers, logger })),
      clock: new SystemClock(),
      timers,
      logger,
      dataName: 'sets',
      revalidateMs: REVALIDATE_MS,
    });
    const read = async (key: string): Promise<ReadResult<Members>> => {
      this.reads.push(key);
      try {
        return toResult((await commands.evaluate(READ_SET, [key], [])) as Members);
      } catch (cause) {
        if (!isWrongType(cause)) throw cause;
        return { state: 'wrong type', expected: 'a set' };
      }
    };
    const isSame = (one: Members, other: Members): boolean => one.join() === other.join();
    const keys = [`${prefix}single`];
    this.#collections = [
      this.mirror.add({ name: 'sets', prefixes: [`${prefix}set:`], keys, maxInFlight: 5, read, isSame }),
      this.mirror.add({ name: 'records', prefixes: [`${prefix}record:`], read, isSame }),
    ];
    for (const each of this.#collections) each.listen((changed) => this.notified.push(...changed));
    this.mirror.start();
    this.close = () => {
      this.mirror.close();
      redis.disconnect();
    };
  }

  known(key: string): Members | undefined {
    return this.#collections.map((each) => each.get(key)).find((value) => value !== undefined);
  }

  /** @param members sorted; none for a key without a value */
  async shows(key: string, ...members: string[]): Promise<void> {
    const isShown = () => (this.known(key) ?? []).join() === members.join();
    await eventually(isShown, { ...TIMEOUT, what: `${key} to be ${members.join()}` });
  }

  async until(holds: (state: ReturnType<Mirror['state']>) => boolean, what: string): Promise<void> {
    await eventually(() => holds(this.mirror.state()), { ...TIMEOUT, what });
  }

  #muteable(feed: ChangeFeed): ChangeFeed {
    return {
      subscribe: (prefixes, listener) =>
        feed.subscribe(prefixes, {
          keysChanged: (keys) => {
            if (!this.isMuted) listener.keysChanged(keys);
          },
          anythingMayHaveChanged: () => {
            listener.anythingMayHaveChanged();
          },
          lost: () => {
            listener.lost();
          },
        }),
    };
  }
}

function toResult(members: Members): ReadResult<Members> {
  if (members.length === 0) return ABSENT;
  if (members.includes(BAD)) return { state: 'rejected', reason: 'It is bad.' };
  const rejectedParts = members.includes(BAD_PART) ? [{ name: BAD_PART, reason: 'It is bad.' }] : [];
  return { state: 'present', value: members.toSorted(), rejectedParts };
}
