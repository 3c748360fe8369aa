import { expect, it } from '@jest/globals';
import { Metrics } from '../admin/server/metrics.ts';
import { readRepositoryFile } from './support/repository/source-files.ts';

it('docs/operators.md lists the status of every error of the operator listener', () => {
  const errors = readRepositoryFile('admin/server/operator-answers.ts');
  const sent = new Set(errors.match(/\b[45]\d\d\b/g));
  const page = readRepositoryFile('docs/operators.md');
  const rows = [...page.matchAll(/^\| ((?:[45]\d\d(?:, )?)+) /gm)].map(([, statuses = '']) => statuses);
  expect(rows.flatMap((statuses) => statuses.split(', '))).toEqual(expect.arrayContaining([...sent]));
});

it('docs/operators.md lists every metric of ours, and no other', async () => {
  const none = () => 0;
  const metrics = new Metrics({
    health: () => 'ok',
    rejectedValues: none,
    staleKeys: none,
    failedAttempts: none,
  });
  const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name).sort();
  const documented = names(readRepositoryFile('docs/operators.md'), /^\| `(feature_control_\w+)` /gm);
  expect(documented).toStrictEqual(names(await metrics.text(), /^# HELP (feature_control_\w+) /gm));
});
