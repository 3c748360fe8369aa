import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
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

const runWith = (further: Readonly<Record<string, string>>, ...args: string[]) => {
  const program = `${installation}/node_modules/.bin/feature-control`;
  const options = { cwd: installation, env: { ...env, ...further }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(program, args, options);
  return { status, stdout, stderr };
};
const run = (...args: string[]) => runWith({}, ...args);

describe('the package that npm pack creates', () => {
  it('runs without the repository', () => {
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('feature-control') });
    const blocked = { status: 0, stdout: 'Blocked fly for every client.\n', stderr: '' };
    expect(run('block', 'fly')).toEqual(blocked);
    expect(run('list')).toEqual({ status: 0, stdout: 'feature  until\nfly\n', stderr: '' });
    expect(run('publish', '--file', 'nothing.yaml').status).toBe(2);
  });

  it('serves the console', async () => {
    const program = `${installation}/node_modules/.bin/feature-control`;
    const args = ['serve', '--port', '0', '--link'];
    const child = spawn(program, args, { cwd: installation, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
    const link = await eventually(() => /http:\S+\?key=\S+/.exec(output)?.[0], { what: 'the link' });
    const page = await fetch(new URL('/console', link));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('console/main.')]);
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);
  });

  it('tests servers and mods with a library that it downloads once', () => {
    const cache = `${directory.path}/cache`;
    const packageFile = join(REPOSITORY, 'tools/mod/package.json');
    const [, version = ''] = /"(minecraft-protocol": "[^"]+)"/.exec(readFileSync(packageFile, 'utf8')) ?? [];
    const fetched = `${cache}/feature-control/${version.replace('": "', '-')}`;
    mkdirSync(fetched, { recursive: true });
    symlinkSync(join(REPOSITORY, 'tools/mod/node_modules'), `${fetched}/node_modules`);
    const conformance = (...args: string[]) => runWith({ XDG_CACHE_HOME: cache }, 'conformance', ...args);
    expect(conformance('mod', '--port', '0', '--timeout', '1')).toEqual({
      status: 3,
      stdout: '',
      stderr: expect.stringMatching(/^listening on .*\nconformance: no player joined within 1 s\n$/),
    });
    expect(conformance('server', '--address', '127.0.0.1:1')).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('ECONNREFUSED'),
    });
    expect(conformance('server', '--address', '127.0.0.1', '--version', '0.1')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--version is one of '),
    });
  });
});
