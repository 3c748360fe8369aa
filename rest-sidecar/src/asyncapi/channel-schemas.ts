import { blocklistChanged } from '../../../shared/feature-control/blocklist-changed.ts';
import { METHODS } from '../../../shared/feature-control/methods.ts';
import type { MethodName } from '../../../shared/feature-control/methods.ts';
import type { JSONSchema } from '../../../shared/json-schema.ts';
import {
  errorResponseSchema,
  pushEventSchema,
  requestSchema,
  successResponseSchema,
} from '../../../shared/protocol/envelope.ts';
import type { RateLimit } from '../../../shared/rate-limit/rate-limit.ts';

/** A method of the channel, with the complete schemas of its packets, including envelopes. */
export interface DescribedMethod {
  readonly name: MethodName;
  readonly limit: RateLimit;
  readonly request: JSONSchema;
  readonly success: JSONSchema;
}

/** All methods, from the schemas with which the plugin validates requests and the tests validate answers. */
export const DESCRIBED_METHODS: readonly DescribedMethod[] = METHODS.map(
  ({ name, limit, payloadSchema, resultSchema }) => ({
    name,
    limit,
    request: {
      ...requestSchema,
      properties: { ...requestSchema.properties, method: { const: name }, payload: payloadSchema },
      required: [...requestSchema.required, 'payload'],
    },
    success: {
      ...successResponseSchema,
      properties: { ...successResponseSchema.properties, payload: resultSchema },
    },
  }),
);

/** All events that a server sends without a request. */
export const DESCRIBED_EVENTS = [blocklistChanged].map(({ name, payloadSchema }) => ({
  name,
  message: {
    ...pushEventSchema,
    properties: { event: { const: name }, payload: payloadSchema },
  },
}));

/** The error response to any request. */
export const DESCRIBED_ERROR: JSONSchema = errorResponseSchema;
