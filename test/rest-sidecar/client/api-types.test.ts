import { describe, expect, it } from '@jest/globals';
import { callInNode } from '../../support/processes/call-in-node.ts';
import { runProgram } from '../../support/processes/run-program.ts';

const declare = async (schema: object): Promise<unknown> =>
  await callInNode('tools/build-steps/schema-types.mjs', 'declareType', 'Thing', schema);

describe('the types of the REST client', () => {
  it('are those of the OpenAPI document', async () => {
    const { code, stderr } = await runProgram(['tools/generate-client-types.mjs', '--check'], process.env);
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' });
  });

  it('have the fields of an object, and room for further ones where they may come', async () => {
    const properties = { id: { type: 'string', description: 'The id.' }, size: { type: 'integer' } };
    expect(await declare({ type: 'object', properties, required: ['id'] })).toBe(
      'export interface Thing {\n  /** The id. */\n  readonly id: string;\n  readonly size?: number;\n  readonly [field: string]: unknown;\n}\n',
    );
    expect(await declare({ type: 'object', properties: {}, additionalProperties: false })).toBe(
      'export interface Thing {\n}\n',
    );
  });

  it.each([
    [{ type: 'array', items: { $ref: '#/components/schemas/Event' } }, 'readonly (Event)[]'],
    [{ enum: ['ok', 'late'] }, '"ok" | "late"'],
    [{ const: 5 }, '5'],
    [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'Readonly<Record<string, boolean>>'],
  ])('say %j', async (schema, type) => {
    expect(await declare(schema)).toBe(`export type Thing = ${type};\n`);
  });

  it('promise nothing of a keyword that they do not know', async () => {
    await expect(declare({ type: 'string', not: { const: 'x' } })).rejects.toThrow('a schema with not');
  });
});
