import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createAsyncApiDocument } from '../../../rest-sidecar/src/asyncapi/async-api-document.ts';
import { blocklistChanged } from '../../../shared/feature-control/blocklist-changed.ts';
import { METHODS } from '../../../shared/feature-control/methods.ts';
import { ask } from '../../support/http/http.ts';
import { loadWireFixtures } from '../../support/jar/wire-fixtures.ts';
import { REPOSITORY } from '../../support/repository/repository.ts';
import { startTestSidecar } from '../sidecar-under-test.ts';
import type { SidecarUnderTest } from '../sidecar-under-test.ts';

const document = createAsyncApiDocument();
const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
const { messages } = document.components;
const validators = new Map(
  Object.entries(messages).map(([key, { payload }]) => [key, ajv.compile(payload as object)]),
);

interface Parsed {
  /** All findings of the parser, of any severity. */
  readonly found: readonly { readonly code: string }[];
  readonly operations: readonly string[];
}

/** @param texts documents */
function parse(...texts: string[]): readonly Parsed[] {
  const program = join(REPOSITORY, 'test', 'web-tools', 'validate-async-api.mjs');
  const output = execFileSync(process.execPath, [program], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
  });
  return JSON.parse(output) as readonly Parsed[];
}

const fits = (key: string, value: unknown): boolean => validators.get(key)?.(value) === true;

describe('the AsyncAPI document [G69]', () => {
  it('is accepted by AsyncAPI’s own parser, with every method and event, unless it is invalid', () => {
    const text = JSON.stringify(document);
    const [good, broken] = parse(text, text.replace('"action":"receive"', '"action":"take"'));
    const operations = [...METHODS.map(({ name }) => name), blocklistChanged.name];
    expect(good).toEqual({ found: [], operations });
    expect(broken?.found.map(({ code }) => code)).toContain('asyncapi-document-resolved');
  });

  it.each(Object.keys(messages))('has an example of %s that fits its schema', (key) => {
    const [example] = messages[key]?.examples ?? [];
    expect(example).toBeDefined();
    expect(fits(key, example?.payload)).toBe(true);
  });

  it('describes every answer of the wire fixtures, and every request that is answered with a result', () => {
    for (const { name, method, requestBytes, response } of loadWireFixtures()) {
      const { ok } = response as { ok: boolean };
      const text = JSON.stringify(response).replaceAll(/\{"\$[^}]*\}/g, '"any text"');
      expect([name, fits(ok ? `${method}Success` : 'error', JSON.parse(text))]).toEqual([name, true]);
      if (ok) expect(fits(`${method}Request`, JSON.parse(requestBytes.toString('utf8')))).toBe(true);
    }
  });

  it('rejects requests without the required payload of their method', () => {
    for (const { name } of METHODS)
      expect(fits(`${name}Request`, { id: '1', method: name, payload: {} })).toBe(false);
  });
});

describe('a sidecar', () => {
  let sidecar: SidecarUnderTest;
  beforeAll(async () => {
    sidecar = await startTestSidecar();
  });
  afterAll(async () => {
    await sidecar.stop();
  });

  it('serves it, for pages of any origin', async () => {
    const { status, headers, json } = await ask(sidecar.origin, '/asyncapi.json');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
    });
    expect(json).toEqual(JSON.parse(JSON.stringify(document)));
    expect((await ask(sidecar.origin, '/asyncapi.json', { method: 'POST' })).status).toBe(405);
  });

  it('serves it as a page without scripts, which allows only its own style', async () => {
    const { headers, text: page } = await ask(sidecar.origin, '/docs/channel');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    for (const { name } of METHODS) expect(page).toContain(`<h2 id="${name}Request">${name}</h2>`);
    expect(page).toContain('<a href="../asyncapi.json">');
    expect(page).not.toContain('<script');
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}';`);
  });
});
