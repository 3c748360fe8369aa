import type { ChangeAuthor } from '../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { differenceOf } from '../../../shared/feature-control/list-difference.ts';
import type { ListDifference } from '../../../shared/feature-control/list-difference.ts';
import { BulkEdits } from '../../../shared/redis/blocklists/editing/bulk-edits.ts';
import type { ListPart } from '../../../shared/redis/blocklists/editing/bulk-steps.ts';
import { keyOf } from '../../../shared/redis/blocklists/editing/run-edit.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { IoredisCommands } from '../../../node/redis/ioredis-commands.ts';
import { supportsCrossSlotScripts } from '../../../node/redis/redis-client.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import { redisNow } from '../blocklists/create-editor.ts';
import { readList } from '../blocklists/read-lists.ts';
import { readSettings } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import type { WantedList } from './parse-blocklists.ts';

/** Maximum size of a list and of its change, which is one command that blocks all others in Redis. */
export const MAX_FEATURES = 500_000;

/** Attempts to import a list that others edit at the same time. */
const MAX_ATTEMPTS = 5;

/** A list with the changes that its import makes. */
export interface PlannedList {
  /** Without timed blocks that have ended already. */
  readonly wanted: WantedList;
  readonly difference: ListDifference;
  /** Id of the change in the history; undefined in a dry run. */
  readonly id?: string;
}

/** Replaces lists with those of a file; each replacement is recorded in the history. */
export class ListImport {
  readonly #redis: RedisClient;
  readonly #commands: IoredisCommands;
  readonly #keys: RedisKeys;
  readonly #edits: BulkEdits;
  readonly #author: ChangeAuthor;

  constructor(
    context: CommandContext,
    { redis, keys, author }: { redis: RedisClient; keys: RedisKeys; author: ChangeAuthor },
  ) {
    this.#redis = redis;
    this.#commands = new IoredisCommands(redis);
    this.#keys = keys;
    this.#author = author;
    this.#edits = new BulkEdits({
      commands: this.#commands,
      keys,
      bounds: readSettings(context).audit,
      supportsCrossSlotScripts: supportsCrossSlotScripts(redis),
    });
  }

  /**
   * Replaces a list, or only computes the difference in a dry run.
   * @returns the changes; undefined if the list is already as wanted
   * @throws {CommandError} if others keep editing the list, if a key has the wrong type, or if too much
   * changes
   */
  async replace(wanted: WantedList, isDryRun: boolean): Promise<PlannedList | undefined> {
    const { list } = wanted;
    const name = formatBlocklistName(list);
    let notUtf8: string | undefined;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const nowMs = await redisNow(this.#redis);
      const current = withoutEnded(wanted, nowMs);
      const ids = await this.#newestIds(list);
      const stored = await readList(this.#redis, this.#keys, { list, nowMs });
      const [rejected] = stored.rejectedKeys;
      if (rejected !== undefined)
        throw new CommandError(
          `WRONGTYPE: ${rejected} has the wrong type: see doctor, and delete or rename the key`,
        );
      const difference = differenceOf(stored, current);
      if (difference.length === 0) return undefined;
      if (difference.length > MAX_FEATURES) throw new CommandError(`${name}: ${TOO_MANY}`);
      if (isDryRun) return { wanted: current, difference };
      notUtf8 = difference.find(({ feature }) => feature.includes('\ufffd'))?.feature;
      const expected = {
        set: { size: stored.blocked.length, newestId: ids.set },
        until: { size: stored.until.size, newestId: ids.until },
      };
      const result = await this.#edits.apply({ ...this.#author, list, difference, expected });
      if (result.outcome === 'changed') return { wanted: current, difference, id: result.id };
    }
    if (notUtf8 !== undefined)
      throw new CommandError(`${name}: ${notUtf8} is not UTF-8 in Redis: ${REMOVE_IT}`);
    throw new CommandError(`${name}: others keep editing this list; import it again when they are done`);
  }

  /** Returns the newest records of both keys: the list is as it was read until there are newer ones. */
  async #newestIds(list: BlocklistName): Promise<Record<ListPart, string>> {
    const newestIdOf = async (part: ListPart): Promise<string> =>
      await this.#commands.newestEntryId(this.#keys.auditOf(keyOf(this.#keys, list, part)));
    const [set, until] = await Promise.all([newestIdOf('set'), newestIdOf('until')]);
    return { set, until };
  }
}

const REMOVE_IT = 'remove it with redis-cli, by SREM or ZREM, and import again';

const TOO_MANY = `more than ${MAX_FEATURES} features change, too many for one step: write them with redis-cli`;

function withoutEnded(wanted: WantedList, nowMs: number): WantedList {
  return { ...wanted, until: new Map([...wanted.until].filter(([, untilMs]) => untilMs > nowMs)) };
}
