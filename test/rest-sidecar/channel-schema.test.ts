import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { MethodDefinition } from '../../shared/feature-control/method-definition.ts';
import { METHODS } from '../../shared/feature-control/methods.ts';
import { ask } from '../support/http/http.ts';
import { loadWireFixtures } from '../support/jar/wire-fixtures.ts';
import { useStarted } from '../support/use-started.ts';
import { startTestSidecar } from './sidecar-under-test.ts';

describe('the JSON Schema of the channel [G69]', () => {
  const sidecar = useStarted(startTestSidecar);
  let schema: object;
  let validatorOf: (name: string) => ValidateFunction;

  beforeAll(async () => {
    const { status, headers, json } = await ask(sidecar.origin, '/channel.schema.json');
    expect([status, headers['content-type'], headers['access-control-allow-origin']]).toEqual([
      200,
      'application/json; charset=utf-8',
      '*',
    ]);
    schema = json as object;
    const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
    ajv.addSchema(schema, 'channel');
    validatorOf = (name) => {
      const validate = ajv.getSchema(`channel#/$defs/${name}`);
      if (validate === undefined) throw new Error(`There is no definition ${name}`);
      return validate;
    };
  });

  it('describes every answer of the wire fixtures, and every request that is answered with a result', () => {
    for (const { name, method, requestBytes, response } of loadWireFixtures()) {
      const { ok } = response as { ok: boolean };
      const text = JSON.stringify(response).replaceAll(/\{"\$[^}]*\}/g, '"any text"');
      expect([name, validatorOf(ok ? `${method}Success` : 'error')(JSON.parse(text))]).toEqual([name, true]);
      if (ok) expect(validatorOf(`${method}Request`)(JSON.parse(requestBytes.toString('utf8')))).toBe(true);
    }
  });

  it('describes the event, and rejects requests without the required payload of their method', () => {
    const subscriptions = [{ client: 'my-mod', blocked: ['fly'], unblocked: [], blocklist: ['fly'] }];
    const event = { event: 'blocklistChanged', payload: { revision: 2, subscriptions } };
    expect(validatorOf('blocklistChanged')(event)).toBe(true);
    const methods: readonly MethodDefinition[] = METHODS;
    for (const { name, payloadSchema } of methods)
      expect(validatorOf(`${name}Request`)({ id: '1', method: name, payload: {} })).toBe(
        payloadSchema.required === undefined,
      );
  });
});
