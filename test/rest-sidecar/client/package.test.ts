import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REPOSITORY } from '../../support/repository/repository.ts';
import { runProgram } from '../../support/processes/run-program.ts';
import { makeTemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import type { TemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import { startTestSidecar } from '../sidecar-under-test.ts';
import type { SidecarUnderTest } from '../sidecar-under-test.ts';

const CLIENT = join(REPOSITORY, 'rest-sidecar', 'client');
const TSC = join(REPOSITORY, 'node_modules', 'typescript', 'bin', 'tsc');

/** A TypeScript program as a user would write it, with only the package. */
const program = (origin: string): string => `
import { createClient, poll } from 'feature-control-client';
import type { Answer, Voting, VotingsByServer } from 'feature-control-client';

const client = createClient('${origin}');
const all = await client.getVotings();
const one: Answer<readonly Voting[]> = await client.getVotings({ server: 'survival' });
if (all.ok && one.ok) {
  const votes: number | undefined = one.data[0]?.candidates[0]?.votes;
  console.log(JSON.stringify({ servers: Object.keys(all.data), votes }));
}
declare const server: string | undefined;
export const maybe: () => Promise<Answer<readonly Voting[] | VotingsByServer>> = () =>
  client.getVotings({ server });
export const maybeEvents = () => client.getEvents({ server });
export const maybeOne = () => client.getServers({ id: server });
export const trades = () => client.getCoinsTrades({ limit: undefined }, { signal: undefined });
const missing = await client.getServers({ id: 'nowhere' });
if (!missing.ok) console.log(missing.error);
// @ts-expect-error: unknown parameter
await client.getEvents({ servers: 'survival' });
// @ts-expect-error: answers are read-only
if (one.ok) one.data.length = 0;

const stop = new AbortController();
await poll((options) => client.getHealth({}, options), {
  onData({ status }) {
    console.log(status);
    stop.abort();
  },
  signal: stop.signal,
});
`;

describe("the REST client's package", () => {
  let directory: TemporaryDirectory;
  let sidecar: SidecarUnderTest;
  let files: string[];

  beforeAll(async () => {
    directory = makeTemporaryDirectory();
    const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', directory.path];
    const [packed] = JSON.parse(execFileSync('npm', pack, { cwd: CLIENT, encoding: 'utf8' })) as [
      { filename: string; files: { path: string }[] },
    ];
    files = packed.files.map(({ path }) => path);
    directory.write('node_modules/feature-control-client/.keep', '');
    const into = join(directory.path, 'node_modules', 'feature-control-client');
    execFileSync('tar', ['-xzf', join(directory.path, packed.filename), '--strip-components=1', '-C', into]);
    sidecar = await startTestSidecar();
    const { redis, keys } = sidecar;
    const candidates = [{ id: 'canyon', name: 'Canyon' }];
    const stored = JSON.stringify({ server: 'survival', title: 'Which map?', candidates });
    await redis.set(keys.votingOf('map'), stored);
    const voting = { id: 'map', server: 'survival', title: 'Which map?' };
    await sidecar.shows('/v1/votings', {
      survival: [{ ...voting, candidates: [{ ...candidates[0], votes: 0 }] }],
    });
  });
  afterAll(async () => {
    await sidecar.stop();
    directory.remove();
  });

  it('contains only the module, its types and its README', () => {
    expect(files).toHaveLength(4);
    const expected = /^(?:README\.md|package\.json|build\/feature-control-client\.(?:js|d\.ts))$/;
    expect(files.filter((path) => !expected.test(path))).toStrictEqual([]);
  });

  it('is built by one command that needs neither a JDK nor Gradle', async () => {
    const env = { PATH: dirname(process.execPath), HOME: directory.path };
    const { code, stdout } = await runProgram(
      [join(REPOSITORY, 'tools', 'assemble', 'build-client.mjs')],
      env,
    );
    expect(code).toBe(0);
    const files = stdout.split('\n').filter((line) => line.startsWith(CLIENT));
    expect(files.map((file) => file.slice(CLIENT.length))).toStrictEqual([
      '/build/feature-control-client.js',
      '/build/feature-control-client.d.ts',
      expect.stringMatching(/^\/build\/feature-control-client-[\d.]+\.tgz$/),
    ]);
    expect(files.filter((file) => !existsSync(file))).toStrictEqual([]);
  });

  it('has no dependencies', () => {
    const manifest = JSON.parse(directory.read('node_modules/feature-control-client/package.json')) as object;
    expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toStrictEqual([]);
    expect(directory.read('node_modules/feature-control-client/build/feature-control-client.js')).not.toMatch(
      /^import\b|\brequire\(/m,
    );
  });

  it('works in a TypeScript program, under the strictest checks, and in Node', async () => {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
      skipDefaultLibCheck: true,
    };
    directory.write('program.mts', program(sidecar.origin));
    directory.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['program.mts'] }));
    const compiled = await runProgram([TSC, '--project', directory.path], process.env);
    expect(compiled).toStrictEqual({ code: 0, stdout: '', stderr: '' });
    const { stdout, stderr } = await runProgram([join(directory.path, 'program.mjs')], {});
    expect({ lines: stdout.trim().split('\n'), stderr }).toStrictEqual({
      lines: ['{"servers":["survival"],"votes":0}', 'No server has this id.', 'ok'],
      stderr: '',
    });
  });
});
