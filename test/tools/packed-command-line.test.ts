import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import type { TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';

let directory: TemporaryDirectory;
let installation: string;

beforeAll(() => {
  directory = makeTemporaryDirectory();
  installation = `${directory.path}/installation`;
  mkdirSync(installation);
  const npm = (cwd: string, ...args: string[]): string =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  npm(REPOSITORY, 'pack', '--pack-destination', directory.path);
  const [tarball = ''] = readdirSync(directory.path).filter((name) => name.endsWith('.tgz'));
  npm(installation, 'install', '--prefer-offline', '--no-audit', '--no-fund', `${directory.path}/${tarball}`);
});

afterAll(() => {
  directory.remove();
});

const env = { ...process.env, REDIS_URL: testRedisUrl(), KEY_PREFIX: uniquePrefix(), NO_COLOR: '1' };

const run = (...args: string[]) => {
  const program = `${installation}/node_modules/.bin/feature-control`;
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: installation, env, encoding: 'utf8' });
  return { status, stdout, stderr };
};

describe('the package that npm pack makes', () => {
  it('runs without the repository', () => {
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('feature-control') });
    const blocked = { status: 0, stdout: 'Blocked fly for every client.\n', stderr: '' };
    expect(run('block', 'fly')).toEqual(blocked);
    expect(run('list')).toEqual({ status: 0, stdout: 'feature  until\nfly\n', stderr: '' });
    expect(run('publish', '--file', 'nothing.yaml').status).toBe(2);
  });
});
