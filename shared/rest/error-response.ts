import type { FromSchema } from '../json-schema.ts';

/** ErrorResponse (section 2.1). */
export const errorResponseSchema = {
  title: 'ErrorResponse',
  description: 'The reason why a request failed.',
  type: 'object',
  properties: { error: { type: 'string', description: 'One sentence with the reason.' } },
  additionalProperties: false,
  examples: [{ error: 'No server has this id.' }],
} as const;

export type ErrorResponse = FromSchema<typeof errorResponseSchema>;
