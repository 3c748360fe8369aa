import { hashOf } from '../../../admin/server/token.ts';
import { brokenGuarantees } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { eventually } from '../../support/eventually.ts';
import { runProgram } from '../../support/processes/run-program.ts';
import { KEY_PREFIX, type AttackedSidecar } from '../attacked-sidecar.ts';

/** Contains every kind of character that could change a terminal's output or start a line. */
export const HOSTILE =
  'a\n\r\u001b[31m\u0007\u007f\u0085\u009b2J\u2028\u2029\u200e\u202e\u2066\u061c\u200b\ufeff§4';

/** Characters that must never be printed unescaped. */
export const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}§]/u;
export const LOG_LINE = /^\d{4}-\d\d-\d\dT\S+Z (?:DEBUG|INFO|WARN|ERROR) /;
const TOKENS = 3;

export const CONTROL_CHARACTERS: Row<AttackedSidecar> = {
  fault: 'Control characters from Redis in the log and in token list',
  guarantee: 'none reaches the log or the terminal unescaped',
  run: async ({ admin, keys, redis, sidecar, ...attacked }) => {
    await admin.set(keys.serverOf(HOSTILE), 'no JSON');
    await admin.set(keys.eventOf(`${HOSTILE}\u0000`), '[]');
    await admin.xadd(keys.coinsTrades, '*', HOSTILE, HOSTILE);
    await eventually(() => sidecar.output.filter((line) => line.includes('2J')).length >= 2, {
      what: 'log lines about the rejected records',
    });
    const forged = sidecar.output.filter((line) => !LOG_LINE.test(line) || UNPRINTABLE.test(line));
    const tokens: string[] = [];
    for (let index = 0; index < TOKENS; index++)
      tokens.push(await attacked.issueToken({ name: `${HOSTILE}${index}` }));
    const env = { ...process.env, REDIS_URL: redis.url, KEY_PREFIX };
    const run = async (...args: string[]) =>
      await runProgram(['tools/command-line/feature-control.mjs', ...args], env);
    const outputs = [
      await run('token', 'list'),
      await run('token', 'list', '--json'),
      await run('token', 'revoke', hashOf(tokens[0] ?? '')),
      await run('token', 'revoke', HOSTILE),
    ].flatMap(({ stdout, stderr }) => [stdout, stderr]);
    const printed = outputs.join('').split('\n');
    const raw = printed.filter((line) => UNPRINTABLE.test(line));
    await admin.flushdb();
    return {
      load: [],
      seen: [`${sidecar.output.length} lines of the log, ${printed.length} of the command line`],
      broken: brokenGuarantees({
        [`${forged.length} lines of the log, such as ${JSON.stringify(forged[0])}`]: forged.length === 0,
        [`${raw.length} lines of the command line, such as ${JSON.stringify(raw[0])}`]: raw.length === 0,
        'token list does not have one line per token': outputs[0]?.split('\n').length === TOKENS + 2,
      }),
    };
  },
};
