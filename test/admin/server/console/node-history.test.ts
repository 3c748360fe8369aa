import { describe, expect, it } from '@jest/globals';
import { NodeHistory } from '../../../../admin/server/console/node-history.ts';
import type { NodeRecord } from '../../../../shared/redis/nodes/node-record.ts';

const record = (seenAt: number, more: Partial<NodeRecord> = {}): NodeRecord => ({
  kind: 'proxy',
  name: 'a:1',
  version: '1',
  health: 'ok',
  startedAt: 0,
  clock: seenAt,
  seenAt,
  ...more,
});

describe('NodeHistory', () => {
  it('takes a sample every 10 seconds, with rates instead of counts', () => {
    const history = new NodeHistory();
    const added = [];
    for (let second = 0; second <= 30; second += 5)
      added.push(history.add('x', record(second * 1000, { answers: second * 4, drops: second })));
    const [node] = history.all();
    expect(added.filter((sample) => sample !== undefined)).toEqual(node?.samples);
    expect(node?.samples.map(([seenAt, , answers, drops]) => [seenAt, answers, drops])).toEqual([
      [0, 0, 0],
      [10_000, 4, 1],
      [20_000, 4, 1],
      [30_000, 4, 1],
    ]);
    expect(node?.answers).toBe(120);
  });

  it('keeps an hour, and removes nodes that were not seen for as long', () => {
    const history = new NodeHistory();
    history.add('old', record(0, { name: 'old' }));
    for (let ms = 0; ms <= 2 * 3_600_000; ms += 10_000) history.add('x', record(ms));
    const nodes = history.all();
    expect(nodes.map(({ id }) => id)).toEqual(['x']);
    expect(nodes[0]?.samples.length).toBeLessThanOrEqual(361);
  });

  it('keeps at most 200 nodes', () => {
    const history = new NodeHistory();
    for (let index = 0; index < 300; index += 1) history.add(String(index), record(index));
    expect(history.all()).toHaveLength(200);
  });
});
