import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as afterImmediates } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Authentication } from '../../../admin/server/authentication.ts';
import { FailedAttempts } from '../../../admin/server/failed-attempts.ts';
import {
  TOO_MANY_ATTEMPTS,
  UNAUTHENTICATED,
  type OperatorAnswer,
} from '../../../admin/server/operator-answers.ts';
import { hashOf, newTokenText } from '../../../admin/server/token.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';

describe('Authentication', () => {
  let time: ManualTime;
  let attempts: FailedAttempts;
  let authentication: Authentication;
  let valid: string;
  let lookups: string[];

  beforeEach(() => {
    time = new ManualTime();
    attempts = new FailedAttempts(time);
    valid = newTokenText();
    lookups = [];
    const token = {
      hash: hashOf(valid),
      name: 'test',
      scopes: ['metrics:read'] as const,
      createdAt: 1,
      expiresAt: undefined,
    };
    authentication = new Authentication({
      attempts,
      clock: time,
      timers: time,
      authenticated: () => undefined,
      tokens: {
        find: (hash) => {
          lookups.push(hash);
          return Promise.resolve(hash === token.hash ? token : undefined);
        },
      },
    });
  });

  /** Presents a token. @param connection of a client that may hang up */
  const present = async (text: string, connection = new Socket()): Promise<OperatorAnswer | undefined> => {
    const request = new IncomingMessage(connection);
    request.headers.authorization = `Bearer ${text}`;
    const result = await authentication.authenticate(request, 'metrics:read');
    return 'refusal' in result ? result.refusal : undefined;
  };

  it('looks up 200 unknown tokens a second, and a new valid token in the order of arrival [G59]', async () => {
    const guesses = Array.from({ length: 1000 }, async () => await present(newTokenText()));
    const granted = present(valid);
    await afterImmediates();
    expect(lookups).toHaveLength(50);
    time.advance(1000);
    await afterImmediates();
    expect(lookups).toHaveLength(250);
    time.advance(4000);
    expect(await granted).toBeUndefined();
    expect(lookups).toHaveLength(1001);
    await afterImmediates();
    time.advance(5000);
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([UNAUTHENTICATED, TOO_MANY_ATTEMPTS]));
  });

  it('looks up a token that was valid before immediately, even if many guesses are queued [G59]', async () => {
    expect(await present(valid)).toBeUndefined();
    for (let index = 0; index < 1000; index++) void present(newTokenText());
    expect(await present(valid)).toBeUndefined();
    expect(lookups.filter((hash) => hash === hashOf(valid))).toHaveLength(2);
  });

  it('releases the slot and the queue position of a client that hangs up [G59]', async () => {
    const connection = new Socket();
    const guesses = Array.from(
      { length: 60 },
      async () => await present(newTokenText(), connection.setMaxListeners(60)),
    );
    await afterImmediates();
    expect(lookups).toHaveLength(50);
    connection.destroy();
    await Promise.all(guesses);
    time.advance(1000);
    expect([lookups.length, time.pendingTimers]).toEqual([50, 0]);
    void present(newTokenText());
    await afterImmediates();
    // It waits longer than the eight attempts before it.
    expect(time.pendingTimers).toBe(1);
  });

  it('does not look up a text without the format of a token', async () => {
    void present('fct_guess');
    await afterImmediates();
    expect([lookups, attempts.total]).toEqual([[], 1]);
  });
});
