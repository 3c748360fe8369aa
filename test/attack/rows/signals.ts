import { brokenGuarantees } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { startBuiltSidecar } from '../../support/http/built-sidecar.ts';
import { eventually } from '../../support/eventually.ts';
import { ask } from '../../support/http/http.ts';
import { isAlive } from '../../support/processes/is-alive.ts';
import type { AttackedSidecar } from '../attacked-sidecar.ts';

export const SIGNALS: Row<AttackedSidecar> = {
  fault: 'SIGUSR1 and SIGHUP to the sidecar',
  guarantee: 'no inspector is opened; SIGHUP shuts the sidecar down gracefully, with a line in its log',
  run: async ({ redis }) => {
    const sidecar = await startBuiltSidecar({ REDIS_URL: redis.url });
    const { pid, output } = sidecar;
    process.kill(pid, 'SIGUSR1');
    const health = async (): Promise<string> => (await ask(sidecar.origin, '/v1/health')).text;
    await eventually(async () => (await health()) === '{"status":"ok"}', { withinMs: 20_000 });
    process.kill(pid, 'SIGHUP');
    await eventually(() => !isAlive(pid), { what: 'the sidecar to end after SIGHUP' });
    const code = await sidecar.stop();
    // The output is complete now.
    const inspector = output.filter((line) => /Debugger listening|Debugger attached/.test(line));
    const lines = output.filter((line) => line.includes('SIGHUP'));
    return {
      load: [],
      seen: [`ended after SIGHUP with ${lines.length} lines and exit code ${code}`],
      broken: brokenGuarantees({
        [inspector[0] ?? '']: inspector.length === 0,
        'it ended without a log line': lines.length > 0,
        [`it ended with ${code ?? 'a signal'}`]: code === 0,
      }),
    };
  },
};
