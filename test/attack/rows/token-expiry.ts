import { brokenAmong } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { operatorStatus, type AttackedSidecar } from '../attacked-sidecar.ts';

const AHEAD_MS = 400;
const AFTER_MS = 400;
const ROUNDS = { short: 3, long: 15 };

interface Use {
  readonly beganMs: number;
  readonly endedMs: number;
  readonly status: number;
}

export const TOKEN_EXPIRY: Row<AttackedSidecar> = {
  fault: 'A token that is used again and again across its expiry',
  promise: 'it is good up to its last millisecond, and never from then on',
  run: async ({ operators, ...sidecar }, { isLong }) => {
    const [early, late]: [Use[], Use[]] = [[], []];
    let uses = 0;
    for (let round = 0; round < (isLong ? ROUNDS.long : ROUNDS.short); round++) {
      const expiresAt = Date.now() + AHEAD_MS;
      const token = await sidecar.issueToken({ expiresAt: String(expiresAt) });
      const all = await useUntil(
        expiresAt + AFTER_MS,
        async () => await operatorStatus(operators, '/metrics', token),
      );
      uses += all.length;
      early.push(...all.filter(({ endedMs, status }) => endedMs < expiresAt && status !== 200));
      late.push(...all.filter(({ beganMs, status }) => beganMs >= expiresAt && status === 200));
    }
    return {
      load: [`${uses} requests`],
      seen: [`${late.length} granted after it, ${early.length} refused before it`],
      broken: brokenAmong({
        [`granted after its expiry ${late.length} times`]: late.length === 0,
        [`refused before its expiry: ${early.map(({ status }) => status).join()}`]: early.length === 0,
        'too few requests to tell': uses > ROUNDS.short * 10,
      }),
    };
  },
};

/**
 * Two requests at a time, so that one is always close to the check. Each loop ends with the first failure, as
 * failures are delayed.
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
