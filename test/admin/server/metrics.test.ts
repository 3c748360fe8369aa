import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { Metrics } from '../../../admin/server/metrics.ts';

const none = (): number => 0;

function createMetrics(): Metrics {
  return new Metrics({ health: () => 'ok', rejectedValues: none, staleKeys: none, failedAttempts: none });
}

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

describe('the metrics for Prometheus', () => {
  it('are accepted by promtool', async () => {
    const metrics = createMetrics();
    metrics.countResponse(200, 0.002);
    expect(check(await metrics.text())).toStrictEqual({ code: 0, output: '' });
  });

  it('are rejected by promtool if they are invalid', () => {
    const wrong = '# HELP things_total Things.\n# TYPE things_total gauge\nthings_total 1\n';
    expect(check(wrong)).toMatchObject({ code: 3, output: expect.stringContaining('things_total') });
  });

  it('report the durations of requests', async () => {
    const metrics = createMetrics();
    metrics.countResponse(200, 0.0007);
    metrics.countResponse(304, 0.003);
    const text = await metrics.text();
    const name = 'feature_control_rest_request_duration_seconds';
    expect(text).toContain(`${name}_bucket{le="0.001"} 1\n`);
    expect(text).toContain(`${name}_bucket{le="0.005"} 2\n`);
    expect(text).toContain(`${name}_count 2\n`);
  });
});
