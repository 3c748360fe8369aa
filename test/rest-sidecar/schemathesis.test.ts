import { execFile } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { SCOPES } from '../../admin/server/access/token.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { startSidecarWithExampleData } from '../support/example-data.ts';
import { startBuiltAdminServer } from '../support/http/built-servers.ts';
import { useTemporaryDirectory } from '../support/processes/use-temporary-directory.ts';
import { variable } from '../support/processes/variable.ts';
import { storeToken } from '../support/redis/store-token.ts';
import { useStarted } from '../support/use-started.ts';

const TIMEOUT_MS = 240_000;

interface SchemathesisResult {
  readonly code: number;
  readonly output: string;
}

/**
 * Generates hundreds of valid and invalid requests from the OpenAPI document, and compares each response
 * with it.
 */
describe('schemathesis', () => {
  const sidecar = useStarted(startSidecarWithExampleData);
  const directory = useTemporaryDirectory();

  /**
   * Runs schemathesis; a second time if it found only responses with 503, which are correct while the machine
   * pauses for longer than the sidecar waits for Redis.
   */
  async function run(...args: string[]): Promise<SchemathesisResult> {
    const first = await runOnce(...args);
    const statuses = [...first.output.matchAll(/^\s*\[(\d{3})\] /gm)].map(([, status]) => status);
    const is503 = statuses.length > 0 && statuses.every((status) => status === '503');
    return is503 ? await runOnce(...args) : first;
  }

  /** Runs schemathesis with the same requests each time, so that a failure is reproducible. */
  async function runOnce(...args: string[]): Promise<SchemathesisResult> {
    const program = variable('FC_SCHEMATHESIS');
    const options = ['run', ...args, '--checks', 'all', '--generation-deterministic', '--no-color'];
    return await new Promise((resolve) => {
      const env = { PATH: process.env['PATH'], HOME: directory.path, PYTHONIOENCODING: 'utf-8' };
      execFile(program, options, { cwd: directory.path, env }, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
        resolve({ code, output: `${stdout}${stderr}` });
      });
    });
  }

  it(
    'finds no problem with all checks enabled [R-ALL-1, R-ALL-2, R-ALL-3, L-REST-2]',
    async () => {
      const document = `${sidecar.origin}/openapi.json`;
      const selections = ['--include-path-regex', '^/[{]version[}]/'];
      for (const [tested, args] of [
        [5, ['--include-path-regex', '^/v1/']],
        // Without the parameter that they require, a request is one of the five [G78].
        [3, [...selections, '--mode', 'positive']],
      ] as const) {
        const { code, output } = await run(document, ...args, '--max-examples', '40');
        if (code !== 0) throw new Error(output);
        expect(output).toContain(`Tested: ${tested}\n`);
        expect(output).toMatch(/[1-9]\d{1,} generated, [1-9]\d{1,} passed\n/);
        expect(output).toContain('No issues found');
      }
    },
    TIMEOUT_MS,
  );

  it(
    'finds no problem in the interface for editing blocklists',
    async () => {
      const edited = await startBuiltAdminServer({ ADMIN_EDITS: '1000000' });
      const redis = new Redis(edited.redisUrl);
      const token = await storeToken(redis, new RedisKeys(edited.keyPrefix), SCOPES.join(' '));
      redis.disconnect();
      const document = `${edited.origin}/openapi.json`;
      // schemathesis does not support 412 and 428 of conditions. Attempts without a token are answered
      // slowly.
      const excluded = 'positive_data_acceptance,missing_required_header,ignored_auth';
      const checks = ['--exclude-checks', excluded];
      const header = ['--header', `Authorization: Bearer ${token}`];
      // A body of more than 1,000 features can also be larger than 64 KB.
      const rejected =
        '[checks.negative_data_rejection]\nexpected-statuses = [400, 404, 413, 415, 428, 503]\n';
      directory.write('schemathesis.toml', rejected);
      try {
        const { code, output } = await run(document, ...checks, '--phases', 'coverage', ...header);
        if (code !== 0) throw new Error(output);
        expect(output).toMatch(/Tested: 19\n/);
      } finally {
        await edited.stop();
      }
    },
    TIMEOUT_MS,
  );
});
