import type { FromSchema } from '../../json-schema.ts';
import type { RateLimit } from '../../rate-limit/rate-limit.ts';

/** The one method of the feature control module (section 4.2). */
export const CHECK_FEATURES = 'checkFeatures';

/** 1 request per 10 seconds per player (section 4.2, rule 5). */
export const CHECK_FEATURES_LIMIT: RateLimit = { maxRequests: 1, windowMs: 10_000 };

/** `client`: stable identifier of the mod. `features`: its active features that are to be checked. Lengths: G13. */
export const checkFeaturesPayloadSchema = {
  type: 'object',
  properties: {
    client: { type: 'string', minLength: 1, maxLength: 128 },
    features: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 256 } },
  },
  required: ['client', 'features'],
} as const;

/** `blocklist`: only those features of the request that are blocked, in its order, each once (G14); empty where none is. */
export const checkFeaturesResultSchema = {
  type: 'object',
  properties: { blocklist: { type: 'array', items: { type: 'string' }, uniqueItems: true } },
  required: ['blocklist'],
  additionalProperties: false,
} as const;

export type CheckFeaturesPayload = FromSchema<typeof checkFeaturesPayloadSchema>;
export type CheckFeaturesResult = FromSchema<typeof checkFeaturesResultSchema>;
