import { describe, expect, it } from '@jest/globals';
import { declareType } from '../../../tools/assemble/steps/schema-types.mjs';
import { runProgram } from '../../support/processes/run-program.ts';

const declare = (schema: object) => declareType('Thing', schema);

describe('the types of the REST client', () => {
  it('match the OpenAPI document', async () => {
    const { code, stderr } = await runProgram(
      ['tools/assemble/generate-client-types.mjs', '--check'],
      process.env,
    );
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' });
  });

  it('have the fields of an object, and an index signature if it may have additional fields', () => {
    const properties = { id: { type: 'string', description: 'The id.' }, size: { type: 'integer' } };
    expect(declare({ type: 'object', properties, required: ['id'] })).toBe(
      'export interface Thing {\n  /** The id. */\n  readonly id: string;\n  readonly size?: number;\n  readonly [field: string]: unknown;\n}\n',
    );
    expect(declare({ type: 'object', properties: {}, additionalProperties: false })).toBe(
      'export interface Thing {\n}\n',
    );
  });

  it.each([
    [{ type: 'array', items: { $ref: '#/components/schemas/Event' } }, 'readonly (Event)[]'],
    [{ enum: ['ok', 'late'] }, '"ok" | "late"'],
    [{ const: 5 }, '5'],
    [{ type: 'string', const: 'ok', examples: ['ok'] }, '"ok"'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [
      { type: ['object', 'null'], properties: { a: {} }, required: ['a'], additionalProperties: false },
      '{\n  readonly a: unknown;\n} | null',
    ],
    [
      { type: 'object', required: ['a-b'] },
      '{\n  readonly "a-b": unknown;\n  readonly [field: string]: unknown;\n}',
    ],
    [{ type: 'object', additionalProperties: false }, 'Readonly<Record<string, never>>'],
    [{ type: 'array' }, 'readonly (unknown)[]'],
    [{ items: { type: 'string' } }, 'readonly (string)[]'],
    [{ description: 'Anything.' }, 'unknown', '/** Anything. */\n'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'number' }] }, 'string | number'],
    [{ oneOf: [{ $ref: '#/components/schemas/Event' }, { type: 'null' }] }, 'Event | null'],
    [
      { allOf: [{ $ref: '#/components/schemas/Event' }, { $ref: '#/components/schemas/Place' }] },
      '(Event) & (Place)',
    ],
    [
      { type: 'object', additionalProperties: true, oneOf: [{ $ref: '#/components/schemas/Event' }] },
      '(Readonly<Record<string, unknown>>) & (Event)',
    ],
    [
      {
        type: 'string',
        minLength: 1,
        maxLength: 9,
        pattern: '^a',
        default: 'a',
        deprecated: true,
        readOnly: true,
      },
      'string',
    ],
    [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 9, multipleOf: 3 }, 'number'],
    [
      { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 9, uniqueItems: true },
      'readonly (string)[]',
    ],
    [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'Readonly<Record<string, boolean>>'],
  ])('express %j', (schema, type, head = '') => {
    expect(declare(schema)).toBe(`${head}export type Thing = ${type};\n`);
  });

  it.each([
    [{ type: 'string', not: { const: 'x' } }, 'Thing: no type is known for the keyword not'],
    [
      { type: 'object', properties: { place: { enum: ['a'], if: {}, then: {} } } },
      'Thing.place: no type is known for the keyword if, then',
    ],
    [
      { type: 'array', items: { properties: { tags: { additionalProperties: { prefixItems: [] } } } } },
      'Thing[].tags.*: no type is known for the keyword prefixItems',
    ],
    [{ properties: { at: { type: 'date' } } }, 'Thing.at: there is no type date'],
  ])('are rejected with schema and field if %j has no type', (schema, message) => {
    expect(() => declare(schema)).toThrow(message);
  });
});
