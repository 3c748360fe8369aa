import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createOpenApiDocument } from '../../../rest-sidecar/src/openapi/open-api-document.ts';
import { createOperatorDocument } from '../../../rest-sidecar/src/openapi/operator-document.ts';
import { runProgram } from '../../support/processes/run-program.ts';
import type { ProgramResult } from '../../support/processes/run-program.ts';
import { makeTemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import type { TemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import { REPOSITORY } from '../../support/repository/repository.ts';

const PACKAGES = join(REPOSITORY, 'test', 'web-tools', 'node_modules');
const REDOCLY = join(PACKAGES, '@redocly', 'cli', 'bin', 'cli.js');
const SPECTRAL = join(PACKAGES, '@stoplight', 'spectral-cli', 'dist', 'index.js');
const SETTINGS = { title: 'Würfelwelt', contact: 'web@example.org', docsUrl: 'https://example.org/docs' };

/** Both linters run with their recommended rules, including warnings. */
describe('linters of OpenAPI', () => {
  let directory: TemporaryDirectory;
  beforeAll(() => {
    directory = makeTemporaryDirectory();
    directory.write('redocly.yaml', 'extends: [recommended]\ntelemetry: off\n');
    directory.write('spectral.yaml', 'extends: ["spectral:oas"]\n');
  });
  afterAll(() => {
    directory.remove();
  });

  async function lintWith(program: 'redocly' | 'spectral', document: object): Promise<ProgramResult> {
    const file = directory.write('openapi.json', JSON.stringify(document));
    const rules = join(directory.path, `${program}.yaml`);
    const env = { PATH: process.env['PATH'], HOME: directory.path, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    if (program === 'redocly') {
      const options = ['--config', rules, '--format=json', '--max-problems=1000'];
      return await runProgram([REDOCLY, 'lint', file, ...options], env);
    }
    const options = ['--ruleset', rules, '--format=json', '--quiet', '--fail-severity=hint'];
    return await runProgram([SPECTRAL, 'lint', file, ...options], env);
  }

  /** Returns the violated rules. */
  async function findings(program: 'redocly' | 'spectral', document: object): Promise<readonly string[]> {
    const { stdout, stderr } = await lintWith(program, document);
    if (stdout === '') throw new Error(stderr);
    const found = JSON.parse(stdout) as { problems?: { ruleId: string }[] } | { code: string }[];
    if (Array.isArray(found)) return found.map(({ code }) => code);
    return (found.problems ?? []).map(({ ruleId }) => ruleId);
  }

  it('redocly finds no problem', async () => {
    expect(await findings('redocly', createOpenApiDocument())).toStrictEqual([]);
    expect(await findings('redocly', createOpenApiDocument(SETTINGS))).toStrictEqual([]);
  });

  it('spectral only recommends a contact, which an operator may configure', async () => {
    expect(await findings('spectral', createOpenApiDocument())).toStrictEqual(['info-contact']);
    expect(await findings('spectral', createOpenApiDocument(SETTINGS))).toStrictEqual([]);
  });

  it('find no problem in the description of edits except the missing contact', async () => {
    expect(await findings('redocly', createOperatorDocument())).toStrictEqual([]);
    expect(await findings('spectral', createOperatorDocument())).toStrictEqual(['info-contact']);
  });

  it('find a problem if there is one', async () => {
    const { security, ...document } = createOpenApiDocument(SETTINGS);
    const { components } = document;
    const headers = { 'X-Unused': { schema: { type: 'string' } } };
    const wrong = { ...document, components: { ...components, headers } };
    expect(security).toStrictEqual([]);
    expect(new Set(await findings('redocly', wrong))).toStrictEqual(
      new Set(['security-defined', 'no-unused-components']),
    );
    expect(await findings('spectral', wrong)).toStrictEqual(['oas3-unused-component']);
  });
});
