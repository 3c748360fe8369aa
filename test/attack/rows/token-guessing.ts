import { brokenGuarantees } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { eventually } from '../../support/eventually.ts';
import { operatorStatus, type AttackedSidecar } from '../attacked-sidecar.ts';
import { startGuesses } from '../operator-attacks.ts';

const VALID_TOKENS = 80;

/** The short form is `test/admin/server/attacked-listener.test.ts`. */
export const TOKEN_GUESSING: Row<AttackedSidecar> = {
  fault: 'Guesses of tokens from the address of an operator',
  guarantee: 'each valid token is accepted, even if it is used for the first time',
  longFormOnly: true,
  run: async ({ operators, ...sidecar }) => {
    const guesses = startGuesses(Number(new URL(operators).port));
    await eventually(() => guesses.statuses.includes(429), { what: 'the limit of failures' });
    const statuses: number[] = [];
    for (let index = 0; index < VALID_TOKENS; index++) {
      statuses.push(await operatorStatus(operators, '/metrics', await sidecar.issueToken()));
    }
    guesses.stop();
    const refused = statuses.filter((status) => status !== 200);
    const others = guesses.statuses.filter((status) => status !== 401 && status !== 429);
    return {
      load: [`${guesses.statuses.length} guesses`, `${VALID_TOKENS} valid tokens`],
      seen: [`${VALID_TOKENS - refused.length} accepted`],
      broken: brokenGuarantees({
        [`valid tokens were answered ${refused.join()}`]: refused.length === 0,
        [`guesses were answered ${others.join()}`]: others.length === 0,
      }),
    };
  },
};
