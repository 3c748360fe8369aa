import { brokenGuarantees } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { startBuiltSidecar } from '../../support/http/built-sidecar.ts';
import { eventually } from '../../support/eventually.ts';
import { ask } from '../../support/http/http.ts';
import type { AttackedSidecar } from '../attacked-sidecar.ts';
import { LOG_LINE } from './control-characters.ts';

const PASSWORD = 'never-to-be-logged';

export const NEEDLESS_PASSWORD: Row<AttackedSidecar> = {
  fault: 'A password in REDIS_URL that Redis does not require',
  guarantee: 'the sidecar serves, prints only lines of its log, and never prints the password',
  run: async ({ redis }) => {
    const url = new URL(redis.url);
    url.password = PASSWORD;
    const sidecar = await startBuiltSidecar({ REDIS_URL: url.href });
    await eventually(async () => (await ask(sidecar.origin, '/v1/health')).text === '{"status":"ok"}', {
      withinMs: 20_000,
    });
    const code = await sidecar.stop();
    const foreign = sidecar.output.filter((line) => !LOG_LINE.test(line));
    const leaked = sidecar.output.filter((line) => line.includes(PASSWORD));
    return {
      load: [],
      seen: [`${foreign.length} of ${sidecar.output.length} lines were not lines of the log`],
      broken: brokenGuarantees({
        [`not a line of the log: ${foreign[0] ?? ''}`]: foreign.length === 0,
        'the password was logged': leaked.length === 0,
        [`it ended with ${code ?? 'a signal'}`]: code === 0,
      }),
    };
  },
};
