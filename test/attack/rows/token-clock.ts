import { setTimeout as delay } from 'node:timers/promises';
import { hashOf } from '../../../admin/server/token.ts';
import { createShiftedClock, NO_CLOCKS } from '../../support/faults/shifted-clock.ts';
import { brokenGuarantees } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { operatorStatus, startAttackedSidecar } from '../attacked-sidecar.ts';

const HOUR_S = 3600;
const LIFETIME_MS = 300;

/** Runs on a separate sidecar with a shifted clock. Redis has the right time. */
export const TOKEN_CLOCK: Row<object> = {
  fault: "The sidecar's clock is set back by an hour when a token expires, and then forward",
  guarantee:
    'an expired token is refused, at the latest when it expires by the clock of Redis; a valid one is accepted again with the right time',
  unavailable: NO_CLOCKS,
  run: async () => {
    const clock = createShiftedClock();
    const attacked = await startAttackedSidecar(clock.env);
    const { admin, keys, operators } = attacked;
    const expiresAt = Date.now() + LIFETIME_MS;
    const [shortLived, longLived] = [
      await attacked.issueToken({ expiresAt: String(expiresAt) }),
      await attacked.issueToken({ expiresAt: String(Date.now() + 1000 * (HOUR_S / 2)) }),
    ];
    // The command line sets the same expiry.
    await admin.pexpireat(keys.tokenOf(hashOf(shortLived)), expiresAt);
    clock.shift(-HOUR_S);
    await delay(LIFETIME_MS + 50);
    const expired = await operatorStatus(operators, '/metrics', shortLived);
    clock.shift(HOUR_S);
    const ahead = await operatorStatus(operators, '/metrics', longLived);
    clock.shift(0);
    const right = await operatorStatus(operators, '/metrics', longLived);
    await attacked.stop();
    clock.remove();
    return {
      load: [],
      seen: [
        `expired token: ${expired} an hour back; valid token: ${ahead} an hour ahead, ${right} with the right time`,
      ],
      broken: brokenGuarantees({
        [`the expired token was answered ${expired}`]: expired === 401,
        [`the valid token was answered ${ahead} an hour ahead, and ${right} afterwards`]:
          ahead === 401 && right === 200,
      }),
    };
  },
};
