import type { FromSchema } from '../json-schema.ts';

/** ErrorResponse (section 2.1). */
export const errorResponseSchema = {
  title: 'ErrorResponse',
  description: 'Why a request was not answered with what it asked for.',
  type: 'object',
  properties: { error: { type: 'string', description: 'One sentence that says why.' } },
  additionalProperties: false,
  examples: [{ error: 'No server has this id.' }],
} as const;

export type ErrorResponse = FromSchema<typeof errorResponseSchema>;
