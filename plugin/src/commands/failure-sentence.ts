import { RedisError } from '../../../shared/redis/redis-error.ts';

/** @returns one sentence for whoever gave the command; undefined where the cause is a bug of ours */
export function failureSentence(cause: unknown): string | undefined {
  if (!(cause instanceof RedisError)) return undefined;
  switch (cause.kind) {
    case 'unreachable':
      return 'Redis does not answer. Try again when it is back.';
    case 'wrong-type':
      return 'The key of that list holds something else in Redis, which has to be deleted first.';
    case 'refused':
      // Its first word names the reason, such as READONLY; the rest may hold what was sent.
      return `Redis refuses that: ${cause.message.split(' ', 1)[0] ?? ''}.`;
  }
}
