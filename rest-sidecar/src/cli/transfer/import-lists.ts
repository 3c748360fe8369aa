import type { ChangeAuthor } from '../../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import { differenceOf } from '../../../../shared/feature-control/list-difference.ts';
import type { ListDifference } from '../../../../shared/feature-control/list-difference.ts';
import { ManyEdits } from '../../../../shared/redis/blocklists/many-edits.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import { IoredisCommands } from '../../redis/ioredis-commands.ts';
import { areTogether } from '../../redis/redis-client.ts';
import type { RedisClient } from '../../redis/redis-client.ts';
import { redisNow } from '../blocklists/create-editor.ts';
import { readList } from '../blocklists/read-lists.ts';
import { readSettings } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { Failure } from '../failure.ts';
import type { WantedList } from './parse-blocklists.ts';

/** What changes in a list goes to Redis in one command, which holds up all others. */
export const MOST_FEATURES = 500_000;

/** A list that others edit meanwhile is read again, so often at most. */
const MOST_ATTEMPTS = 5;

/** One list, with what has to change in it. */
export interface PlannedList {
  /** Without timed blocks that have ended already. */
  readonly wanted: WantedList;
  readonly difference: ListDifference;
  /** How the history names the change; undefined in a dry run. */
  readonly id?: string;
}

/** Makes lists what a file says, one after the other, each with its record. */
export class ListImport {
  readonly #redis: RedisClient;
  readonly #keys: RedisKeys;
  readonly #edits: ManyEdits;
  readonly #author: ChangeAuthor;

  constructor(
    context: CommandContext,
    { redis, keys, author }: { redis: RedisClient; keys: RedisKeys; author: ChangeAuthor },
  ) {
    this.#redis = redis;
    this.#keys = keys;
    this.#author = author;
    this.#edits = new ManyEdits({
      ...{ commands: new IoredisCommands(redis), keys, bounds: readSettings(context).audit },
      areTogether: areTogether(redis),
    });
  }

  /**
   * @returns what differed; undefined where the list is as wanted already
   * @throws {Failure} where others do not stop to edit the list, and for a key that holds something else
   */
  async replace(wanted: WantedList, isDryRun: boolean): Promise<PlannedList | undefined> {
    const { list } = wanted;
    const name = formatBlocklistName(list);
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      const nowMs = await redisNow(this.#redis);
      const timely = withoutOver(wanted, nowMs);
      const stored = await readList(this.#redis, this.#keys, { list, nowMs });
      const [rejected] = stored.rejectedKeys;
      if (rejected !== undefined)
        throw new Failure(
          `WRONGTYPE: ${rejected} holds no list: see doctor, and delete that key or rename it`,
        );
      const difference = differenceOf(stored, timely);
      if (difference.length === 0) return undefined;
      if (difference.length > MOST_FEATURES) throw new Failure(`${name}: ${TOO_MANY}`);
      if (isDryRun) return { wanted: timely, difference };
      const expected = { set: stored.blocked.length, until: stored.until.size };
      const result = await this.#edits.apply({ ...this.#author, list, difference, expected });
      if (result.outcome === 'changed') return { wanted: timely, difference, id: result.id };
    }
    throw new Failure(
      `${name}: others are editing this list all the time; import it again when they are done`,
    );
  }
}

const TOO_MANY = `more than ${MOST_FEATURES} features change, which one step cannot: write them with redis-cli`;

function withoutOver(wanted: WantedList, nowMs: number): WantedList {
  return { ...wanted, until: new Map([...wanted.until].filter(([, untilMs]) => untilMs > nowMs)) };
}
