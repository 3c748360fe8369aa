import { expect, it } from '@jest/globals';
import { toReplyError } from '../../../shared/redis/redis-error.ts';

const CALL = 'ERR Error running script (call to f_1ed0db9cc8a1d5b07c1a51f2e8dd5e51a5a8b2d7): ';

// As Redis 6.2 and, in the last two rows, Redis 7 reply.
it.each([
  [
    `${CALL}@user_script:5: WRONGTYPE Operation against a key`,
    'wrong-type',
    'WRONGTYPE Operation against a key',
  ],
  [
    `${CALL}@user_script:5: @user_script: 5: -OOM command not allowed`,
    'error-reply',
    'OOM command not allowed',
  ],
  [
    `${CALL}@user_script:1: user_script:1: attempt to index`,
    'error-reply',
    'user_script:1: attempt to index',
  ],
  [
    'WRONGTYPE Operation against a key script: 1ed0db9cc81ed0db9cc81ed0db9cc81ed0db9cc8, on @user_script:5.',
    'wrong-type',
    'WRONGTYPE Operation against a key',
  ],
  ['NOSCRIPT No matching script. Please use EVAL.', 'error-reply', undefined],
])('the error reply %s is %s', (reply, reason, message = reply) => {
  expect(toReplyError(reply, undefined)).toMatchObject({ message, reason });
});
