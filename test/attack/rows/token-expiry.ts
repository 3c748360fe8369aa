import { brokenGuarantees } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { operatorStatus, type AttackedSidecar } from '../attacked-sidecar.ts';

const LIFETIME_MS = 400;
/** The time in which the token is still used after its expiry. */
const AFTER_MS = 400;
const ROUNDS = { short: 3, long: 15 };
/** The minimum number of requests; a busy machine takes more rounds for them. */
const MIN_USES = 31;

interface Use {
  readonly beganMs: number;
  readonly endedMs: number;
  readonly status: number;
}

export const TOKEN_EXPIRY: Row<AttackedSidecar> = {
  fault: 'A token that is used continuously before and after its expiry',
  guarantee: 'it is accepted up to its last millisecond, and refused from then on',
  run: async ({ operators, ...sidecar }, { isLong }) => {
    const [refusedEarly, acceptedLate]: [Use[], Use[]] = [[], []];
    const rounds = isLong ? ROUNDS.long : ROUNDS.short;
    let uses = 0;
    for (let round = 0; round < rounds || uses < MIN_USES; round++) {
      const expiresAt = Date.now() + LIFETIME_MS;
      const token = await sidecar.issueToken({ expiresAt: String(expiresAt) });
      const all = await useUntil(
        expiresAt + AFTER_MS,
        async () => await operatorStatus(operators, '/metrics', token),
      );
      uses += all.length;
      refusedEarly.push(...all.filter(({ endedMs, status }) => endedMs < expiresAt && status !== 200));
      acceptedLate.push(...all.filter(({ beganMs, status }) => beganMs >= expiresAt && status === 200));
    }
    return {
      load: [`${uses} requests`],
      seen: [`${acceptedLate.length} accepted after it, ${refusedEarly.length} refused before it`],
      broken: brokenGuarantees({
        [`accepted after its expiry ${acceptedLate.length} times`]: acceptedLate.length === 0,
        [`refused before its expiry: ${refusedEarly.map(({ status }) => status).join()}`]:
          refusedEarly.length === 0,
      }),
    };
  },
};

/**
 * Uses the token in two parallel loops, so that one request is always close to the expiry. A loop ends with
 * the first refusal, since the sidecar delays refusals.
 */
async function useUntil(endMs: number, use: () => Promise<number>): Promise<Use[]> {
  const all: Use[] = [];
  const run = async (): Promise<void> => {
    let status = 200;
    while (Date.now() < endMs && status === 200) {
      const beganMs = Date.now();
      status = await use();
      all.push({ beganMs, endedMs: Date.now(), status });
    }
  };
  await Promise.all([run(), run()]);
  return all;
}
