import { spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { metricsText } from '../../../admin/server/metrics.ts';
import { parseNodeRecord } from '../../../shared/redis/nodes/node-record.ts';

/** Runs Prometheus's own linter. */
function check(text: string): { code: number | null; output: string } {
  const program = process.env['FC_PROMTOOL'];
  if (program === undefined)
    throw new Error('FC_PROMTOOL is not set: there is no promtool, which npm test would install');
  const { status, stdout, stderr } = spawnSync(program, ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  });
  return { code: status, output: `${stdout}${stderr}` };
}

it('the metrics are accepted by promtool', () => {
  const fields = {
    kind: 'sidecar',
    name: 'a "name"\\',
    version: '1',
    health: 'ok',
    startedAt: '1',
    clock: '2',
    seenAt: '2',
    ...Object.fromEntries(
      ['lagMs', 'players', 'subscribers', 'answers', 'errors', 'drops', 'rejected', 'lost', 'memory'].map(
        (name) => [name, '1'],
      ),
    ),
    responses: '200=1',
    durations: '0.001=1 inf=0 sum=1',
  };
  const record = parseNodeRecord(new Map(Object.entries(fields)));
  if (record === undefined) throw new Error('It is not a heartbeat');
  const text = metricsText([record], 1);
  expect(check(text)).toStrictEqual({ code: 0, output: '' });
});
