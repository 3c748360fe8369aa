import { brokenGuarantees } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { eventually } from '../../support/eventually.ts';
import type { AttackedSidecar } from '../attacked-sidecar.ts';

/** Contains every kind of character that could change a terminal's output or start a line. */
const HOSTILE = 'a\n\r\u001b[31m\u0007\u007f\u0085\u009b2J\u2028\u2029\u200e\u202e\u2066\u061c\u200b\ufeff§4';
/** Characters that must never be printed unescaped. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}§]/u;
const LOG_LINE = /^\d{4}-\d\d-\d\dT\S+Z (?:DEBUG|INFO|WARN|ERROR) /;

export const CONTROL_CHARACTERS: Row<AttackedSidecar> = {
  fault: 'Control characters from Redis in the log',
  guarantee: 'none reaches the log unescaped',
  run: async ({ admin, keys, sidecar }) => {
    await admin.set(keys.serverOf(HOSTILE), 'no JSON');
    await admin.set(keys.eventOf(`${HOSTILE}\u0000`), '[]');
    await admin.xadd(keys.coinsTrades, '*', HOSTILE, HOSTILE);
    await eventually(() => sidecar.output.filter((line) => line.includes('2J')).length >= 2, {
      what: 'log lines about the rejected records',
    });
    const forged = sidecar.output.filter((line) => !LOG_LINE.test(line) || UNPRINTABLE.test(line));
    await admin.flushdb();
    return {
      load: [],
      seen: [`${sidecar.output.length} lines of the log`],
      broken: brokenGuarantees({
        [`${forged.length} lines of the log, such as ${JSON.stringify(forged[0])}`]: forged.length === 0,
      }),
    };
  },
};
