import { hashOf } from '../../../rest-sidecar/src/operators/token.ts';
import { createShiftedClock, NO_CLOCKS } from '../../support/faults/shifted-clock.ts';
import { brokenAmong } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { operatorStatus, startAttackedSidecar } from '../attacked-sidecar.ts';

const HOUR_S = 3600;
const LIFETIME_MS = 300;

/** A separate sidecar whose clock is shifted; Redis has the right time. */
export const TOKEN_CLOCK: Row<object> = {
  fault: "The sidecar's clock is set back an hour when a token expires, and forward",
  promise:
    'the token is refused from its expiry on, by the clock of Redis at the latest; others are accepted again with the right time',
  unavailable: NO_CLOCKS,
  run: async () => {
    const clock = createShiftedClock();
    const attacked = await startAttackedSidecar(clock.env);
    const { admin, keys, operators } = attacked;
    const expiresAt = Date.now() + LIFETIME_MS;
    const [short, long] = [
      await attacked.issueToken({ expiresAt: String(expiresAt) }),
      await attacked.issueToken({ expiresAt: String(Date.now() + 1000 * (HOUR_S / 2)) }),
    ];
    // The fields that the command line stores.
    await admin.pexpireat(keys.tokenOf(hashOf(short)), expiresAt);
    clock.shift(-HOUR_S);
    await new Promise((resolve) => setTimeout(resolve, LIFETIME_MS + 50));
    const expired = await operatorStatus(operators, '/metrics', short);
    clock.shift(HOUR_S);
    const ahead = await operatorStatus(operators, '/metrics', long);
    clock.shift(0);
    const right = await operatorStatus(operators, '/metrics', long);
    await attacked.stop();
    clock.remove();
    return {
      load: [],
      seen: [
        `expired ${expired} an hour back, valid ${ahead} an hour ahead and ${right} with the right time`,
      ],
      broken: brokenAmong({
        [`the expired token is answered ${expired}`]: expired === 401,
        [`the valid token is answered ${ahead} an hour ahead, and ${right} afterwards`]:
          ahead === 401 && right === 200,
      }),
    };
  },
};
