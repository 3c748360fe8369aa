import type { FromSchema } from '../json-schema.ts';
import { HEALTHS } from '../redis/mirror/health.ts';

/** HealthResponse (section 2.1), with the values of G7. */
export const healthResponseSchema = {
  title: 'HealthResponse',
  description: 'Whether the other operations return current data.',
  type: 'object',
  properties: {
    status: {
      type: 'string',
      enum: HEALTHS,
      description: '`ok`; `degraded` with stale data; `starting` until the initial load is complete.',
    },
  },
  additionalProperties: false,
  examples: [{ status: 'ok' }],
} as const;

export type HealthResponse = FromSchema<typeof healthResponseSchema>;
