import type { RedisCommands, RedisScript, SetNxPxReply } from '../../../../shared/redis/redis-commands.ts';
import { isForbidden, RedisError } from '../../../../shared/redis/redis-error.ts';
import type { Executor } from '../../../types/jdk.ts';
import { failEach, tellEach } from './set-nx-px-batch.ts';
import type { SetNxPxBatch, SetNxPxSender } from './set-nx-px-batch.ts';

/** What the script says of a key that was absent, as `PTTL` does. */
const ABSENT = -2;

/**
 * KEYS the keys, each of them once or more; ARGV[1] their value; ARGV[2] the milliseconds for which they are to stay. Answers with what `PTTL` said of each before, or with
 * nothing where all were absent. An error would come of the first key already, and nothing was set then.
 */
const SET_ALL_NX_PX: RedisScript = {
  source: `
local before, areAllAbsent = {}, true
for index, key in ipairs(KEYS) do
  if redis.call('SET', key, ARGV[1], 'NX', 'PX', ARGV[2]) then
    before[index] = ${ABSENT}
  else
    before[index], areAllAbsent = redis.call('PTTL', key), false
  end
end
return areAllAbsent and {} or before
`,
};

/** By one command for all keys: what Lettuce does for a command, and each call out of the script, costs the proxy more than it costs Redis to set a key. */
export class SetNxPxByScript implements SetNxPxSender {
  readonly #scripts: Pick<RedisCommands, 'evaluate'>;
  readonly #executor: Executor;
  readonly #otherwise: SetNxPxSender;
  #isDenied = false;

  /**
   * @param otherwise sends what Redis refuses to do by a script, whether an ACL denies it or Redis refuses whatever there is: each key has its own reply then
   */
  constructor(scripts: Pick<RedisCommands, 'evaluate'>, executor: Executor, otherwise: SetNxPxSender) {
    this.#scripts = scripts;
    this.#executor = executor;
    this.#otherwise = otherwise;
  }

  send(batch: SetNxPxBatch): void {
    if (this.#isDenied) this.#otherwise.send(batch);
    else this.#run(batch);
  }

  #run(batch: SetNxPxBatch): void {
    this.#scripts.evaluate(SET_ALL_NX_PX, batch.keys, [batch.value, String(batch.ttlMs)]).then(
      (before) => {
        this.#afterwards(() => {
          tellReplies(batch, before);
        });
      },
      (cause: unknown) => {
        this.#afterwards(() => {
          this.#fail(batch, cause as Error);
        });
      },
    );
  }

  #fail(batch: SetNxPxBatch, cause: Error): void {
    if (cause instanceof RedisError && cause.kind === 'refused') {
      // Not asked for again: each denial has a line in Redis's ACL LOG.
      this.#isDenied ||= isForbidden(cause);
      this.#otherwise.send(batch);
    } else {
      failEach(batch, cause);
    }
  }

  /** What is thrown in a promise's job nobody hears of; of a task's, the script thread tells. */
  #afterwards(task: () => void): void {
    this.#executor.execute(task);
  }
}

function tellReplies(batch: SetNxPxBatch, before: readonly number[]): void {
  const stored: SetNxPxReply = { stored: true, ttlMs: batch.ttlMs };
  tellEach(batch, (later, index) => {
    const ttlMs = before[index] ?? ABSENT;
    later(ttlMs === ABSENT ? stored : { stored: false, ttlMs });
  });
}
