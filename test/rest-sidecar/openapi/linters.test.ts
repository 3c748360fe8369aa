import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createOpenApiDocument } from '../../../rest-sidecar/src/openapi/open-api-document.ts';
import { createEditDocument } from '../../../admin/server/openapi/edit-document.ts';
import { runProgram } from '../../support/processes/run-program.ts';
import { makeTemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import type { TemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import { REPOSITORY } from '../../support/repository/repository.ts';

const PACKAGES = join(REPOSITORY, 'test', 'web-tools', 'node_modules');
const REDOCLY = join(PACKAGES, '@redocly', 'cli', 'bin', 'cli.js');
const SPECTRAL = join(PACKAGES, '@stoplight', 'spectral-cli', 'dist', 'index.js');
const SETTINGS = { title: 'Würfelwelt', contact: 'web@example.org', docsUrl: 'https://example.org/docs' };

interface RedoclyReport {
  readonly problems: readonly { readonly ruleId: string }[];
}

const DOCUMENTS = {
  plain: createOpenApiDocument(),
  configured: createOpenApiDocument(SETTINGS),
  edits: createEditDocument(),
};

/** Both linters run with their recommended rules, including warnings, each once for all documents. */
describe('linters of OpenAPI', () => {
  let directory: TemporaryDirectory;
  beforeAll(() => {
    directory = makeTemporaryDirectory();
    for (const [name, document] of Object.entries(DOCUMENTS))
      directory.write(`${name}.json`, JSON.stringify(document));
  });
  afterAll(() => {
    directory.remove();
  });

  /** @returns the output of a linter */
  async function lintWith(program: string, ...options: string[]): Promise<string> {
    const files = Object.keys(DOCUMENTS).map((name) => join(directory.path, `${name}.json`));
    const env = { PATH: process.env['PATH'], HOME: directory.path, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const { stdout, stderr } = await runProgram(
      [program, 'lint', ...files, '--format=json', ...options],
      env,
    );
    if (stdout === '') throw new Error(stderr);
    return stdout;
  }

  it('redocly finds no problem', async () => {
    const config = directory.write('redocly.yaml', 'extends: [recommended]\ntelemetry: off\n');
    const output = await lintWith(REDOCLY, '--config', config, '--max-problems=1000');
    // One JSON object for each document, in the order of the arguments.
    const reports = output.split(/(?<=^\})(?=\{$)/m).map((text) => JSON.parse(text) as RedoclyReport);
    const rules = reports.map(({ problems }) => [...new Set(problems.map(({ ruleId }) => ruleId))].sort());
    expect(rules).toStrictEqual([[], [], []]);
  });

  it('spectral only recommends a contact, which an operator may configure', async () => {
    const ruleset = directory.write('spectral.yaml', 'extends: ["spectral:oas"]\n');
    const output = await lintWith(SPECTRAL, '--ruleset', ruleset, '--quiet', '--fail-severity=hint');
    const found = JSON.parse(output) as readonly { readonly code: string; readonly source: string }[];
    expect(found.map(({ code, source }) => `${basename(source)}: ${code}`).sort()).toStrictEqual([
      'edits.json: info-contact',
      'plain.json: info-contact',
    ]);
  });
});
