import type { FromSchema } from '../json-schema.ts';

/** HealthResponse (section 2.1), with the values of G7. */
export const healthResponseSchema = {
  title: 'HealthResponse',
  description: 'Whether the answers of the other operations are current.',
  type: 'object',
  properties: {
    status: {
      type: 'string',
      enum: ['ok', 'degraded', 'starting'],
      description: '`ok`; `degraded` with stale data; `starting` before the first load.',
    },
  },
  additionalProperties: false,
  examples: [{ status: 'ok' }],
} as const;

export type HealthResponse = FromSchema<typeof healthResponseSchema>;
export type HealthStatus = NonNullable<HealthResponse['status']>;
