import { RedisError } from '../../shared/redis/redis-error.ts';
import { Failure } from './failure.ts';
import { withAdvice } from './redis-advice.ts';

const CONNECTION_LOST =
  'the last write may have been executed; check before you run the command again (edits: see history)';

/**
 * Settles as `writes` does. A lost connection becomes a {@link Failure} with exit code 1, because 2 would
 * promise that nothing was written.
 */
export async function orWriteFailure<T>(writes: Promise<T>): Promise<T> {
  try {
    return await writes;
  } catch (cause) {
    if (!(cause instanceof RedisError) || cause.kind !== 'unreachable') throw cause;
    throw new Failure(withAdvice(cause.message, CONNECTION_LOST));
  }
}

/**
 * Settles as one step of a command that writes does. An error of Redis after the first step becomes a
 * {@link Failure} that names the number of completed steps.
 * @param done number of completed steps
 * @param total all steps, as text, such as `3 features`
 */
export async function orStepFailure<T>(step: Promise<T>, done: number, total: string): Promise<T> {
  try {
    return await step;
  } catch (cause) {
    if (!(cause instanceof RedisError) || done === 0) throw cause;
    const fallback = cause.kind === 'unreachable' ? CONNECTION_LOST : undefined;
    throw new Failure(`ended after ${done} of ${total}: ${withAdvice(cause.message, fallback)}`);
  }
}
