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

/** A method of the channel, with its packets' whole schemas, envelopes included. */
export interface DescribedMethod {
  readonly name: MethodName;
  readonly limit: RateLimit;
  readonly request: JSONSchema;
  readonly success: JSONSchema;
}

/** Every method, from the schemas by which the plugin judges requests and the tests judge answers. */
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

/** Every event that a server sends unasked. */
export const DESCRIBED_EVENTS: readonly { readonly name: string; readonly message: JSONSchema }[] = [
  blocklistChanged,
].map(({ name, payloadSchema }) => ({
  name,
  message: {
    ...pushEventSchema,
    properties: { event: { const: name }, payload: payloadSchema },
  },
}));

/** The refusal of any request. */
export const DESCRIBED_ERROR: JSONSchema = errorResponseSchema;
