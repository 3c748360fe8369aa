import { spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { REPOSITORY } from '../support/repository/repository.ts';

const actionlint = process.env['FC_ACTIONLINT'];

(actionlint === undefined ? it.skip : it)('actionlint accepts the workflows in .github/workflows', () => {
  const { status, stdout } = spawnSync(actionlint ?? '', { cwd: REPOSITORY, encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, '']);
});
