import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createEditDocument } from '../../../admin/server/openapi/edit-document.ts';
import type { ResponseDescription } from '../../../node/openapi/responses.ts';
import {
  createAnnotatedDocument,
  createOpenApiDocument,
} from '../../../rest-sidecar/src/openapi/open-api-document.ts';
import { operations } from '../../../shared/rest/operations.ts';
import type { Operation } from '../../../shared/rest/operations.ts';
import { DocumentSchemas } from '../../support/http/document-schemas.ts';
import { REPOSITORY } from '../../support/repository/repository.ts';
import { readRepositoryFile } from '../../support/repository/source-files.ts';
import { idsInBrackets, parseSpecRules } from '../../support/repository/spec-ids.ts';
import { useStarted } from '../../support/use-started.ts';
import { startTestSidecar } from '../sidecar-under-test.ts';

const document = createOpenApiDocument();
const annotated = createAnnotatedDocument();
const schemas = new DocumentSchemas(document);
const described = Object.entries(document.paths).map(([path, { get }]) => ({ path, ...get }));

function validate(text: string): unknown {
  const program = join(REPOSITORY, 'test/support/http/validate-open-api.mjs');
  return JSON.parse(execFileSync(process.execPath, [program], { input: text, encoding: 'utf8' })) as unknown;
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', () => {
    expect(validate(JSON.stringify(document))).toStrictEqual({ valid: true, version: '3.1' });
  });

  it('is valid OpenAPI 3.1 for edits too', () => {
    expect(validate(JSON.stringify(createEditDocument()))).toStrictEqual({ valid: true, version: '3.1' });
  });

  it('is at version 1.0 [V-REST-2]', () => {
    expect(document.info.version).toBe('1.0');
  });

  it('describes the five operations, and apart from them those with a body of another type [G78]', () => {
    const named = described.map(({ operationId, path, parameters }) => [
      operationId,
      path,
      parameters.map(({ name, required }) => (required ? name : `${name}?`)).join(' '),
    ]);
    expect(named).toStrictEqual([
      ['getCoinsTrades', '/v1/coins-trades', 'limit?'],
      ['getEvents', '/v1/events', ''],
      ['getEventsOfServer', '/{version}/events', 'version server'],
      ['getHealth', '/v1/health', ''],
      ['getServers', '/v1/servers', ''],
      ['getServer', '/{version}/servers', 'version id'],
      ['getVotings', '/v1/votings', ''],
      ['getVotingsOfServer', '/{version}/votings', 'version server'],
    ]);
    expect(JSON.stringify(document)).not.toMatch(/"(?:oneOf|anyOf)"/);
  });

  it('describes every response that the specification names, and no deprecation [V-REST-3]', () => {
    const specified = Object.values<Operation>(operations).flatMap(({ selection, ...operation }) => [
      operation,
      ...(selection === undefined ? [] : [selection]),
    ]);
    for (const { operationId, responses } of specified) {
      const operation = described.find((each) => each.operationId === operationId);
      expect(Object.keys(operation?.responses ?? {})).toStrictEqual(
        expect.arrayContaining(Object.keys(responses)),
      );
      expect(operation).not.toHaveProperty('deprecated');
      expect(operation).not.toHaveProperty('security');
    }
  });

  it('says explicitly that no operation requires authentication [A-REST-1]', () => {
    expect(document.security).toStrictEqual([]);
    expect(document.components).not.toHaveProperty('securitySchemes');
  });

  it('names a server relative to its URL, for a service under a path prefix', () => {
    const [{ url } = { url: '' }] = document.servers;
    expect(new URL(url, 'https://example.org/api/openapi.json').href).toBe('https://example.org/api/');
  });

  it.each(['Server', 'Event', 'Voting', 'Candidate'])('allows additional fields in a %s [G5]', (title) => {
    expect(document.components.schemas[title]).toMatchObject({ additionalProperties: true });
  });

  it("has the network's own title, contact and documentation if they are configured", () => {
    const docsUrl = 'https://example.org/docs';
    const of = (contact: string) => createOpenApiDocument({ title: 'Würfelwelt', contact, docsUrl });
    expect(of('web@example.org')).toMatchObject({
      info: { title: 'Würfelwelt', contact: { email: 'web@example.org' } },
      externalDocs: { url: docsUrl },
    });
    expect(of('https://example.org/help').info).toMatchObject({
      contact: { url: 'https://example.org/help' },
    });
    expect(document).not.toHaveProperty('externalDocs');
  });

  it('or docs/rest-api.md names every decision about the REST interface, with its id', () => {
    const [, ofRest = ''] = readRepositoryFile('docs/spec-gaps.md').split(/^## /m);
    expect(ofRest).toMatch(/^REST\n/);
    const explained = [...texts(annotated), readRepositoryFile('docs/rest-api.md')];
    const named = new Set(explained.flatMap(idsInBrackets));
    const missing = parseSpecRules(ofRest).filter(({ id }) => !named.has(id));
    expect(missing).toStrictEqual([]);
  });
});

describe('the examples of the OpenAPI document', () => {
  const responses = [
    ...described.flatMap((operation) => Object.values(operation.responses)),
    ...Object.values(document.components.responses),
  ].filter((response): response is ResponseDescription => !('$ref' in response));

  it('exist for every body, and match its schema', () => {
    for (const { description, content = {} } of responses) {
      for (const { schema, examples = {} } of Object.values(content)) {
        const values = Object.values(examples).map(({ value }) => value);
        expect({ description, count: values.length }).not.toMatchObject({ count: 0 });
        for (const value of values) expect(schemas.problem(schema, value)).toBeUndefined();
      }
    }
  });
});

describe('/openapi.json', () => {
  const sidecar = useStarted(async () => await startTestSidecar({ loaded: false }));
  it('is the document', async () => {
    const { status, headers, json } = await sidecar.get('/openapi.json');
    expect({ status, type: headers['content-type'] }).toStrictEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
    });
    expect(json).toStrictEqual(JSON.parse(JSON.stringify(document)));
  });
});

/** Returns every text of the document. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}
